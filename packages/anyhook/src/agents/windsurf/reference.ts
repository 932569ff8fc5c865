import type { FormatReference } from '../../formats/kit/reference.js';
import { windsurfEntrySchema, windsurfSchema } from './format-schema.js';

/** What docs/reference says about the format. */
export const reference: FormatReference = {
  title: 'windsurf: hooks of Windsurf',
  found:
    "`.windsurf/hooks.json` of a project, `~/.codeium/windsurf/hooks.json` of its user, `/etc/windsurf/hooks.json` of the machine (on Windows `C:\\ProgramData\\Windsurf\\hooks.json`). Unknown keys are warnings, and the hook stays. anyhook's own entries are never loaded, and Windsurf runs these files itself. Read from documents, not measured.",
  schemas: {
    windsurf: { title: "Windsurf's hooks.json", schema: windsurfSchema, parts: { entry: windsurfEntrySchema } },
  },
  answers: [
    'Exit 2 at a `pre_` event blocks; stderr is the reason. At a `post_` event it blocks nothing, and the model is told what stderr says. Any other exit lets the agent go on.',
    'Nothing that a hook prints is read as JSON. It is in the record; `show_output` changes nothing elsewhere.',
    'Each event is about one kind of call: `run_command`, `read_code`, `write_code` (new and changed files) and `mcp_tool_use`. It runs for calls of that kind on every agent.',
    'A command starts in the project, that of a user or of the machine in the folder that the agent works in, or in `working_directory`. It may take 60 seconds.',
    '`post_cascade_response` runs at the end of a turn, with the last message; `post_setup_worktree` on Windsurf only.',
  ],
};
