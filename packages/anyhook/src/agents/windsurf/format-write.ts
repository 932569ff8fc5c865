import { protocols } from '../../../.cache/protocols.js';
import { commandLine, entryWriter } from '../../formats/kit/entry-writer.js';
import type { HookDraft } from '../../formats/kit/hook-draft.js';
import { windsurfFormatCodec } from './format-codec.js';

/** Writes entries of `.windsurf/hooks.json`: one for each event that the hook needs, because tools are events there. */
export const windsurfWriter = entryWriter({
  path: '.windsurf/hooks.json',
  scripts: '.windsurf/hooks',
  fields: ['tool'],
  protocol: protocols.windsurf,
  entry(draft, script) {
    const command = commandLine(draft, script);
    const item = { command, show_output: true, description: draft.description };
    return { lists: eventsOf(draft).map((event) => ['hooks', event]), item, mark: command };
  },
});

/** A name of the tool table, or of an MCP tool → its part of the event names, after pre_ and post_. */
const eventOfTool = (tool: string): string =>
  tool === 'edit_code' ? 'write_code' : tool.startsWith('mcp:') ? 'mcp_tool_use' : tool;

/** The events of the hook's tools. A new hook for one event has only that one. */
function eventsOf({ event, tool, handler }: HookDraft): readonly string[] {
  const { events } = windsurfFormatCodec();
  const [, when] = /^(pre|post)_/.exec(event) ?? [];
  const isToolEvent = events[event]?.tools !== undefined;
  if (!when || !isToolEvent || (tool === undefined && handler.kind === 'script')) return [event];
  const all = Object.keys(events).filter((name) => name.startsWith(`${when}_`) && events[name]?.tools !== undefined);
  if (tool === undefined) return all;
  const wanted = tool.split('|').map((name) => `${when}_${eventOfTool(name)}`);
  const found = all.filter((name) => wanted.includes(name));
  return found.length > 0 ? found : all;
}
