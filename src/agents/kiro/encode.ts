import { contextOf, type Encode, type Encoders, noOp, reasonOf, refuseByExit, rewrittenPrompt } from '../kit/codec.js';
import { joined } from '../kit/json-fields.js';

/** Plain text on stdout is context at these two events (quirk 1). */
const context: Encode = (_event, verdict) => ({
  ...noOp,
  stdout: joined([rewrittenPrompt(verdict), contextOf(verdict)]) ?? '',
});

/** An ask that reaches this code is a deny: Kiro has no other decision. */
const toolBefore: Encode = (_event, verdict) =>
  verdict.decision === 'deny' || verdict.decision === 'ask'
    ? refuseByExit(joined([reasonOf(verdict), contextOf(verdict)]) ?? '')
    : noOp;

/** The answer to each event. Events that are not listed get an empty answer. */
export const encoders: Encoders = { 'session.start': context, 'prompt.submit': context, 'tool.before': toolBefore };
