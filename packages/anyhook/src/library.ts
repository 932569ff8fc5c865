export {
  AnyhookError,
  allow,
  ask,
  type Caller,
  type ContextSpan,
  type Contract,
  contracts,
  type Decision,
  type DialectName,
  deny,
  type Ending,
  type ErrorCode,
  type Event,
  type EventName,
  type EventOf,
  eventNames,
  type Handler,
  type Hook,
  type HookReport,
  type HookState,
  type LoadedHook,
  type Match,
  type Outcome,
  type Problem,
  pass,
  type Result,
  type Rewritable,
  type Rewrite,
  type Scope,
  type Signal,
  type ToolCall,
  type ToolInput,
  type ToolKind,
  type ToolResult,
  UntrustedHooksError,
  type UntrustedRule,
  type Verdict,
} from '@anyhook/core';
export type { Agent as Host, Wire } from './agents/agent.js';
export { type ConnectedEngine, connectEngine } from './api/connect-engine.js';
export { type CreateEngineOptions, createEngine, type HookEngine } from './api/create-engine.js';
export { type HookContext, type HookResults, runHooks } from './api/run-hooks.js';
export type { DoctorCheck, DoctorSection, Finding, FolderProof } from './doctor/finding.js';
export { type HooksProof, type ProveHooksOptions, proveHooks } from './doctor/prove-hooks.js';
export { defineHook, type ModuleContext, type ModuleHook } from './handlers/define-hook.js';
export type { Action } from './tools/runtime/actions.js';
export type {
  CompactionResult,
  CompactOptions,
  SummarizeInput,
  SummarizeTranscript,
} from './tools/runtime/compact-session.js';
export {
  type CreateRuntimeOptions,
  createRuntime,
  type Runtime,
  type RuntimeSession,
} from './tools/runtime/create-runtime.js';
export type { SessionSummary } from './tools/runtime/end-session.js';
export type { Planner, PlannerAnswer, PlannerInput, TurnResult } from './tools/runtime/plan-turn.js';
export type { ActionAnswer, ActionError } from './tools/runtime/run-actions.js';
export type { SubagentRequest, SubagentResult } from './tools/runtime/run-subagent.js';
export type { TokenUsage, TranscriptMessage } from './tools/runtime/transcript.js';
export type { Control, TurnContext } from './tools/runtime/turn.js';
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
  // Names of 0.1.
  TaskCreateResult as Created,
  TaskError,
  TaskErrorCode,
  TaskPruneResult,
  TaskPruneResult as Pruned,
  TaskRunResult,
  TaskRunResult as Ran,
  TaskStatus,
  ToolRunner,
  UpdateRequest,
} from './tools/tasks/task.js';
export { type CreateToolRunnerOptions, createToolRunner } from './tools/tasks/tool-runner.js';
