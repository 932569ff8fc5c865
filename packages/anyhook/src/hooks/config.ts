import { hasFolder, isObject, type Problem, type Scope, scopes, withoutUndefined } from '@anyhook/core';
import { checkSchema, type ParsedFile, parseYaml } from '../formats/kit/parse.js';
import type { ModelSettings } from '../handlers/handler.js';
import type { TelemetryConfig } from '../telemetry/settings.js';
import { type ConfigFile, configSchema } from './config-schema.js';
import type { Config, OverrideRow } from './merged-config.js';

export interface ConfigSource {
  readonly scope: Scope;
  readonly path: string;
  readonly doc: ParsedFile;
  readonly file: ConfigFile;
  /** The position of each hook of `file` in the file as written, counting broken ones. */
  readonly positions: readonly number[];
  readonly brokenHooks: readonly BrokenConfigHook[];
}

/** An entry under `hooks:` that cannot be loaded. */
export interface BrokenConfigHook {
  readonly position: number;
  readonly entry: unknown;
  readonly problems: readonly Problem[];
}

/** Keys that would relax a guard; a project may not set them. */
const userOnlyKeys = [
  'disabled',
  'plugins',
  'agentFolders',
  'trust',
  'share',
  'http',
  'model',
  'telemetry',
  'journal',
  'approvalMinutes',
  'approvals',
  'taskDays',
  'terminals',
] as const satisfies (keyof ConfigFile)[];

/** Parses one config file; a project file may only tighten. */
export function parseConfig(
  text: string,
  path: string,
  scope: Scope,
): { readonly source?: ConfigSource; readonly problems: readonly Problem[] } {
  const parsed = parseYaml(text, path);
  if (!('doc' in parsed)) return { problems: parsed.problems };
  const { doc } = parsed;
  const value = doc.value ?? {};
  const { output, problems } = checkSchema(configSchema, doc, value);
  const cleaned = withoutBroken(value, problems);
  const file = output ?? (isObject(value) ? checkSchema(configSchema, doc, cleaned.value).output : undefined);
  if (!file) return { problems };
  const brokenHooks = output ? [] : brokenHooksIn(value, cleaned.positions, problems);
  const source = { scope, path, doc, positions: cleaned.positions, brokenHooks };
  if (scope !== 'project')
    return { source: { ...source, file }, problems: [...problems, ...idleKeys(file, doc, scope)] };
  return {
    source: { ...source, file: withoutLoosening(file) },
    problems: [...problems, ...looseningProblems(file, doc)],
  };
}

/** Only an organisation can name others who decide on this machine. */
function idleKeys(file: ConfigFile, doc: ParsedFile, scope: Scope): readonly Problem[] {
  if (scope !== 'user') return [];
  return Object.entries(userIdleKeys).flatMap(([field, message]): readonly Problem[] =>
    file[field as keyof typeof userIdleKeys] === undefined
      ? []
      : [{ source: doc.source, line: doc.lineOf([field]), field, severity: 'warning', message }],
  );
}

const userIdleKeys = {
  approvals: '"approvals" works only in a fleet policy: the approvers it names are not asked',
  terminals: '"terminals" works only in the system config: an agent could change this file',
};

/** The file without its broken hooks, overrides and keys. One mistake must not switch the other guards off. */
function withoutBroken(value: unknown, problems: readonly Problem[]): { value: unknown; positions: readonly number[] } {
  const file: Record<string, unknown> = { ...(value as object) };
  const hooks = Array.isArray(file['hooks']) ? file['hooks'] : [];
  const broken = problems.map(({ field = '' }) => field.split('.'));
  const positions = [...hooks.keys()].filter((i) => !broken.some(([key, at]) => key === 'hooks' && at === String(i)));
  for (const [key = '', name] of broken) {
    const section = file[key];
    if (key === 'hooks' && name !== undefined) file[key] = positions.map((i) => hooks[i]);
    else if (key === 'overrides' && name !== undefined && typeof section === 'object') {
      file[key] = Object.fromEntries(Object.entries(section ?? {}).filter(([id]) => id !== name));
    } else delete file[key];
  }
  return { value: file, positions };
}

function brokenHooksIn(value: unknown, positions: readonly number[], problems: readonly Problem[]) {
  const entries = isObject(value) && Array.isArray(value['hooks']) ? (value['hooks'] as readonly unknown[]) : [];
  return [...entries.entries()]
    .filter(([position]) => !positions.includes(position))
    .map(([position, entry]) => {
      const prefix = `hooks.${position}`;
      const hookProblems = problems.filter(({ field = '' }) => field === prefix || field.startsWith(`${prefix}.`));
      return { position, entry, problems: hookProblems };
    });
}

