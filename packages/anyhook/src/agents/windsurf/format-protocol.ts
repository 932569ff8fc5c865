import type { ScriptProtocol } from '../../formats/kit/protocol.js';

/** What a Windsurf hook reads, and how it answers. */
export const windsurfProtocol: ScriptProtocol = {
  stdin: 'agent_action_name, trajectory_id, tool_info (command_line, file_path, edits, user_prompt, …)',
  block: 'exit 2 at a pre_ event, stderr is the reason',
  answer: 'nothing is read; exit 2 at a post_ event gives stderr to the model',
  failure: 'any other exit lets the agent go on',
};
