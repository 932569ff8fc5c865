import { join } from 'node:path';
import { AnyhookError, makeScratchFolder, readText, removeFolder, writeFileTree } from '@anyhook/core';
import { surroundingAgent } from '../src/agents/environment.js';
import type { ClientKind } from '../src/install/hook-client.js';
import { createInitPlanner, type InitOptions, problemsOf, writeEntries } from '../src/install/init-plan.js';
import { installWorld } from '../src/install/install-world.js';

/** Hooks of a project, and how many of them match the measured call. */
export interface HookCounts {
  readonly all: number;
  readonly matching: number;
}

/** A separate home, projects and payloads in a temporary folder. */
export interface BenchWorld {
  readonly folder: string;
  readonly state: string;
  /** Environment of every measured program: the caller's, padded to 32 KB, as agents have. */
  readonly env: Readonly<Record<string, string>>;
  /** The payload of a shell call in a project with this number of hooks. */
  payload(hooks: HookCounts, kilobytes: number): Buffer;
  /** The command that `init` registers for an agent's tool calls, with a client of this kind. */
  command(kind: ClientKind): Promise<string>;
  /** Switches the journal on (the default for users) or off. */
  setJournal(isOn: boolean): void;
  remove(): void;
}

const environmentBytes = 32 * 1024;

export function benchWorld(env: Readonly<Record<string, string | undefined>>): BenchWorld {
  const folder = makeScratchFolder('anyhook-bench-');
  const home = join(folder, 'home');
  writeFileTree(home, {});
  const benchEnv = padEnvironment({ ...inheritedEnv(env), HOME: home });
  return {
    folder,
    state: join(home, '.local/state/anyhook'),
    env: benchEnv,
    payload: (hooks, kilobytes) => payloadIn(projectWith(folder, hooks), kilobytes),
    command: (kind) => registeredCommand({ cwd: folder, env: benchEnv, home }, kind),
    setJournal: (isOn) => writeUserConfig(home, isOn),
    remove: () => removeFolder(folder),
  };
}

/** Keeps variables that slow down a start, because agents have them too; drops those that point to another home. */
const inheritedEnv = (env: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || /^(?:ANYHOOK|XDG_)/.test(name) || isAgentVariable(name) ? [] : [[name, value]],
    ),
  );

const isAgentVariable = (name: string): boolean => surroundingAgent({ [name]: '1' }) !== undefined;

function padEnvironment(env: Record<string, string>): Record<string, string> {
  const filled = { ...env };
  const sizeOf = (name: string, value: string) => name.length + value.length + 2;
  let size = Object.entries(env).reduce((sum, [name, value]) => sum + sizeOf(name, value), 0);
  for (let n = 0; size < environmentBytes; n++) {
    const [name, value] = [`BENCH_VARIABLE_${n}`, 'v'.repeat(80)];
    filled[name] = value;
    size += sizeOf(name, value);
  }
  return filled;
}

const payloadIn = (cwd: string, kilobytes: number): Buffer =>
  Buffer.from(
    JSON.stringify({
      session_id: 'bench',
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'ls -la', description: 'x'.repeat(Math.max(0, kilobytes * 1024 - 300)) },
      tool_use_id: 'toolu_bench',
      cwd,
    }),
  );

/** Builtins that answer immediately; those that must not match name other tools. */
function projectWith(folder: string, { all, matching }: HookCounts): string {
  const project = join(folder, `project-${all}`);
  const entries = Array.from({ length: all }, (_, n) => {
    const tool = n < matching ? 'shell' : `tool-${n}`;
    return `  - { id: hook-${n}, on: tool.before, use: config-protection, match: { tool: ${tool} } }`;
  });
  writeFileTree(project, { '.agents/anyhook.yaml': `hooks:\n${entries.join('\n')}\n` });
  return project;
}

/** Includes a user hook, so that the event is registered for every project. */
function writeUserConfig(home: string, journal: boolean): void {
  const hooks = 'hooks:\n  - { id: any, on: tool.before, use: config-protection, match: { tool: no-such-tool } }\n';
  writeFileTree(home, { '.config/anyhook/config.yaml': `trust: project\njournal: { enabled: ${journal} }\n${hooks}` });
}

/** Writes what `init` would write, in the home of the measurements: the command itself runs for a person only. */
async function registeredCommand(
  world: { readonly cwd: string; readonly env: Record<string, string>; readonly home: string },
  client: ClientKind,
): Promise<string> {
  const { home } = world;
  writeUserConfig(home, true);
  const options = { scope: 'user', client, agent: [benchAgent] } satisfies InitOptions;
  const { plan } = await createInitPlanner(world, options);
  const machine = installWorld(world);
  const planned = plan(machine, options);
  const [problem] = problemsOf(planned);
  if (problem !== undefined) throw new AnyhookError('BAD_STATE', `bench: init failed: ${problem}`);
  await writeEntries(machine, { plan: planned, replan: () => plan(machine, options), wasShown: false });
  const settings = JSON.parse(readText(join(home, '.claude/settings.json')) ?? '{}') as ClientSettings;
  const [hook] = settings.hooks['PreToolUse']?.at(-1)?.hooks ?? [];
  if (!hook) throw new AnyhookError('BAD_STATE', 'bench: init registered no command for tool calls');
  return [hook.command, ...(hook.args ?? [])].join(' ');
}

/** The agent used for all measurements; others differ only in their payloads. */
const benchAgent = 'claude-code';
export const agentArguments = ['--host', benchAgent] as const;

interface ClientSettings {
  readonly hooks: Readonly<
    Record<
      string,
      readonly { readonly hooks: readonly { readonly command: string; readonly args?: readonly string[] }[] }[]
    >
  >;
}
