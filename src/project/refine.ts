import type { Problem } from '../core/errors.js';
import type { Hook } from '../core/hook.js';
import type { Config } from './config.js';

/** Drops hooks that were found twice through links, and gives two hooks of one name different ids. */
export function uniqueHooks(
  hooks: readonly Hook[],
  problems: Problem[],
  real: (path: string) => string,
): readonly Hook[] {
  const places = new Set<string>();
  const ids = new Map<string, Hook>();
  const out: Hook[] = [];
  for (const hook of hooks) {
    const place = `${real(hook.source)}\n${hook.position}\n${hook.id}\n${hook.nativeEvent}`;
    if (places.has(place)) continue;
    places.add(place);
    const id = freeId(hook.id, ids);
    const first = ids.get(hook.id);
    if (first) {
      const message = `another hook is called "${hook.id}" (${first.source}); this one is "${id}" here, and both run`;
      problems.push({ source: hook.source, line: hook.line, field: 'id', severity: 'warning', message });
    }
    const kept = id === hook.id ? hook : { ...hook, id };
    ids.set(id, kept);
    out.push(kept);
  }
  return out;
}

function freeId(id: string, taken: ReadonlyMap<string, Hook>): string {
  if (!taken.has(id)) return id;
  let n = 2;
  while (taken.has(`${id}#${n}`)) n++;
  return `${id}#${n}`;
}

/** Applies overrides, managed last. A project's overrides reach only the project's own hooks. */
export function applyOverrides(hooks: readonly Hook[], config: Config, problems: Problem[]): readonly Hook[] {
  const known = new Set(hooks.map(({ id }) => id));
  for (const { id, source } of config.overrides) {
    if (!known.has(id)) {
      const message = `no loaded hook is called "${id}"; see "anyhook list" for the ids`;
      problems.push({ source, field: `overrides.${id}`, severity: 'warning', message });
    }
  }
  return hooks.map((hook) => {
    const own = config.overrides.filter(
      ({ id, scope }) => id === hook.id && (scope !== 'project' || hook.scope === 'project'),
    );
    return own.reduce((current, { scope, source, value }): Hook => {
      const { enabled, ...rest } = value;
      const given = Object.fromEntries(Object.entries(rest).filter(([, setting]) => setting !== undefined));
      return {
        ...current,
        ...given,
        ...(enabled !== undefined && (enabled || scope !== 'project') && { enabled }),
        // What a project file says of a hook is trusted or not together with the hook.
        ...(scope === 'project' && { files: [...new Set([...current.files, source])] }),
      };
    }, hook);
  });
}
