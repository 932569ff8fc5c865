import {
  eventNames,
  type Handler,
  type Hook,
  type HookDocument,
  isObject,
  type Match,
  type OnFailure,
  type Pattern,
} from '@anyhook/core';
import type { HookOverride } from './merged-config.js';
import { idsOf } from './own-config.js';
import type { OwnConfig, OwnHook, OwnSettings } from './own-guards.js';

/** A part of the user's config that guards less than before. */
export interface Loosening {
  /** The hook as it was; missing: a setting that affects several hooks. */
  readonly hook?: Hook;
  /** The difference, as text after the name of the hook. */
  readonly what: string;
}

/** What a config guards less than before; empty if an edit changed nothing or tightened it. */
export function looseningsOf(before: OwnConfig, after: OwnConfig): readonly Loosening[] {
  const hooks = before.hooks.flatMap(({ hook, off }): readonly Loosening[] => {
    if (off !== undefined || hook.unloadable !== undefined) return [];
    const what = hookLoosening(hook, after.hooks);
    return what === undefined ? [] : [{ hook, what }];
  });
  // A new hook must not take over a guard's name in order to have the guard switched off.
  const ownIds = new Set([...before.hooks.flatMap(({ hook }) => idsOf(hook)), ...before.others]);
  ownIds.delete(selfProtection);
  return [...hooks, ...settingLoosenings(before, after, ownIds).map((what) => ({ what }))];
}

/** The hook that is in no file. */
const selfProtection = 'self-protection';

/** What is lost without this hook; undefined if another one does the same or more. */
function hookLoosening(was: Hook, now: readonly OwnHook[]): string | undefined {
  const here = now.filter(({ hook }) => was.events.every((event) => hook.events.includes(event)));
  const twins = here.filter(({ hook }) =>
    hook.unloadable === undefined ? runsSame(hook.handler, was.handler) : hook.id === was.id,
  );
  const reasons = twins.map(({ hook, off }) => (off === undefined ? weakness(hook, was) : `is off (${off})`));
  if (reasons.includes(undefined)) return undefined;
  const [first] = reasons;
  if (first !== undefined) return first;
  const namesake = here.find(({ hook }) => hook.id === was.id);
  return namesake ? `runs ${handlerText(namesake.hook.handler)} now, and ran ${handlerText(was.handler)}` : 'is gone';
}

/** Do two handlers run the same code? Their arguments may differ. */
function runsSame(a: Handler, b: Handler): boolean {
  const { args: _a, documents: _ad, ...ofA } = a as Handler & { args?: unknown; documents?: unknown };
  const { args: _b, documents: _bd, ...ofB } = b as Handler & { args?: unknown; documents?: unknown };
  // The arguments of a command are part of what it runs.
  return isSame(ofA, ofB) && (a.kind !== 'command' || b.kind !== 'command' || isSame(a.args, b.args));
}

const handlerText = (handler: Handler): string => {
  if (handler.kind === 'builtin') return handler.use;
  if (handler.kind === 'module') return handler.file;
  return handler.kind === 'command' ? `"${handler.command}"` : handler.kind === 'http' ? handler.url : 'another prompt';
};

/** How a hook is weaker than another one that runs the same code. */
function weakness(now: Hook, was: Hook): string | undefined {
  if (isNarrower(now.match, was.match)) return 'matches less than before';
  // It asks until it loads again.
  if (now.unloadable !== undefined) return undefined;
  if (failureRanks[now.onFailure] < failureRanks[was.onFailure])
    return `has "onFailure: ${now.onFailure}", and had "${was.onFailure}"`;
  if (was.recheck && !now.recheck) return 'has "recheck: false"';
  if (isTooShort(now, was)) return `has "timeoutMs: ${now.timeoutMs}"`;
  return argsWeakness(now.handler, was.handler);
}

const failureRanks: Readonly<Record<OnFailure, number>> = { open: 0, ask: 1, closed: 2 };

/** A timeout too short for any hook to answer reliably. */
const shortMs = 1_000;

const isTooShort = (now: { readonly timeoutMs?: number | undefined }, was: typeof now): boolean =>
  now.timeoutMs !== undefined && now.timeoutMs < shortMs && now.timeoutMs < (was.timeoutMs ?? Number.POSITIVE_INFINITY);

/** Does a match exclude something that another one included? */
function isNarrower(now: Match, was: Match): boolean {
  return Object.entries(now).some(([key, value]) => {
    const old = (was as Readonly<Record<string, unknown>>)[key];
    if (value === undefined || isSame(value, old)) return false;
    if (old === undefined) return true;
    if (Array.isArray(value) && Array.isArray(old)) return !includesAll(value, old);
    if (key === 'minDurationMs') return (value as number) > (old as number);
    return !isWider(value as Partial<Pattern>, old as Partial<Pattern>);
  });
}

