import { resolve } from 'node:path';
import {
  type Ending,
  type Event,
  failed,
  type Hook,
  hasCall,
  toNativeInput,
  toolRowFor,
  withoutUndefined,
} from '@anyhook/core';
import { eventRows } from '../../../.cache/agents/windsurf/tables.js';
import { rawObject } from '../../formats/kit/claude-payload.js';
import type { Codec, ProcessOutput } from '../../formats/kit/format.js';
import { endingWith, firstText, noReason } from '../../formats/kit/hook-output.js';
import { fileEvents } from '../kit/tables.js';
import { hookTools } from './tables.js';

const windsurfMcpName = (server: string, tool: string): string => `mcp:${server}/${tool}`;

type Fields = Readonly<Record<string, unknown>>;

/** Hooks as Windsurf's agent Cascade runs them: only exit codes count. */
const windsurf: Codec = {
  name: 'windsurf',
  events: fileEvents(eventRows),
  tools: hookTools,
  mcpName: windsurfMcpName,
  singlePath: true,
  stdin,
  env: (event) => {
    const root = toolInfo(event)['root_workspace_path'];
    return typeof root === 'string' ? { ROOT_WORKSPACE_PATH: root } : {};
  },
  read,
};

const toolInfo = (event: Event): Fields => rawObject({ raw: rawObject(event)?.['tool_info'] }) ?? {};

function stdin(event: Event, hook: Hook): Fields {
  const raw = rawObject(event);
  const own = raw?.['agent_action_name'] === hook.nativeEvent ? raw : {};
  return withoutUndefined({
    ...own,
    agent_action_name: hook.nativeEvent,
    trajectory_id: event.sessionId,
    execution_id: own['execution_id'] ?? (hasCall(event) ? event.call.id : undefined) ?? event.sessionId,
    timestamp: event.timestamp,
    model_name: event.model ?? '',
    tool_info: withoutUndefined(infoOf(event, hook)),
  });
}

function infoOf(event: Event, { nativeEvent }: Hook): Fields {
  if (!hasCall(event)) return otherInfo(event, nativeEvent);
  const { call, cwd } = event;
  const input = toNativeInput(toolRowFor(hookTools, call), call.input);
  if (call.kind === 'shell') return { command_line: input['command_line'], cwd };
  if (call.kind === 'mcp')
    return {
      mcp_server_name: call.mcp?.server ?? '',
      mcp_tool_name: call.mcp?.tool ?? call.nativeName,
      mcp_tool_arguments: call.input,
      mcp_result: resultText(event),
    };
  const path = input['file_path'] ?? [call.input['paths']].flat()[0];
  return {
    file_path: typeof path === 'string' ? resolve(cwd, path) : '',
    edits: nativeEvent.endsWith('_write_code') ? (input['edits'] ?? []) : undefined,
  };
}

function resultText(event: Event): string | undefined {
  if (event.name === 'tool.after') return event.result.text;
  return event.name === 'tool.failure' ? event.result?.text || event.error : undefined;
}

function otherInfo(event: Event, native: string): Fields {
  if (event.name === 'prompt.submit') return { user_prompt: event.prompt };
  if (event.name !== 'agent.done' && event.name !== 'agent.stop') return toolInfo(event);
  return native === 'post_cascade_response'
    ? { response: event.response ?? '' }
    : { transcript_path: event.transcriptPath ?? '' };
}

/** Exit 2 blocks before an action; after one, the agent gets stderr. A hook's stdout is not read. */
function read({ exitCode, stdout, stderr }: ProcessOutput, hook: Hook): Ending {
  const row = windsurf.events[hook.nativeEvent];
  if (exitCode === 2 && row?.blocks)
    return endingWith({ decision: 'deny', reason: firstText(stderr, stdout) ?? noReason(hook) });
  const output = firstText(stderr, stdout);
  if (exitCode === 2 && row?.context && output !== undefined) return endingWith({ context: [output] });
  if (exitCode !== 0) return failed('exit', `exited with code ${exitCode}`, stderr);
  return endingWith({ logs: output === undefined ? [] : [output] });
}

export const windsurfFormatCodec = (): Codec => windsurf;
