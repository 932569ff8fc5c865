import { relative } from 'node:path';
import { AnyhookError } from '../../core/errors.js';
import type { DialectName, Handler, Hook } from '../../core/hook.js';
import { shellWord } from '../../core/shell-quote.js';
import { claudeSettingsWriter, claudeWriter } from '../../formats/claude/write.js';
import type { Draft, DraftHandler, Made, Read, Wish, Wishes, Writer } from '../../formats/kit/draft.js';
import { type Difference, differences, protocolOf } from '../../formats/kit/protocols.js';
import { writers } from '../../formats/writers.js';
import type { Dialects } from '../event-names.js';
import { translateTools } from './convert-match.js';
import { type NativeEvent, nativeOf } from './native-event.js';

/** A hook in another dialect's files, and what that cost. */
export interface Converted {
  readonly files: readonly Made[];
  /** What the target has no word for. */
  readonly lost: readonly string[];
  /** What a person should look at. */
  readonly attention: readonly string[];
  /** How the protocol of its script differs; the script itself is not rewritten. */
  readonly protocol: readonly Difference[];
}

export interface ConvertOptions {
  readonly to: DialectName;
  /** The project's folder. */
  readonly root: string;
  readonly dialects: Dialects;
  readonly read: Read;
}

/** Writes one hook in another dialect. Declarations are translated, scripts are not: differences are listed. */
export async function convert(hook: Hook, options: ConvertOptions): Promise<Converted> {
  const { to, root, dialects, read } = options;
  if (hook.dialect === to) throw cannot(hook, to, 'it is one already');
  const event = nativeOf(hook.events, to, dialects);
  if (!event) throw cannot(hook, to, `it has no event for ${hook.nativeEvent} (${hook.events.join(', ')})`);
  const writer = writerFor(hook, to);
  if (!writer.handlers.has(hook.handler.kind)) throw cannot(hook, to, `it cannot run a ${hook.handler.kind}`);
  const tools = await translateTools(hook, dialects[hook.dialect], dialects[to]);
  const wishes = wishesOf(hook, to, tools?.names);
  const lacking = lackingIn(wishes, writer);
  const known = Object.fromEntries(Object.entries(wishes).filter(([wish]) => !lacking.includes(wish as Wish)));
  const draft: Draft = {
    ...known,
    name: nameOf(hook),
    description: hook.description ?? `${hook.id}, converted from ${hook.dialect}.`,
    event: event.native,
    events: event.events,
    handler: handlerOf(hook, root),
  };
  return {
    files: writer.write(draft, read),
    lost: [
      ...lostEvents(hook, event),
      ...lostRights(hook, event, options),
      ...lostWishes(wishes, lacking, to === 'claude' ? '<its id in "anyhook list">' : draft.name),
      ...(tools?.notes ?? []),
    ],
    attention: attentionFor(hook, root),
    protocol: protocolChanges(hook, to, writer),
  };
}

const cannot = (hook: Hook, to: DialectName, why: string): AnyhookError =>
  new AnyhookError('BAD_ARGUMENT', `"${hook.id}" cannot become a ${to} hook: ${why}`);

/** A failure that blocks is a plugin's rule, one that warns that of settings. */
function writerFor(hook: Hook, to: DialectName): Writer {
  if (to !== 'claude') return writers[to];
  return hook.onFailure === 'closed' && hook.handler.kind === 'command' ? claudeWriter : claudeSettingsWriter;
}

/** Everything the hook says about itself that is not the usual. */
function wishesOf(hook: Hook, to: DialectName, tools: readonly string[] | undefined): Wishes {
  const { match } = hook;
  const abilities = to === 'ability' ? tools : undefined;
  const own: Record<Wish, unknown> = {
    tool: to === 'ability' || !tools || tools.length === 0 ? undefined : tools.join('|'),
    abilities: abilities && abilities.length > 0 ? abilities : undefined,
    input: match.input?.source,
    subject: match.subject?.source,
    paths: match.paths,
    minDurationMs: match.minDurationMs,
    changedPaths: match.changedPaths,
    agent: match.agent,
    rule: match.rule && `${match.rule.tool}${match.rule.glob === undefined ? '' : `(${match.rule.glob})`}`,
    timeoutMs: Math.min(600_000, Math.max(100, hook.timeoutMs)),
    async: hook.async || undefined,
    // A hook that nobody waits for cannot block anyway.
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
  };
  return Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)) as Wishes;
}

