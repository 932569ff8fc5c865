import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { SettingsOddity } from '../packages/anyhook/src/agents/kit/settings-oddities.js';
import { engineFiles } from '../packages/anyhook/src/resident/instance.js';
import { openAlertStore } from '../packages/anyhook/src/sessions/alert-store.js';
import type { AgentDriver, StdinScript } from './agents/agent.js';
import { approveAll } from './approve.js';
import { approveOnPage } from './approve-on-page.js';
import { type EngineWork, endEngine } from './engine.js';
import { nodeOf } from './install.js';
import { type ModelScript, type ModelTurnRequest, startModel } from './model/server.js';
import { type ModelStep, projectPlaceholder } from './model/step.js';
import { addPackage } from './package-story.js';
import { plantOddity, settingsTargetOf } from './settings-oddity.js';
import { rememberProject, type UndoStory } from './undo-story.js';
import { isCopy, makeWorkplace, type Workplace } from './workplace.js';

export interface SessionScript {
  /** The folder of home and project, which is kept so that agents can work there in turn; default: a temporary one. */
  readonly root?: string;
  readonly prompt: string;
  readonly steps: readonly ModelStep[];
  /** What the model does in a conversation without the prompt, which is a subagent's. */
  readonly subagent?: readonly ModelStep[];
  /** Files of the project in addition to those of e2e/project. */
  readonly files?: Readonly<Record<string, string>>;
  /** Files of the user's home in addition to the agent's settings. */
  readonly home?: Readonly<Record<string, string>>;
  /** Files of the user's home that are written after `anyhook init`. */
  readonly lateHome?: Readonly<Record<string, string>>;
  /** Put into the agent's settings file after `anyhook init`. */
  readonly oddity?: SettingsOddity;
  /** Run `anyhook init` from another project's node_modules, and delete these. */
  readonly deletesPackage?: boolean;
  readonly workplace: Workplace;
  /** Variables of the agent that `anyhook init` did not see: what hostile settings or a misled user would set. */
  readonly hostileEnv?: Readonly<Record<string, string>>;
  /** Run `anyhook why` after the run. */
  readonly asksWhy?: boolean;
  /** Run `anyhook doctor` before and after the run. */
  readonly asksDoctor?: boolean;
  /** Wait for an alert, which may be raised shortly after the agent ends. */
  readonly expectsAlert?: boolean;
  /** The project has the given files only, and anyhook is not installed. */
  readonly withoutHooks?: boolean;
  /** The project has the given files only, and `anyhook init` finds no hooks. */
  readonly firstRun?: boolean;
  /** Add a package of hooks from a git repository; after the run, ask for its update and remove it. */
  readonly addsPackage?: boolean;
  /** The project is under git, and the turn is undone and redone. */
  readonly undoes?: boolean;
  /** The agent is killed when this file of the project appears. */
  readonly killedAt?: string;
  /** What the model does in a turn, instead of the steps. */
  readonly respond?: ModelScript['respond'];
}

/** The output of `anyhook doctor`, and whether it fails. */
export interface DoctorReport {
  readonly text: string;
  readonly code: number | null;
}

/** The results of one run of a real agent. */
export interface AgentSession extends EngineWork {
  readonly requests: readonly ModelTurnRequest[];
  /** What the model got, turn by turn. */
  readonly turns: readonly string[];
  /** What the model got in a subagent. */
  readonly subagentTurns: readonly string[];
  /** The final text of a file at the top of the project. */
  file(name: string): string | undefined;
  /** The paths of `home` in the script that still exist after the run. */
  readonly keptInHome: readonly string[];
  /** How many calls wait for a person to run `anyhook approve`. */
  readonly waiting: number;
  /** Alerts about calls that bypassed the guard; none in these runs. */
  readonly alerts: readonly string[];
  /** The output of `anyhook why --denied`, if the script has `asksWhy`. */
  readonly why?: string;
  /** The reports of `anyhook doctor` before and after the run, if the script has `asksDoctor`. */
  readonly doctor?: { readonly before: DoctorReport; readonly after: DoctorReport };
  /** What went wrong after the run: in updating and removing the package, or in undoing the turn. */
  readonly storyFault?: string;
  readonly code: number | null;
  readonly isTimedOut: boolean;
  /** The end of the agent's output. */
  readonly output: string;
}

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const timeoutMs = 120_000;
/** For a session of many prompts. */
const longTimeoutMs = 300_000;
// Trust by arguments: not every agent passes its environment to servers.
const mcpServer = [
  process.execPath,
  fromHere('../packages/anyhook/bin/anyhook.cjs'),
  'mcp',
  '--trust-project',
] as const;

