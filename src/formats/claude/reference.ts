import type { FormatReference } from '../kit/reference.js';
import {
  claudeGroupSchema,
  claudeHandlerSchema,
  claudePluginSchema,
  claudeSettingsSchema,
  commandSchema,
  httpSchema,
  promptSchema,
} from './schema.js';

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
    "`hooks/hooks.json` at the project root (the plugin rule), `.claude/settings.json`, `.claude/settings.local.json` and `~/.claude/settings.json` (Claude Code's own rule). anyhook's own entries are never loaded.",
  schemas: {
    'claude-plugin': { title: "A Claude Code plugin's hooks/hooks.json", schema: claudePluginSchema, parts },
    'claude-settings': { title: 'Hooks in .claude/settings.json', schema: claudeSettingsSchema, parts },
  },
  answers: [
    'In a plugin: hooks run in array order. On an event that may block, any exit but 0 blocks and stops the rest, and so do a timeout and a failed start. JSON counts at any exit code. `continue: false` denies; the reason is `systemMessage`, else stderr.',
    'In settings: exit 2 blocks with stderr as the reason, other exits warn, `continue: false` stops the agent.',
    'Variables: `CLAUDE_PLUGIN_ROOT`, `CLAUDE_PROJECT_DIR`, `TOOL_NAME`, `TOOL_INPUT`.',
    '`prompt` handlers ask the model of the user config; without one they are skipped with a note. `http` handlers may call only addresses of the user config.',
  ],
};
