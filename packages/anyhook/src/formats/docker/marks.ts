import type { Hook } from '@anyhook/core';

/** What an entry says beyond the fields of a hook: `strict`, its output is checked; `guard`, its allow decides nothing. */
export type EntryMark = 'strict' | 'guard';

/** The marks of an entry as the hook's flavour; undefined if it has none. */
export const flavourOf = (marks: readonly EntryMark[]): string | undefined =>
  marks.length === 0 ? undefined : marks.join('+');

export const hasMark = ({ flavour }: Pick<Hook, 'flavour'>, mark: EntryMark): boolean =>
  flavour?.split('+').includes(mark) ?? false;
