import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { TestContext } from 'node:test';
import { entryArgs } from '../support/entry-args.js';
import { makeRepository } from '../support/make-repository.js';
import { removeFolderAtLast } from '../support/remove-folder.js';

export const bin = resolve('packages/anyhook/bin/anyhook.cjs');

export interface FlowResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A project, a home and a tools folder next to it, and the binary run in them. */
export interface FlowWorld {
  readonly dir: string;
  readonly tools: string;
  readonly env: Readonly<Record<string, string>>;
  write(files: Readonly<Record<string, string>>): void;
  run(args: readonly string[], input: unknown, env?: Readonly<Record<string, string>>): FlowResult;
}

/** Makes a project from file contents; files that begin with `#!` are executable. Removed when the test ends. */
export function flowWorld(t: TestContext, files: Readonly<Record<string, string>> = {}): FlowWorld {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'anyhook-flow-')));
  t.after(() => removeFolderAtLast(base));
  const [dir, home, tools] = ['project', 'home', 'tools'].map((name) => join(base, name)) as [string, string, string];
  for (const folder of [dir, home, tools]) mkdirSync(folder, { recursive: true });
  makeRepository(dir);
  const env = {
    PATH: `${tools}:${process.env['PATH']}`,
    HOME: home,
    XDG_STATE_HOME: join(base, 'state'),
    ANYHOOK_MANAGED_CONFIG: join(base, 'managed.yaml'),
  };
  const write = (given: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(given)) {
      const file = resolve(dir, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      if (text.startsWith('#!')) chmodSync(file, 0o755);
    }
  };
  write(files);
  const run = (args: readonly string[], input: unknown, more = {}) => {
    const text = typeof input === 'string' ? input : JSON.stringify(input);
    const options = { cwd: dir, env: { ...env, ...more }, input: text, encoding: 'utf8', maxBuffer: 2 ** 26 } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...entryArgs(args, options.env)], options);
    return { code: status, stdout, stderr };
  };
  return { dir, tools, env, write, run };
}
