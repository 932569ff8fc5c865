import { stringify } from 'yaml';
import { protocols } from '../../../.cache/protocols.js';
import { type DraftField, type FileToWrite, type HookDraft, type HookWriter, withEnv } from '../kit/hook-draft.js';
import { exitCodeScript } from '../kit/script-template.js';

/** Fields of our own, which the format keeps under `metadata.anyhook`. */
const anyhookFields = [
  ...['blocking', 'onFailure', 'warnOnFailure', 'mode', 'profiles', 'parallel', 'recheck', 'pure', 'spare'],
] as const satisfies DraftField[];

/** Writes a folder with HOOK.md and its script. */
export const hookMdWriter: HookWriter = {
  fields: new Set<DraftField>(['tool', 'input', 'timeoutMs', 'async', 'priority', ...anyhookFields]),
  handlers: new Set(['command']),
  protocol: protocols['hook-md'],
  script: exitCodeScript('Exit 2 blocks'),
  testFolder: (name) => `.agents/hooks/${name}`,
  write(draft): readonly FileToWrite[] {
    const folder = `.agents/hooks/${draft.name}`;
    return [{ path: `${folder}/HOOK.md`, text: hookMd(draft) }, scriptOf(draft, folder)];
  },
};

function hookMd(draft: HookDraft): string {
  const { name, description, event, tool, input, timeoutMs, async, priority } = draft;
  const anyhookSettings = Object.fromEntries(
    anyhookFields.flatMap((key) => (draft[key] === undefined ? [] : [[key, draft[key]]])),
  );
  const front = {
    name,
    description,
    trigger: event,
    ...((tool !== undefined || input !== undefined) && {
      matcher: { ...(tool !== undefined && { tool }), ...(input !== undefined && { pattern: input }) },
    }),
    ...(timeoutMs !== undefined && { timeout: timeoutMs }),
    ...(async && { async }),
    ...(priority !== undefined && { priority }),
    ...(Object.keys(anyhookSettings).length > 0 && { metadata: { anyhook: anyhookSettings } }),
  };
  return `---\n${stringify(front, { lineWidth: 0 })}---\n\n# ${name}\n\n${description}\n`;
}

function scriptOf({ name, handler }: HookDraft, folder: string): FileToWrite {
  if (handler.kind === 'script')
    return { path: `${folder}/scripts/run.${handler.ending}`, text: handler.text, executable: true };
  const command = handler.kind === 'command' ? withEnv(handler) : '';
  const text = [
    '#!/bin/sh',
    `# ${name}: runs in the project's folder.`,
    'cd "$(dirname "$0")/../../../.." || exit 1',
    command,
  ];
  return { path: `${folder}/scripts/run.sh`, text: `${text.join('\n')}\n`, executable: true };
}
