import type { DraftField, FileToWrite, HookDraft, HookWriter } from '../../formats/kit/hook-draft.js';
import { appendJson } from '../../formats/kit/json-edit.js';
import { jsonScript } from '../../formats/kit/json-script.js';
import type { ScriptProtocol } from '../../formats/kit/protocol.js';
import { exitCodeScript, refusalReason, type ScriptTemplate } from '../../formats/kit/script-template.js';

/** What a hook of Copilot CLI reads, and how it answers. */
export const copilotProtocol: ScriptProtocol = {
  stdin: 'toolName (bash, create, …), toolArgs (command, path, …); tool_name (Bash, …) at events in PascalCase',
  block: 'before a tool call any exit but 0, or JSON with permissionDecision: deny; later JSON with decision: block',
  answer: 'JSON: permissionDecision, permissionDecisionReason, modifiedArgs, additionalContext, decision, reason',
  failure: 'before a tool call a hook that fails blocks; a timeout, and a failure elsewhere, let the agent go on',
};

const path = '.github/hooks/hooks.json';

/** Only before a tool call, and where permission is asked for, exit codes block. After a call the output is replaced. */
const firstScript: ScriptTemplate = (language, facts) => {
  if (/^(?:preToolUse|permissionRequest)$/i.test(facts.event)) return exitCodeScript('Exit 2 blocks')(language, facts);
  const script = jsonScript({ decision: 'block', reason: refusalReason })(language, facts);
  return /^postToolUse$/i.test(facts.event) ? { ...script, refuses: false } : script;
};

/** Writes an entry of `.github/hooks/hooks.json`. */
export const copilotWriter: HookWriter = {
  fields: new Set<DraftField>(['tool', 'subject', 'timeoutMs']),
  handlers: new Set(['command', 'http']),
  unnamed: true,
  protocol: copilotProtocol,
  variables: () => ({ COPILOT_PROJECT_DIR: '.', COPILOT_HOOK_DIR: '.github/hooks', CLAUDE_PROJECT_DIR: '.' }),
  script: firstScript,
  testFolder: () => '.github/hooks',
  write(draft, read): readonly FileToWrite[] {
    const script = scriptOf(draft);
    const entry = entryOf(draft, script?.path);
    const text = read(path) ?? '{\n  "version": 1\n}\n';
    const isDeclared = text.includes(JSON.stringify('bash' in entry ? entry.bash : entry));
    const declared = isDeclared
      ? []
      : [{ path, text: appendJson(path, text, ['hooks', draft.event], entry), shared: true as const }];
    return [...declared, ...(script ? [script] : [])];
  },
};

function scriptOf({ name, handler }: HookDraft): FileToWrite | undefined {
  if (handler.kind !== 'script') return undefined;
  return { path: `.github/hooks/scripts/${name}.${handler.ending}`, text: handler.text, executable: true };
}

function entryOf({ handler, tool, subject, timeoutMs, description }: HookDraft, script: string | undefined) {
  const matcher = tool ?? subject;
  const shared = {
    ...(matcher !== undefined && { matcher }),
    ...(timeoutMs !== undefined && { timeoutSec: timeoutMs / 1000 }),
    description,
  };
  if (handler.kind === 'http')
    return { type: 'http', url: handler.url, ...(handler.headers && { headers: handler.headers }), ...shared };
  const isCommand = handler.kind === 'command';
  const bash = isCommand ? handler.command : `./${script}`;
  return { type: 'command', bash, ...(isCommand && handler.env && { env: handler.env }), ...shared };
}
