import { type Event, type EventOf, hasCall } from '../../../core/src/event.js';
import type { Handler, Hook } from '../../../core/src/hook.js';
import { deny, done, failed, pass } from '../../../core/src/verdict.js';
import type { Codec } from '../../src/formats/kit/format.js';
import type { HandlerContext } from '../../src/handlers/handler.js';

/** Values for the tests of this folder: a small format in which exit 2 denies and stdout is JSON. */
export const sampleCodec: Codec = {
  name: 'docker',
  events: {},
  tools: {},
  mcpName: (server, tool) => `${server}.${tool}`,
  singlePath: false,
  stdin: (event) => ({ event: event.name, ...(hasCall(event) ? { tool_input: event.call.input } : {}) }),
  env: (event) => (hasCall(event) ? { TOOL_NAME: 'shell', TOOL_INPUT: JSON.stringify(event.call.input) } : {}),
  read({ exitCode, stdout, stderr }) {
    if (exitCode === 2) return done(deny(stderr.trim()));
    if (exitCode !== 0) return failed('exit', `exit code ${exitCode}`, stderr);
    try {
      return done(pass({ context: [JSON.stringify(JSON.parse(stdout || '{}'))] }));
    } catch {
      return failed('bad-output', `stdout is not JSON: ${stdout.slice(0, 80)}`);
    }
  },
};

export const handlerHook = (
  handler: Handler,
  more: Partial<Pick<Hook, 'root' | 'async' | 'timeoutMs' | 'id'>> = {},
): Hook => ({
  id: 'sample',
  dialect: 'docker',
  events: ['tool.before'],
  nativeEvent: 'pre_tool_use',
  enabled: true,
  scope: 'project',
  source: '/project/hooks.yaml',
  line: 1,
  position: 0,
  root: '/',
  blocking: true,
  async: false,
  mode: 'enforce',
  priority: 100,
  timeoutMs: 20_000,
  match: {},
  handler,
  onFailure: 'open',
  warnOnFailure: true,
  concurrent: false,
  stopsList: true,
  parallel: false,
  recheck: true,
  profiles: [],
  files: [],
  ...more,
});

const base = {
  host: 'sample-host',
  nativeName: 'Native',
  sessionId: 's1',
  cwd: '/',
  timestamp: '2026-01-01T00:00:00.000Z',
  caller: 'ai_session',
  raw: {},
} as const;

export const handlerToolEvent = (
  input: Readonly<Record<string, unknown>> = { command: 'ls' },
): EventOf<'tool.before'> => ({
  ...base,
  name: 'tool.before',
  call: { kind: 'shell', nativeName: 'Bash', input },
});

export const promptEvent: Event = { ...base, name: 'prompt.submit', prompt: 'fix it' };
export const subagentEvent: Event = { ...base, name: 'subagent.stop', subagent: {} };

export const sampleContext = (more: Partial<HandlerContext> = {}): HandlerContext => ({
  codec: sampleCodec,
  env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
  timeoutMs: 20_000,
  settings: { httpAllow: [], maxOutputBytes: 1024 * 1024 },
  ...more,
});
