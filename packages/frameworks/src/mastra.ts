import { createConversationSessions } from './conversation-sessions.js';
import { everyFeature, type Features } from './features.js';
import { hookSteps, type OnIteration, type Processor } from './mastra-steps.js';
import { createToolHooks, type MastraTools } from './mastra-tools.js';
import type { FiringEngine, HookOptions } from './session.js';

export type { FiringEngine, HookOptions } from './session.js';

/** What hooks can do in Mastra. */
export const features: Features = {
  ...everyFeature('native'),
  'tool.deny': 'wrapped',
  'tool.rewrite': 'wrapped',
  'tool.output': 'wrapped',
  'tool.feedback': 'wrapped',
  'tool.failure': 'wrapped',
  subagent: 'wrapped',
  compaction: { gap: 'the memory shortens what it gives to the model, and no processor is called' },
};

/** The settings of an agent that hooks change. */
interface AgentSettings {
  readonly tools?: unknown;
  readonly inputProcessors?: unknown;
  readonly outputProcessors?: unknown;
  readonly defaultOptions?: unknown;
}

/**
 * The settings of a Mastra agent with the hooks of an engine in them.
 *
 * @example
 * const engine = await createEngine({ trust: 'project' });
 * const agent = new Agent(hookAgent({ id: 'coder', name: 'coder', instructions, model, tools }, engine));
 */
export function hookAgent<Config extends AgentSettings>(
  config: Config,
  engine: FiringEngine | Promise<FiringEngine>,
  options: HookOptions = {},
): Config {
  const conversations = createConversationSessions(engine, { ...options, framework: 'mastra' });
  const tools = createToolHooks((thread) => conversations.sessionFor(thread));
  const { processor, onIteration } = hookSteps(conversations, tools);
  return {
    ...config,
    ...(config.tools !== undefined && { tools: mapSetting<MastraTools>(config.tools, tools.wrapAgentTools) }),
    inputProcessors: mapSetting<Processor[]>(config.inputProcessors ?? [], (own) => [processor, ...own]),
    outputProcessors: mapSetting<Processor[]>(config.outputProcessors ?? [], (own) => [...own, processor]),
    defaultOptions: mapSetting<{ readonly onIterationComplete?: OnIteration }>(config.defaultOptions ?? {}, (own) => ({
      ...own,
      onIterationComplete: onIteration(own.onIterationComplete),
    })),
  };
}

/** A changed setting; a setting that is a function is called and changed for each request. */
function mapSetting<Value>(setting: unknown, change: (value: Value) => Value): unknown {
  if (typeof setting !== 'function') return change(setting as Value);
  return async (request: unknown) => change(await setting(request));
}
