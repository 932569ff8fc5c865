import type { ScriptProtocol } from '../kit/protocol.js';

/** What a command of the config reads, and how it answers. */
export const flowProtocol: ScriptProtocol = {
  stdin: "the agent's own payload as it came",
  block: 'exit 2, stderr is the reason',
  answer: 'the input echoed; text between two lines --- is guidance',
  failure: 'any other exit lets the agent go on',
};
