import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

interface Pin {
  readonly package: string;
  readonly version: string;
  /** The Node version for the agent, also from npm; default: that of the suite. */
  readonly node?: string;
}

const pins: Readonly<Record<string, Pin>> = JSON.parse(readFileSync(new URL('versions.json', import.meta.url), 'utf8'));

/** The name of an agent with its pinned version. */
export const pinnedName = (agent: string): string => `${agent}@${pinOf(agent).version}`;

export const versionOf = (agent: string): string => pinOf(agent).version;

/** The cache folder of the pinned agent, if it and its Node are completely installed. */
export function installedFolder(agent: string): string | undefined {
  const pin = pinOf(agent);
  const isReady = pin.node === undefined || folderIfInstalled(nodePin(pin.node)) !== undefined;
  return isReady ? folderIfInstalled({ ...pin, name: agent }) : undefined;
}

/** The Node that runs the pinned agent. */
export function nodeOf(agent: string): string {
  const { node } = pinOf(agent);
  if (node === undefined) return process.execPath;
  const pin = nodePin(node);
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  return join(folderOf(pin), 'node_modules', pin.package, 'bin', file);
}

/** Installs the pinned agent and its Node if needed; returns npm's error, if any. */
export function installAgent(agent: string): string | undefined {
  const pin = pinOf(agent);
  const problem = pin.node === undefined ? undefined : installPin(nodePin(pin.node));
  return problem ?? installPin({ ...pin, name: agent });
}

/** A package with its own folder in the cache. */
interface NamedPin extends Pin {
  readonly name: string;
}

// The packages that contain the binary: the package "node" fetches one of them in an install script.
function nodePin(version: string): NamedPin {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  return { name: 'node', package: `node-${system}-${process.arch}`, version };
}

const folderOf = ({ name, version }: NamedPin) => join(cache(), `${name}@${version}`);

function folderIfInstalled(pin: NamedPin): string | undefined {
  const manifest = join(folderOf(pin), 'node_modules', pin.package, 'package.json');
  if (!existsSync(manifest)) return undefined;
  return JSON.parse(readFileSync(manifest, 'utf8')).version === pin.version ? folderOf(pin) : undefined;
}

function installPin(pin: NamedPin): string | undefined {
  if (folderIfInstalled(pin)) return undefined;
  const folder = folderOf(pin);
  const wanted = `${pin.package}@${pin.version}`;
  mkdirSync(dirname(folder), { recursive: true });
  // Moved to its final path when complete, so that an interrupted install never counts.
  const draft = mkdtempSync(`${folder}-`);
  writeFileSync(join(draft, 'package.json'), '{ "private": true }\n');
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', '--prefix', draft];
  const npm = spawnSync('npm', ['install', ...options, wanted], { encoding: 'utf8', timeout: 600_000 });
  try {
    if (npm.status !== 0) return (npm.stderr || npm.error?.message || 'npm failed without output').trim().slice(-500);
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
    return folderIfInstalled(pin) ? undefined : `npm did not install ${wanted}`;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

const cache = () => join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'anyhook-e2e');

function pinOf(agent: string): Pin {
  const pin = pins[agent];
  if (!pin) throw new Error(`e2e/versions.json has no version of "${agent}"`);
  return pin;
}
