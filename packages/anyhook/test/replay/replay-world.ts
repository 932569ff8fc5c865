import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { userPaths } from '../../../core/src/platform/user-paths.js';
import { findAgent } from '../../src/agents/index.js';
import { answerAgent } from '../../src/answer/native-event.js';
import { createProjectPool } from '../../src/answer/project-pool.js';
import { createProcessJournal } from '../../src/journal/process-journal.js';
import type { ReplayReport } from '../../src/replay/replay.js';
import { git } from '../builtin-world.js';
import { type CliRunOptions, type TestProject, testProject } from '../cli/harness.js';

/** A project in a real repository, with a real journal. */
export interface ReplayWorld extends TestProject {
  commit(files: Readonly<Record<string, string>>, message?: string): void;
  git(...args: readonly string[]): string;
  /** Answers payloads of Claude Code as its entries would, and records them. */
  live(payloads: readonly ClaudePayload[], options?: { readonly agent?: string }): Promise<void>;
  replay(args?: readonly string[], options?: CliRunOptions): Promise<ReplayReport>;
}

export type ClaudePayload = Readonly<Record<string, unknown>>;

export function replayWorld(t: TestContext, files: Readonly<Record<string, string>> = {}): ReplayWorld {
  const here = testProject(t);
  git(here.dir, 'init', '--quiet', '--initial-branch=main');
  const world: ReplayWorld = {
    ...here,
    git: (...args) => git(here.dir, ...args),
    commit(changed, message = 'a change') {
      here.write(changed);
      git(here.dir, 'add', '--all');
      git(here.dir, 'commit', '--quiet', '--allow-empty', `--message=${message}`);
    },
    async live(payloads, { agent = 'claude-code' } = {}) {
      const env = here.env;
      const home = env['HOME'] ?? '';
      const { state } = userPaths(env, home);
      mkdirSync(state, { recursive: true });
      const journal = createProcessJournal({ state, now: tick(), random: Math.random });
      const open = createProjectPool({ runInTurn: undefined }).batch();
      for (const payload of payloads) {
        const call = {
          options: { agent: findAgent(agent), trust: 'project' },
          input: { bytes: Buffer.from(JSON.stringify(payload)), truncated: false },
          world: { cwd: here.dir, env, home },
        } as const;
        await answerAgent(call, { project: open, recorder: journal });
      }
      await journal.writeDeferred();
    },
    async replay(args = [], options) {
      const { code, stdout, stderr } = await here.run(['replay', ...args, '--json'], options);
      if (stderr !== '') throw new Error(stderr);
      const report = JSON.parse(stdout) as ReplayReport;
      if (code !== (report.flipped > 0 ? 1 : 0)) throw new Error(`exit ${code} with ${report.flipped} flips`);
      return report;
    },
  };
  world.commit(files, 'first');
  return world;
}

/** A clock that never stands still, so that events stay in order. */
function tick(): () => number {
  let time = Date.now();
  return () => ++time;
}

/** A tool call, as Claude Code reports it. */
export const toolPayload = (
  cwd: string,
  tool: string,
  input: ClaudePayload,
  more: ClaudePayload = {},
): ClaudePayload => ({
  session_id: 'session-1',
  transcript_path: '/tmp/transcript.jsonl',
  cwd,
  hook_event_name: 'PreToolUse',
  tool_name: tool,
  tool_input: input,
  tool_use_id: 'toolu_1',
  ...more,
});

/** Leftover checkouts. */
export const leftoverCheckouts = (): readonly string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith('anyhook-replay-'));

export const linesOfFile = (path: string): readonly string[] => readFileSync(path, 'utf8').trimEnd().split('\n');

export const pathInProject = (world: TestProject, name: string): string => join(world.dir, name);