/** Runs the agent of this folder with a fresh home, a fresh project and a model that follows the script. */
export async function runSession(agent: AgentDriver, folder: string, script: SessionScript): Promise<AgentSession> {
  const root = script.root ?? mkdtempSync(join(tmpdir(), 'anyhook-e2e-'));
  const [home, origin] = [join(root, 'home'), join(root, 'project')];
  const project = isCopy(script.workplace) ? join(root, 'copy') : origin;
  const state = join(home, '.local/state/anyhook');
  const steps = (of: readonly ModelStep[]): readonly ModelStep[] =>
    JSON.parse(JSON.stringify(of).replaceAll(projectPlaceholder, project));
  const { prompt, subagent } = script;
  let undoStory: UndoStory | undefined;
  const model = await startModel({
    prompt,
    steps: steps(script.steps),
    ...(subagent && { subagent: steps(subagent) }),
    ...(script.respond && { respond: script.respond }),
    act: async (interruption) => {
      if (interruption === 'concurrent edit') return undoStory?.editConcurrently();
      const place = { cwd: project, env: basicEnv(home, process.execPath) };
      return interruption === 'approve' ? approveAll(place.cwd, place.env) : approveOnPage(place, interruption);
    },
  });
  try {
    const place = { home, port: model.port, installFolder: folder, mcpServer };
    const isEmpty = script.withoutHooks === true || script.firstRun === true;
    if (isEmpty) mkdirSync(origin);
    else cpSync(fromHere('project'), origin, { recursive: true });
    writeFiles(origin, script.files ?? {});
    writeFiles(home, { ...agent.settings(place), ...script.home });
    const node = nodeOf(agent.name);
    const env = { ...basicEnv(home, node), ...agent.env(place) };
    if (script.deletesPackage) initFromPackage(agent, join(root, 'other'), { project, env });
    else if (!script.withoutHooks) init(agent, origin, env);
    writeFiles(home, script.lateHome ?? {});
    if (!isEmpty) await makeWorkplace(script.workplace, { origin, copy: project, env });
    if (script.undoes) undoStory = rememberProject(project, env);
    const story = script.addsPackage ? addPackage(root, project, env) : undoStory;
    if (script.oddity) plantOddity(settingsTargetOf(agent, { home, env, root: project }), script.oddity);
    const askDoctor = (): DoctorReport => reportOf(['doctor', '--agent', agent.name], project, env);
    const before = script.asksDoctor ? askDoctor() : undefined;
    const program = join(folder, 'node_modules', agent.script);
    const args = agent.args(script.prompt);
    const end = await run(
      agent.isNativeBinary ? [program, ...args] : [node, program, ...args],
      { cwd: project, env: { ...env, ...script.hostileEnv } },
      agent.stdinScript?.(script.prompt),
      {
        maxMs: script.respond ? longTimeoutMs : timeoutMs,
        ...(script.killedAt !== undefined && { killedAt: join(project, script.killedAt) }),
      },
    );
    const turnsOf = (whose: ModelTurnRequest['by']) =>
      model.requests.flatMap(({ turn, by }) => (turn !== undefined && by === whose ? [turn] : []));
    const files = filesOf(project);
    const [turns, subagentTurns] = [turnsOf('agent'), turnsOf('subagent')];
    const waiting = [...filesOf(join(state, 'approvals')).keys()].filter((name) => /\.json$/.test(name));
    const seen = { requests: model.requests, turns, subagentTurns, waiting: waiting.length };
    if (script.expectsAlert) await waitForAlert(state);
    const engine = await endEngine(state);
    const why = {
      ...(script.asksWhy && { why: reportOf(['why', '--denied'], project, env).text }),
      ...(before && { doctor: { before, after: askDoctor() } }),
    };
    const keptInHome = Object.keys(script.home ?? {}).filter((path) => existsSync(join(home, path)));
    const fault = await story?.finish();
    const alerts = openAlertStore(state)
      .list(0)
      .map(({ text }) => text);
    const told = { ...why, alerts, ...(fault !== undefined && { storyFault: fault }) };
    return { ...seen, file: (name) => files.get(name), keptInHome, ...engine, ...told, ...end };
  } finally {
    model.close();
    await endEngine(state);
    if (script.root === undefined) rmSync(root, { recursive: true, force: true, maxRetries: 3 });
    else rmSync(join(state, engineFiles.staysDown), { force: true });
  }
}

