import { addedEntries, commandLine, scriptFile } from '../kit/entry-writer.js';
import type { DraftField, FileToWrite, HookWriter } from '../kit/hook-draft.js';
import type { ScriptProtocol } from '../kit/protocol.js';
import { exitCodeScript } from '../kit/script-template.js';

/** What an Antigravity hook reads, and how it answers. */
export const antigravityProtocol: ScriptProtocol = {
  stdin: 'toolCall.name (run_command, write_to_file, …), toolCall.args (CommandLine, TargetFile, …), conversationId',
  block: 'JSON with decision: deny and reason',
  answer: 'JSON: decision, reason, injectSteps',
  failure: 'any exit but 0 lets the agent go on; exit 2 before a call blocks',
};

const path = '.agents/hooks.json';
const toolEvents: readonly string[] = ['PreToolUse', 'PostToolUse'];

/** Writes a named hook of `.agents/hooks.json`. */
export const antigravityWriter: HookWriter = {
  fields: new Set<DraftField>(['tool', 'timeoutMs']),
  handlers: new Set(['command']),
  unnamed: true,
  protocol: antigravityProtocol,
  script: exitCodeScript('Exit 2 blocks', '{"decision": "allow"}'),
  testFolder: () => '.agents',
  write(draft, read): readonly FileToWrite[] {
    const { name, event, tool, timeoutMs } = draft;
    const script = scriptFile(draft, '.agents/scripts');
    const handler = {
      ...{ type: 'command', command: commandLine(draft, script) },
      // Antigravity takes whole seconds only.
      ...(timeoutMs !== undefined && { timeout: Math.ceil(timeoutMs / 1000) }),
    };
    const item = toolEvents.includes(event) ? { matcher: tool ?? '*', hooks: [handler] } : handler;
    const file = { emptyFile: '{}\n', mark: `"${name}"` };
    return [...addedEntries(path, read, [{ keyPath: [name, event], item }], file), ...(script ? [script] : [])];
  },
};
