export { type ConnectedEngine, connectEngine } from './app/connect-engine.js';
export { type CreateEngineOptions, createEngine, type HookEngine } from './app/create-engine.js';
export { type HookContext, type HookResults, runHooks } from './app/run-hooks.js';
export {
  type CreateRuntimeOptions,
  createRuntime,
  type Runtime,
  type RuntimeSession,
} from './app/runtime/create-runtime.js';
export { type CreateToolRunnerOptions, createToolRunner } from './app/tasks/tool-runner.js';
export type { ContextSpan, Contract, Decision, EventName, Rewritable } from './core/contract.js';
export { contracts, eventNames } from './core/contract.js';
export { AnyhookError, type ErrorCode, type Problem } from './core/errors.js';
export type { Caller, Event, EventOf } from './core/event.js';
export type { DialectName, Handler, Hook, HookState, LoadedHook, Match, Scope } from './core/hook.js';
export type { ToolCall, ToolInput, ToolKind, ToolResult } from './core/tool.js';
export type { Ending, HookReport, Outcome, Result, Rewrite, Signal, Verdict } from './core/verdict.js';
export { allow, ask, deny, pass } from './core/verdict.js';
export { defineHook, type ModuleContext, type ModuleHook } from './handlers/define-hook.js';
export type { Host, Wire } from './hosts/host.js';
export type { ActionAnswer, ActionError } from './runtime/act.js';
export type { Action } from './runtime/actions.js';
export type { Planner, PlannerInput, TurnResult } from './runtime/plan.js';
export type { SessionSummary } from './runtime/stop.js';
export type { Control, TurnContext } from './runtime/turn.js';
export type {
  CallerInfo,
  Created,
  CreateRequest,
  GuardAnswer,
  ListQuery,
  Pruned,
  PruneRequest,
  Ran,
  RunRequest,
  Task,
  TaskError,
  TaskErrorCode,
  TaskStatus,
  ToolRunner,
  UpdateRequest,
} from './tasks/task.js';
