import type { AgentCodec } from '../agent.js';
import { contextOf, type Encode, type Encoders, noOp, reasonOf, refuseByExit } from '../kit/codec.js';
import { codecOf } from '../kit/codec-of.js';
import { joinTexts } from '../kit/json-fields.js';
import { capabilities } from './capabilities.js';
import { shape } from './events.js';

/** Exit 2 with the reason; an ask that was not fitted is a deny, because Kimi has no other decision (quirk 1). */
const refuse: Encode = (_event, verdict) =>
  verdict.decision === 'deny' || verdict.decision === 'ask'
    ? refuseByExit(joinTexts([reasonOf(verdict), contextOf(verdict)]) ?? '')
    : noOp;

// The agent is about to stop anyway: not blocking it is all that a stop needs.
const agentStop: Encode = (event, verdict) => (verdict.stop === undefined ? refuse(event, verdict) : noOp);

/** The answer to each event. Events that are not listed get an empty answer. */
const encoders: Encoders = { 'prompt.submit': refuse, 'tool.before': refuse, 'agent.stop': agentStop };

const codec = codecOf({ shape, capabilities, encoders });

export const kimiCodec = (): AgentCodec => codec;
