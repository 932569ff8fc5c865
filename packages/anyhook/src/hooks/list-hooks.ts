import type { UserPaths } from '@anyhook/core';
import {
  AnyhookError,
  contractOf,
  eventNames,
  type FormatName,
  type Hook,
  isWithin,
  type LoadedHook,
  nearestWord,
  trustedFiles,
  withoutUndefined,
} from '@anyhook/core';
import { asEnforced, mayBlock, permissionsLookup } from '../engine/permissions.js';
import { buildHookIndex } from '../engine/plan.js';
import { stepEvents } from '../engine/session.js';
import { formats } from '../formats/index.js';
import { hookStates } from '../trust/trust.js';
import { gapsOf } from '../trust/trust-coverage.js';
import { eventByName, type NamedEvent } from './event-names.js';
import type { AddedPackage } from './hook-packages.js';
import type { Project } from './load.js';

/** Which hooks to select: by an event in any vocabulary, by a format. */
export interface HookQuery {
  readonly event?: string;
  readonly format?: FormatName;
}

/** Selects hooks; throws if the event is unknown. */
export function hookFilter({ event, format }: HookQuery): (loaded: LoadedHook) => boolean {
  const wanted = event === undefined ? undefined : eventByName(event, formats);
  return ({ hook }) => (!wanted || runsAt(hook, wanted)) && (!format || hook.dialect === format);
}

/** The hook with this id; if there is none, throws and names the nearest one. */
export function hookNamed(id: string, { hooks }: Pick<Project, 'hooks'>): Hook {
  const found = hooks.find(({ hook }) => hook.id === id)?.hook;
  if (found) return found;
  const near = nearestWord(
    id,
    hooks.map(({ hook }) => hook.id),
  );
  throw new AnyhookError(
    'BAD_ARGUMENT',
    `no hook here is called "${id}"; ${near ? `did you mean "${near}"?` : 'see "anyhook list"'}`,
  );
}

export function hookEntries(hooks: readonly LoadedHook[], project: Project, user: UserPaths) {
  const trusted = trustedIds(project, user);
  const packages = project.snapshot.packages ?? [];
  return hooks.map((one) => entryOf(one, trusted.has(one.hook.id), packages));
}

/** An event without a canonical name is shown by its native name. */
const runsAt = (hook: Hook, { events, nativeName }: NamedEvent): boolean =>
  hook.events.some(
    (name) => events.includes(name) && (name !== 'other' || name === nativeName || hook.nativeEvent === nativeName),
  );

/** By event in the order of the event table, then in the order in which they run. */
export function hooksInOrder({ hooks }: Pick<Project, 'hooks'>): readonly LoadedHook[] {
  const { lists } = buildHookIndex(
    hooks.map(({ hook }) => hook),
    formats,
  );
  const sorted = new Set(eventNames.flatMap((name) => lists.get(name)?.hooks ?? []));
  const states = new Map(hooks.map((loaded) => [loaded.hook, loaded]));
  return [...sorted].flatMap((hook) => states.get(hook) ?? []);
}

const permissionsOf = permissionsLookup(formats);

/** May the hook block at one of its events? Not if the event, or the format's version of it, cannot be blocked. */
export const canBlock = (hook: Hook): boolean =>
  hook.events.some((name) => mayBlock(asEnforced(hook), contractOf(name), permissionsOf(hook)));

/** Does the hook get the number of steps taken? Then steps must be counted. */
export const readsSteps = ({ dialect: format, events }: Hook): boolean =>
  formats[format]?.readsSteps === true && events.some((name) => stepEvents.includes(name));

/** Hooks with the same name as another one: both run, under different ids. */
export function namesakes({ hooks }: Pick<Project, 'hooks'>): readonly { readonly hook: Hook; readonly other: Hook }[] {
  const byId = new Map(hooks.map(({ hook }) => [hook.id, hook]));
  return hooks.flatMap(({ hook }) => {
    const other = byId.get(hook.id.replace(/#\d+$/, ''));
    return other && other !== hook ? [{ hook, other }] : [];
  });
}

/** A hook that is switched off can still be trusted. */
function trustedIds({ snapshot, trust }: Project, user: UserPaths): ReadonlySet<string> {
  const states = hookStates(snapshot, user, trust);
  return new Set(states.filter(({ state }) => state.kind === 'active').map(({ hook }) => hook.id));
}

export const packageOf = (
  { package: own, source }: Hook,
  packages: readonly AddedPackage[] = [],
): AddedPackage | undefined =>
  own && packages.find(({ name, folder }) => name === own.name && isWithin(source, folder));

function entryOf({ hook, state }: LoadedHook, trusted: boolean, packages: readonly AddedPackage[]) {
  const added = packageOf(hook, packages);
  const { id, events, nativeEvent, dialect: format, scope, source, line, priority, timeoutMs, match, handler } = hook;
  return {
    id,
    event: events[0],
    events,
    nativeEvent,
    dialect: format,
    scope,
    source,
    line,
    enabled: state.kind !== 'disabled',
    trusted,
    state: state.kind,
    ...(state.kind === 'disabled' && { why: state.why }),
    ...(state.kind === 'changed' && { why: state.what }),
    ...(hook.unloadable !== undefined && { unloadable: hook.unloadable }),
    blocking: canBlock(hook),
    async: hook.async,
    shadow: hook.mode === 'shadow',
    priority,
    timeoutMs,
    match,
    handler,
    onFailure: hook.onFailure,
    ...(hook.exitRule && { exitRule: hook.exitRule }),
    ...(hook.description !== undefined && { description: hook.description }),
    ...(added && { package: withoutUndefined({ name: added.name, source: added.source, version: added.version }) }),
    files: trustedFiles(hook),
    ...(gapsOf(hook).length > 0 && { uncovered: gapsOf(hook) }),
    ...(state.kind === 'active' && state.unconfirmed && { unconfirmed: state.unconfirmed.files }),
  };
}