/** Does a list of names include all names of another one? Other patterns cannot be compared. */
function isWider({ source, mode }: Partial<Pattern>, old: Partial<Pattern>): boolean {
  if (source === '.*') return true;
  const isPlain = (text: string | undefined): text is string => text !== undefined && /^[\w.:|-]+$/.test(text);
  if (mode !== old.mode || !isPlain(source) || !isPlain(old.source)) return false;
  return includesAll(source.split('|'), old.source.split('|'));
}

/** How changed builtin arguments relax a hook. A change of arguments without a row counts as relaxing. */
const argKinds: Readonly<Record<string, 'more loosens' | 'fewer loosens' | readonly string[]>> = {
  allow: 'more loosens',
  off: 'more loosens',
  protect: 'fewer loosens',
  block: 'fewer loosens',
  profile: ['light', 'standard', 'strict'],
  unknown: ['pass', 'ask', 'deny'],
};

/** The default word. */
const middleOf = (words: readonly string[]): string => words[1] ?? '';

type Fields = Readonly<Record<string, unknown>>;

function argsWeakness(now: Handler, was: Handler): string | undefined {
  if (now.kind !== 'builtin' || was.kind !== 'builtin') {
    const argsOf = (handler: Handler) => (handler.kind === 'module' ? handler.args : undefined);
    return isSame(argsOf(now), argsOf(was)) ? undefined : 'has different args';
  }
  return fieldsWeakness(now.args, was.args, 'args') ?? documentsWeakness(now.documents, was.documents);
}

function fieldsWeakness(now: unknown, was: unknown, where: string): string | undefined {
  if (isSame(now, was)) return undefined;
  if (!isFields(now) || !isFields(was)) return `has different ${where}`;
  const keys = new Set([...Object.keys(now ?? {}), ...Object.keys(was ?? {})]);
  for (const key of keys) {
    const [value, old] = [now?.[key], was?.[key]];
    if (!isSame(value, old) && isLooserField(key, value, old)) return `has different ${where} (${key})`;
  }
  return undefined;
}

const isFields = (value: unknown): value is Fields | undefined => value === undefined || isObject(value);

function isLooserField(key: string, now: unknown, was: unknown): boolean {
  if (key === 'rules') return areRulesLooser(listOf(now), listOf(was));
  const kind = argKinds[key];
  if (kind === undefined) return true;
  if (kind === 'more loosens') return !includesAll(listOf(was), listOf(now));
  if (kind === 'fewer loosens') return !includesAll(listOf(now), listOf(was));
  const rank = (word: unknown) => kind.indexOf(typeof word === 'string' ? word : middleOf(kind));
  return rank(now) < rank(was);
}

/** The first matching rule decides: a new pass relaxes, as does a rule that was removed or moved down. */
function areRulesLooser(now: readonly unknown[], was: readonly unknown[]): boolean {
  const isPass = (rule: unknown) => isObject(rule) && Object.hasOwn(rule, 'pass');
  const texts = (rules: readonly unknown[]) => rules.map((rule) => JSON.stringify(rule));
  const old = texts(was);
  if (now.some((rule) => isPass(rule) && !old.includes(JSON.stringify(rule)))) return true;
  const passes = new Set(texts(was.filter(isPass)));
  const current = texts(now);
  const left = old.filter((rule) => !passes.has(rule) || current.includes(rule));
  const kept = current.filter((rule) => old.includes(rule));
  return !isSame(kept, left);
}

/** The rule files next to the config: settings are compared together, and a pack must keep all its content. */
function documentsWeakness(now: readonly HookDocument[] = [], was: readonly HookDocument[] = []): string | undefined {
  const isSettings = ({ value }: HookDocument) => isObject(value) && !Object.hasOwn(value, 'pack');
  const together = (documents: readonly HookDocument[]): Fields => {
    const all = documents.filter(isSettings).map(({ value }) => value as Fields);
    const lists = (key: string) => all.flatMap((one) => listOf(one[key]));
    return { ...Object.assign({}, ...all), rules: lists('rules'), off: lists('off') };
  };
  const lostPack = was.find(
    (one) =>
      !isSettings(one) &&
      one.value !== undefined &&
      !hasAllOf(now.find(({ path }) => path === one.path)?.value, one.value),
  );
  if (lostPack) return `reads less in ${lostPack.path}`;
  return fieldsWeakness(together(now), together(was), 'rules next to the config');
}

/** Does a value still contain everything, at any depth? */
function hasAllOf(now: unknown, was: unknown): boolean {
  if (Array.isArray(was)) return Array.isArray(now) && was.every((one) => now.some((other) => hasAllOf(other, one)));
  if (isObject(was)) return isObject(now) && Object.entries(was).every(([key, value]) => hasAllOf(now[key], value));
  return now === was;
}

