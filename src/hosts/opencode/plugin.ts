/* eslint-disable -- anyhook-hook: written by "anyhook init", which writes it again; "anyhook uninstall" removes it. */
// Asks anyhook at each event of opencode and obeys its answer. Without anyhook on the machine opencode goes on as ever.
import { spawnSync } from 'node:child_process';
import type { PluginAnswer as Answer } from '../plugin-answer.js';
import { askAnyhook, type Connection, type Ending, launcherArgs, mostBytes, timedOut } from '../plugin-ask.js';

const connection: Connection = { command: '', args: [], failClosed: false, timeouts: {} };

type Fields = Record<string, unknown>;

/** The part of opencode's client that is used here. */
interface Client {
  readonly session: {
    get(options: Fields): Promise<{ readonly data?: unknown }>;
    promptAsync(options: Fields): Promise<unknown>;
    abort(options: Fields): Promise<unknown>;
  };
  readonly tui: { showToast(options: Fields): Promise<unknown> };
  readonly _client: { post(options: Fields): Promise<unknown> };
  postSessionIdPermissionsPermissionId(options: Fields): Promise<unknown>;
}

interface Context {
  readonly client: Client;
  readonly directory: string;
}

interface Session {
  readonly id: string;
  parentID: string | undefined;
  /** The answer to its start is here. */
  ready: Promise<void>;
  /** Why it gets no model. */
  refused: string | undefined;
  /** Texts for every model call of the session. */
  readonly context: string[];
  /** Texts beside the errors of calls that failed, by call; their answers may still be on the way. */
  readonly notes: Map<string, string[]>;
  readonly pending: Set<Promise<unknown>>;
  /** Agent and model of the last prompt, so that a continued turn changes neither. */
  last: Fields;
  /** How often this prompt was continued, and with which text just now. */
  continued: number;
  continuing: string | undefined;
  text: { readonly messageID: unknown; readonly payload: Fields } | undefined;
  /** The message that calls a tool, and the one that is a summary: neither ends the turn. */
  toolMessage: unknown;
  summaryMessage: unknown;
}

interface Call {
  readonly tool: string;
  readonly args: Fields;
  /** A hook said that nobody needs to be asked. */
  readonly allow: boolean;
  readonly context: readonly string[];
}

/** The one thing that is thrown on purpose: opencode then refuses the call, the prompt or the compaction. */
class Refusal extends Error {}

const env = process.env;
const loadedAt = Date.now();
/** anyhook counts, too, and gives in sooner: this is the highest `stopLimit`. */
const mostContinued = 100;
const loaded = Symbol.for('anyhook.opencode');
/** `opencode run` ends when its session is idle and answers questions by itself: it must be held meanwhile. */
const isRun = process.argv.slice(2).find((word) => !word.startsWith('-')) === 'run';

/** Hooks that are only watched, and only where they are named in the connection. */
const watched = [
  'chat.params',
  'chat.headers',
  'command.execute.before',
  'experimental.compaction.autocontinue',
  'experimental.provider.small_model',
  'shell.env',
  'tool.definition',
];

/** opencode loads every function that this file exports as a plugin, so there is one. */
export const Anyhook = async (context: Context): Promise<Fields> => {
  const wanted = firstOf(context.client);
  return wanted ? hooksOf(context, wanted) : {};
};

