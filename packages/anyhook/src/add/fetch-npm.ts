import { delimiter, dirname, join } from 'node:path';
import {
  findSafeProgram,
  nodeProgram,
  PackageRefusal,
  packageLimits,
  readBytes,
  readTarball,
  runProcess,
  withScratch,
} from '@anyhook/core';
import type { FetchedContent } from './fetch.js';
import type { PackageSource } from './source.js';

type Env = Readonly<Record<string, string | undefined>>;

const fetchMs = 120_000;

/** Downloads a package of the registry. Nothing is installed, and none of its scripts runs. */
export async function fetchNpm(
  { name, version }: Extract<PackageSource, { kind: 'npm' }>,
  env: Env,
): Promise<FetchedContent> {
  return withScratch('anyhook-npm-', async (folder) => {
    const program = findSafeProgram('npm', env, [folder]);
    if (program.kind !== 'found')
      throw new PackageRefusal(program.kind === 'refused' ? program.why : 'npm is not installed');
    const spec = `${name}@${version ?? 'latest'}`;
    const end = await runProcess({
      file: program.file,
      args: [
        'pack',
        '--ignore-scripts',
        '--json',
        '--pack-destination',
        folder,
        '--loglevel=error',
        '--no-fund',
        '--',
        spec,
      ],
      cwd: folder,
      // npm starts the Node of its first line.
      env: {
        ...env,
        PATH: [dirname(nodeProgram()), program.safePath()].join(delimiter),
        NODE_OPTIONS: undefined,
        npm_config_ignore_scripts: 'true',
      },
      stdin: '',
      timeoutMs: fetchMs,
    });
    if (end.kind !== 'exit' || end.exitCode !== 0) throw new PackageRefusal(failureText(spec, end));
    const packed = packedFile(end.stdout);
    const archive = packed && readBytes(join(folder, packed.file), packageLimits.bytes * 2);
    if (!packed || !archive) throw new PackageRefusal(`npm gave no archive of ${spec} that anyhook can read`);
    return { version: packed.version, files: readTarball(archive) };
  });
}

type End = Awaited<ReturnType<typeof runProcess>>;

function failureText(spec: string, end: End): string {
  if (end.kind === 'spawn') return end.error;
  if (end.kind !== 'exit') return `npm did not answer about ${spec} in ${fetchMs / 1000} s`;
  const texts = [...end.stdout.matchAll(/"summary": "((?:[^"\\]|\\.)*)"/g)].map(
    ([, text = '']) => text.split('\\n')[0],
  );
  const lines = end.stderr.split('\n').filter((line) => line.trim() !== '' && !/A complete log of this run/.test(line));
  const why =
    texts[0] ?? lines.find((line) => !/npm (?:error|ERR!) code/.test(line))?.replace(/^npm (?:error|ERR!) /, '');
  return `cannot fetch ${spec} from the registry: ${why ?? 'npm failed'}`;
}

function packedFile(stdout: string): { readonly file: string; readonly version: string } | undefined {
  try {
    const [first] = JSON.parse(stdout) as readonly { readonly filename?: unknown; readonly version?: unknown }[];
    if (typeof first?.filename !== 'string' || typeof first.version !== 'string') return undefined;
    // npm before version 9 prints the name of a scoped package with its slash.
    return { file: first.filename.replace(/^@/, '').replaceAll('/', '-'), version: first.version };
  } catch {
    return undefined;
  }
}
