import type { FormatReference } from '../kit/reference.js';
import { antigravitySchema, commandSchema, groupSchema, hookSchema } from './schema.js';

/** What docs/reference says about the format. */
export const reference: FormatReference = {
  title: 'antigravity: hooks of Google Antigravity',
  found:
    '`.agents/hooks.json` of a project and `~/.gemini/config/hooks.json` of its user, if the file has the form `{"name": {"PreToolUse": [...]}}`. A file of another form at that place is not read, with a warning. Unknown keys are warnings, and the hook stays. Read from documents, not measured.',
  schemas: {
    antigravity: {
      title: "Antigravity's hooks.json",
      schema: antigravitySchema,
      parts: { hook: hookSchema, group: groupSchema, command: commandSchema },
    },
  },
  answers: [
    'Exit 0: JSON on stdout. At `PreToolUse` `decision` (`allow`, `deny`, `ask`, `force_ask`) and `reason`; at `Stop` `decision: continue` keeps the agent working, `reason` is its next task; at `PreInvocation` and `SessionStart` the messages of `injectSteps` are context.',
    '`allow` says that the hook has no objection. It approves nothing on other agents, because Antigravity wants an answer from every hook.',
    'Exit codes are not documented. Exit 2 at `PreToolUse` and `Stop` blocks, stderr is the reason; any other exit, a timeout and output that cannot be read let the agent go on.',
    'A matcher is a regex over the whole name of a tool. `PreInvocation` runs at the start of a turn, not before each call of the model.',
    'On stdin `stepIdx`, `invocationNum` and `initialNumSteps` are 0, and `artifactDirectoryPath` is empty. After a call, `toolCall` is given as well.',
    '`permissionOverrides`, `terminationBehavior`, tool calls in `injectSteps` and handlers of type `prompt` can only be done by Antigravity: left out, with a note.',
  ],
};
