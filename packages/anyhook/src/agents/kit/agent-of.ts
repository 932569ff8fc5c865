import type { Agent, AgentCodec, AgentFacts } from '../agent.js';

/** An agent whose codec is loaded when one of its fields is first read: an event needs that of one agent. */
export const agentOf = (facts: AgentFacts, codec: () => AgentCodec): Agent => ({
  ...facts,
  get events() {
    return codec().events;
  },
  get tools() {
    return codec().tools;
  },
  get capabilities() {
    return codec().capabilities;
  },
  decode: (payload, context) => codec().decode(payload, context),
  encode: (event, verdict, context) => codec().encode(event, verdict, context),
  nativeInput: (event, input) => codec().nativeInput(event, input),
});
