import { stringify } from 'yaml';
import { type DraftField, type FileToWrite, type HookDraft, type HookWriter, withEnv } from '../kit/hook-draft.js';
import type { ScriptProtocol } from '../kit/protocol.js';
import { abilityScript } from './script.js';

/** What an ability hook reads, and how it answers. */
export const abilityProtocol: ScriptProtocol = {
  stdin: 'the context of its event: ability ids (run_command, edit_file, …) instead of tool names',
  block: 'a signal ability_guard or ability_preflight in hook_signals',
  answer: 'one JSON HookResult: logs, hook_signals, error',
  failure: 'every non-zero exit, 2 too, is a failure and lets the agent go on',
};

/** Writes one file below `.system/hooks`. */
export const abilityWriter: HookWriter = {
  fields: new Set<DraftField>(['abilities', 'minDurationMs', 'changedPaths', 'timeoutMs', 'blocking', 'enabled']),
  handlers: new Set(['command']),
  protocol: abilityProtocol,
  script: abilityScript,
  testFolder: () => '.system/hooks',
  write(draft): readonly FileToWrite[] {
    const { name, handler } = draft;
    const script: readonly FileToWrite[] =
      handler.kind === 'script'
        ? [{ path: `scripts/hooks/${name}.${handler.ending}`, text: handler.text, executable: true }]
        : [];
    const command = script[0]?.path ?? (handler.kind === 'command' ? withEnv(handler) : '');
    return [
      { path: `.system/hooks/${name}.yaml`, text: stringify(fileContent(draft, command), { lineWidth: 0 }) },
      ...script,
    ];
  },
};

function fileContent(draft: HookDraft, command: string) {
  const { name, event, description, abilities, minDurationMs, changedPaths, timeoutMs } = draft;
  const match = {
    ...(abilities && { ability_scope: abilities }),
    ...(minDurationMs !== undefined && { min_duration_ms: minDurationMs }),
    ...(changedPaths && { only_if_changed_paths: changedPaths }),
  };
  return {
    id: name,
    event_type: event,
    enabled: draft.enabled ?? true,
    blocking: draft.blocking ?? true,
    summary: description,
    ...(Object.keys(match).length > 0 && { match }),
    handler: { kind: 'script', command },
    ...(timeoutMs !== undefined && { timeout_ms: timeoutMs }),
  };
}
