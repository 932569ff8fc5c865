import type { Problem } from '../core/errors.js';
import { type Hook, type Scope, scopes } from '../core/hook.js';
import type { Config } from './config.js';

/** Drops hooks that were found twice through links, and gives two hooks of one name different ids. */
export function uniqueHooks(
  hooks: readonly Hook[],
  problems: Problem[],
  real: (path: string) => string,
): readonly Hook[] {
  const places = new Set<string>();
  const ids = new Map<string, Hook>();
  const tries = new Map<string, number>();
  const out: Hook[] = [];
  // Those that a stranger's repository brings come last, so that they cannot take the id of one that is there.
  for (const hook of [...hooks].sort((a, b) => scopes.indexOf(a.scope) - scopes.indexOf(b.scope))) {
    const place = [real(hook.source), hook.position, hook.nativeEvent, hook.match.agent].join('\n');
    if (places.has(place)) continue;
    places.add(place);
    let { id } = hook;
    for (let n = tries.get(hook.id) ?? 2; ids.has(id); n++) {
      id = `${hook.id}#${n}`;
      tries.set(hook.id, n + 1);
    }
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

/** Applies overrides, managed last. They reach hooks of their own scope and of those below it. */
export function applyOverrides(hooks: readonly Hook[], config: Config, problems: Problem[]): readonly Hook[] {
  const known = new Map(hooks.map((hook) => [hook.id, hook]));
  for (const { id, scope, source } of config.overrides) {
    const hook = known.get(id);
    const report = (message: string) =>
      problems.push({ source, field: `overrides.${id}`, severity: 'warning', message });
    if (!hook) report(`no loaded hook is called "${id}"; see "anyhook list" for the ids`);
    else if (!reaches(scope, hook))
      report(`"${id}" is a ${hook.scope} hook, which a ${scope} file cannot override: left as it is`);
  }
  return hooks.map((hook) => {
    const own = config.overrides.filter(({ id, scope }) => id === hook.id && reaches(scope, hook));
    return own.reduce(override, hook);
  });
}

const reaches = (scope: Scope, hook: Hook): boolean => scopes.indexOf(scope) <= scopes.indexOf(hook.scope);

function override(hook: Hook, { scope, source, value }: Config['overrides'][number]): Hook {
  const { enabled, ...rest } = value;
  const given = Object.fromEntries(Object.entries(rest).filter(([, setting]) => setting !== undefined));
  return {
    ...hook,
    ...given,
    ...(enabled !== undefined && (enabled || scope !== 'project') && { enabled }),
    // What a project file says of a hook is trusted or not together with the hook.
    ...(scope === 'project' && { files: [...new Set([...hook.files, source])] }),
  };
}

/** A project's profile switches hooks with profiles on and off: it is trusted or not together with them. */
export function coverProfile(hooks: readonly Hook[], config: Config, sources: readonly string[]): readonly Hook[] {
  if (config.projectProfile === undefined) return hooks;
  return hooks.map((hook) =>
    hook.scope === 'project' && hook.profiles.length > 0
      ? { ...hook, files: [...new Set([...hook.files, ...sources])] }
      : hook,
  );
}
