import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type ProcessEnd, type ProcessJob, runProcess } from '../../../core/src/platform/process/run-process.js';
import { createSparePool, type SparePool } from '../../src/handlers/spares/spare-pool.js';
import { removeFolderAtLast } from '../support/remove-folder.js';

/** A hook as users write it, and its input. */
export interface HookSample {
  readonly name: string;
  /** A line for /bin/sh. */
  readonly command: string;
  readonly files: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly cwd?: string;
  readonly timeoutMs?: number;
  readonly umask?: number;
}

/** A folder with hooks, and a pool of spares for them. */
export interface SpareWorld {
  readonly folder: string;
  readonly pool: SparePool;
  /** The job of a hook. */
  job(sample: HookSample): ProcessJob;
  /** Its result and its files when a new interpreter is started for it. */
  plain(sample: HookSample): Promise<HookOutcome>;
  /** Its result in a spare; undefined if no spare can run it. */
  spare(sample: HookSample): Promise<HookOutcome | undefined>;
}

export interface HookOutcome {
  readonly end: ProcessEnd;
  /** Files that are new or changed, with their permissions. */
  readonly files: readonly string[];
  readonly ms: number;
}

/** Other interpreters can be tested by a PATH of their own. */
const testPath = process.env['ANYHOOK_SPARES_PATH'] ?? `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`;

export function spareWorld(t: TestContext, path = testPath): SpareWorld {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'anyhook-spares-')));
  const pool = createSparePool({ state: join(folder, 'state'), ticks: () => performance.now(), isBusy: () => false });
  t.after(() => {
    pool.close();
    removeFolderAtLast(folder);
  });
  const home = join(folder, 'home');
  const project = join(folder, 'project');
  for (const dir of [home, project, join(folder, 'state')]) mkdirSync(dir, { recursive: true });
  const write = ({ files }: HookSample) => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(project, name)), { recursive: true });
      // A rewritten script counts as another one.
      if (!existsSync(join(project, name)) || readFileSync(join(project, name), 'utf8') !== text)
        writeFileSync(join(project, name), text);
      chmodSync(join(project, name), 0o755);
    }
  };
  const job = ({ command, env, stdin = '{"a":1}\n', cwd, timeoutMs = 10_000, umask }: HookSample): ProcessJob => ({
    file: '/bin/sh',
    args: ['-c', command],
    cwd: join(project, cwd ?? '.'),
    env: { HOME: home, PATH: path, CLAUDE_PROJECT_DIR: project, SECRET: 's3cret', ...env },
    stdin,
    timeoutMs,
    ...(umask !== undefined && { umask }),
  });
  const outcomeOf = async (run: () => Promise<ProcessEnd | undefined>): Promise<HookOutcome | undefined> => {
    const before = new Set(listTree(project));
    const began = performance.now();
    const end = await run();
    const ms = performance.now() - began;
    const files = listTree(project).filter((line) => !before.has(line));
    for (const line of files) removeFolderAtLast(join(project, line.split(' ')[0] ?? 'nothing'));
    return end && { end, files, ms };
  };
  return {
    folder,
    pool,
    job,
    async plain(sample) {
      write(sample);
      return (await outcomeOf(() => runProcess(job(sample)))) as HookOutcome;
    },
    async spare(sample) {
      write(sample);
      const run = await takeSpare(pool, job(sample));
      return run && outcomeOf(run);
    },
  };
}

/** Waits for a spare for the job; undefined if none becomes available. */
export async function takeSpare(pool: SparePool, job: ProcessJob, waitMs = 4_000) {
  const first = pool.take(job);
  if (first) return first;
  for (let waited = 0; waited < waitMs; waited += 25) {
    await wait(25);
    if (Object.keys(pool.report().waiting).length === 0) continue;
    const run = pool.take(job);
    if (run) return run;
  }
  return undefined;
}

function listTree(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.includes('__pycache__'))
    .map((name) => {
      const { mode, size } = statSync(join(folder, name));
      const text = size < 10_000 && (mode & 0o170000) === 0o100000 ? readFileSync(join(folder, name), 'utf8') : '';
      return `${name} ${mode.toString(8)} ${text}`;
    });
}
