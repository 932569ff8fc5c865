export { createCallLimiter } from './mcp/limiter.js';
export { listenHttp } from './mcp/listen-http.js';
export { openProjectAbilitySource } from './mcp/project-ability-source.js';
export { createMcpServer } from './mcp/server.js';
export { stdioTransport } from './mcp/stdio.js';
export type {
  Ability,
  AbilityState,
  Authentication,
  Implementation,
  LoadedAbility,
  WorkflowStep,
} from './registry/ability.js';
export { checkAbilities } from './registry/check-abilities.js';
export { isUsableIn } from './registry/find-abilities.js';
export { openAbilities, type ProjectRegistry } from './registry/open-abilities.js';
export { registryFileView } from './registry/registry-file-view.js';
export {
  abilityLock,
  abilityStates,
  countUntrusted,
  forgetAbilityTrust,
  recordAbilityTrust,
} from './registry/trust.js';
export { type AbilityView, abilityBrief, abilityView } from './registry/views.js';
export { routeAbilities } from './routing/route-abilities.js';
export type { Action } from './runtime/actions.js';
export type {
  CompactionResult,
  CompactOptions,
  SummarizeInput,
  SummarizeTranscript,
} from './runtime/compact-session.js';
export {
  type CreateRuntimeOptions,
  createRuntime,
  type Runtime,
  type RuntimeSession,
} from './runtime/create-runtime.js';
export type { SessionSummary } from './runtime/end-session.js';
export { idleDuration, idleMs } from './runtime/idle.js';
export type { Planner, PlannerAnswer, PlannerInput, TurnResult } from './runtime/plan-turn.js';
export type { ActionAnswer, ActionError } from './runtime/run-actions.js';
export type { SubagentRequest, SubagentResult } from './runtime/run-subagent.js';
export { createRuntimeSocket } from './runtime/runtime-socket.js';
export type { TokenUsage, TranscriptMessage } from './runtime/transcript.js';
export type { Control, TurnContext } from './runtime/turn.js';
export { taskKeyVariable } from './tasks/caller.js';
export { violationsNotInMessage } from './tasks/error-text.js';
export { isAboutTask, taskError } from './tasks/refusals.js';
export { StoreError } from './tasks/store/errors.js';
export { countOpenSessions, type OpenSessionCounts } from './tasks/store/open-sessions.js';
export { recentTasks } from './tasks/store/recent-tasks.js';
export {
  type CallerInfo,
  type CreateRequest,
  type GuardAnswer,
  type HookFeedback,
  type ListQuery,
  type PruneRequest,
  type RunRequest,
  type Task,
  type TaskCreateResult,
  type TaskError,
  type TaskErrorCode,
  type TaskPruneResult,
  type TaskRunResult,
  type TaskStatus,
  type ToolRunner,
  taskStatuses,
  type UpdateRequest,
} from './tasks/task.js';
export {
  type CreateToolRunnerOptions,
  createToolRunner,
  openToolRunner,
  type ProjectToolRunner,
} from './tasks/tool-runner.js';
export { resultView, taskBrief, taskView } from './tasks/views.js';
