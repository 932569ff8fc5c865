import { guardedEvents, type Hook } from '@anyhook/core';
import type { FindBuiltin } from '../handlers/builtin.js';
import { type ConfigSource, mergeConfig } from './config.js';
import { createDisabledCheck } from './load.js';
import { applyOverrides } from './overrides.js';
import type { OwnConfig, OwnHook, OwnSettings } from './own-guards.js';

const noSettings: OwnSettings = {
  disabled: [],
  overrides: [],
  profile: 'standard',
  trust: 'ask',
  failClosed: false,
  share: true,
  files: [],
  plugins: [],
  agentFolders: [],
  httpAllow: [],
};

export const emptyOwnConfig: OwnConfig = { hooks: [], others: [], settings: noSettings };

/** The id of a hook, and that of its entry, which may have several events. */
export const idsOf = ({ id, nativeEvent }: Pick<Hook, 'id' | 'nativeEvent'>): readonly string[] =>
  id.endsWith(`@${nativeEvent}`) ? [id, id.slice(0, -nativeEvent.length - 1)] : [id];

/** The guards of a user's config; `source` is missing if there is no such file. `hooks` are its hooks, before overrides. */
export async function ownConfigOf(
  source: ConfigSource | undefined,
  hooks: readonly Hook[],
  { home, findBuiltin }: { readonly home: string; readonly findBuiltin: FindBuiltin },
): Promise<OwnConfig> {
  if (!source) return emptyOwnConfig;
  const config = mergeConfig([source]);
  const disabledReason = createDisabledCheck(config, {});
  const guards: OwnHook[] = [];
  const others: string[] = [];
  for (const hook of applyOverrides(hooks, config, [], home).map(withOwnDocuments)) {
    if (!(await mayStop(hook, findBuiltin))) {
      others.push(...idsOf(hook));
      continue;
    }
    const off = disabledReason({ hook, state: { kind: 'active' } }) ?? idleReason(hook);
    guards.push({ hook, ...(off !== undefined && { off }) });
  }
  return { hooks: guards, others, settings: settingsOf(source, config) };
}

function settingsOf({ file }: ConfigSource, config: ReturnType<typeof mergeConfig>): OwnSettings {
  return {
    disabled: config.disabled.user,
    overrides: config.overrides.map(({ id, value }) => ({ ...(id !== undefined && { id }), value })),
    profile: config.profile ?? noSettings.profile,
    trust: config.trust,
    failClosed: config.failClosed,
    share: config.share ?? noSettings.share,
    files: config.files,
    plugins: config.plugins ?? [],
    agentFolders: Object.entries(file.agentFolders ?? {}).flatMap(([format, folders]) =>
      [folders].flat().map((folder) => `${format}: ${folder}`),
    ),
    httpAllow: config.httpAllow,
    ...(config.model && { model: config.model }),
  };
}

/** Does it run before an action, and can it decide? An entry that cannot be loaded can: it asks. */
async function mayStop({ events, handler, unloadable }: Hook, findBuiltin: FindBuiltin): Promise<boolean> {
  if (!events.some((event) => guardedEvents.includes(event))) return false;
  if (handler.kind !== 'builtin' || unloadable !== undefined) return true;
  return (await findBuiltin(handler.use))?.decides !== false;
}

const idleReason = ({ mode, blocking, async }: Hook): string | undefined =>
  mode === 'shadow' ? 'mode: shadow' : blocking ? (async ? 'async: true' : undefined) : 'blocking: false';

/** Rules of the organisation are not part of the user's config. */
function withOwnDocuments(hook: Hook): Hook {
  const { handler, scope } = hook;
  if (handler.kind !== 'builtin' || !handler.documents) return hook;
  return { ...hook, handler: { ...handler, documents: handler.documents.filter((one) => one.scope === scope) } };
}
