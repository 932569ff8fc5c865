export { abilities } from './feature.js';
export type { AbilitiesView, ShownTask } from './page/views.js';
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
export type { Planner, PlannerAnswer, PlannerInput, TurnResult } from './runtime/plan-turn.js';
export type { ActionAnswer, ActionError } from './runtime/run-actions.js';
export type { SubagentRequest, SubagentResult } from './runtime/run-subagent.js';
export type { TokenUsage, TranscriptMessage } from './runtime/transcript.js';
export type { Control, TurnContext } from './runtime/turn.js';
export type {
  CallerInfo,
  CreateRequest,
  GuardAnswer,
  HookFeedback,
  ListQuery,
  PruneRequest,
  RunRequest,
  Task,
  TaskCreateResult,
  TaskError,
  TaskErrorCode,
  TaskPruneResult,
  TaskRunResult,
  TaskStatus,
  ToolRunner,
  UpdateRequest,
} from './tasks/task.js';
export { type CreateToolRunnerOptions, createToolRunner } from './tasks/tool-runner.js';
