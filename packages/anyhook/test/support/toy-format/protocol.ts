import type { ScriptProtocol } from '../../../src/formats/kit/protocol.js';

/** What a toy hook reads, and how it answers. */
export const toyProtocol: ScriptProtocol = {
  stdin: 'moment, tool (sh, put), with (command, path, …)',
  block: 'exit 3, stdout is the reason',
  answer: 'nothing',
  failure: 'any other exit lets the agent go on',
};