/** Managed overrides user, user overrides project; lists are joined. */
export function mergeConfig(sources: readonly ConfigSource[]): Config {
  const sorted = [...sources].sort((a, b) => scopes.indexOf(a.scope) - scopes.indexOf(b.scope));
  // From the root down: a subfolder cannot undo the settings of a folder above.
  const projects = sorted.filter(({ scope }) => scope === 'project').map(({ file }) => file);
  const first = <K extends keyof ConfigFile>(key: K): ConfigFile[K] | undefined =>
    sorted.find(({ scope, file }) => scope !== 'project' && file[key] !== undefined)?.file[key];
  const managedProfile = sorted.find(({ scope, file: { profile } }) => scope === 'managed' && profile)?.file.profile;
  const projectProfile = projects.find((file) => file.profile !== undefined)?.profile;
  const [model, telemetry, journal] = [first('model'), first('telemetry'), first('journal')];
  const plugins = [...new Set(sorted.flatMap(({ file }) => file.plugins ?? []))];
  const disabledBy = (scope: Scope) =>
    sorted.filter((source) => source.scope === scope).flatMap(({ file }) => file.disabled ?? []);
  return {
    overrides: sorted.flatMap(overridesIn).reverse(),
    files: sorted.flatMap(({ file }) => file.files ?? []),
    ...(plugins.length > 0 && { plugins }),
    ...withoutUndefined({ profile: first('profile'), managedProfile, projectProfile }),
    failClosed: sorted.some(({ file }) => file.failClosed === true),
    stopLimit: Math.min(first('stopLimit') ?? 8, ...projects.flatMap((file) => file.stopLimit ?? [])),
    approvalMinutes: first('approvalMinutes') ?? 15,
    taskDays: first('taskDays') ?? 90,
    disabled: { user: disabledBy('user'), managed: disabledBy('managed') },
    trust: first('trust') ?? 'ask',
    ...(first('share') === false && { share: false as const }),
    httpAllow: sorted.flatMap(({ file }) => file.http?.allow ?? []),
    ...withoutUndefined({ model: model as ModelSettings, telemetry: telemetry as TelemetryConfig, journal }),
  };
}

/** A setting for one hook overrides one for its file, and that overrides one for all hooks. */
function overridesIn({ scope, path, file }: ConfigSource): readonly OverrideRow[] {
  const named = Object.entries(file.overrides ?? {}).map(([id, value]) => ({ id, scope, source: path, value }));
  const value = withoutUndefined({ mode: file.mode, spare: file.spare });
  const all = Object.keys(value).length === 0 ? [] : [{ scope, source: path, value }];
  return [...named.filter(({ id }) => !isPathId(id)), ...named.filter(({ id }) => isPathId(id)), ...all];
}

/** True for a path: an id has no slash. */
export const isPathId = (id: string): boolean => hasFolder(id);

function withoutLoosening(file: ConfigFile): ConfigFile {
  const tightened: Record<string, unknown> = { ...file };
  for (const key of userOnlyKeys) delete tightened[key];
  if (file.failClosed === false) delete tightened['failClosed'];
  if (file.stopLimit === 0) delete tightened['stopLimit'];
  return tightened as ConfigFile;
}

function looseningProblems(file: ConfigFile, doc: ParsedFile): readonly Problem[] {
  const refuse = (field: string, why: string): Problem => ({
    source: doc.source,
    line: doc.lineOf(field.split('.')),
    field,
    severity: 'error',
    message: `"${field}" ${why}; a project file can only tighten. Put it into the user config`,
  });
  const keys = userOnlyKeys
    .filter((key) => file[key] !== undefined)
    .map((key) => refuse(key, 'is a key of the user or managed config'));
  const failClosedProblems = file.failClosed === false ? [refuse('failClosed', 'may only be true here')] : [];
  const stopLimitProblems = file.stopLimit === 0 ? [refuse('stopLimit', 'must be at least 1 here')] : [];
  const disablingProblems = Object.entries(file.overrides ?? {})
    .filter(([, value]) => value.enabled === false)
    .map(([id]): Problem => {
      const line = doc.lineOf(['overrides', id, 'enabled']);
      return { ...refuse(`overrides.${id}.enabled`, 'may not switch a hook off here'), line };
    });
  return [...keys, ...failClosedProblems, ...stopLimitProblems, ...disablingProblems];
}