function hooksOf({ client, directory }: Context, wanted: Wanted): Fields {
  const sessions = new Map<string, Session>();
  const calls = new Map<string, Call>();
  let mcpServers: readonly string[] = [];
  const told = new Set<string>();

  function tell(text: string): void {
    if (isRun) process.stderr.write(`anyhook: ${text}\n`);
    else ignore(client.tui.showToast({ body: { title: 'anyhook', message: text, variant: 'warning' } }));
  }

  const tellAll = (answer: Answer): void => answer.messages?.forEach(tell);

  /** Asks anyhook. Never rejects: without an answer there is nothing to do, or a deny where that is wanted. */
  async function ask(event: string, payload: Fields): Promise<Answer> {
    const question = questionOf(wanted, event, { directory, ...payload });
    return question ? read(event, await askAnyhook({ ...question, cwd: directory })) : {};
  }

  /**
   * The same while opencode stands still: it would have gone on before an answer came. A process can wait for another
   * one like this, not for a socket, so it is always the launcher that asks the engine.
   */
  function askNow(event: string, payload: Fields): Answer {
    const question = questionOf(wanted, event, { directory, ...payload });
    return question ? read(event, runNow(question, directory)) : {};
  }

  function read(event: string, { code, stdout, stderr, problem }: Ending): Answer {
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

  /** The session of this id, begun if it is new to us. */
  function open(id: string, info?: Fields): Session {
    const known = sessions.get(id);
    if (known) return known;
    const session: Session = {
      id,
      parentID: undefined,
      ready: Promise.resolve(),
      refused: undefined,
      context: [],
      notes: new Map(),
      pending: new Set(),
      last: {},
      continued: 0,
      continuing: undefined,
      text: undefined,
      toolMessage: undefined,
      summaryMessage: undefined,
    };
    sessions.set(id, session);
    session.ready = begin(session, info).catch(report);
    return session;
  }

  async function begin(session: Session, given?: Fields): Promise<void> {
    const info = given ?? (await infoOf(session.id));
    session.parentID = textOf(info['parentID']);
    const created = fieldsOf(info['time'])['created'];
    const resumed = typeof created === 'number' && created < loadedAt;
    const event = { type: 'session.created', properties: { sessionID: session.id, info } };
    const answer = await ask('event.session.created', { event, ...(resumed && { resumed }) });
    session.context.push(...(answer.context ?? []));
    session.refused = answer.deny ?? answer.stop;
    tellAll(answer);
  }

  async function infoOf(id: string): Promise<Fields> {
    const found = await within(2_000, client.session.get({ path: { id } })).catch(() => undefined);
    return { id, ...fieldsOf(found?.data) };
  }

  const known = ({ parentID }: Session): Fields => ({
    ...(parentID !== undefined && { parentID }),
    ...(mcpServers.length > 0 && { mcpServers }),
  });

  /** Ends the turn, where that is wanted. */
  async function halt({ stop }: Answer, sessionID: string): Promise<void> {
    if (stop === undefined) return;
    tell(stop);
    await client.session.abort({ path: { id: sessionID } });
  }

  /** opencode shows the user nothing of what is thrown outside a tool. */
  function refuse(reason: string | undefined): void {
    if (reason === undefined) return;
    tell(reason);
    throw new Refusal(reason);
  }

  async function prompted(input: Fields, output: Fields): Promise<void> {
    const session = open(String(input['sessionID']));
    const message = fieldsOf(output['message']);
    const parts = listOf(output['parts']);
    if (session.continuing !== undefined && parts.some((part) => part['text'] === session.continuing)) {
      session.continuing = undefined;
      return;
    }
    const { providerID, modelID, variant } = fieldsOf(message['model']);
    session.last = given({ agent: message['agent'], model: modelID && { providerID, modelID }, variant });
    session.continued = 0;
    session.continuing = undefined;
    await session.ready;
    refuse(session.refused);
    // A subagent's prompt is not the user's; it was an argument of the tool that started it.
    if (session.parentID !== undefined) return;
    const answer = await ask('chat.message', { input, output });
    tellAll(answer);
    refuse(answer.deny ?? answer.stop);
    if (answer.prompt !== undefined) setPrompt(output, answer.prompt);
    for (const text of answer.context ?? []) addPart(output, message, text);
  }

  async function toolBefore(input: Fields, output: Fields): Promise<void> {
    const session = open(String(input['sessionID']));
    await session.ready;
    const answer = await ask('tool.execute.before', { input, output, ...known(session) });
    tellAll(answer);
    await halt(answer, session.id);
    const reason = answer.deny ?? answer.stop;
    const id = String(input['callID']);
    if (reason !== undefined) {
      calls.delete(id);
      throw new Refusal(reason);
    }
    const args = fieldsOf(output['args']);
    if (answer.input) setAll(args, answer.input);
    const { allow = false, context = [] } = answer;
    calls.set(id, { tool: String(input['tool']), args, allow, context });
  }

  async function toolAfter(input: Fields, output: Fields): Promise<void> {
    const session = open(String(input['sessionID']));
    const id = String(input['callID']);
    const call = calls.get(id);
    calls.delete(id);
    const answer = await ask('tool.execute.after', { input, output, ...known(session) });
    tellAll(answer);
    if (answer.output !== undefined) setOutput(output, answer.output);
    // A deny here is anyhook's own failure: the tool has run, so the model is told.
    const context = [...(call?.context ?? []), ...(answer.deny === undefined ? [] : [answer.deny])];
    addOutput(output, [...context, ...(answer.context ?? [])]);
    await halt(answer, session.id);
  }

  /** A tool that threw: opencode waits for nobody then, so the answer is put beside its error at the next model call. */
  function toolFailed(part: Fields, event: Fields): void {
    const id = String(part['callID']);
    const call = calls.get(id);
    // A call that we refused never ran.
    if (!call) return;
    calls.delete(id);
    const session = open(String(part['sessionID']));
    const asked = ask('event.message.part.updated', { event, ...known(session) }).then((answer) => {
      tellAll(answer);
      const texts = [...call.context, ...(answer.context ?? [])];
      if (texts.length > 0) session.notes.set(id, texts);
      return halt(answer, session.id);
    });
    waitFor(session, asked);
  }

  function waitFor(session: Session, asked: Promise<unknown>): void {
    const settled: Promise<unknown> = asked.catch(report).finally(() => session.pending.delete(settled));
    session.pending.add(settled);
  }

  async function messagesSent(input: Fields, output: Fields): Promise<void> {
    const id = listOf(output['messages']).flatMap(({ info }) => textOf(fieldsOf(info)['sessionID']) ?? [])[0];
    if (id === undefined) return;
    const session = open(id);
    await Promise.all(session.pending);
    addNotes(output, session.notes);
    const answer = await ask('experimental.chat.messages.transform', { input, output, ...known(session) });
    tellAll(answer);
    const messages = output['messages'];
    if (answer.history && Array.isArray(messages)) messages.splice(0, messages.length, ...answer.history);
  }

  async function systemSent(input: Fields, output: Fields): Promise<void> {
    const id = textOf(input['sessionID']);
    const system = output['system'];
    if (id === undefined || !Array.isArray(system)) return;
    const session = open(id);
    await session.ready;
    system.push(...session.context);
    await observe('experimental.chat.system.transform', { input, output });
  }

  async function compacting(input: Fields, output: Fields): Promise<void> {
    const session = open(String(input['sessionID']));
    const answer = await ask('experimental.session.compacting', { input, output, ...known(session) });
    tellAll(answer);
    refuse(answer.deny);
    const context = output['context'];
    if (Array.isArray(context)) context.push(...(answer.context ?? []));
    if (answer.prompt !== undefined) output['prompt'] = [answer.prompt, ...(answer.context ?? [])].join('\n\n');
  }

  /** A step is over: the end of the turn, unless it called tools or wrote a summary. */
  function stepFinished(part: Fields): void {
    const session = open(String(part['sessionID']));
    const { messageID, reason } = part;
    const isEnd = reason === 'stop' || reason === 'length';
    if (!isEnd || messageID === session.toolMessage || messageID === session.summaryMessage) return;
    if (session.parentID !== undefined) return;
    const said = session.text?.messageID === messageID ? session.text?.payload : undefined;
    const payload = said ?? { input: { sessionID: session.id, messageID }, output: { text: '' } };
    const question = { ...payload, ...known(session), stopHookActive: session.continued > 0 };
    const answered = (answer: Answer) => stopped(session, answer);
    if (isRun) answered(askNow('experimental.text.complete', question));
    else waitFor(session, ask('experimental.text.complete', question).then(answered));
  }

  function stopped(session: Session, answer: Answer): void {
    tellAll(answer);
    if (answer.deny !== undefined) tell(answer.deny);
    const text = answer.continue;
    if (text === undefined) return;
    if (session.continued >= mostContinued) tell(`blocked ${mostContinued} times: opencode stops all the same`);
    else {
      session.continued++;
      session.continuing = text;
      const body = { ...session.last, parts: [{ type: 'text', text }] };
      send('to go on', client.session.promptAsync({ path: { id: session.id }, body }));
    }
  }

  function permissionAsked(event: Fields): void {
    const asked = fieldsOf(event['properties']);
    const session = open(String(asked['sessionID']));
    const call = calls.get(String(fieldsOf(asked['tool'])['callID']));
    const about = call && { call: { tool: call.tool, args: call.args } };
    const question = { event, ...about, ...known(session) };
    const answered = (answer: Answer) => reply(asked, call?.allow ? { allow: true, ...answer } : answer);
    if (isRun) answered(askNow('event.permission.asked', question));
    else waitFor(session, ask('event.permission.asked', question).then(answered));
  }

  /** Where somebody else answered first, there is nothing left to say. */
  function reply(asked: Fields, answer: Answer): void {
    tellAll(answer);
    const { id, sessionID } = asked;
    if (answer.deny !== undefined) {
      // Without a message the turn would end here.
      const body = { reply: 'reject', message: answer.deny };
      const headers = { 'content-type': 'application/json' };
      const url = `/permission/${encodeURIComponent(String(id))}/reply`;
      ignore(client._client.post({ url, body, headers }));
    } else if (answer.allow === true) {
      const path = { id: sessionID, permissionID: id };
      const body = { response: 'once' };
      ignore(client.postSessionIdPermissionsPermissionId({ path, body }));
    }
  }

  async function idle(event: Fields): Promise<void> {
    const session = open(String(fieldsOf(event['properties'])['sessionID']));
    const question = { event, ...known(session) };
    if (!isRun) await Promise.all(session.pending);
    if (session.continuing !== undefined) return;
    // The program may be gone before an answer comes.
    tellAll(isRun ? askNow('event.session.idle', question) : await ask('event.session.idle', question));
  }

  function partUpdated(event: Fields): void {
    const part = fieldsOf(fieldsOf(event['properties'])['part']);
    if (part['type'] === 'step-finish') stepFinished(part);
    if (part['type'] !== 'tool') return;
    open(String(part['sessionID'])).toolMessage = part['messageID'];
    if (fieldsOf(part['state'])['status'] === 'error') toolFailed(part, event);
  }

  function messageUpdated({ properties }: Fields): void {
    const { id, sessionID, summary, mode } = fieldsOf(fieldsOf(properties)['info']);
    if (summary === true || mode === 'compaction') open(String(sessionID)).summaryMessage = id;
  }

  async function observe(name: string, payload: Fields): Promise<void> {
    tellAll(await ask(name, payload));
  }

  async function happened({ event: given }: { event: unknown }): Promise<void> {
    const event = fieldsOf(given);
    const name = `event.${String(event['type'])}`;
    const properties = fieldsOf(event['properties']);
    const info = fieldsOf(properties['info']);
    if (name === 'event.session.created') open(String(info['id'] ?? properties['sessionID']), info);
    else if (name === 'event.message.part.updated') partUpdated(event);
    else if (name === 'event.permission.asked') permissionAsked(event);
    else if (name === 'event.session.idle') await idle(event);
    else {
      if (name === 'event.message.updated') messageUpdated(event);
      if (name === 'event.session.deleted') sessions.delete(String(info['id']));
      await observe(name, { event });
    }
  }

  function configured(config: Fields): Promise<void> {
    mcpServers = Object.keys(fieldsOf(config['mcp'])).map((name) => name.replace(/[^a-zA-Z0-9_-]/g, '_'));
    return observe('config', { input: config });
  }

  function completed(input: Fields, output: Fields): void {
    const session = open(String(input['sessionID']));
    session.text = { messageID: input['messageID'], payload: { input, output: { ...output } } };
  }

  async function dispose(): Promise<void> {
    const mains = [...sessions.values()].filter(({ parentID }) => parentID === undefined);
    await Promise.all(mains.map(({ id }) => observe('dispose', { sessionID: id })));
  }

  /** Nothing but a refusal leaves a hook of ours. */
  function report(error: unknown): void {
    if (error instanceof Refusal) throw error;
    tell(`the plugin failed: ${shown(error)}`);
  }

  /** opencode's client throws nothing, and says what went wrong in its result. */
  function send(what: string, request: Promise<unknown>): void {
    const failed = (why: unknown) => tell(`opencode could not be told ${what}: ${shown(why)}`);
    request.then((result) => fieldsOf(result)['error'] && failed(fieldsOf(result)['error']), failed);
  }

  const safely =
    <T extends readonly unknown[]>(hook: (...given: T) => unknown) =>
    async (...given: T): Promise<void> => {
      try {
        await hook(...given);
      } catch (error) {
        report(error);
      }
    };

  const watchers = watched.map((name) => [
    name,
    safely((input: unknown, output: unknown) => observe(name, { input, output })),
  ]);
  return {
    ...Object.fromEntries(watchers),
    config: safely(configured),
    event: safely(happened),
    'chat.message': safely(prompted),
    'tool.execute.before': safely(toolBefore),
    'tool.execute.after': safely(toolAfter),
    'experimental.chat.messages.transform': safely(messagesSent),
    'experimental.chat.system.transform': safely(systemSent),
    'experimental.session.compacting': safely(compacting),
    'experimental.text.complete': safely(completed),
    dispose: safely(dispose),
  };
}

interface Wanted {
  failClosed: boolean;
  readonly timeouts: Map<string, number>;
}

/** What to ask about; nothing where this plugin is loaded a second time, as from the home and from the project. */
function firstOf(client: Client): Wanted | undefined {
  const place = globalThis as { [loaded]?: WeakMap<Client, Wanted> };
  place[loaded] ??= new WeakMap();
  const first = place[loaded].get(client);
  const wanted = first ?? { failClosed: false, timeouts: new Map<string, number>() };
  wanted.failClosed ||= connection.failClosed;
  for (const [event, timeoutMs] of Object.entries(connection.timeouts)) {
    wanted.timeouts.set(event, Math.max(timeoutMs, wanted.timeouts.get(event) ?? 0));
  }
  if (first) return undefined;
  place[loaded].set(client, wanted);
  return wanted;
}

type Question = Pick<Parameters<typeof askAnyhook>[0], 'connection' | 'payload' | 'timeoutMs'>;

/** What to ask; nothing where nobody waits for the event. */
function questionOf({ timeouts, failClosed }: Wanted, event: string, payload: Fields): Question | undefined {
  const timeoutMs = timeouts.get(event);
  if (timeoutMs === undefined || env['ANYHOOK'] === 'off') return undefined;
  const { command, args } = connection;
  return { connection: { command, args, failClosed }, payload: JSON.stringify({ hook: event, ...payload }), timeoutMs };
}

function runNow(question: Question, cwd: string): Ending {
  const { payload: input, timeoutMs: timeout } = question;
  const options = { cwd, input, timeout, maxBuffer: mostBytes, encoding: 'utf8', killSignal: 'SIGKILL' } as const;
  const { status, stdout, stderr, error } = spawnSync('sh', launcherArgs(question), options);
  const problem = error?.message ?? (status === null ? timedOut(timeout) : undefined);
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

/** Changes an object in place: opencode does not see another one. */
function setAll(target: Fields, wanted: Fields): void {
  for (const key of Object.keys(target)) if (!Object.hasOwn(wanted, key)) delete target[key];
  for (const [key, value] of Object.entries(wanted)) {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  }
}

/** The first text part becomes the whole prompt; the other texts were in it. */
function setPrompt(output: Fields, text: string): void {
  const parts = output['parts'];
  if (!Array.isArray(parts)) return;
  const texts = listOf(parts).filter(({ type }) => type === 'text');
  const [first, ...rest] = texts;
  if (first) first['text'] = text;
  for (const part of rest) parts.splice(parts.indexOf(part), 1);
}

/** One more text part beside the prompt; parts are in the order of their ids. */
function addPart(output: Fields, message: Fields, text: string): void {
  const parts = output['parts'];
  if (!Array.isArray(parts)) return;
  const last = listOf(parts).at(-1);
  const id = `${textOf(last?.['id']) ?? `prt_${Date.now().toString(16)}`}0`;
  parts.push({ id, sessionID: message['sessionID'], messageID: message['id'], type: 'text', text, synthetic: true });
}

/** Tools of MCP servers have a list of contents instead of one text. */
function setOutput(output: Fields, text: string): void {
  const { content } = output;
  if (typeof output['output'] !== 'string' && Array.isArray(content))
    content.splice(0, content.length, { type: 'text', text });
  else output['output'] = text;
}

function addOutput(output: Fields, texts: readonly string[]): void {
  if (texts.length === 0) return;
  const { content, output: before } = output;
  if (typeof before !== 'string' && Array.isArray(content))
    content.push(...texts.map((text) => ({ type: 'text', text })));
  else output['output'] = [before, ...texts].filter((text) => typeof text === 'string' && text !== '').join('\n\n');
}

/** Puts what hooks said of failed calls beside the errors that the model is about to see. */
function addNotes(output: Fields, notes: ReadonlyMap<string, readonly string[]>): void {
  for (const part of listOf(output['messages']).flatMap(({ parts }) => listOf(parts))) {
    const texts = part['type'] === 'tool' ? notes.get(String(part['callID'])) : undefined;
    const state = fieldsOf(part['state']);
    if (texts && typeof state['error'] === 'string') state['error'] = [state['error'], ...texts].join('\n\n');
  }
}

const ignore = (request: Promise<unknown>): void => {
  request.catch(() => {});
};

const shown = (error: unknown): string =>
  error instanceof Error ? error.message : (JSON.stringify(error) ?? 'nothing');

function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const late = new Promise<T>((_resolve, reject) => {
    setTimeout(() => reject(new Error('too late')), ms).unref();
  });
  return Promise.race([promise, late]);
}

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const given = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));
