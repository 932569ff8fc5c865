import { dirname, resolve } from 'node:path';
import type { Hook, Problem, Scope } from '@anyhook/core';
import { isFile, isWithin, readBytes, scopes, sha256, withExitRule } from '@anyhook/core';
import { isPathId } from './config.js';
import type { Config, OverrideRow } from './merged-config.js';

/** Drops hooks that were found twice through links, and gives hooks of the same name different ids. */
export function uniqueHooks(
  hooks: readonly Hook[],
  problems: Problem[],
  realPathOf: (path: string) => string,
): readonly Hook[] {
  const places = new Set<string>();
  const realPaths = new Map<string, string>();
  const realSource = (path: string): string => {
    const real = realPaths.get(path) ?? realPathOf(path);
    realPaths.set(path, real);
    return real;
  };
  const ids = new Map<string, Hook>();
  const nextNumber = new Map<string, number>();
  const out: Hook[] = [];
  // Hooks of the project come last, so an untrusted repository cannot take the id of an existing hook.
  for (const hook of [...hooks].sort((a, b) => scopes.indexOf(a.scope) - scopes.indexOf(b.scope))) {
    const place = [realSource(hook.source), hook.position, hook.nativeEvent, hook.match.agent].join('\n');
    if (places.has(place)) continue;
    places.add(place);
    let { id } = hook;
    for (let n = nextNumber.get(hook.id) ?? 2; ids.has(id); n++) {
      id = `${hook.id}#${n}`;
      nextNumber.set(hook.id, n + 1);
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

/** Applies overrides, managed last. They change hooks of their own scope and of lower ones. */
export function applyOverrides(
  hooks: readonly Hook[],
  config: Config,
  problems: Problem[],
  home = '/',
): readonly Hook[] {
  const rows = config.overrides.map((row) => ({ row, isTarget: targetFilter(row, home) }));
  for (const { row, isTarget } of rows) {
    const problem = overrideProblem(row, hooks.filter(isTarget));
    if (problem !== undefined && row.id !== undefined)
      problems.push({ source: row.source, field: `overrides.${row.id}`, severity: 'warning', message: problem });
  }
  return hooks.map((hook) => {
    const applicableRows = rows.filter(({ row, isTarget }) => isTarget(hook) && mayOverride(row.scope, hook));
    return applicableRows.reduce((changed, { row }) => applyOverride(changed, row), hook);
  });
}

/** The hooks that an override names, whether it may change them or not. */
function targetFilter({ id, scope, source }: OverrideRow, home: string): (hook: Hook) => boolean {
  const base = scope === 'project' ? dirname(dirname(source)) : home;
  // A file in a folder does not apply to hooks above it.
  if (id === undefined) return (hook) => scope !== 'project' || isWithin(hook.source, base);
  if (!isPathId(id)) return (hook) => hook.id === id;
  const path = resolve(base, id.replace(/^~(?=[/\\])/, home));
  return (hook) => hook.id === id || isWithin(hook.source, path);
}

function overrideProblem({ id = '', scope, value }: OverrideRow, targets: readonly Hook[]): string | undefined {
  if (targets.length === 0)
    return isPathId(id)
      ? `no hook was loaded from "${id}"; see "anyhook list --json" for the files`
      : `no loaded hook is called "${id}"; see "anyhook list" for the ids`;
  const [first] = targets;
  if (value.exitRule !== undefined && first && !targets.some((hook) => hook.exitRule !== undefined))
    return `exitRule has no effect on "${id}", a hook of the ${first.dialect} format, whose exit codes have one meaning; use onFailure`;
  if (!first || targets.some((hook) => mayOverride(scope, hook))) return undefined;
  return isPathId(id)
    ? `"${id}" holds ${first.scope} hooks, which a ${scope} file cannot override: not changed`
    : `"${id}" is a ${first.scope} hook, which a ${scope} file cannot override: not changed`;
}

const mayOverride = (scope: Scope, hook: Hook): boolean => scopes.indexOf(scope) <= scopes.indexOf(hook.scope);

function applyOverride(hook: Hook, { scope, source, value }: OverrideRow): Hook {
  const { enabled, exitRule, ...rest } = value;
  const settings = Object.fromEntries(Object.entries(rest).filter(([, setting]) => setting !== undefined));
  const ruled = exitRule !== undefined && hook.exitRule !== undefined ? withExitRule(hook, exitRule) : hook;
  const { blockingFailures, ...kept } = ruled;
  return {
    ...kept,
    ...(rest.onFailure === undefined && blockingFailures && { blockingFailures }),
    ...settings,
    ...(enabled !== undefined && (enabled || scope !== 'project') && { enabled }),
    // The trust of a hook covers the project file that overrides it.
    ...(scope === 'project' && { files: [...new Set([...hook.files, source])] }),
  };
}

/** A project's profile switches hooks on and off, so the trust of these hooks covers it. */
export function addProfileFilesToTrust(
  hooks: readonly Hook[],
  config: Config,
  sources: readonly string[],
): readonly Hook[] {
  if (config.projectProfile === undefined) return hooks;
  return hooks.map((hook) =>
    hook.scope === 'project' && hook.profiles.length > 0
      ? { ...hook, files: [...new Set([...hook.files, ...sources])] }
      : hook,
  );
}

/** Candidates that decide exactly like the active hooks: running them would do the same work twice. */
export function withoutEqualCandidates(hooks: readonly Hook[]): readonly Hook[] {
  const isCandidate = (hook: Hook) => hook.package?.mode === 'shadow';
  if (!hooks.some(isCandidate)) return hooks;
  const known = new Set(
    hooks.filter((hook) => hook.scope === 'managed' && hook.package && !isCandidate(hook)).map(contentOf),
  );
  return hooks.filter((hook) => !isCandidate(hook) || !known.has(contentOf(hook)));
}

/** A hook of a bundle and its files, as a text that does not depend on the bundle's folder. */
function contentOf(hook: Hook): string {
  const folder = hook.package?.folder ?? '';
  const { id, mode: _mode, package: _package, ...rest } = hook;
  const files = hook.files.filter(isFile).map((path) => sha256(readBytes(path, 8 * 1024 * 1024) ?? ''));
  const text = JSON.stringify({
    ...rest,
    id: id.replace(/^candidate:/, ''),
    contents: hook.handler.kind === 'builtin' ? [] : files,
  });
  // In JSON, like the text itself: there, Windows paths have `\\` for each `\`.
  return text.replaceAll(JSON.stringify(folder).slice(1, -1), '');
}
