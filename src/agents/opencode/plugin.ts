/* eslint-disable -- anyhook-hook: written by "anyhook init", which writes it again; "anyhook uninstall" removes it. */
// Asks anyhook at each event of opencode and obeys its answer. Without anyhook on the machine opencode goes on as ever.
import type { Connection } from '../kit/plugin-ask.js';
import { addNotes } from './plugin-change.js';
import { type Context, voiceOf } from './plugin-client.js';
import { engineOf, firstOf, type Wanted } from './plugin-engine.js';
import { sessionsOf } from './plugin-sessions.js';
import { toolHooks } from './plugin-tools.js';
import { turnHooks } from './plugin-turns.js';
import { type Fields, fieldsOf, listOf, textOf } from './plugin-values.js';

const connection: Connection = { command: '', args: [], failClosed: false, timeouts: {} };

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
  const wanted = firstOf(context.client, connection);
  return wanted ? hooksOf(context, wanted) : {};
};

function hooksOf({ client, directory }: Context, wanted: Wanted): Fields {
  const voice = voiceOf(client);
  const { tellAll, refuse, report } = voice;
  const engine = engineOf({ directory }, wanted, voice.tell);
  const { ask } = engine;
  const sessions = sessionsOf(client, engine, voice);
  const { open, known } = sessions;
  const { toolBefore, toolAfter, toolFailed, permissionAsked } = toolHooks(client, engine, voice, sessions);
  const { prompted, completed, stepFinished, idle } = turnHooks(client, engine, voice, sessions);

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
      if (name === 'event.session.deleted') sessions.forget(String(info['id']));
      await observe(name, { event });
    }
  }

  function configured(config: Fields): Promise<void> {
    sessions.setServers(Object.keys(fieldsOf(config['mcp'])).map((name) => name.replace(/[^a-zA-Z0-9_-]/g, '_')));
    return observe('config', { input: config });
  }

  async function dispose(): Promise<void> {
    await Promise.all(sessions.mains().map(({ id }) => observe('dispose', { sessionID: id })));
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
