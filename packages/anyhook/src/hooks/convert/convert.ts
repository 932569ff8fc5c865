import { AnyhookError, type FormatName, type Handler, type Hook, isWithin, pathInFile, shellWord } from '@anyhook/core';
import { formatNamed } from '../../formats/index.js';
import type { Codec } from '../../formats/kit/format.js';
import {
  type DraftField,
  type DraftFields,
  type DraftHandler,
  type FileToWrite,
  type HookDraft,
  type HookWriter,
  matchesAbilities,
  type ReadProjectFile,
} from '../../formats/kit/hook-draft.js';
import { compareProtocols, type ProtocolDifference } from '../../formats/kit/protocol.js';
import { type NativeEvent, nativeEventFor } from './native-event.js';
import { translateTools } from './translate-tools.js';

/** A hook in the files of another format, and what is lost. */
export interface Conversion {
  readonly files: readonly FileToWrite[];
  /** What the other format cannot express. */
  readonly lost: readonly string[];
  /** What a person should check. */
  readonly attention: readonly string[];
  /** The differences in the script's protocol. The script itself is not rewritten. */
  readonly protocol: readonly ProtocolDifference[];
}

export interface ConvertOptions {
  readonly to: FormatName;
  readonly root: string;
  readonly read: ReadProjectFile;
}

/** Writes one hook in another format. Declarations are translated; scripts are not, so differences are listed. */
export async function convertHook(hook: Hook, options: ConvertOptions): Promise<Conversion> {
  const { to, root, read } = options;
  if (hook.unloadable !== undefined) throw conversionError(hook, to, `it cannot be loaded: ${hook.unloadable}`);
  if (hook.dialect === to) throw conversionError(hook, to, 'it already has this format');
  const [from, target] = [formatNamed(hook.dialect), formatNamed(to)];
  const event = nativeEventFor(hook.events, target);
  if (!event) throw conversionError(hook, to, `it has no event for ${hook.nativeEvent} (${hook.events.join(', ')})`);
  const [source, defaultWriter] = await Promise.all([from.writer(), target.writer()]);
  const writer = defaultWriter.variantFor?.(hook) ?? defaultWriter;
  if (!writer.handlers.has(hook.handler.kind)) throw conversionError(hook, to, `it cannot run a ${hook.handler.kind}`);
  const tools = await translateTools(hook, from, target);
  const fields = fieldsOf(hook, tools?.names, writer);
  const missing = missingIn(writer, fields);
  const draft: HookDraft = {
    ...Object.fromEntries(Object.entries(fields).filter(([field]) => !missing.includes(field as DraftField))),
    name: nameOf(hook),
    description: hook.description ?? `${hook.id}, converted from ${hook.dialect}.`,
    event: event.native,
    events: event.events,
    handler: handlerOf(hook, root, source),
  };
  return {
    files: writer.write(draft, read),
    lost: [
      ...lostEvents(hook, event),
      ...lostPermissions(hook, event, from, target),
      ...lostFields(fields, missing, writer.unnamed ? '<its id in "anyhook list">' : draft.name),
      ...(tools?.notes ?? []),
    ],
    attention: attentionFor(hook, root),
    protocol: protocolChanges(hook, source, writer),
  };
}

const conversionError = (hook: Hook, to: FormatName, why: string): AnyhookError =>
  new AnyhookError('BAD_ARGUMENT', `"${hook.id}" cannot become a ${to} hook: ${why}`);

/** All fields of the hook that are not defaults. */
function fieldsOf(hook: Hook, tools: readonly string[] = [], writer: HookWriter): DraftFields {
  const { match } = hook;
  const byAbility = matchesAbilities(writer);
  const allFields: Record<DraftField, unknown> = {
    tool: byAbility || tools.length === 0 ? undefined : tools.join('|'),
    abilities: byAbility && tools.length > 0 ? tools : undefined,
    input: match.input?.source,
    subject: match.subject?.source,
    paths: match.paths,
    minDurationMs: match.minDurationMs,
    changedPaths: match.changedPaths,
    agent: match.agent,
    rule: match.rule && `${match.rule.tool}${match.rule.glob === undefined ? '' : `(${match.rule.glob})`}`,
    timeoutMs: Math.min(600_000, Math.max(100, hook.timeoutMs)),
    async: hook.async || undefined,
    // An async hook cannot block.
    blocking: hook.blocking || hook.async ? undefined : false,
    enabled: hook.enabled ? undefined : false,
    priority: hook.priority === 100 ? undefined : hook.priority,
    onFailure: hook.onFailure === 'open' ? undefined : hook.onFailure,
    warnOnFailure: hook.warnOnFailure ? undefined : false,
    mode: hook.mode === 'shadow' ? 'shadow' : undefined,
    profiles: hook.profiles.length > 0 ? hook.profiles : undefined,
    parallel: hook.parallel || undefined,
    recheck: hook.recheck ? undefined : false,
    pure: hook.pure,
    spare: hook.spare,
  };
  return Object.fromEntries(Object.entries(allFields).filter(([, value]) => value !== undefined)) as DraftFields;
}

