import { commandLine, scriptFile } from '../../formats/kit/entry-writer.js';
import type { DraftField, FileToWrite, HookWriter } from '../../formats/kit/hook-draft.js';
import type { ScriptProtocol } from '../../formats/kit/protocol.js';
import { exitCodeScript } from '../../formats/kit/script-template.js';

/** What a Kiro hook reads, and how it answers. */
export const kiroProtocol: ScriptProtocol = {
  stdin: 'hook_event_name, cwd, session_id, prompt, tool_name (execute_bash, fs_write, …), tool_input, tool_response',
  block: 'exit 2, stderr is the reason',
  answer: 'plain text is context; at Stop JSON with decision: block and reason',
  failure: 'any other exit lets the agent go on',
};

/** A `.kiro.hook` of the older IDE. */
export const kiroIdeProtocol: ScriptProtocol = {
  ...kiroProtocol,
  block: 'any exit but 0, stderr is the reason',
  failure: 'any exit but 0 blocks before an action; elsewhere stderr is given to the model',
};

/** Writes a file of its own in `.kiro/hooks`, for CLI 3 and IDE 1. */
export const kiroWriter: HookWriter = {
  fields: new Set<DraftField>(['tool', 'timeoutMs', 'enabled']),
  handlers: new Set(['command']),
  unnamed: true,
  protocol: kiroProtocol,
  protocolOf: ({ flavour }) => (flavour === 'ide' ? kiroIdeProtocol : kiroProtocol),
  script: exitCodeScript('Exit 2 blocks'),
  testFolder: () => '.kiro/hooks',
  write(draft): readonly FileToWrite[] {
    const { name, description, event, tool, timeoutMs, enabled = true } = draft;
    const script = scriptFile(draft, '.kiro/hooks/scripts');
    const hook = {
      ...{ name, description, trigger: event },
      ...(tool !== undefined && { matcher: `^(${tool})$` }),
      action: { type: 'command', command: commandLine(draft, script) },
      ...(timeoutMs !== undefined && { timeout: timeoutMs / 1000 }),
      enabled,
    };
    const text = `${JSON.stringify({ version: 'v1', hooks: [hook] }, null, 2)}\n`;
    return [{ path: `.kiro/hooks/${name}.json`, text }, ...(script ? [script] : [])];
  },
};
