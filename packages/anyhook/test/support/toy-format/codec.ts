import { hasCall } from '../../../../core/src/event.js';
import { fromNativeInput, type ToolMap, toolName, toolRowFor } from '../../../../core/src/tool.js';
import { deny, done, failed, pass } from '../../../../core/src/verdict.js';
import type { Codec } from '../../../src/formats/kit/format.js';

const tools: ToolMap = { sh: { kind: 'shell' }, put: { kind: 'write' } };
const mcpName = (server: string, tool: string): string => `${server}/${tool}`;

/** Toy hooks read one line of JSON, and exit 3 blocks with stdout as the reason. */
export const toyCodec: Codec = {
  name: 'toy',
  events: {
    before: { events: ['tool.before'], blocks: true, context: false, rewrites: false },
    prompt: { events: ['prompt.submit'], blocks: true, context: true, rewrites: false },
  },
  tools,
  mcpName,
  singlePath: true,
  stdin: (event, hook) => ({
    moment: hook.nativeEvent,
    ...(hasCall(event) && {
      tool: toolName(tools, event.call, mcpName),
      with: fromNativeInput(toolRowFor(tools, event.call), event.call.input),
    }),
  }),
  env: () => ({}),
  read({ exitCode, stdout, stderr }) {
    if (exitCode === 3) return done(deny(stdout.trim()));
    return exitCode === 0 ? done(pass()) : failed('exit', `exit code ${exitCode}`, stderr);
  },
};
