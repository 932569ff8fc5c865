import type { FormatName, LoadedHook, UserPaths } from '@anyhook/core';
import { formats as knownFormats } from '../formats/index.js';
import { switchedOnFormats, switchFormatsOn } from '../switches/format-switch.js';
import type { TrustMode } from './trust.js';

type OptInFormats = Readonly<Record<FormatName, { readonly requiresOptIn?: true }>>;

/** Why a hook waits. */
export const waitingReason = 'its file is new to anyhook: "anyhook trust" or "anyhook init" switches it on';

/** Which hooks wait: untrusted ones of a format that earlier versions, already set up here, did not read. */
export function createWaitingCheck(
  { state }: Pick<UserPaths, 'state'>,
  mode: TrustMode,
  formats: OptInFormats = knownFormats,
): (loaded: LoadedHook) => boolean {
  // Read when the first such hook is found: most projects have none.
  let on: ReadonlySet<FormatName> | 'all' | undefined;
  const isOn = (name: FormatName) => {
    on ??= switchedOnFormats(state);
    return on === 'all' || on.has(name);
  };
  return ({ hook, state: { kind } }) => {
    // The hooks of a package are confirmed when it is added.
    if (!formats[hook.dialect]?.requiresOptIn || hook.package) return false;
    const isTrustedByPerson = mode === 'ask' && hook.scope === 'project' && (kind === 'active' || kind === 'changed');
    return !isTrustedByPerson && !isOn(hook.dialect);
  };
}

export const waitingHooks = (hooks: readonly LoadedHook[]): readonly LoadedHook[] =>
  hooks.filter(({ state }) => state.kind === 'disabled' && state.waits);

export interface WaitingFile {
  readonly path: string;
  readonly dialect: FormatName;
  readonly hookCount: number;
}

export function waitingFiles(hooks: readonly LoadedHook[]): readonly WaitingFile[] {
  const files = new Map<string, WaitingFile>();
  for (const { hook } of waitingHooks(hooks)) {
    const hookCount = (files.get(hook.source)?.hookCount ?? 0) + 1;
    files.set(hook.source, { path: hook.source, dialect: hook.dialect, hookCount });
  }
  return [...files.values()];
}

/** Records that the user was asked: hooks of every format that this version reads run from now on. */
export const endWaiting = ({ state }: Pick<UserPaths, 'state'>, formats: OptInFormats = knownFormats): void =>
  switchFormatsOn(
    state,
    Object.entries(formats).flatMap(([name, { requiresOptIn }]) => (requiresOptIn ? [name] : [])),
  );

/** Call before writing the first state of a new machine: formats that are on without an answer stay on. */
export function keepFormatsOn(user: Pick<UserPaths, 'state'>): void {
  if (switchedOnFormats(user.state) === 'all') endWaiting(user);
}
