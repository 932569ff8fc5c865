import { type Hook, isFile, readBytes, sha256 } from '@anyhook/core';

/** Candidates that decide just as the hooks in force: to run them would do the same work twice. */
export function withoutEqualCandidates(hooks: readonly Hook[]): readonly Hook[] {
  const isCandidate = (hook: Hook) => hook.package?.mode === 'shadow';
  if (!hooks.some(isCandidate)) return hooks;
  const known = new Set(
    hooks.filter((hook) => hook.scope === 'managed' && hook.package && !isCandidate(hook)).map(contentOf),
  );
  return hooks.filter((hook) => !isCandidate(hook) || !known.has(contentOf(hook)));
}

/** A hook of a bundle and its files, as a text that does not depend on where the bundle is. */
function contentOf(hook: Hook): string {
  const folder = hook.package?.folder ?? '';
  const { id, mode: _mode, package: _package, ...rest } = hook;
  const files = hook.files.filter(isFile).map((path) => sha256(readBytes(path, 8 * 1024 * 1024) ?? ''));
  const text = JSON.stringify({
    ...rest,
    id: id.replace(/^candidate:/, ''),
    contents: hook.handler.kind === 'builtin' ? [] : files,
  });
  // In JSON, as the text itself is: a path of Windows has two `\\` there for each one.
  return text.replaceAll(JSON.stringify(folder).slice(1, -1), '');
}