function lostEvents(hook: Hook, event: NativeEvent): readonly string[] {
  const missing = hook.events.filter((name) => !event.events.includes(name));
  const extra = event.events.filter((name) => !hook.events.includes(name));
  return [
    ...missing.map((name) => `the event ${name}: ${event.native} does not cover it`),
    ...extra.map((name) => `being called only at ${hook.nativeEvent}: ${event.native} also means ${name}`),
  ];
}

/** What the hook's own event lets it do and its new one does not. */
function lostRights(hook: Hook, event: NativeEvent, { to, dialects }: ConvertOptions): readonly string[] {
  const before = dialects[hook.dialect].events[hook.nativeEvent];
  const after = dialects[to].events[event.native];
  if (!before || !after) return [];
  const words = { blocks: 'blocking', rewrites: 'rewriting', context: 'giving context' } as const;
  return (Object.keys(words) as (keyof typeof words)[])
    .filter((right) => before[right] && !after[right])
    .map((right) => `${words[right]}: the ${to} format cannot do that at ${event.native}`);
}

/** What an override in the config can say for any hook. */
const overridable: readonly Wish[] = [
  'priority',
  'onFailure',
  'mode',
  'profiles',
  'parallel',
  'recheck',
  'pure',
  'enabled',
];

const meanings: Readonly<Partial<Record<Wish, string>>> = {
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

const lackingIn = (wishes: Wishes, { knows, lacks }: Writer): readonly Wish[] =>
  (Object.keys(wishes) as Wish[]).filter((wish) => !knows.has(wish) || lacks?.(wishes) === wish);

function lostWishes(wishes: Wishes, lacking: readonly Wish[], id: string): readonly string[] {
  return lacking.map((wish) => {
    const value = JSON.stringify(wishes[wish]);
    if (overridable.includes(wish))
      return `${wish}: ${value}; keep it with "overrides: {${id}: {${wish}: ${value}}}" in .agents/anyhook.yaml`;
    return `${wish}: ${value}; ${meanings[wish] ?? 'nothing says it there'}`;
  });
}

function protocolChanges(hook: Hook, to: DialectName, writer: Writer): readonly Difference[] {
  if (hook.handler.kind !== 'command') return [];
  const flavour = writer === claudeWriter ? 'plugin' : 'settings';
  return differences(protocolOf(hook), protocolOf({ dialect: to, flavour }));
}

function attentionFor({ handler, files }: Hook, root: string): readonly string[] {
  if (handler.kind !== 'command') return [];
  const outside = files.filter((file) => relative(root, file).startsWith('..'));
  return [
    ...(handler.cwd === undefined ? ["it will run in the project's folder, not in the agent's current one"] : []),
    ...outside.map((file) => `it starts ${file}, which is outside the project`),
  ];
}

function nameOf({ id }: Hook): string {
  const slug = id
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return slug.slice(0, 64).replace(/-+$/, '') || 'hook';
}

function handlerOf({ handler, root: base, dialect, flavour }: Hook, root: string): DraftHandler {
  if (handler.kind === 'module') return { ...handler, file: localPath(handler.file, root) };
  if (handler.kind !== 'command') return handler;
  const folder = handler.cwd === undefined ? '' : localPath(handler.cwd, root);
  const cd = folder === '' || folder === '.' ? '' : `cd ${shellWord(folder)} && `;
  const vars = dialect === 'claude' ? claudeVars(flavour, base, root) : {};
  const env = { ...vars, ...handler.env };
  return { kind: 'command', command: `${cd}${textOf(handler, root)}`, ...(Object.keys(env).length > 0 && { env }) };
}

/** The variables that Claude's commands name; the others have no such words. */
const claudeVars = (flavour: string | undefined, base: string, root: string): Readonly<Record<string, string>> => ({
  ...(flavour === 'plugin' && { CLAUDE_PLUGIN_ROOT: localPath(base, root) || '.' }),
  CLAUDE_PROJECT_DIR: '.',
});

function textOf(handler: Extract<Handler, { kind: 'command' }>, root: string): string {
  const { form, command, args = [] } = handler;
  if (form === 'exec') return [command, ...args].map((word) => shellWord(localPath(word, root))).join(' ');
  const local = command.replaceAll(`${root}/`, './');
  return args.length === 0 ? local : `sh -c ${shellWord(local)} sh ${args.map(shellWord).join(' ')}`;
}

/** A path inside the project as it reads from the project's folder. */
function localPath(path: string, root: string): string {
  if (path === root) return '.';
  return path.startsWith(`${root}/`) ? `./${path.slice(root.length + 1)}` : path;
}
