import { stringify } from 'yaml';
import { firstScripts } from '../../../.cache/first-scripts.js';
import { protocols } from '../../../.cache/protocols.js';
import { scriptFile } from '../kit/entry-writer.js';
import { type DraftField, type FileToWrite, type HookDraft, type HookWriter, withEnv } from '../kit/hook-draft.js';
import { type ScriptTemplate, scriptText } from '../kit/script-template.js';

const protocol = ['Prints one HookResult as JSON; a non-zero exit is a failure, not an answer.'];

/** A first script that only logs: an ability hook decides by signals that depend on its event. */
const abilityScript: ScriptTemplate = (language, facts) => ({
  ...scriptText(firstScripts.ability, language, facts, { protocol }),
  refuses: false,
});

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
