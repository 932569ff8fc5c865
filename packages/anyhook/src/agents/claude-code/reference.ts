import type { FormatReference } from '../../formats/kit/reference.js';
import {
  claudeGroupSchema,
  claudeHandlerSchema,
  claudePluginSchema,
  claudeSettingsSchema,
  commandSchema,
  httpSchema,
  promptSchema,
} from './format-schema.js';

const parts = {
  group: claudeGroupSchema,
  handler: claudeHandlerSchema,
  command: commandSchema,
  prompt: promptSchema,
  http: httpSchema,
};

/** What docs/reference says about the format. */
export const reference: FormatReference = {
  title: 'claude: Claude Code plugins and settings',
  found:
    "`hooks/hooks.json` at the project root, `.claude-plugin/hooks.json` and the `hooks` of `.claude-plugin/plugin.json` (events, the path of a file, or a list of both) by the plugin rule; `.claude/settings.json`, `.claude/settings.local.json` and `~/.claude/settings.json` by Claude Code's own rule. Unknown keys are warnings, and the hook stays. anyhook's own entries are never loaded.",
  schemas: {
    'claude-plugin': { title: "A Claude Code plugin's hooks/hooks.json", schema: claudePluginSchema, parts },
    'claude-settings': { title: 'Hooks in .claude/settings.json', schema: claudeSettingsSchema, parts },
  },
  answers: [
    'In a plugin: hooks run in array order. On an event that may block, any exit but 0 that a script chose blocks and stops the rest. A script that is broken does not block: exit 126 and 127, a failed start, a missing script or module, a signal, a timeout, a crash that its interpreter reports. User and model are told once per session ([exit rules](../../decisions/exit-rules.md)). JSON counts at any exit code. `continue: false` denies; the reason is `systemMessage`, else stderr.',
    'In settings: exit 2 blocks with stderr as the reason, other exits warn, `continue: false` stops the agent.',
    'The override `exitRule` of the config sets another rule for a hook or, by its path, for a file: `claude` (only exit 2 and JSON block, and all hooks of a group run) or `seed` (any exit but 0 and any failure block). `onFailure: closed` blocks for a broken script, too.',
    'In a plugin that you installed with Claude Code and switched on by `plugins:` of the config: as in settings, on all other agents ([plugins](../../decisions/agent-plugins.md)).',
    '`systemMessage` is shown to the user; the model does not see it. If the agent cannot show messages at the event, it is in the record only.',
    'Variables: `CLAUDE_PLUGIN_ROOT`, `CLAUDE_PLUGIN_DATA` (installed plugins), `CLAUDE_PROJECT_DIR`, `TOOL_NAME`, `TOOL_INPUT`.',
    '`prompt` handlers ask the model of the user config; without one they are skipped with a note. `http` handlers may call only addresses of the user config.',
  ],
};
