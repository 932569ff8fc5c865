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
