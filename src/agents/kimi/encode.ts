import { contextOf, type Encode, type Encoders, noOp, reasonOf, refuse } from '../kit/codec.js';
import { joined } from '../kit/json-fields.js';

/** Exit 2 with the reason; an ask that was not fitted is a deny, for Kimi knows no other word (quirk 1). */
const blocks: Encode = (_event, verdict) =>
  verdict.decision === 'deny' || verdict.decision === 'ask'
    ? refuse(joined([reasonOf(verdict), contextOf(verdict)]) ?? '')
    : noOp;

// The agent is about to end by itself: a wish to stop is granted by not blocking it.
const agentStop: Encode = (event, verdict) => (verdict.stop === undefined ? blocks(event, verdict) : noOp);

/** What each event is answered; events not named here are answered with nothing. */
export const encoders: Encoders = { 'prompt.submit': blocks, 'tool.before': blocks, 'agent.stop': agentStop };