/** Settings that affect more than one hook. The config's own hooks are compared after these are applied. */
function settingLoosenings(
  { settings: was, hooks: hooksBefore }: OwnConfig,
  { settings: now }: OwnConfig,
  ownIds: ReadonlySet<string>,
): readonly string[] {
  const isElsewhere = (id: string | undefined) => id === undefined || !ownIds.has(id);
  const added = now.disabled.filter(
    (id) => !was.disabled.includes(id) && !isOneEventOf(id, was.disabled, now.disabled) && isElsewhere(id),
  );
  const kinds = new Set(hooksBefore.map(({ hook }) => hook.handler.kind));
  return [
    ...added.map((id) => `"disabled" names ${id}`),
    ...overrideLoosenings(now, was)
      .filter(({ id }) => isElsewhere(id))
      .map(({ what }) => what),
    ...(rankOf(profiles, now.profile) < rankOf(profiles, was.profile) ? [changeText('profile', now, was)] : []),
    ...(rankOf(trustModes, now.trust) < rankOf(trustModes, was.trust) ? [changeText('trust', now, was)] : []),
    ...(was.failClosed && !now.failClosed ? [changeText('failClosed', now, was)] : []),
    ...(was.share && !now.share ? [changeText('share', now, was)] : []),
    ...lessIn('files', now, was),
    ...lessIn('plugins', now, was),
    ...lessIn('agentFolders', now, was),
    ...(kinds.has('http') ? lessIn('httpAllow', now, was) : []),
    ...(kinds.has('prompt') && !isSame(now.model, was.model) ? ['"model" changed'] : []),
  ];
}

/** `a@tool.before` instead of `a`: less is off. Any other name with an `@` belongs to another hook. */
function isOneEventOf(id: string, was: readonly string[], now: readonly string[]): boolean {
  const at = id.lastIndexOf('@');
  const entry = id.slice(0, Math.max(0, at));
  return eventNames.some((name) => name === id.slice(at + 1)) && was.includes(entry) && !now.includes(entry);
}

const profiles = ['minimal', 'standard', 'strict'];
/** Ordered from most to least trust. */
const trustModes = ['project', 'lock', 'ask'];

const rankOf = (words: readonly string[], word: string): number => words.indexOf(word);

const changeText = (key: 'profile' | 'trust' | 'failClosed' | 'share', now: OwnSettings, was: OwnSettings): string =>
  `"${key}" is ${now[key]}, and was ${was[key]}`;

function lessIn(
  key: 'files' | 'plugins' | 'agentFolders' | 'httpAllow',
  now: OwnSettings,
  was: OwnSettings,
): readonly string[] {
  const gone = was[key].filter((one) => !now[key].includes(one));
  const name = key === 'httpAllow' ? 'http.allow' : key;
  return gone.length === 0 ? [] : [`"${name}" no longer names ${gone.join(', ')}`];
}

/** The strength of an override's value; 0 without one. */
const overrideRanks: Readonly<Partial<Record<keyof HookOverride, (value: unknown) => number>>> = {
  enabled: (value) => (value === false ? -1 : 1),
  blocking: (value) => (value === false ? -1 : 1),
  mode: (value) => (value === 'shadow' ? -1 : 1),
  recheck: (value) => (value === false ? -1 : 1),
  onFailure: (value) => failureRanks[value as OnFailure] * 2 - 1,
};

function overrideLoosenings(
  now: OwnSettings,
  was: OwnSettings,
): readonly { readonly id: string | undefined; readonly what: string }[] {
  const ids = new Set([...now.overrides, ...was.overrides].map(({ id }) => id));
  return [...ids].flatMap((id) => {
    const valueIn = ({ overrides }: OwnSettings): HookOverride =>
      Object.assign({}, ...overrides.filter((row) => row.id === id).map(({ value }) => value));
    const key = looserOverride(valueIn(now), valueIn(was));
    if (key === undefined) return [];
    const value = valueIn(now)[key];
    const name = id === undefined ? `"${key}" of all hooks` : `"overrides.${id}.${key}"`;
    return [{ id, what: `${name} ${value === undefined ? 'is gone' : `is ${JSON.stringify(value)}`}` }];
  });
}

function looserOverride(now: HookOverride, was: HookOverride): keyof HookOverride | undefined {
  const ranked = (Object.keys(overrideRanks) as (keyof HookOverride)[]).find((key) => {
    const rank = (value: unknown) => (value === undefined ? 0 : (overrideRanks[key]?.(value) ?? 0));
    return rank(now[key]) < rank(was[key]);
  });
  if (ranked !== undefined) return ranked;
  if (isTooShort(now, was)) return 'timeoutMs';
  if (!isSame(now.exitRule, was.exitRule)) return 'exitRule';
  return isSame(now.profiles ?? [], was.profiles ?? []) || (now.profiles ?? []).length === 0 ? undefined : 'profiles';
}

const listOf = (value: unknown): readonly unknown[] => (value === undefined ? [] : [value].flat());

const includesAll = (list: readonly unknown[], wanted: readonly unknown[]): boolean =>
  wanted.every((one) => list.some((other) => isSame(one, other)));

/** Equal as JSON, whatever the order of fields. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}
