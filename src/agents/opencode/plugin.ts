/* eslint-disable -- anyhook-hook: written by "anyhook init", which writes it again; "anyhook uninstall" removes it. */
// Asks anyhook at each event of opencode and obeys its answer. Without anyhook on the machine opencode works as usual.
import type { Connection } from '../kit/plugin-ask.js';
import { createPluginOutput, type PluginContext } from './plugin-client.js';
import { type AskSettings, claimFirstLoad, createPluginEngine } from './plugin-engine.js';
import { eventHook } from './plugin-events.js';
import { modelHooks } from './plugin-model.js';
import { createPluginSessions } from './plugin-sessions.js';
import { createToolCallHooks } from './plugin-tools.js';
import { createTurnHooks } from './plugin-turns.js';
import { fieldsOf, type LooseFields } from './plugin-values.js';

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
export const Anyhook = async (context: PluginContext): Promise<LooseFields> => {
  const wanted = claimFirstLoad(context.client, connection);
  return wanted ? hooksOf(context, wanted) : {};
};

function hooksOf({ client, directory }: PluginContext, wanted: AskSettings): LooseFields {
  const voice = createPluginOutput(client);
  const engine = createPluginEngine({ directory }, wanted, voice.tell);
  const sessions = createPluginSessions(client, engine, voice);
  const tools = createToolCallHooks(client, engine, voice, sessions);
  const turns = createTurnHooks(client, engine, voice, sessions);
  const model = modelHooks(engine, voice, sessions);

  async function observe(name: string, payload: LooseFields): Promise<void> {
    voice.tellAll(await engine.ask(name, payload));
  }

  function configured(config: LooseFields): Promise<void> {
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
