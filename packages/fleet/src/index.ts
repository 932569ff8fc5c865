export { approvalChallenge } from './approver.js';
export {
  approvalKeyPattern,
  approvalLimits,
  approvalText,
  type CentralAnswer,
  type CentralApproval,
  type CentralDecision,
} from './central-approval.js';
export { addReports, type CandidateSum } from './device-report.js';
export {
  type ChannelDocument,
  fleetNamePattern,
  fleetNameText,
  type RingMode,
  readChannelDocument,
  ringPlaces,
} from './documents.js';
export { maxDocumentBytes, readEnvelope } from './envelope.js';
export { fleet } from './feature.js';
export {
  type AuditAnswer,
  type CandidateCounts,
  type DeviceReport,
  deviceOf,
  devicePattern,
  type HubProblem,
  type HubProblemCode,
  hubHeaders,
  hubLimits,
  hubPaths,
  hubProblems,
  type Nudge,
  type ReportAnswer,
  type SequenceRange,
  signRequest,
  verifyRequest,
} from './hub-protocol.js';
export { makeSigner, publicKeyPattern, readSigner, type Signer, signerPem } from './keys.js';
export { bundlesFor, ringPlaceOf } from './rings.js';
