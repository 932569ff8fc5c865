import type { AgentCodec } from '../agent.js';
import { decodeByView } from '../kit/claude-view.js';
import { encodeBy } from '../kit/codec.js';
import { capabilities } from './capabilities.js';
import { viewOf } from './claude-view.js';
import { encoders } from './encode.js';
import { events, nativeInput, shape } from './events.js';
import { tools } from './tools.js';

const codec: AgentCodec = {
  events,
  tools,
  capabilities,
  decode: (payload, context) => decodeByView(shape, payload, viewOf, context),
  encode: (event, verdict) => encodeBy(encoders, event, verdict),
  nativeInput,
};

/** Loaded when an event of opencode comes, or somebody asks what it can do. */
export const opencodeCodec = () => codec;
