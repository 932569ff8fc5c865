import {
  type DraftField,
  type FileToWrite,
  type HookDraft,
  type HookWriter,
  withEnv,
} from '../../formats/kit/hook-draft.js';
import { appendJson } from '../../formats/kit/json-edit.js';
import type { ScriptProtocol } from '../../formats/kit/protocol.js';
import { exitCodeScript } from '../../formats/kit/script-template.js';
import { defaultExitRule, isOfPlugin } from './format-codec.js';

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

const sharedFields: readonly DraftField[] = ['tool', 'subject', 'rule', 'timeoutMs', 'async'];

/** Writes an entry of `.claude/settings.json`. */
const settingsWriter = writerOf('.claude/settings.json', {
  folderVariable: 'CLAUDE_PROJECT_DIR',
  rule: 'Exit 2 blocks',
  fields: sharedFields,
  protocol: claudeSettingsProtocol,
});

/** Writes an entry of a plugin's `hooks/hooks.json`, where more exit codes block; other hooks go into the settings. */
export const claudeWriter: HookWriter = {
  ...writerOf('hooks/hooks.json', {
    folderVariable: 'CLAUDE_PLUGIN_ROOT',
    rule: 'Any exit but 0 blocks',
    fields: sharedFields,
    protocol: claudePluginProtocol,
  }),
  variantFor: ({ onFailure, handler }) =>
    onFailure === 'closed' && handler.kind === 'command' ? claudeWriter : settingsWriter,
  protocolOf: ({ flavour }) => (defaultExitRule(flavour) === 'claude' ? claudeSettingsProtocol : claudePluginProtocol),
  variables: ({ flavour }, root) => ({
    ...(isOfPlugin(flavour) && { CLAUDE_PLUGIN_ROOT: root || '.' }),
    CLAUDE_PROJECT_DIR: '.',
  }),
};

/** How the two kinds of files differ. */
interface ClaudeFile {
  /** The variable that names the folder of the scripts. */
  readonly folderVariable: string;
  /** Which exit code blocks. */
  readonly rule: string;
  readonly fields: readonly DraftField[];
  readonly protocol: ScriptProtocol;
}

function writerOf(path: string, { folderVariable, rule, fields, protocol }: ClaudeFile): HookWriter {
  return {
    fields: new Set(fields),
    unnamed: true,
    protocol,
    script: exitCodeScript(rule),
    testFolder: () => 'hooks',
    handlers: new Set(['command', 'http', 'prompt']),
    write(draft, read): readonly FileToWrite[] {
      const script = scriptOf(draft);
      const entry = entryOf(draft, script?.path, folderVariable);
      const text = read(path) ?? '{}\n';
      const declared = text.includes(JSON.stringify(entry['command'] ?? entry))
        ? []
        : [{ path, text: addEntry(path, text, draft, entry), shared: true as const }];
      return [...declared, ...(script ? [script] : [])];
    },
  };
}

function scriptOf({ name, handler }: HookDraft): FileToWrite | undefined {
  if (handler.kind !== 'script') return undefined;
  return { path: `hooks/scripts/${name}.${handler.ending}`, text: handler.text, executable: true };
}

function entryOf(draft: HookDraft, script: string | undefined, base: string): Readonly<Record<string, unknown>> {
  const { timeoutMs, async, rule } = draft;
  return {
    ...handlerOf(draft.handler, script, base),
    ...(timeoutMs !== undefined && { timeout: timeoutMs / 1000 }),
    ...(rule !== undefined && { if: rule }),
    ...(async && draft.handler.kind === 'command' && { async }),
  };
}

function handlerOf(handler: HookDraft['handler'], script: string | undefined, base: string) {
  if (script !== undefined) return { type: 'command', command: `"\${${base}}"/${script}` };
  if (handler.kind === 'command') return { type: 'command', command: inFolder(base, withEnv(handler)) };
  if (handler.kind === 'prompt')
    return { type: 'prompt', prompt: handler.prompt, ...(handler.model !== undefined && { model: handler.model }) };
  if (handler.kind === 'http')
    return { type: 'http', url: handler.url, ...(handler.headers && { headers: handler.headers }) };
  return {};
}

/** Braces group several commands. The closing brace is on its own line because the last one may be a comment. */
const inFolder = (base: string, command: string): string =>
  `cd "\${${base}}" && ${/[;&|\n#]/.test(command) ? `{ ${command}\n}` : command}`;

function addEntry(path: string, text: string, { event, tool, subject }: HookDraft, entry: object): string {
  const matcher = tool ?? subject;
  return appendJson(path, text, ['hooks', event], { ...(matcher !== undefined && { matcher }), hooks: [entry] });
}
