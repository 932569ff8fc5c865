import { spawnSync } from 'node:child_process';
import type { PluginAnswer as Answer } from '../kit/plugin-answer.js';
import {
  type AskEnding,
  askAnyhook,
  type Connection,
  launcherArgs,
  maxEventBytes,
  timeoutText,
} from '../kit/plugin-ask.js';
import type { OpencodeClient, PluginContext } from './plugin-client.js';
import type { LooseFields } from './plugin-values.js';

const env = process.env;
const loaded = Symbol.for('anyhook.opencode');

/** The events to ask about, of all connections in this opencode. */
export interface AskSettings {
  failClosed: boolean;
  readonly connection: Connection;
  readonly timeouts: Map<string, number>;
}

/** The events to ask about; none if this plugin is loaded a second time, for example from the home and the project. */
export function claimFirstLoad(client: OpencodeClient, connection: Connection): AskSettings | undefined {
  const place = globalThis as { [loaded]?: WeakMap<OpencodeClient, AskSettings> };
  place[loaded] ??= new WeakMap();
  const first = place[loaded].get(client);
  const wanted = first ?? { connection, failClosed: false, timeouts: new Map<string, number>() };
  wanted.failClosed ||= connection.failClosed;
  for (const [event, timeoutMs] of Object.entries(connection.timeouts)) {
    wanted.timeouts.set(event, Math.max(timeoutMs, wanted.timeouts.get(event) ?? 0));
  }
  if (first) return undefined;
  place[loaded].set(client, wanted);
  return wanted;
}

/** Asks anyhook about events, with one of two ways to wait. */
export type PluginEngine = ReturnType<typeof createPluginEngine>;

/** Creates the plugin's connection to the engine in this opencode. */
export function createPluginEngine(
  { directory }: Pick<PluginContext, 'directory'>,
  wanted: AskSettings,
  tell: (text: string) => void,
) {
  const told = new Set<string>();

  /** Asks anyhook. Never rejects: without an answer the result is empty, or a deny if the user wants that. */
  async function ask(event: string, payload: LooseFields): Promise<Answer> {
    const question = questionOf(wanted, event, { directory, ...payload });
    return question ? read(event, await askAnyhook({ ...question, cwd: directory })) : {};
  }

  /**
   * The same, but blocks opencode, which would otherwise continue before the answer comes. Only a process can be waited
   * for in this way, not a socket, so the launcher asks the engine.
   */
  function askNow(event: string, payload: LooseFields): Answer {
    const question = questionOf(wanted, event, { directory, ...payload });
    return question ? read(event, runNow(question, directory)) : {};
  }

  function read(event: string, { code, stdout, stderr, problem }: AskEnding): Answer {
    if (code === 2) return { deny: stderr.trim() || 'anyhook refused without a reason' };
    const found = problem ?? (code === 0 ? undefined : `exit code ${code}: ${stderr.trim().slice(-500)}`);
    const answer = found === undefined ? answerOf(stdout) : found;
    if (typeof answer !== 'string') return answer;
    const text = `no answer at ${event}: ${answer}`;
    if (wanted.failClosed || env['ANYHOOK_FAIL_CLOSED'] === '1')
      return { deny: `anyhook gave ${text} (blocked, because failClosed is set)` };
    if (!told.has(text)) tell(`${text}; opencode goes on without hooks`);
    told.add(text);
    return {};
  }

  return { ask, askNow };
}

type EngineQuestion = Pick<Parameters<typeof askAnyhook>[0], 'connection' | 'payload' | 'timeoutMs'>;

/** What to ask; undefined if no hook waits for the event. */
function questionOf(
  { connection, timeouts, failClosed }: AskSettings,
  event: string,
  payload: LooseFields,
): EngineQuestion | undefined {
  const timeoutMs = timeouts.get(event);
  if (timeoutMs === undefined || env['ANYHOOK'] === 'off') return undefined;
  const { command, args } = connection;
  return { connection: { command, args, failClosed }, payload: JSON.stringify({ hook: event, ...payload }), timeoutMs };
}

function runNow(question: EngineQuestion, cwd: string): AskEnding {
  const { payload: input, timeoutMs: timeout } = question;
  const options = { cwd, input, timeout, maxBuffer: maxEventBytes, encoding: 'utf8', killSignal: 'SIGKILL' } as const;
  const { status, stdout, stderr, error } = spawnSync('sh', launcherArgs(question), options);
  const problem = error?.message ?? (status === null ? timeoutText(timeout) : undefined);
  return { code: status, stdout: stdout ?? '', stderr: stderr ?? '', ...(problem !== undefined && { problem }) };
}

/** The answer in stdout, or what is wrong with it. */
function answerOf(stdout: string): Answer | string {
  if (stdout.trim() === '') return {};
  try {
    const found: unknown = JSON.parse(stdout);
    if (typeof found !== 'object' || found === null || Array.isArray(found)) return 'expected an object';
    const wrong = Object.entries(found).find(([key, value]) => Object.hasOwn(kinds, key) && !kinds[key]?.(value));
    return wrong ? `"${wrong[0]}" has a value of the wrong kind` : (found as Answer);
  } catch (error) {
    return `expected JSON: ${(error as Error).message}`;
  }
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
  deny: isText,
  allow: (value) => value === true,
  input: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  output: isText,
  prompt: isText,
  history: Array.isArray,
  context: isTexts,
  messages: isTexts,
  continue: isText,
  stop: isText,
};
