import { type CoverageGap, type Hook, type TrustCoverage, trustedFiles, unreadSha } from '@anyhook/core';
import { lineEndsAdvice, otherLineEnds } from './line-ends.js';
import type { TrustedHook } from './trust-records.js';

/** The version of the code that reads hook commands. A record by an earlier version may list fewer files. */
const currentReader = 1;

type Shas = Readonly<Record<string, string>>;

export const hookShas = (hook: Pick<Hook, 'files' | 'coverage'>, shas: Shas): Record<string, string> =>
  Object.fromEntries(trustedFiles(hook).map((path) => [path, shas[path] ?? '']));

/** A hook as the user trusts it now: with its files, and the uncovered parts that were shown. */
export const trustedHook = (hook: Hook, shas: Shas): TrustedHook => ({
  hook,
  shas: hookShas(hook, shas),
  reader: currentReader,
  ...(gapsOf(hook).length > 0 && { accepted: gapsOf(hook).map(({ what }) => what) }),
});

/** What trust in a hook does not cover. */
export const gapsOf = ({ coverage }: Pick<Hook, 'coverage'>): readonly CoverageGap[] => coverage?.gaps ?? [];

/** Was the record made by a version that knew everything that is covered now? */
export const isCurrent = ({ reader }: Pick<TrustedHook, 'reader'>): boolean => (reader ?? 0) >= currentReader;

/** Is everything that the hook starts among its files? Only then is it the same hook in another folder. */
export function runsOnlyCoveredFiles(trusted: TrustedHook): boolean {
  const { handler, files } = trusted.hook;
  if (isCurrent(trusted)) return (trusted.accepted ?? []).length === 0;
  return handler.kind !== 'command' || files.length > 1;
}

/** What a record of an earlier version does not list about an otherwise unchanged hook; undefined if nothing. */
export function unconfirmedCoverage(hook: Hook, trusted: TrustedHook): TrustCoverage | undefined {
  if (isCurrent(trusted) || !hook.coverage) return undefined;
  const files = hook.coverage.files.filter((path) => !Object.hasOwn(trusted.shas, path));
  return files.length + hook.coverage.gaps.length > 0 ? { files, gaps: hook.coverage.gaps } : undefined;
}

/** What changed since the hook was trusted; undefined if nothing. */
export function changeReason(hook: Hook, trusted: TrustedHook, current: Shas): string | undefined {
  const { shas, accepted = [], onlyIn } = trusted;
  const files = isCurrent(trusted) ? trustedFiles(hook) : hook.files;
  for (const path of new Set([...files, ...Object.keys(shas)])) {
    const sha = current[path] ?? '';
    if (sha === unreadSha) return `${path} could not be read completely`;
    if (sha !== shas[path]) return contentChange(path, shas[path] ?? '');
  }
  const gap = isCurrent(trusted) ? gapsOf(hook).find(({ what }) => !accepted.includes(what)) : undefined;
  if (gap) return `it runs something that trust does not cover: ${gap.what} (${gap.why})`;
  return onlyIn === undefined
    ? undefined
    : `it runs something that trust does not cover, and you trust it only in ${onlyIn}`;
}

function contentChange(path: string, trustedSha: string): string {
  const ends = otherLineEnds(path, trustedSha);
  return ends === undefined
    ? `${path} was changed`
    : `${path} has other line ends than when it was trusted (now ${ends}; git may do that): ${lineEndsAdvice}`;
}

const maxVariants = 8;

/** Entries to keep when a hook is trusted again: those for other folders whose common files are equal. */
export function otherVariants(known: readonly TrustedHook[], now: TrustedHook): readonly TrustedHook[] {
  return known
    .filter(({ hook, shas, ...entry }) => {
      const isSameHook =
        hook.source === now.hook.source &&
        hook.position === now.hook.position &&
        hook.nativeEvent === now.hook.nativeEvent;
      const paths = Object.keys(shas);
      const common = paths.filter((path) => Object.hasOwn(now.shas, path));
      const isOther = common.length < paths.length || common.length < Object.keys(now.shas).length;
      const isBaseEqual = now.hook.files.every((path) => shas[path] === now.shas[path]);
      return (
        isSameHook &&
        isCurrent(entry) &&
        isOther &&
        isBaseEqual &&
        common.every((path) => shas[path] === now.shas[path])
      );
    })
    .slice(-maxVariants);
}
