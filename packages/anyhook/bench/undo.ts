import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ownBytes } from '../../core/src/platform/files/file-entries.js';
import { smallMemory } from '../../core/src/platform/process/start-detached.js';
import { openShadowGit, storeFolder } from '../../undo/src/shadow-git.js';
import { takeSnapshot } from '../../undo/src/snapshot.js';
import { withFolderLock } from '../../undo/src/store-lock.js';
import { applyUndo, prepareUndo } from '../../undo/src/undo.js';
import { undo } from '../src/handlers/builtins/undo.js';
import { createEngineClient } from '../src/resident/engine-client.js';
import { type BenchRow, median } from './table.js';

const fileCount = 20_000;
const restoredFiles = 1_000;
const smallTurns = 1_000;
const lookRounds = 15;
const waitRounds = 40;
const thinkMs = 200;

/** Measures undo: snapshots against `git status`, an agent's wait, a restore, and the growth of the store. */
export async function undoBench(): Promise<readonly BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'anyhook-bench-undo-'));
  try {
    const root = join(folder, 'project');
    makeProject(root, fileCount);
    const env = { PATH: process.env['PATH'] ?? '', HOME: join(folder, 'home'), XDG_STATE_HOME: join(folder, 'state') };
    mkdirSync(env.HOME);
    return [
      ...(await snapshotRows(root, env)),
      await restoreRow(root, env),
      ...(await waitRows(root, folder)),
      await growthRow(folder, env),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const git = (cwd: string, ...args: readonly string[]) =>
  execFileSync('git', ['-c', 'gc.auto=0', '-c', 'user.name=b', '-c', 'user.email=b@b', ...args], {
    cwd,
    stdio: 'ignore',
  });

const nameOf = (i: number) => `src/m${i % 200}/file${i}.ts`;

function makeProject(root: string, count: number): void {
  for (let i = 0; i < Math.min(200, count); i++) mkdirSync(join(root, `src/m${i}`), { recursive: true });
  for (let i = 0; i < count; i++) writeFileSync(join(root, nameOf(i)), `export const n${i} = ${i};\n`.repeat(20));
  git(root, 'init', '--quiet');
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message=first');
  git(root, 'gc', '--quiet');
  git(root, 'status');
}

async function timed(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

type Env = Readonly<Record<string, string>>;

async function snapshotRows(root: string, env: Env): Promise<readonly BenchRow[]> {
  const look = () =>
    withFolderLock(storeFolder(root, env), 60_000, async () =>
      takeSnapshot(await openShadowGit(root, { env, timeoutMs: 60_000 })),
    );
  // Disk writes left over from creating the project are not part of a snapshot.
  execFileSync('sync');
  // Alternately in each round, because the speed of a machine varies.
  const [statuses, firsts, laters, changes]: number[][] = [[], [], [], []];
  for (let i = 0; i < lookRounds; i++) {
    statuses?.push(await timed(() => git(root, 'status')));
    // Removing the last store is not part of a snapshot.
    rmSync(storeFolder(root, env), { recursive: true, force: true });
    firsts?.push(await timed(look));
  }
  for (let i = 0; i < lookRounds; i++) {
    statuses?.push(await timed(() => git(root, 'status')));
    laters?.push(await timed(look));
    writeFileSync(join(root, nameOf(i)), `changed ${i} ${Date.now()}\n`);
    changes?.push(await timed(look));
  }
  const [status = 0, first = 0, later = 0, changed = 0] = [statuses, firsts, laters, changes].map((all) =>
    median(all ?? []),
  );
  const row = (name: string, ms: number, most: number): BenchRow => ({
    name: `undo: ${name}, ${fileCount} files`,
    measured: `${(ms / status).toFixed(1)} x (${Math.round(ms)} ms)`,
    promised: `at most ${most} x git status (${Math.round(status)} ms)`,
    ok: ms <= most * status,
  });
  return [
    row('first look', first, 3),
    row('look, nothing changed', later, 2),
    row('look, one file changed', changed, 2),
  ];
}

/** Passes one event of an agent to the builtin. */
const eventOf = (root: string, name: string, fields: Readonly<Record<string, unknown>> = {}) =>
  ({
    name,
    host: 'bench',
    nativeName: name,
    sessionId: 's',
    cwd: root,
    timestamp: '',
    caller: 'ai_session',
    raw: {},
    ...fields,
  }) as never;

async function playTurn(
  root: string,
  env: Env,
  call: Readonly<Record<string, unknown>>,
  act: () => void,
): Promise<void> {
  const context = { hook: { id: 'undo', scope: 'user' }, env, timeoutMs: 60_000 } as never;
  const send = async (name: string, fields = {}) => undo.run(eventOf(root, name, fields), undefined, context);
  await send('prompt.submit', { prompt: 'work' });
  await send('tool.before', { call });
  act();
  await send('tool.after', { call, result: { ok: true, text: '' } });
  await send('agent.done');
}

const shellCall = { kind: 'shell', nativeName: 'Bash', id: 'c', input: { command: 'make' } };

async function restoreRow(root: string, env: Env): Promise<BenchRow> {
  await playTurn(root, env, shellCall, () => {
    for (let i = 0; i < restoredFiles; i++) writeFileSync(join(root, nameOf(i)), `by an agent ${i}\n`);
  });
  const ms = await timed(async () => {
    const found = await prepareUndo({ root, env }, {});
    if (found.kind !== 'prepared' || found.plan.items.length < restoredFiles) throw new Error('nothing to take back');
    await applyUndo({ root, env }, found, true);
  });
  const name = `undo: take back ${restoredFiles} of ${fileCount} files`;
  return { name, measured: `${(ms / 1_000).toFixed(2)} s`, promised: 'under 2 s', ok: ms < 2_000 };
}

/** An agent's wait at a prompt and at a write, with and without undo, with the engine running. */
async function waitRows(root: string, folder: string): Promise<readonly BenchRow[]> {
  const hooks = '  - { id: guard, on: [prompt.submit, tool.before, tool.after], use: shell-guard }\n';
  const on = '[prompt.submit, tool.before, tool.after, tool.failure, agent.done, session.end]';
  const engines = [
    await engineIn(join(folder, 'without'), root, hooks),
    await engineIn(join(folder, 'with'), root, `${hooks}  - { id: undo, on: ${on}, use: undo }\n`),
  ] as const;
  const file = join(root, nameOf(1));
  const call = { tool_use_id: 't', tool_name: 'Write', tool_input: { file_path: file, content: 'x' } };
  const actions: Readonly<Record<string, (ask: (event: object) => Promise<void>, i: number) => Promise<number>>> = {
    prompt: (ask) => timed(() => ask({ hook_event_name: 'UserPromptSubmit', prompt: 'work on it' })),
    'write call': async (ask, i) => {
      const before = await timed(() => ask({ hook_event_name: 'PreToolUse', ...call }));
      writeFileSync(file, `written ${i} ${Math.random()}\n`.repeat(20));
      const after = { hook_event_name: 'PostToolUse', ...call, tool_response: { type: 'update' } };
      return before + (await timed(() => ask(after)));
    },
  };
  try {
    const rows: BenchRow[] = [];
    for (const [name, action] of Object.entries(actions)) {
      const waits: [number[], number[]] = [[], []];
      for (let i = 0; i < waitRounds; i++)
        for (const which of [0, 1] as const) {
          waits[which].push(await action(engines[which].ask, i));
          // An agent thinks for a while, and snapshots finish meanwhile.
          await new Promise((done) => setTimeout(done, thinkMs));
        }
      const [without, withUndo] = [median(waits[0]), median(waits[1])];
      rows.push({
        name: `undo: wait at a ${name}, engine running`,
        measured: `${(withUndo / without).toFixed(2)} x (${withUndo.toFixed(2)} ms)`,
        promised: `at most 1.1 x without undo (${without.toFixed(2)} ms)`,
        ok: withUndo <= 1.1 * without,
      });
    }
    return rows;
  } finally {
    for (const engine of engines) engine.end();
  }
}

async function engineIn(home: string, root: string, hooks: string) {
  mkdirSync(join(home, '.config', 'anyhook'), { recursive: true });
  writeFileSync(join(home, '.config', 'anyhook', 'config.yaml'), `hooks:\n${hooks}`);
  const env = { HOME: home, PATH: process.env['PATH'] ?? '' };
  const state = join(home, '.local', 'state', 'anyhook');
  const engine = spawn(
    process.execPath,
    [smallMemory, resolve('packages/anyhook/bin/anyhook.cjs'), 'engine', 'start', '--foreground'],
    {
      env,
      stdio: 'inherit',
    },
  );
  while (!existsSync(join(state, 'engine.sock'))) await new Promise((done) => setTimeout(done, 50));
  const client = createEngineClient(state);
  const ask = async (event: object) => {
    const payload = Buffer.from(JSON.stringify({ session_id: 's', cwd: root, transcript_path: '', ...event }));
    const reply = await client.ask({ args: ['--host', 'claude-code'], cwd: root, env, payload });
    if (reply.kind === 'none') throw new Error(`no answer: ${reply.why}`);
  };
  await ask({ hook_event_name: 'UserPromptSubmit', prompt: 'warm up' });
  await new Promise((done) => setTimeout(done, 2_500));
  return { ask, end: () => void engine.kill() };
}

/** A thousand small turns: the store of the second half must not be larger than that of the first. */
async function growthRow(folder: string, env: Env): Promise<BenchRow> {
  const root = join(folder, 'small');
  makeProject(root, 10);
  const call = { kind: 'write', nativeName: 'Write', id: 'c', input: { path: join(root, nameOf(1)) } };
  const dir = storeFolder(root, env);
  let half = 0;
  for (let i = 0; i < smallTurns; i++) {
    await playTurn(root, env, call, () => writeFileSync(join(root, nameOf(1)), `turn ${i}\n`));
    if (i === smallTurns * 0.6) half = await ownBytes(dir);
  }
  const end = await ownBytes(dir);
  return {
    name: `undo: store after ${smallTurns} turns, against ${smallTurns * 0.6}`,
    measured: `${(end / half).toFixed(2)} x (${Math.round(end / 1e3)} KB)`,
    promised: 'at most 1.1 x',
    ok: end <= half * 1.1,
  };
}
