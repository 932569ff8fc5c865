import { lookAlikes, lookAlikeText, textWithoutFolder, trustedFiles } from '@anyhook/core';
import type { Project } from '../../hooks/load.js';
import type { HookReview } from '../../hooks/review-trust.js';
import { gapsOf } from '../../trust/trust-coverage.js';
import { handlerText, matchSummary, pathFromFolder } from '../terminal/describe-hook.js';
import { type Colors, colorsFor, type Io, print, terminalWidth } from '../terminal/io.js';
import { countNoun, oneLine, wrap } from '../terminal/text.js';
import { printTrustChange } from './trust-change.js';

/** Prints what hooks would run. Commands are never cut: a person must see everything that they trust. */
export function printReview(
  reviews: readonly HookReview[],
  project: Project,
  io: Io,
  { all }: { readonly all: boolean },
): void {
  const colors = colorsFor(io);
  const { root, problems } = project;
  const width = terminalWidth(io);
  print(io, `${colors.bold(oneLine(root))}\n`);
  const shown = reviews.filter(({ status }) => all || status !== 'unchanged');
  const seen = new Set<string>();
  for (const review of shown) {
    print(io, titleOf(review, colors));
    for (const [title, text] of detailsOf(review, root)) print(io, `  ${title.padEnd(6)} ${wrap(text, width, 9)}`);
    for (const change of review.changes ?? []) printTrustChange(change, { io, root, seen });
    print(io, '');
  }
  const unchangedCount = reviews.length - shown.length;
  if (unchangedCount > 0) print(io, colors.dim(`${countNoun(unchangedCount, 'hook')} unchanged\n`));
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  if (errors > 0)
    print(io, colors.yellow(`${countNoun(errors, 'error')} in hook files: see "anyhook hooks validate"\n`));
}

const paints = { new: 'yellow', unconfirmed: 'yellow', changed: 'red', deleted: 'red', unchanged: 'green' } as const;

function titleOf({ hook, status }: HookReview, colors: Colors): string {
  const matchText = `${hook.nativeEvent}  ${hook.dialect}, ${matchSummary(hook)}`;
  return `${colors[paints[status]](status.padEnd(9))}  ${colors.bold(oneLine(hook.id))}  ${colors.dim(matchText)}`;
}

function detailsOf({ hook, status, why }: HookReview, root: string): readonly (readonly [string, string])[] {
  if (status === 'deleted') return [['gone', 'it will be forgotten']];
  const withoutRoot = (text: string) => textWithoutFolder(text, root);
  const runs = withoutRoot(handlerText(hook.handler));
  const files = trustedFiles(hook).map((file) => pathFromFolder(file, root));
  return [
    ...(why === undefined ? [] : [['why', oneLine(withoutRoot(why))] as const]),
    ['runs', runs],
    ['files', files.join(', ')],
    ...lookAlikes([hook.id, runs, ...files].join(' ')).map((one) => ['letter', lookAlikeText(one)] as const),
    ...gapsOf(hook).map(
      ({ what, why: reason }) =>
        ['gap', `runs something that is not covered: ${oneLine(withoutRoot(what))} (${reason})`] as const,
    ),
  ];
}
