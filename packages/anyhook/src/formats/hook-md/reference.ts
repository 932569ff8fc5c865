import type { FormatReference } from '../kit/reference.js';
import { hookMdSchema } from './schema.js';

/** What docs/reference says about the format. */
export const reference: FormatReference = {
  title: 'hook-md: HOOK.md folders',
  found:
    '`.agents/hooks/<name>/HOOK.md` from the working directory up to the repository root, and `$XDG_CONFIG_HOME/agents/hooks/<name>/HOOK.md` (default `~/.config`). `hook.md` is found too; `HOOK.md` wins. The script is `scripts/run`, else `scripts/run.sh`, else the first other `scripts/run.*` by name, else the only executable in `scripts/`; on Windows, which has no executable bit, the only file there whose ending or `#!` line names a program.',
  schemas: {
    'hook-md': { title: 'Frontmatter of a HOOK.md', schema: hookMdSchema },
  },
  answers: [
    'Exit 0: JSON on stdout counts: `decision` (`allow`, `deny`, `ask`), `reason`, `log`, `updated_input` (or `modified_input`), `additional_context`. Empty stdout is no opinion.',
    'Exit 2: blocks; stderr is the reason.',
    'Any other exit, a timeout, invalid JSON or a missing script: a warning, and the agent goes on.',
    'Hooks run one after another, higher `priority` first, those of the user and of the project in one order. The first block stops the rest of the list. `async: true` hooks run in the background and cannot block.',
  ],
};
