import { protocols } from '../../../.cache/protocols.js';
import { type FileToWrite, type HookDraft, type HookWriter, withEnv } from '../../formats/kit/hook-draft.js';
import { jsonScript } from '../../formats/kit/json-script.js';
import { refusalReason } from '../../formats/kit/script-template.js';

/** Writes a script named after its event; a folder has one per event. */
export const clineWriter: HookWriter = {
  fields: new Set(),
  handlers: new Set(['command']),
  unnamed: true,
  protocol: protocols.cline,
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
