import type { ScriptProtocol } from '../../formats/kit/protocol.js';

const shared = {
  stdin: 'hook_event_name, tool_name (Bash, Write, …), tool_input (command, file_path, …)',
  answer: 'JSON: continue, systemMessage, decision, reason, hookSpecificOutput',
};

/** What a hook of a plugin's hooks.json reads, and how it answers. */
export const claudePluginProtocol: ScriptProtocol = {
  ...shared,
  block: 'any exit but 0 that the script chose, or JSON with continue: false',
  failure: 'a script that is broken (missing, crashed, timed out) is reported and lets the agent go on',
};

/** What a hook of a settings file reads, and how it answers. */
export const claudeSettingsProtocol: ScriptProtocol = {
  ...shared,
  block: 'exit 2, stderr is the reason',
  failure: 'any other exit warns and lets the agent go on',
};
