// The door for the packages that are built on the engine: abilities, fleet and flow. Programs import `library.ts`.

export { canonical } from './agents/canonical/agent.js';
export { makeEvent } from './agents/canonical/event.js';
export { detectAgentSession, surroundingAgent } from './agents/environment.js';
export { answerEvent, existingFolder } from './answer/answer-event.js';
export { createApprover, isAnsweredByPerson } from './answer/ask-person.js';
export { canonicalEvent, eventFromWords } from './answer/canonical-event.js';
export { type EngineParts, openProject, type World } from './answer/engine.js';
export { engineParts, projectNotices } from './answer/engine-parts.js';
export { processRecorder } from './answer/process-recorder.js';
export {
  engineWithRecords,
  loadProjectEngine,
  type OpenProjectEngine,
  type ProjectEngine,
} from './answer/project-engine.js';
export { requireTrustedHooks } from './answer/require-trusted-hooks.js';
export type { RuntimeEngineOptions, RuntimeSocket, RuntimeSocketOptions } from './answer/resident-runtime.js';
export { refusingParts, untrustedHooksOf } from './answer/untrusted-hooks.js';
export { createLiveProject } from './api/live-project.js';
export { approvalState } from './approvals/approval-record.js';
export { createApprovalStore } from './approvals/approval-store.js';
export { type Approval, type AskableEvent, approvedNote } from './engine/approve.js';
export type { SessionStore } from './engine/session.js';
export { formats } from './formats/index.js';
export { describeSignal } from './formats/kit/describe-signal.js';
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
export type { AbilityLocation, Builtin } from './handlers/builtins/builtin.js';
export { checkFields, countParam, type Params } from './handlers/builtins/kit/args.js';
export type { Project } from './hooks/load.js';
export type { EngineJournal } from './journal/engine-journal.js';
export { createProcessJournal } from './journal/process-journal.js';
export type { Recorder } from './journal/recorder.js';
export { redactionKey } from './journal/redaction-key.js';
export { redactSecrets } from './redact/redact-secrets.js';
export { createRequestStats } from './resident/request-stats.js';
export { createMemorySessionStore } from './sessions/session-store.js';
export type { TrustMode } from './trust/trust.js';
