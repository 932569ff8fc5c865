export { type AiSdkHooks, aiSdkHooks } from './ai-sdk.js';
export { type ClaudeHooks, claudeHooks, hookQuery } from './claude-agent-sdk.js';
export {
  createHookSession,
  type GenericOptions,
  type Hooks,
  type RunContext,
  type WrapOptions,
  withHooks,
  wrapTools,
} from './generic.js';
export { type HookMiddleware, hookMiddleware, type LangChainOptions } from './langchain.js';
export { hookAgent } from './mastra.js';
export { type OpenAIAgentsHooks, openaiAgentsHooks } from './openai-agents.js';
export type { FiringEngine, HookOptions, HookSession } from './session.js';
export { HookBlock } from './session.js';
export { type HookPlugin, hookPlugin, type StrandsOptions } from './strands.js';
export { type VoltAgentHooks, voltagentHooks } from './voltagent.js';
