import { protocols } from '../../../.cache/protocols.js';
import { type DraftField, type FileToWrite, type HookDraft, type HookWriter, withEnv } from '../kit/hook-draft.js';
import { refusalReason, refusedText, type ScriptTemplate } from '../kit/script-template.js';
import { appendYaml, hasYamlItem } from '../kit/yaml-edit.js';

/** A first module: flow hooks run inside anyhook, so they are written in JavaScript. */
const flowScript: ScriptTemplate = (_language, { name, event, denyMeans }) => {
  const lines = [
    `// ${name}: runs at ${event}.`,
    '// Gets the event; returns nothing (no opinion) or { decision, reason, context, rewrite, … }.',
    denyMeans ? `// decision: 'deny' blocks: ${denyMeans}.` : '// Nothing can be blocked here.',
    'export default {',
    `  on: '${event}',`,
    '  run(event) {',
    ...(denyMeans ? denyLines : ['    void event;']),
    '  },',
    '};',
  ];
  return { text: `${lines.join('\n')}\n`, ending: 'mjs', refuses: denyMeans !== undefined };
};

const denyLines = [
  `    if (JSON.stringify(event).includes('${refusedText}')) {`,
  `      return { decision: 'deny', reason: '${refusalReason}' };`,
  '    }',
];

const path = '.agents/anyhook.yaml';
const matchFields = [
  ...(['tool', 'input', 'subject', 'paths', 'abilities', 'changedPaths', 'minDurationMs', 'agent'] as const),
];
const entryFields = [
  ...(['enabled', 'blocking', 'async', 'onFailure', 'mode', 'profiles', 'parallel', 'recheck'] as const),
  ...(['pure', 'spare', 'priority', 'timeoutMs'] as const),
];

/** Writes an entry under `hooks:` in the project's config. */
export const flowWriter: HookWriter = {
  fields: new Set<DraftField>([...matchFields, ...entryFields]),
  handlers: new Set(['command', 'builtin', 'module', 'http', 'prompt']),
  protocol: protocols.flow,
  script: flowScript,
  onlyLanguage: { language: 'js', why: 'flow hooks are modules' },
  testFolder: () => '.agents/hooks',
  write(draft, read): readonly FileToWrite[] {
    const script = scriptOf(draft);
    const match = pick(draft, matchFields);
    const entry = {
      id: draft.name,
      on: draft.events && draft.events.length > 1 ? draft.events : draft.event,
      ...handlerOf(draft, script?.path),
      ...(Object.keys(match).length > 0 && { match }),
      ...pick(draft, entryFields),
    };
    const isDeclared = hasYamlItem(
      read(path),
      ['hooks'],
      (item) => (item as { id?: unknown } | null)?.id === draft.name,
    );
    const declared = isDeclared
      ? []
      : [{ path, text: appendYaml(path, read(path), ['hooks'], entry), shared: true as const }];
    return [...declared, ...(script ? [script] : [])];
  },
};

function scriptOf({ name, handler }: HookDraft): FileToWrite | undefined {
  return handler.kind === 'script'
    ? { path: `.agents/hooks/${name}.${handler.ending}`, text: handler.text }
    : undefined;
}

function handlerOf({ handler }: HookDraft, script: string | undefined) {
  switch (handler.kind) {
    case 'script':
      return { use: script };
    case 'command':
      return { run: withEnv(handler) };
    case 'http':
      return { url: handler.url };
    case 'prompt':
      return { prompt: handler.prompt };
    case 'builtin':
      return { use: handler.use, ...(handler.args !== undefined && { args: handler.args }) };
    case 'module':
      return { use: handler.file, ...(handler.args !== undefined && { args: handler.args }) };
  }
}

const pick = (draft: HookDraft, fields: readonly DraftField[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(fields.flatMap((field) => (draft[field] === undefined ? [] : [[field, draft[field]]])));
