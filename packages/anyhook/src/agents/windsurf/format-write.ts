import { addedEntries, commandLine, scriptFile } from '../../formats/kit/entry-writer.js';
import type { DraftField, FileToWrite, HookDraft, HookWriter } from '../../formats/kit/hook-draft.js';
import type { ScriptProtocol } from '../../formats/kit/protocol.js';
import { exitCodeScript } from '../../formats/kit/script-template.js';
import { windsurfFormatCodec } from './format-codec.js';

/** What a Windsurf hook reads, and how it answers. */
export const windsurfProtocol: ScriptProtocol = {
  stdin: 'agent_action_name, trajectory_id, tool_info (command_line, file_path, edits, user_prompt, …)',
  block: 'exit 2 at a pre_ event, stderr is the reason',
  answer: 'nothing is read; exit 2 at a post_ event gives stderr to the model',
  failure: 'any other exit lets the agent go on',
};

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
