import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

interface Pin {
  readonly package: string;
  readonly version: string;
}

const pins: Readonly<Record<string, Pin>> = JSON.parse(readFileSync(new URL('versions.json', import.meta.url), 'utf8'));

/** The name of an agent with its pinned version. */
export const pinned = (host: string): string => `${host}@${pinOf(host).version}`;

/** The folder of the pinned agent in the cache, where it is installed whole. */
export function installed(host: string): string | undefined {
  const folder = join(cache(), pinned(host));
  const manifest = join(folder, 'node_modules', pinOf(host).package, 'package.json');
  if (!existsSync(manifest)) return undefined;
  return JSON.parse(readFileSync(manifest, 'utf8')).version === pinOf(host).version ? folder : undefined;
}

/** Installs the pinned agent unless it is there; gives what npm complained of. */
export function install(host: string): string | undefined {
  if (installed(host)) return undefined;
  const { package: name, version } = pinOf(host);
  const folder = join(cache(), pinned(host));
  mkdirSync(dirname(folder), { recursive: true });
  // Moved into its place when it is whole, so that an install cut short is never taken for an agent.
  const draft = mkdtempSync(`${folder}-`);
  writeFileSync(join(draft, 'package.json'), '{ "private": true }\n');
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', '--prefix', draft];
  const npm = spawnSync('npm', ['install', ...options, `${name}@${version}`], { encoding: 'utf8', timeout: 600_000 });
  try {
    if (npm.status !== 0) return (npm.stderr || npm.error?.message || 'npm failed without a word').trim().slice(-500);
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
    return installed(host) ? undefined : `npm did not install ${name}@${version}`;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

const cache = () => join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'anyhook-e2e');

function pinOf(host: string): Pin {
  const pin = pins[host];
  if (!pin) throw new Error(`e2e/versions.json has no version of "${host}"`);
  return pin;
}
