import { spawnSync } from 'node:child_process';
import type { PluginAnswer as Answer } from '../kit/plugin-answer.js';
import {
  type AskResult,
  askAnyhook,
  type Connection,
  launcherResult,
  launcherStart,
  maxEventBytes,
  resolveFolder,
  unchecked,
} from '../kit/plugin-ask.js';
import type { OpencodeClient, PluginContext } from './plugin-client.js';
import { errorMessageOf, type LooseFields } from './plugin-values.js';

const env = process.env;
const loaded = Symbol.for('anyhook.opencode');
/** Before an action: without an answer, a guard may be missing. */
const guardedEvents: readonly string[] = ['chat.message', 'tool.execute.before'];

/** The events to ask about, of all connections in this opencode. */
export interface AskSettings {
  failClosed: boolean;
  readonly connection: Connection;
  readonly timeouts: Map<string, number>;
}

/** The events to ask about; none if this plugin is loaded a second time, for example from the home and the project. */
export function claimFirstLoad(client: OpencodeClient, connection: Connection): AskSettings | undefined {
  const registry = globalThis as { [loaded]?: WeakMap<OpencodeClient, AskSettings> };
  registry[loaded] ??= new WeakMap();
  const first = registry[loaded].get(client);
  const settings = first ?? { connection, failClosed: false, timeouts: new Map<string, number>() };
  settings.failClosed ||= connection.failClosed;
  for (const [event, timeoutMs] of Object.entries(connection.timeouts)) {
    settings.timeouts.set(event, Math.max(timeoutMs, settings.timeouts.get(event) ?? 0));
  }
  if (first) return undefined;
  registry[loaded].set(client, settings);
  return settings;
}

/** Asks anyhook about events, asynchronously or blocking. */
export type PluginEngine = ReturnType<typeof createPluginEngine>;

/** Creates the plugin's connection to the engine in this opencode. */
export function createPluginEngine(
  { directory }: Pick<PluginContext, 'directory'>,
  settings: AskSettings,
  showUser: (text: string) => void,
) {
  const reported = new Set<string>();

  /** Asks anyhook. Never rejects: without an answer, an event before an action is denied, and any other has no answer. */
  async function ask(event: string, payload: LooseFields): Promise<Answer> {
    try {
      const question = questionOf(settings, event, { directory, ...payload });
      return question ? toAnswer(event, await askAnyhook({ ...question, cwd: directory })) : {};
    } catch (error) {
      return toAnswer(event, { code: null, stdout: '', stderr: '', problem: errorMessageOf(error) });
    }
  }

  /**
   * Like `ask`, but blocks opencode, which would otherwise continue before the answer comes. Only a process can be
   * waited for synchronously, not a socket, so the launcher asks the engine.
   */
  function askBlocking(event: string, payload: LooseFields): Answer {
    const question = questionOf(settings, event, { directory, ...payload });
    return question ? toAnswer(event, runLauncherSync(question, directory)) : {};
  }

  function toAnswer(event: string, { code, stdout, stderr, problem, isAbsent }: AskResult): Answer {
    if (code === 2) return { deny: stderr.trim() || 'anyhook refused without a reason' };
    const failure = problem ?? (code === 0 ? undefined : `exit code ${code}: ${stderr.trim().slice(-500)}`);
    const answer = failure === undefined ? answerOf(stdout) : failure;
    if (typeof answer !== 'string') return answer;
    const problemText = `no answer at ${event}: ${answer}`;
    if (settings.failClosed || env['ANYHOOK_FAIL_CLOSED'] === '1')
      return { deny: `anyhook gave ${problemText} (blocked, because failClosed is set)` };
    const isRefused = guardedEvents.includes(event) && !isAbsent;
    const consequence = isRefused ? `, ${unchecked}` : '; opencode goes on without hooks';
    if (!reported.has(problemText)) showUser(`${problemText}${consequence}`);
    reported.add(problemText);
    return isRefused ? { deny: `anyhook gave ${problemText}${consequence}` } : {};
  }

  return { ask, askBlocking };
}

type EngineQuestion = Pick<Parameters<typeof askAnyhook>[0], 'connection' | 'payload' | 'timeoutMs'>;

/** The question; undefined if no hook waits for the event. */
function questionOf(
  { connection, timeouts, failClosed }: AskSettings,
  event: string,
  payload: LooseFields,
): EngineQuestion | undefined {
  const timeoutMs = timeouts.get(event);
  if (timeoutMs === undefined) return undefined;
  return { connection: { ...connection, failClosed }, payload: JSON.stringify({ hook: event, ...payload }), timeoutMs };
}

function runLauncherSync(question: EngineQuestion, cwd: string): AskResult {
  const { payload: input, timeoutMs: timeout } = question;
  const { file, args, env: startEnv } = launcherStart(question);
  const limits = { timeout, maxBuffer: maxEventBytes, killSignal: 'SIGKILL' } as const;
  const options = {
    cwd: resolveFolder(cwd),
    input,
    env: startEnv,
    windowsHide: true,
    encoding: 'utf8',
    ...limits,
  } as const;
  const { status, stdout, stderr, error } = spawnSync(file, args, options);
  const ending = { code: status, stdout: stdout ?? '', stderr: stderr ?? '' };
  return launcherResult(question, { ...ending, ...(error && { problem: error.message }) });
}

/** The answer in stdout, or the problem with it. */
function answerOf(stdout: string): Answer | string {
  if (stdout.trim() === '') return {};
  try {
    const parsed: unknown = JSON.parse(stdout);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return 'expected an object';
    const wrong = Object.entries(parsed).find(
      ([key, value]) => Object.hasOwn(valueChecks, key) && !valueChecks[key]?.(value),
    );
    return wrong ? `"${wrong[0]}" has a value of the wrong kind` : (parsed as Answer);
  } catch (error) {
    return `expected JSON: ${(error as Error).message}`;
  }
}

const isString = (value: unknown): boolean => typeof value === 'string';
const isStringList = (value: unknown): boolean => Array.isArray(value) && value.every(isString);
const valueChecks: Readonly<Record<string, (value: unknown) => boolean>> = {
  deny: isString,
  allow: (value) => value === true,
  input: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  output: isString,
  prompt: isString,
  history: Array.isArray,
  context: isStringList,
  messages: isStringList,
  continue: isString,
  stop: isString,
};
