import type { FormatReference } from '../../formats/kit/reference.js';
import { droidFileSchema, droidGroupSchema, droidHandlerSchema, droidSettingsSchema } from './format-schema.js';

const parts = { group: droidGroupSchema, handler: droidHandlerSchema };

/** What docs/reference says about the format. */
export const reference: FormatReference = {
  title: "droid: hooks of Factory's droid",
  found:
    "`.factory/hooks.json` and `.factory/hooks/hooks.json` (the events at the top of the file), and the `hooks` of `.factory/settings.json` and `.factory/settings.local.json`, in the project and in the user's home folder, and `hooks/hooks.json` of installed plugins that you add. Unknown keys are warnings, and the hook stays. anyhook's own entries are never loaded. droid itself runs these files on droid; anyhook runs them on every other agent.",
  schemas: {
    droid: { title: 'Hooks of droid (.factory/hooks.json)', schema: droidFileSchema, parts },
    'droid-settings': { title: 'Hooks in .factory/settings.json', schema: droidSettingsSchema, parts },
  },
  answers: [
    'Measured with droid 0.215.0; UserPromptSubmit, SubagentStop, PreCompact and Notification are from its documents. Exit 2 blocks, with or without a text. JSON with a deny counts at every exit code.',
    'At tool calls `permissionDecision` and `updatedInput` count, `decision` and context before the call do not. After a tool call exit 2 tells the model, and context is read. At a stop `decision: "block"` and exit 2 continue. `continue: false` stops the agent.',
    'Exit 3, at which droid 0.215.0 ends without a word, is a failure here like every other exit but 0 and 2.',
    'Several hooks: a deny wins. (In droid itself the first JSON answer in the order of the file wins.)',
    'Every matcher is a regex that is searched: `Exec` finds `Execute`, and `Bash` does not.',
    'Variables: `FACTORY_PROJECT_DIR`, `DROID_PROJECT_DIR`, `CLAUDE_PROJECT_DIR`, and every plain field of the payload (`tool_name`, `session_id` …).',
  ],
};
