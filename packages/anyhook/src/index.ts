// The door for packages that build on the engine: abilities, fleet and flow. Programs import `library.ts`.
export type { Agent, DecodeContext, Wire } from './agents/agent.js';
export { canonical } from './agents/canonical/agent.js';
export { makeEvent } from './agents/canonical/event.js';
export { detectAgentSession, surroundingAgent } from './agents/environment.js';
export { flowAgent } from './agents/flow/agent.js';
export { agentNamed } from './agents/index.js';
export { callerName } from './agents/kit/caller-name.js';
export { agentWorld } from './answer/agent-world.js';
export { answerEvent, existingFolder, telemetryFor } from './answer/answer-event.js';
export { createApprover, isAnsweredByPerson } from './answer/ask-person.js';
export { canonicalEvent, eventFromWords } from './answer/canonical-event.js';
export { type EngineParts, loadSnapshotTaker, openProject, type World } from './answer/engine.js';
export { processRecorder } from './answer/process-recorder.js';
export {
  engineParts,
  engineWithRecords,
  loadProjectEngine,
  type OpenProjectEngine,
  type ProjectEngine,
  projectNotices,
} from './answer/project-engine.js';
export { requireTrustedHooks } from './answer/require-trusted-hooks.js';
export type { RuntimeEngineOptions, RuntimeSocket, RuntimeSocketOptions } from './answer/resident-runtime.js';
export { refusingParts, untrustedHooksOf } from './answer/untrusted-hooks.js';
export { createLiveProject } from './api/live-project.js';
export {
  type ApprovalPart,
  type ApprovalRecord,
  approvalState,
  type PersonDecision,
} from './approvals/approval-record.js';
export { type ApprovalStore, approvalsFolder, createApprovalStore } from './approvals/approval-store.js';
export type { ApprovalChannel } from './approvals/channel.js';
export { msText, timeText } from './cli/print/journal-rows.js';
export {
  type CommandContext,
  commandGroup,
  examplesText,
  type FeatureAtTerminal,
  type RegisterCommand,
  type TrustReview,
} from './cli/terminal/context.js';
export { pathFromFolder } from './cli/terminal/describe-hook.js';
export { parseDurationMs } from './cli/terminal/duration.js';
export { requireHuman } from './cli/terminal/human.js';
export {
  type Colors,
  colorsFor,
  exitCodes,
  type Io,
  noticePrinter,
  print,
  printJson,
  terminalWidth,
  worldOf,
} from './cli/terminal/io.js';
export {
  asArguments,
  cwdOption,
  jsonOption,
  parseJsonOption,
  parseNumberOption,
  trustOption,
} from './cli/terminal/options.js';
export { hasError, inFileOrder, problemCounts, problemEntry, problemLine } from './cli/terminal/problems.js';
export { readAllStdin } from './cli/terminal/read-stdin.js';
export { countNoun, oneLine, showControls, type TableCell, tableLines, wrap } from './cli/terminal/text.js';
export { type DoctorCheck, type FeatureDoctor, type Finding, findingOf } from './doctor/finding.js';
export { type Approval, type AskableEvent, approvedNote } from './engine/approve.js';
export type { SessionStore } from './engine/session.js';
export type { Feature, PolicySource } from './feature.js';
export { flowPolicies } from './formats/flow/policies.js';
export { configFormat, formats } from './formats/index.js';
export { hookWithDefaults } from './formats/kit/builtin-hook.js';
export { describeSignal } from './formats/kit/describe-signal.js';
export type { HookPlace } from './formats/kit/format.js';
export {
  checkSchema,
  type FieldPath,
  makeProblem,
  makeWarning,
  type ParsedFile,
  parseYaml,
  refuseList,
  strict,
  wholeNumberOf,
  withDescription,
} from './formats/kit/parse.js';
export { dataFile, interpreterPath, scriptsIn, systemFile } from './formats/kit/scripts.js';
export { unloadableFile } from './formats/kit/unloadable-hook.js';
export type { AbilityLocation, Builtin, BuiltinContext } from './handlers/builtins/builtin.js';
export { configProtection } from './handlers/builtins/config-protection.js';
export { checkFields, countParam, type Params } from './handlers/builtins/kit/args.js';
export { qualityGate, qualityGateSync } from './handlers/builtins/quality-gate.js';
export { changedHook } from './handlers/builtins/stand-ins.js';
export { stopGoalFit } from './handlers/builtins/stop-goal-fit.js';
export { workflowSteering } from './handlers/builtins/workflow-steering.js';
export { caseSummary } from './hook-tests/result.js';
export { runHookTests } from './hook-tests/runner/run-tests.js';
export { parseConfig } from './hooks/config.js';
export type { FormatPlace } from './hooks/discover.js';
export { packagePlaces } from './hooks/hook-packages.js';
export { createDisabledCheck, type Project, profileFor } from './hooks/load.js';
export {
  type DisablingSource,
  type FindPolicy,
  type MachinePolicy,
  noPolicy,
  type PolicyBundle,
  type PolicySearch,
} from './hooks/policy-source.js';
export { findProjectRoot } from './hooks/project-root.js';
export type { SnapshotCollector } from './hooks/snapshot-collector.js';
export {
  type auditFields,
  auditHash,
  noAuditHash,
  type OptionalAuditField,
  optionalAuditFieldNames,
  sentHookId,
} from './journal/audit-record.js';
export type { EngineJournal } from './journal/engine-journal.js';
export { createProcessJournal } from './journal/process-journal.js';
export type { Recorder } from './journal/recorder.js';
export { redactionKey } from './journal/redaction-key.js';
export type { AuditQueue } from './journal/store/audit-queue.js';
export { openJournalStore } from './journal/store/store.js';
export { redactSecrets } from './redact/redact-secrets.js';
export { replayCandidate } from './replay/replay-candidate.js';
export { engineFiles, readEngineInfo } from './resident/instance.js';
export { createRequestStats } from './resident/request-stats.js';
export { createMemorySessionStore } from './sessions/session-store.js';
export type { MachineLock } from './switches/machine-lock.js';
export { offReason } from './switches/off-switch.js';
export { runSender, type SendReport } from './telemetry/sender.js';
export { type TelemetryConfig, telemetryPlan } from './telemetry/settings.js';
export { isTelemetryEvent, telemetryEventOf, telemetryEvents } from './telemetry/taxonomy.js';
export { hasTrust, hookStates, type TrustMode } from './trust/trust.js';
export { pageHeaders, pageHtml } from './ui/page-headers.js';
