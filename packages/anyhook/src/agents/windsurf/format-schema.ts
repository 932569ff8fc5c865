import * as v from 'valibot';
import { strict, withDescription } from '../../formats/kit/parse.js';

/** One hook of Windsurf. */
export const windsurfEntrySchema = strict({
  command: withDescription(
    v.pipe(v.string(), v.minLength(1, 'expected a string that is not empty')),
    'The command line.',
  ),
  powershell: v.optional(withDescription(v.string(), 'Not used: the command line for Windows.')),
  show_output: v.optional(withDescription(v.boolean(), 'Not used: what the hook prints is in the record.')),
  working_directory: v.optional(
    withDescription(v.string(), 'Folder in which the command starts; default the project.'),
  ),
  description: v.optional(withDescription(v.string(), 'What the hook does, for people.')),
});

const list = v.optional(v.array(windsurfEntrySchema));

/** A hooks.json of Windsurf. */
export const windsurfSchema = strict({
  $schema: v.optional(v.string()),
  hooks: v.optional(
    strict({
      pre_run_command: list,
      pre_write_code: list,
      pre_read_code: list,
      pre_mcp_tool_use: list,
      post_run_command: list,
      post_write_code: list,
      post_read_code: list,
      post_mcp_tool_use: list,
      pre_user_prompt: list,
      post_cascade_response: list,
      post_cascade_response_with_transcript: list,
      post_setup_worktree: list,
    }),
  ),
});
