import { type Ending, type Event, failed, runtimeTimeout } from '@anyhook/core';
import {
  claudeHookTools,
  claudeMcpName,
  claudePayload,
  claudeToolCall,
  rawIsCurrent,
  rawObject,
} from '../kit/claude-payload.js';
import type { Codec } from '../kit/format.js';
import { endingWith, firstText, noReason } from '../kit/hook-output.js';

/** The largest input of the contract, in bytes. */
const maxInputBytes = 1024 * 1024;

/** The protocol of commands in the config: Flow Agents' engine contract 1.0. */
export const flow: Codec = {
  name: 'flow',
  events: {
    agentSpawn: { events: ['session.start'], blocks: true, context: true, rewrites: false },
    userPromptSubmit: { events: ['prompt.submit'], blocks: true, context: true, rewrites: false },
    preToolUse: { events: ['tool.before'], blocks: true, context: true, rewrites: false },
    permissionRequest: { events: ['tool.permission'], blocks: true, context: false, rewrites: false },
    postToolUse: { events: ['tool.after', 'tool.failure'], blocks: true, context: true, rewrites: false },
    stop: { events: ['agent.stop', 'session.end'], blocks: true, context: true, rewrites: false },
    subagentStart: { events: ['subagent.start'], blocks: true, context: true, rewrites: false },
    subagentStop: { events: ['subagent.stop'], blocks: true, context: false, rewrites: false },
  },
  canonicalEvents: true,
  tools: claudeHookTools,
  mcpName: claudeMcpName,
  singlePath: true,
  stdin,
  env: (event, _hook, agent = {}, caller = { hook: event.host, telemetry: event.host }) => ({
    FLOW_AGENTS_HOOK_RUNTIME: caller.hook,
    FLOW_AGENTS_TELEMETRY_RUNTIME: caller.telemetry,
    SA_HOOK_INPUT_TRUNCATED: agent['SA_HOOK_INPUT_TRUNCATED'] === '1' ? '1' : '0',
    SA_HOOK_INPUT_MAX_BYTES: String(maxInputBytes),
  }),
  read({ exitCode, stdout, stderr }, hook): Ending {
    if (exitCode === 2) return endingWith({ decision: 'deny', reason: firstText(stderr) ?? noReason(hook) });
    if (exitCode !== 0) return failed('exit', `exited with code ${exitCode}`, stderr);
    const guidance = guidanceIn(stdout);
    return endingWith({ context: guidance ? [guidance] : [], messages: stderr.trim() ? [stderr.trim()] : [] });
  },
  timeoutMs: (caller, env) => runtimeTimeout(env, caller, 'HOOK'),
};

/** The exact native payload while it matches the event; a part that was rewritten, or one file of a patch, is replaced. */
function stdin(event: Event): unknown {
  const raw = rawObject(event);
  if (!raw) return claudePayload(event, claudeName(event));
  if (rawIsCurrent(event, raw)) return raw;
  const tool = claudeToolCall(event);
  return {
    ...raw,
    ...(tool && { tool_name: tool.name, tool_input: tool.input }),
    ...(event.name === 'tool.after' && event.result.rewritten && { tool_response: event.result.text }),
    ...(event.name === 'prompt.submit' && { prompt: event.prompt }),
  };
}

const claudeNames: Readonly<Partial<Record<Event['name'], string>>> = {
  'session.start': 'SessionStart',
  'prompt.submit': 'UserPromptSubmit',
  'tool.before': 'PreToolUse',
  'tool.permission': 'PermissionRequest',
  'tool.after': 'PostToolUse',
  'tool.failure': 'PostToolUseFailure',
  'agent.stop': 'Stop',
  'session.end': 'SessionEnd',
  'subagent.start': 'SubagentStart',
  'subagent.stop': 'SubagentStop',
};

const claudeName = (event: Event): string => claudeNames[event.name] ?? event.nativeName;

/** The text that a steering hook appends to the echoed input between two lines `---`. */
function guidanceIn(stdout: string): string | undefined {
  const text = stdout.replaceAll('\r\n', '\n');
  const start = text.indexOf('\n\n---\n');
  if (start === -1) return undefined;
  const body = text.slice(start + '\n\n---\n'.length).trimEnd();
  return firstText(body.endsWith('---') ? body.slice(0, -'---'.length) : body);
}
