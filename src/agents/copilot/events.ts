import { given } from '../../core/defined.js';
import type { Event } from '../../core/event.js';
import type { ToolInput, ToolResult } from '../../core/tool.js';
import {
  asText,
  claudeReaders,
  doubleUnderscoreMcp,
  type Fields,
  flag,
  nativeInputOf,
  object,
  readCall,
  type Shape,
  text,
} from '../kit/codec.js';
import { inferName, viewOf } from './claude-view.js';
import { events } from './event-names.js';
import { rowOf, tools } from './tools.js';

const subagent = (view: Fields) => ({
  subagent: given({
    id: text(view['agent_id']),
    name: text(view['agent_name']) ?? text(view['agent_type']),
    type: text(view['agent_type']),
  }),
  ...given({ response: text(view['last_assistant_message']), stopHookActive: flag(view['stop_hook_active']) }),
});

/** How Copilot CLI's payloads are read, through the view of view.ts. */
export const shape: Shape = {
  host: 'copilot',
  events,
  tools,
  rowOf,
  inferName,
  mcpOf: doubleUnderscoreMcp,
  readers: {
    ...claudeReaders,
    'tool.after': (view, self) => ({ call: readCall(view, self), result: readResult(object(view['tool_result'])) }),
    'tool.failure': (view, self) => {
      const error = errorOf(view);
      return { call: readCall(view, self), error, result: { ok: false, text: error } };
    },
    'subagent.start': subagent,
    'subagent.stop': subagent,
    error: (view) => ({ level: 'error', message: errorOf(view), ...given({ kind: text(view['error_context']) }) }),
  },
};

/** Canonical input → Copilot CLI's own, whole. */
export function nativeInput(event: Event, input: ToolInput): ToolInput {
  return nativeInputOf(shape, { ...event, raw: viewOf(object(event.raw) ?? {}) }, input);
}

const errorOf = (view: Fields): string => text(object(view['error'])?.['message']) ?? asText(view['error']);

/** The text that the model sees; the shell ends it with the exit code (quirk 8). */
function readResult(result: Fields = {}): ToolResult {
  const said = asText(result['text_result_for_llm']);
  const type = text(result['result_type']) ?? 'success';
  const code = /with exit code (\d{1,3})>\s*$/.exec(said.slice(-100))?.[1];
  const ok = type === 'success' && (code === undefined || code === '0');
  return { ok, text: said, ...(code !== undefined && { exitCode: Number(code) }) };
}
