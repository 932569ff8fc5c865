import { stringify } from 'yaml';
import { protocols } from '../../../.cache/protocols.js';
import { scriptFile } from '../kit/entry-writer.js';
import { type DraftField, type FileToWrite, type HookDraft, type HookWriter, withEnv } from '../kit/hook-draft.js';
import { abilityScript } from './script.js';

/** Writes one file below `.system/hooks`. */
export const abilityWriter: HookWriter = {
  fields: new Set<DraftField>(['abilities', 'minDurationMs', 'changedPaths', 'timeoutMs', 'blocking', 'enabled']),
  handlers: new Set(['command']),
  protocol: protocols.ability,
  script: abilityScript,
  testFolder: () => '.system/hooks',
  write(draft): readonly FileToWrite[] {
    const { name, handler } = draft;
    const script = scriptFile(draft, 'scripts/hooks');
    const command = script?.path ?? (handler.kind === 'command' ? withEnv(handler) : '');
    const text = stringify(fileContent(draft, command), { lineWidth: 0 });
    return [{ path: `.system/hooks/${name}.yaml`, text }, ...(script ? [script] : [])];
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
