import type { Problem } from '../core/errors.js';
import type { Scope } from '../core/hook.js';
import { check, type Doc, parseYaml } from '../dialects/parse.js';
import type { ModelSettings } from '../handlers/handler.js';
import { type ConfigFile, configSchema, type Override } from './config-schema.js';

/** All config files as one. Plain data, for the cache. */
export interface Config {
  readonly overrides: readonly {
    readonly id: string;
    readonly scope: Scope;
    readonly source: string;
    readonly value: Override;
  }[];
  readonly files: readonly string[];
  readonly profile?: 'minimal' | 'standard' | 'strict';
  readonly failClosed: boolean;
  readonly stopLimit: number;
  readonly disabled: readonly string[];
  readonly trust: 'ask' | 'lock' | 'project';
  readonly httpAllow: readonly string[];
  readonly model?: ModelSettings;
}

/** A parsed config file and where it comes from. */
export interface ConfigSource {
  readonly scope: Scope;
  readonly path: string;
  readonly doc: Doc;
  readonly file: ConfigFile;
}

/** Keys that would loosen a guard: a project may not set them. */
const userKeys = ['disabled', 'trust', 'http', 'model'] as const satisfies (keyof ConfigFile)[];

/** Parses one config file; a project file is held to what tightens. */
export function parseConfig(
  text: string,
  path: string,
  scope: Scope,
): { readonly source?: ConfigSource; readonly problems: readonly Problem[] } {
  const parsed = parseYaml(text, path);
  if (!('doc' in parsed)) return { problems: parsed.problems };
  const { doc } = parsed;
  const { output, problems } = check(configSchema, doc, doc.value ?? {});
  if (!output) return { problems };
  if (scope !== 'project') return { source: { scope, path, doc, file: output }, problems };
  return { source: { scope, path, doc, file: tightened(output) }, problems: loosening(output, doc) };
}

/** Managed wins over user, user over project; lists add up. */
export function mergeConfig(sources: readonly ConfigSource[]): Config {
  const order: readonly Scope[] = ['managed', 'user', 'project'];
  const sorted = [...sources].sort((a, b) => order.indexOf(a.scope) - order.indexOf(b.scope));
  const first = <K extends keyof ConfigFile>(key: K): ConfigFile[K] | undefined =>
    sorted.find(({ file }) => file[key] !== undefined)?.file[key];
  const limits = sorted.flatMap(({ file }) => file.stopLimit ?? []);
  const profile = first('profile');
  const model = first('model');
  return {
    overrides: sorted
      .flatMap(({ scope, path, file }) =>
        Object.entries(file.overrides ?? {}).map(([id, value]) => ({ id, scope, source: path, value })),
      )
      .reverse(),
    files: sorted.flatMap(({ file }) => file.files ?? []),
    ...(profile !== undefined && { profile }),
    failClosed: sorted.some(({ file }) => file.failClosed === true),
    stopLimit: limits.length > 0 ? Math.min(...limits) : 8,
    disabled: sorted.flatMap(({ file }) => file.disabled ?? []),
    trust: first('trust') ?? 'ask',
    httpAllow: sorted.flatMap(({ file }) => file.http?.allow ?? []),
    ...(model && { model: model as ModelSettings }),
  };
}

function tightened(file: ConfigFile): ConfigFile {
  const kept: Record<string, unknown> = { ...file };
  for (const key of userKeys) delete kept[key];
  if (file.failClosed === false) delete kept['failClosed'];
  return kept as ConfigFile;
}

function loosening(file: ConfigFile, doc: Doc): readonly Problem[] {
  const refuse = (field: string, why: string): Problem => ({
    source: doc.source,
    line: doc.lineOf(field.split('.')),
    field,
    severity: 'error',
    message: `"${field}" ${why}; a project file can only tighten. Put it into the user config`,
  });
  const keys = userKeys
    .filter((key) => file[key] !== undefined)
    .map((key) => refuse(key, 'is a key of the user or managed config'));
  const open = file.failClosed === false ? [refuse('failClosed', 'may only be true here')] : [];
  const off = Object.entries(file.overrides ?? {})
    .filter(([, value]) => value.enabled === false)
    .map(([id]): Problem => {
      const at = doc.lineOf(['overrides', id, 'enabled']);
      return { ...refuse(`overrides.${id}.enabled`, 'may not switch a hook off here'), line: at };
    });
  return [...keys, ...open, ...off];
}
