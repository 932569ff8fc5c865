import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { DecisionRecord } from '../../src/journal/record.js';
import { anyhookProgram, type EngineWorld, engineWorld } from '../resident/engine-world.js';

/** A home with hooks in the user's config, an engine in it, and the commands that read the journal. */
export interface JournalWorld extends EngineWorld {
  readonly journal: string;
  /** Runs a command to its end. */
  run(
    args: readonly string[],
    input?: string,
    env?: Readonly<Record<string, string>>,
  ): { readonly stdout: string; readonly stderr: string; readonly code: number | null };
  /** Decisions as `log --json` prints them. */
  log(...args: readonly string[]): readonly DecisionRecord[];
  /** The content of all files in the state folder. */
  bytes(): string;
}

/** Denies input that contains "forbidden". */
export const guardConfig = [
  '  - id: guard',
  '    on: tool.before',
  '    run: "echo not that >&2; exit 2"',
  '    match: { input: forbidden }',
].join('\n');

export function journalWorld(t: TestContext, config = `hooks:\n${guardConfig}\n`): JournalWorld {
  const world = engineWorld(t);
  mkdirSync(join(world.home, '.config', 'anyhook'), { recursive: true });
  writeFileSync(join(world.home, '.config', 'anyhook', 'config.yaml'), `trust: project\n${config}`);
  const run: JournalWorld['run'] = (args, input = '', env = {}) => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [anyhookProgram, ...args], {
      env: { ...world.env, ...env },
      cwd: world.project,
      input,
      encoding: 'utf8',
    });
    return { stdout, stderr, code: status };
  };
  return {
    ...world,
    journal: join(world.state, 'journal'),
    run,
    log: (...args) => {
      const { stdout, stderr, code } = run(['log', '--json', '--limit', '0', ...args]);
      if (code !== 0) throw new Error(`log exits with ${code}: ${stderr}`);
      return stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as DecisionRecord]));
    },
    bytes: () =>
      readdirSync(world.state, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
        .join('\n'),
  };
}
