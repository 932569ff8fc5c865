import type { AgentCodec } from '../agent.js';
import { decodeByView } from './claude-view.js';
import { decodeShaped, type Encoders, encodeBy, nativeInputOf, type PayloadShape } from './codec.js';

/** The parts of a codec in which agents differ. */
interface CodecParts {
  readonly shape: PayloadShape;
  readonly capabilities: AgentCodec['capabilities'];
  readonly encoders: Encoders;
  /** For an agent whose own input takes more than its table of tools says. */
  readonly nativeInput?: AgentCodec['nativeInput'];
}

/** The codec of an agent, from the tables in its folder. */
export function codecOf({ shape, capabilities, encoders, ...own }: CodecParts): AgentCodec {
  const { events, tools, viewOf } = shape;
  return {
    events,
    tools,
    capabilities,
    decode: viewOf
      ? (payload, context) => decodeByView(shape, viewOf, payload, context)
      : (payload, context) => decodeShaped(shape, payload, context),
    encode: (event, verdict) => encodeBy(encoders, event, verdict),
    nativeInput: own.nativeInput ?? ((event, input) => nativeInputOf(shape, event, input)),
  };
}
