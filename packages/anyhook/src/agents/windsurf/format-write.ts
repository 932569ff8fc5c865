import { addedEntries, commandLine, scriptFile } from '../../formats/kit/entry-writer.js';
import type { DraftField, FileToWrite, HookDraft, HookWriter } from '../../formats/kit/hook-draft.js';
import { exitCodeScript } from '../../formats/kit/script-template.js';
import { windsurfCodec } from './format-codec.js';
import { windsurfProtocol } from './format-protocol.js';

const windsurf = windsurfCodec();

const path = '.windsurf/hooks.json';

/** Writes entries of `.windsurf/hooks.json`: one for each event that the hook needs, because tools are events there. */
export const windsurfWriter: HookWriter = {
  fields: new Set<DraftField>(['tool']),
  handlers: new Set(['command']),
  unnamed: true,
  protocol: windsurfProtocol,
  script: exitCodeScript('Exit 2 blocks'),
  testFolder: () => '.windsurf/hooks',
  write(draft, read): readonly FileToWrite[] {
    const script = scriptFile(draft, '.windsurf/hooks');
    const item = { command: commandLine(draft, script), show_output: true, description: draft.description };
    const entries = eventsOf(draft).map((event) => ({ keyPath: ['hooks', event], item }));
    const mark = JSON.stringify(item.command);
    return [...addedEntries(path, read, entries, { emptyFile: '{}\n', mark }), ...(script ? [script] : [])];
  },
};

/** A name of the tool table, or of an MCP tool → what its events are called after pre_ and post_. */
const eventOfTool = (tool: string): string =>
  tool === 'edit_code' ? 'write_code' : tool.startsWith('mcp:') ? 'mcp_tool_use' : tool;

/** The events of the tools that the hook is for. A new hook that was asked for one event has that one. */
function eventsOf({ event, tool, handler }: HookDraft): readonly string[] {
  const [, when] = /^(pre|post)_/.exec(event) ?? [];
  const isToolEvent = windsurf.events[event]?.tools !== undefined;
  if (!when || !isToolEvent || (tool === undefined && handler.kind === 'script')) return [event];
  const all = Object.keys(windsurf.events).filter(
    (name) => name.startsWith(`${when}_`) && windsurf.events[name]?.tools !== undefined,
  );
  if (tool === undefined) return all;
  const wanted = tool.split('|').map((name) => `${when}_${eventOfTool(name)}`);
  const found = all.filter((name) => wanted.includes(name));
  return found.length > 0 ? found : all;
}