function lostEvents(hook: Hook, event: NativeEvent): readonly string[] {
  const missing = hook.events.filter((name) => !event.events.includes(name));
  const extra = event.events.filter((name) => !hook.events.includes(name));
  return [
    ...missing.map((name) => `the event ${name}: ${event.native} does not cover it`),
    ...extra.map((name) => `being called only at ${hook.nativeEvent}: ${event.native} also means ${name}`),
  ];
}

function lostPermissions({ nativeEvent }: Hook, event: NativeEvent, from: Codec, to: Codec): readonly string[] {
  const before = from.events[nativeEvent];
  const after = to.events[event.native];
  if (!before || !after) return [];
  const words = { blocks: 'blocking', rewrites: 'rewriting', context: 'giving context' } as const;
  return (Object.keys(words) as (keyof typeof words)[])
    .filter((permission) => before[permission] && !after[permission])
    .map((permission) => `${words[permission]}: the ${to.name} format cannot do that at ${event.native}`);
}

/** Fields that an override in the config can set for any hook. */
const overridable: readonly DraftField[] = [
  'priority',
  'onFailure',
  'mode',
  'profiles',
  'parallel',
  'recheck',
  'pure',
  'spare',
  'enabled',
];

const lossEffects: Readonly<Partial<Record<DraftField, string>>> = {
  async: 'the agent will wait for it',
  blocking: 'its decisions will block',
  enabled: 'it will run',
  tool: 'it will run for every tool',
  abilities: 'it will run for every tool',
  input: 'it will run for every input',
  paths: 'it will run for every path',
  rule: 'it will run for every input',
  subject: 'it will run for all of them',
  agent: 'it will run for every agent',
  minDurationMs: 'it will run for fast calls too',
  changedPaths: 'it will run whatever changed',
};

const missingIn = ({ fields: known, cannotExpress }: HookWriter, fields: DraftFields): readonly DraftField[] =>
  (Object.keys(fields) as DraftField[]).filter((field) => !known.has(field) || cannotExpress?.(fields) === field);

function lostFields(fields: DraftFields, missing: readonly DraftField[], id: string): readonly string[] {
  return missing.map((field) => {
    const value = JSON.stringify(fields[field]);
    if (overridable.includes(field))
      return `${field}: ${value}; keep it with "overrides: {${id}: {${field}: ${value}}}" in .agents/anyhook.yaml`;
    return `${field}: ${value}; ${lossEffects[field] ?? 'it has no equivalent there'}`;
  });
}

function protocolChanges(hook: Hook, source: HookWriter, target: HookWriter): readonly ProtocolDifference[] {
  if (hook.handler.kind !== 'command') return [];
  return compareProtocols(source.protocolOf?.(hook) ?? source.protocol, target.protocol);
}

function attentionFor({ handler, files }: Hook, root: string): readonly string[] {
  if (handler.kind !== 'command') return [];
  const outside = files.filter((file) => !isWithin(file, root));
  return [
    ...(handler.cwd === undefined ? ["it will run in the project's folder, not in the agent's current one"] : []),
    ...outside.map((file) => `it starts ${file}, which is outside the project`),
  ];
}

function nameOf({ id }: Hook): string {
  const slug = id
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return slug.slice(0, 64).replace(/-$/, '') || 'hook';
}

function handlerOf(hook: Hook, root: string, source: HookWriter): DraftHandler {
  const { handler } = hook;
  if (handler.kind === 'module') return { ...handler, file: localPath(handler.file, root) };
  if (handler.kind !== 'command') return handler;
  const folder = handler.cwd === undefined ? '' : localPath(handler.cwd, root);
  const cd = folder === '' || folder === '.' ? '' : `cd ${shellWord(folder)} && `;
  const env = { ...source.variables?.(hook, localPath(hook.root, root)), ...handler.env };
  return {
    kind: 'command',
    command: `${cd}${commandText(handler, root)}`,
    ...(Object.keys(env).length > 0 && { env }),
  };
}

function commandText(handler: Extract<Handler, { kind: 'command' }>, root: string): string {
  const { form, command, args = [] } = handler;
  if (form === 'exec') return [command, ...args].map((word) => shellWord(localPath(word, root))).join(' ');
  const local = command.replaceAll(`${root}/`, './');
  return args.length === 0 ? local : `sh -c ${shellWord(local)} sh ${args.map(shellWord).join(' ')}`;
}

function localPath(path: string, root: string): string {
  if (path === root) return '.';
  return isWithin(path, root) ? `./${pathInFile(root, path)}` : path;
}
