/* eslint-disable -- anyhook-hook: written by "anyhook init", which writes it again; "anyhook uninstall" removes it. */
// Asks anyhook at each event of opencode and obeys its answer. Without anyhook on the machine opencode works as usual.
import type { Connection } from '../kit/plugin-ask.js';
import { appendErrorNotes } from './plugin-change.js';
import { createPluginOutput, type PluginContext, type PluginOutput } from './plugin-client.js';
import { type AskSettings, claimFirstLoad, createPluginEngine, type PluginEngine } from './plugin-engine.js';
import { createPluginSessions, type PluginSessions } from './plugin-sessions.js';
import { createToolCallHooks } from './plugin-tools.js';
import { createTurnHooks } from './plugin-turns.js';
import { fieldsList, fieldsOf, type LooseFields, nonEmptyText } from './plugin-values.js';

const connection: Connection = { command: '', args: [], failClosed: false, timeouts: {} };

/** Hooks that are only observed, and only if the connection names them. */
const observedHooks = [
  ...['chat.params', 'chat.headers', 'command.execute.before', 'experimental.compaction.autocontinue'],
  ...['experimental.provider.small_model', 'shell.env', 'tool.definition'],
];

/** opencode loads every function that this file exports as a plugin, so there is one. */
export const Anyhook = async (context: PluginContext): Promise<LooseFields> => {
  const settings = claimFirstLoad(context.client, connection);
  return settings ? hooksOf(context, settings) : {};
};

function hooksOf({ client, directory }: PluginContext, settings: AskSettings): LooseFields {
  const pluginOutput = createPluginOutput(client);
  const engine = createPluginEngine({ directory }, settings, pluginOutput.showUser);
  const sessions = createPluginSessions(client, engine, pluginOutput);
  const tools = createToolCallHooks(client, engine, pluginOutput, sessions);
  const turns = createTurnHooks(client, engine, pluginOutput, sessions);
  const model = modelHooks(engine, pluginOutput, sessions);

  async function observe(name: string, payload: LooseFields): Promise<void> {
    pluginOutput.showMessages(await engine.ask(name, payload));
  }

  function onConfig(config: LooseFields): Promise<void> {
    sessions.setMcpServers(Object.keys(fieldsOf(config['mcp'])).map((name) => name.replace(/[^a-zA-Z0-9_-]/g, '_')));
    return observe('config', { input: config });
  }

  async function dispose(): Promise<void> {
    await Promise.all(sessions.mainSessions().map(({ id }) => observe('dispose', { sessionID: id })));
  }

  const withErrorReport =
    <T extends readonly unknown[]>(hook: (...args: T) => unknown) =>
    async (...args: T): Promise<void> => {
      try {
        await hook(...args);
      } catch (error) {
        pluginOutput.report(error);
      }
    };

  const observers = observedHooks.map((name) => [
    name,
    withErrorReport((input: unknown, output: unknown) => observe(name, { input, output })),
  ]);
  return {
    ...Object.fromEntries(observers),
    config: withErrorReport(onConfig),
    event: withErrorReport(eventHook({ sessions, tools, turns, observe })),
    'chat.message': withErrorReport(turns.onPrompt),
    'tool.execute.before': withErrorReport(tools.toolBefore),
    'tool.execute.after': withErrorReport(tools.toolAfter),
    'experimental.chat.messages.transform': withErrorReport(model.onMessages),
    'experimental.chat.system.transform': withErrorReport(model.onSystemPrompt),
    'experimental.session.compacting': withErrorReport(model.onCompacting),
    'experimental.text.complete': withErrorReport(turns.onTextComplete),
    dispose: withErrorReport(dispose),
  };
}

interface EventHookOptions {
  readonly sessions: PluginSessions;
  readonly tools: ReturnType<typeof createToolCallHooks>;
  readonly turns: ReturnType<typeof createTurnHooks>;
  /** Asks about an event that only needs the messages of the answer. */
  readonly observe: (name: string, payload: LooseFields) => Promise<void>;
}

/** opencode's `event` hook: passes each event of its bus to the part that handles it. */
function eventHook({ sessions: { openSession, removeSession }, tools, turns, observe }: EventHookOptions) {
  function onPartUpdated(event: LooseFields): void {
    const part = fieldsOf(fieldsOf(event['properties'])['part']);
    if (part['type'] === 'step-finish') turns.onStepFinished(part);
    if (part['type'] !== 'tool') return;
    openSession(String(part['sessionID'])).toolMessage = part['messageID'];
    if (fieldsOf(part['state'])['status'] === 'error') tools.onToolFailed(part, event);
  }

  function onMessageUpdated({ properties }: LooseFields): void {
    const { id, sessionID, summary, mode } = fieldsOf(fieldsOf(properties)['info']);
    if (summary === true || mode === 'compaction') openSession(String(sessionID)).summaryMessage = id;
  }

  return async function onEvent({ event: rawEvent }: { event: unknown }): Promise<void> {
    const event = fieldsOf(rawEvent);
    const name = `event.${String(event['type'])}`;
    const properties = fieldsOf(event['properties']);
    const info = fieldsOf(properties['info']);
    if (name === 'event.session.created') openSession(String(info['id'] ?? properties['sessionID']), info);
    else if (name === 'event.message.part.updated') onPartUpdated(event);
    else if (name === 'event.permission.asked') tools.onPermissionAsked(event);
    else if (name === 'event.session.idle') await turns.onIdle(event);
    else {
      if (name === 'event.message.updated') onMessageUpdated(event);
      if (name === 'event.session.deleted') removeSession(String(info['id']));
      await observe(name, { event });
    }
  };
}

/** The hooks on what opencode sends to the model: messages, system prompt, compaction. */
function modelHooks(
  { ask }: PluginEngine,
  { showMessages, throwIfRefused }: PluginOutput,
  { openSession, sessionFields }: PluginSessions,
) {
  async function onMessages(input: LooseFields, output: LooseFields): Promise<void> {
    const id = fieldsList(output['messages']).flatMap(({ info }) => nonEmptyText(fieldsOf(info)['sessionID']) ?? [])[0];
    if (id === undefined) return;
    const session = openSession(id);
    await Promise.all(session.pending);
    appendErrorNotes(output, session.notes);
    const answer = await ask('experimental.chat.messages.transform', { input, output, ...sessionFields(session) });
    showMessages(answer);
    const messages = output['messages'];
    if (answer.history && Array.isArray(messages)) messages.splice(0, messages.length, ...answer.history);
  }

  async function onSystemPrompt(input: LooseFields, output: LooseFields): Promise<void> {
    const id = nonEmptyText(input['sessionID']);
    const system = output['system'];
    if (id === undefined || !Array.isArray(system)) return;
    const session = openSession(id);
    await session.ready;
    system.push(...session.context);
    showMessages(await ask('experimental.chat.system.transform', { input, output }));
  }

  async function onCompacting(input: LooseFields, output: LooseFields): Promise<void> {
    const session = openSession(String(input['sessionID']));
    const answer = await ask('experimental.session.compacting', { input, output, ...sessionFields(session) });
    showMessages(answer);
    throwIfRefused(answer.deny);
    const context = output['context'];
    if (Array.isArray(context)) context.push(...(answer.context ?? []));
    if (answer.prompt !== undefined) output['prompt'] = [answer.prompt, ...(answer.context ?? [])].join('\n\n');
  }

  return { onMessages, onSystemPrompt, onCompacting };
}
