import { type FileToWrite, type HookDraft, type HookWriter, withEnv } from '../../formats/kit/hook-draft.js';
import { jsonScript } from '../../formats/kit/json-script.js';
import type { ScriptProtocol } from '../../formats/kit/protocol.js';
import { refusalReason } from '../../formats/kit/script-template.js';

/** What a hook of Cline reads, and how it answers. */
export const clineProtocol: ScriptProtocol = {
  stdin: 'hookName, tool_call (name, input), preToolUse (toolName, parameters); tools run_commands, editor, …',
  block: 'JSON with cancel: true; errorMessage is the reason, and the agent stops',
  answer: 'JSON: cancel, errorMessage, contextModification, overrideInput',
  failure: 'exit codes mean nothing; output that is no JSON and a timeout let the agent go on',
};

/** Writes a script that is named after its event, of which a folder has one. */
export const clineWriter: HookWriter = {
  fields: new Set(),
  handlers: new Set(['command']),
  unnamed: true,
  protocol: clineProtocol,
  script: jsonScript({ cancel: true, errorMessage: refusalReason }),
  testFolder: () => '.clinerules/hooks',
  write(draft): readonly FileToWrite[] {
    const { event, handler } = draft;
    const ending = handler.kind === 'script' && handler.ending !== 'sh' ? `.${handler.ending}` : '';
    return [{ path: `.clinerules/hooks/${event}${ending}`, text: textOf(draft), executable: true }];
  },
};

function textOf({ name, handler }: HookDraft): string {
  if (handler.kind === 'script') return handler.text;
  const command = handler.kind === 'command' ? withEnv(handler) : '';
  return `#!/bin/sh\n# ${name}: Cline starts it in the project's folder.\n${command}\n`;
}
