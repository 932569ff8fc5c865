import { protocols } from '../../../.cache/protocols.js';
import { commandLine, scriptFile } from '../../formats/kit/entry-writer.js';
import type { DraftField, FileToWrite, HookWriter } from '../../formats/kit/hook-draft.js';
import { exitCodeScript } from '../../formats/kit/script-template.js';

/** Writes a new file in `.kiro/hooks`, for CLI 3 and IDE 1. */
export const kiroWriter: HookWriter = {
  fields: new Set<DraftField>(['tool', 'timeoutMs', 'enabled']),
  handlers: new Set(['command']),
  unnamed: true,
  protocol: protocols.kiro,
  protocolOf: ({ flavour }) => protocols[flavour === 'ide' ? 'kiro-ide' : 'kiro'],
  script: exitCodeScript('Exit 2 blocks'),
  testFolder: () => '.kiro/hooks',
  write(draft): readonly FileToWrite[] {
    const { name, description, event, tool, timeoutMs, enabled = true } = draft;
    const script = scriptFile(draft, '.kiro/hooks/scripts');
    const hook = {
      ...{ name, description, trigger: event },
      ...(tool !== undefined && { matcher: `^(${tool})$` }),
      action: { type: 'command', command: commandLine(draft, script?.path) },
      ...(timeoutMs !== undefined && { timeout: timeoutMs / 1000 }),
      enabled,
    };
    const text = `${JSON.stringify({ version: 'v1', hooks: [hook] }, null, 2)}\n`;
    return [{ path: `.kiro/hooks/${name}.json`, text }, ...(script ? [script] : [])];
  },
};
