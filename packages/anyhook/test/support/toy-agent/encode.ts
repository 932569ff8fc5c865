import type { AgentCodec, Wire } from '../../../src/agents/agent.js';
import { contextOf, type Encode, type Encoders, noOp, reasonOf } from '../../../src/agents/kit/codec.js';
import { codecOf } from '../../../src/agents/kit/codec-of.js';
import { capabilities } from './capabilities.js';
import { shape } from './events.js';

const answer = (body: object): Wire => ({ ...noOp, stdout: JSON.stringify(body) });

/** A refusal is `{"no": reason}` (quirk 1). */
const refuse: Encode = (_event, verdict) => (verdict.decision === 'deny' ? answer({ no: reasonOf(verdict) }) : noOp);

const tell: Encode = (_event, verdict) => {
  const hint = contextOf(verdict);
  return hint === undefined ? noOp : answer({ hint });
};

const encoders: Encoders = { 'prompt.submit': refuse, 'tool.before': refuse, 'session.start': tell };

const codec = codecOf({ shape, capabilities, encoders });

export const toyCodec = (): AgentCodec => codec;
