import type { FormatReference } from '../../formats/kit/reference.js';
import { codexFileSchema, codexGroupSchema, codexHandlerSchema } from './format-schema.js';

/** What docs/reference says about the format. */
export const reference: FormatReference = {
  title: 'codex: hooks of Codex CLI',
  found:
    "`.codex/hooks.json` and `[hooks]` in `.codex/config.toml`, in the project and in the user's home folder (another folder: `agentFolders` of the config), and installed plugins (`hooks/hooks.json`, or what `.codex-plugin/plugin.json` names) that you add. Unknown keys are warnings, and the hook stays. anyhook's own entries are never loaded. Codex itself runs these files on Codex; anyhook runs them on every other agent. `features.hooks = false` in a config.toml switches the hooks of that file off.",
  schemas: {
    codex: {
      title: 'Hooks of Codex CLI (.codex/hooks.json)',
      schema: codexFileSchema,
      parts: { group: codexGroupSchema, handler: codexHandlerSchema },
    },
  },
  answers: [
    'Measured with Codex CLI 0.166.0. Exit 2 blocks, but only with a text on stderr; a deny counts only with a reason. Any other exit, and JSON at it, is a failure that lets the agent go on.',
    'An answer with a field that Codex does not know fails as a whole. At PreToolUse `ask`, a bare `allow`, `approve`, `continue: false` and `suppressOutput` fail, too; `updatedInput` counts only together with `allow`.',
    'At PostToolUse the reason of a block, or of `continue: false`, takes the place of the output. Where an agent cannot replace an output, the model reads the reason beside it.',
    'Codex writes files by `apply_patch`: a hook sees a written or edited file of another agent as the patch that Codex would have made, and matchers for `Write`, `Edit` and `apply_patch` find it. Its hooks after a tool call also run after one that failed.',
    'Matchers of letters, digits, `_` and `|` are names; others are regexes that are searched. `if`, `args` and `once`, which Codex does not apply, are not applied elsewhere either.',
    'Commands run in the shell of the user (`$SHELL -c`), in the folder of the session. There are no variables of its own.',
  ],
};
