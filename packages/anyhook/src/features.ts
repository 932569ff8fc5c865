import { abilities } from '@anyhook/abilities';
import { fleet } from '@anyhook/fleet';
import { flow } from '@anyhook/flow';
import type { Feature } from './feature.js';

/**
 * The packages that the published program includes. Only this file imports them; without a row, the program runs
 * without that part.
 */
export const features: readonly Feature[] = [abilities, fleet, flow];

/** The exports for programs that import the package. */
export {
  type Action,
  type ActionAnswer,
  type ActionError,
  type CallerInfo,
  type CompactionResult,
  type CompactOptions,
  type Control,
  type CreateRequest,
  type CreateRuntimeOptions,
  type CreateToolRunnerOptions,
  createRuntime,
  createToolRunner,
  type GuardAnswer,
  type HookFeedback,
  type ListQuery,
  type Planner,
  type PlannerAnswer,
  type PlannerInput,
  type PruneRequest,
  type RunRequest,
  type Runtime,
  type RuntimeSession,
  type SessionSummary,
  type SubagentRequest,
  type SubagentResult,
  type SummarizeInput,
  type SummarizeTranscript,
  type Task,
  type TaskCreateResult,
  type TaskError,
  type TaskErrorCode,
  type TaskPruneResult,
  type TaskRunResult,
  type TaskStatus,
  type TokenUsage,
  type ToolRunner,
  type TranscriptMessage,
  type TurnContext,
  type TurnResult,
  type UpdateRequest,
} from '@anyhook/abilities';