/** Waits for an alert, for up to four seconds. */
async function waitForAlert(state: string): Promise<void> {
  for (let at = 0; at < 40 && openAlertStore(state).list(0).length === 0; at++) await pause(100);
}

/** The output and exit code of an anyhook command. */
function reportOf(words: readonly string[], cwd: string, env: Readonly<Record<string, string>>): DoctorReport {
  const args = [fromHere('../packages/anyhook/bin/anyhook.cjs'), ...words];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' });
  return { text: stdout || stderr, code: status };
}

/** Every file at the top of a folder. */
const filesOf = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    (existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [])
      .filter((entry) => entry.isFile())
      .map(({ name }) => [name, readFileSync(join(folder, name), 'utf8')]),
  );

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

// Passes on nothing of the user who runs the suite: no keys, no settings, no variables of an agent around it.
const basicEnv = (home: string, node: string): Readonly<Record<string, string>> => ({
  PATH: [dirname(node), dirname(process.execPath), ...(process.env['PATH'] ?? '').split(':')]
    .filter((path) => !path.endsWith('node_modules/.bin'))
    .join(':'),
  HOME: home,
  SHELL: '/bin/bash',
  TERM: 'dumb',
  LANG: 'C.UTF-8',
  NO_COLOR: '1',
  DO_NOT_TRACK: '1',
});

/** Installs the package in a project, connects the agent with it, and deletes the project. */
function initFromPackage(
  agent: AgentDriver,
  other: string,
  { project, env }: { readonly project: string; readonly env: Readonly<Record<string, string>> },
): void {
  const installed = join(other, 'node_modules/anyhook');
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(fromHere(`../packages/anyhook/${part}`), join(installed, part), { recursive: true });
  init(agent, project, env, join(installed, 'bin/anyhook.cjs'));
  rmSync(other, { recursive: true });
}

function init(
  { name: agent, client }: AgentDriver,
  cwd: string,
  env: Readonly<Record<string, string>>,
  program = fromHere('../packages/anyhook/bin/anyhook.cjs'),
): void {
  const args = [program, 'init', '--yes', '--agent', agent, ...(client ? ['--client', client] : [])];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`anyhook init exited with ${status}: ${stderr || stdout}`);
}

type ProcessOutcome = Pick<AgentSession, 'code' | 'isTimedOut' | 'output'>;

function run(
  [program, ...args]: readonly [string, ...string[]],
  place: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
  stdinScript: StdinScript | undefined,
  { maxMs, killedAt }: { readonly maxMs: number; readonly killedAt?: string },
): Promise<ProcessOutcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...place,
      detached: true,
      stdio: [stdinScript ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let isTimedOut = false;
    const keep = (data: Buffer) => {
      output = (output + data.toString()).slice(-2000);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    if (stdinScript) converse(child, stdinScript);
    const timer = setTimeout(() => {
      isTimedOut = true;
      killGroup(child.pid);
    }, maxMs);
    const watch =
      killedAt === undefined ? undefined : setInterval(() => existsSync(killedAt) && killGroup(child.pid), 50);
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      clearInterval(watch);
      killGroup(child.pid);
      resolve({ code, isTimedOut, output });
    });
  });
}

/** Answers the lines that the agent prints until the conversation ends. */
function converse({ stdin, stdout }: ChildProcess, stdinScript: StdinScript): void {
  if (!stdin || !stdout) return;
  const answer = (line?: string) => {
    const said = stdinScript(line);
    if (said === null) stdin.end();
    else if (said !== undefined) stdin.write(`${said}\n`);
  };
  // The agent has exited and no longer reads.
  stdin.on('error', () => undefined);
  createInterface({ input: stdout }).on('line', answer);
  answer();
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The process group has already exited.
  }
}
