/* eslint-disable -- anyhook-hook: written by "anyhook init", which writes it again; "anyhook uninstall" removes it. */
// Asks anyhook at each event of opencode and obeys its answer. Without anyhook on the machine opencode works as usual.
import type { Connection } from '../kit/plugin-ask.js';
import { type Context, voiceOf } from './plugin-client.js';
import { engineOf, firstOf, type Wanted } from './plugin-engine.js';
import { eventHook } from './plugin-events.js';
import { modelHooks } from './plugin-model.js';
import { sessionsOf } from './plugin-sessions.js';
import { toolHooks } from './plugin-tools.js';
import { turnHooks } from './plugin-turns.js';
import { type Fields, fieldsOf } from './plugin-values.js';

const connection: Connection = { command: '', args: [], failClosed: false, timeouts: {} };

/** Hooks that are only observed, and only if the connection names them. */
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
  const engine = engineOf({ directory }, wanted, voice.tell);
  const sessions = sessionsOf(client, engine, voice);
  const tools = toolHooks(client, engine, voice, sessions);
  const turns = turnHooks(client, engine, voice, sessions);
  const model = modelHooks(engine, voice, sessions);

  async function observe(name: string, payload: Fields): Promise<void> {
    voice.tellAll(await engine.ask(name, payload));
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
        voice.report(error);
      }
    };

  const watchers = watched.map((name) => [
    name,
    safely((input: unknown, output: unknown) => observe(name, { input, output })),
  ]);
  return {
    ...Object.fromEntries(watchers),
    config: safely(configured),
    event: safely(eventHook({ sessions, tools, turns, observe })),
    'chat.message': safely(turns.prompted),
    'tool.execute.before': safely(tools.toolBefore),
    'tool.execute.after': safely(tools.toolAfter),
    'experimental.chat.messages.transform': safely(model.messagesSent),
    'experimental.chat.system.transform': safely(model.systemSent),
    'experimental.session.compacting': safely(model.compacting),
    'experimental.text.complete': safely(turns.completed),
    dispose: safely(dispose),
  };
}
