import {
  type Ending,
  type Event,
  failed,
  type Hook,
  hasCall,
  type ToolEvent,
  toNativeInput,
  toolName,
  toolRowFor,
  withoutUndefined,
} from '@anyhook/core';
import type { Codec, ProcessOutput } from '../../formats/kit/format.js';
import {
  endingWith,
  firstField,
  firstText,
  looseText,
  noReason,
  tryParseStdout,
} from '../../formats/kit/hook-output.js';
import { hookEvents, hookTools } from './tables.js';

const kiroMcpName = (server: string, tool: string): string => `@${server}/${tool}`;

type Fields = Readonly<Record<string, unknown>>;

/** Hooks as Kiro runs them: files of CLI 3 and IDE 1, hooks of an agent of CLI 2, and `.kiro.hook` files of the older IDE. */
const kiro: Codec = {
  name: 'kiro',
  events: hookEvents,
  tools: hookTools,
  mcpName: kiroMcpName,
  singlePath: true,
  stdin,
  env: (event) => (event.name === 'prompt.submit' ? { USER_PROMPT: event.prompt } : {}),
  read,
};

function stdin(event: Event, { nativeEvent, flavour }: Hook): Fields {
  return withoutUndefined({
    hook_event_name: nativeEvent,
    cwd: event.cwd,
    session_id: event.sessionId,
    ...(hasCall(event) ? toolFields(event, flavour) : {}),
    prompt: event.name === 'prompt.submit' ? event.prompt : undefined,
    assistant_response: event.name === 'agent.stop' ? (event.response ?? '') : undefined,
    tool_response: responseOf(event),
  });
}

function toolFields({ call }: ToolEvent, flavour: string | undefined): Fields {
  const name = toolName(hookTools, call, kiroMcpName);
  const input = toNativeInput(toolRowFor(hookTools, call), call.input);
  // In CLI 2 one tool writes and replaces.
  return flavour === 'agent' && call.kind === 'edit'
    ? { tool_name: 'fs_write', tool_input: { command: 'str_replace', ...input } }
    : { tool_name: name, tool_input: input };
}

function responseOf(event: Event): Fields | undefined {
  if (event.name === 'tool.after') return { success: event.result.ok, result: [event.result.text] };
  return event.name === 'tool.failure' ? { success: false, result: [event.result?.text || event.error] } : undefined;
}

/** Exit codes that block, by the kind of file. The older IDE blocks on any error. */
const blockingExits: Readonly<Record<string, (exitCode: number) => boolean>> = {
  agent: (exitCode) => exitCode === 2,
  hooks: (exitCode) => exitCode === 2,
  ide: (exitCode) => exitCode !== 0,
};

/** Events that an exit code blocks, by the kind of file. */
const blockingEvents: Readonly<Record<string, readonly Event['name'][]>> = {
  agent: ['tool.before'],
  hooks: ['tool.before', 'prompt.submit'],
  ide: ['tool.before', 'prompt.submit'],
};

function read({ exitCode, stdout, stderr }: ProcessOutput, hook: Hook, event: Event): Ending {
  const { flavour = 'hooks' } = hook;
  if (blockingEvents[flavour]?.includes(event.name) && blockingExits[flavour]?.(exitCode))
    return endingWith({ decision: 'deny', reason: firstText(stderr, stdout) ?? noReason(hook) });
  // The older IDE gives the error to the agent.
  if (exitCode !== 0 && flavour === 'ide' && firstText(stderr)) return endingWith({ context: [stderr.trim()] });
  if (exitCode !== 0) return failed('exit', `exited with code ${exitCode}`, stderr);
  const { json = {}, text } = tryParseStdout(stdout);
  if (event.name === 'agent.stop' && firstField(json, 'decision') === 'block')
    return endingWith({ decision: 'deny', reason: looseText(json, 'reason') || noReason(hook) });
  const said = firstText(stdout, text);
  if (said === undefined) return endingWith({});
  const isContext = flavour !== 'agent' || event.name === 'session.start' || event.name === 'prompt.submit';
  return endingWith(isContext && hookEvents[hook.nativeEvent]?.context ? { context: [said] } : { logs: [said] });
}

export const kiroFormatCodec = (): Codec => kiro;
