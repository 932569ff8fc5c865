import { colorsFor, countNoun, type Io, oneLine, pathFromFolder, print, terminalWidth, wrap } from '@anyhook/anyhook';
import { type Problem, textWithoutFolder } from '@anyhook/core';
import type { LoadedAbility } from '../registry/ability.js';
import { changeText, countAbilities, runTexts } from './ability-text.js';

const stateWords = { active: 'unchanged', untrusted: 'new', changed: 'changed' } as const;
const paints = { active: 'green', untrusted: 'yellow', changed: 'red' } as const;

/** Prints what abilities would run. Commands are never cut: a person must see everything that they trust. */
export function printAbilityReview(
  loaded: readonly LoadedAbility[],
  { root, problems }: { readonly root: string; readonly problems: readonly Problem[] },
  io: Io,
  { all }: { readonly all: boolean },
): void {
  const colors = colorsFor(io);
  const width = terminalWidth(io);
  const shown = loaded.filter(({ state }) => all || state.kind !== 'active');
  for (const { ability, state } of shown) {
    const word = colors[paints[state.kind]](stateWords[state.kind].padEnd(9));
    const typeText = `ability, ${ability.type} ${oneLine(ability.version)}`;
    print(io, `${word}  ${colors.bold(oneLine(ability.name))}  ${colors.dim(typeText)}`);
    const withoutRoot = (text: string) => textWithoutFolder(text, root);
    const why = withoutRoot(changeText(state));
    const rows: readonly (readonly [string, string])[] = [
      ...(why === '' ? [] : [['why', why] as const]),
      ...runTexts(ability).map((text) => ['runs', withoutRoot(text)] as const),
      ['files', ability.files.map((file) => pathFromFolder(file, root)).join(', ')],
    ];
    for (const [title, text] of rows) print(io, `  ${title.padEnd(6)} ${wrap(text, width, 9)}`);
    print(io, '');
  }
  const unchangedCount = loaded.length - shown.length;
  if (unchangedCount > 0) print(io, colors.dim(`${countAbilities(unchangedCount)} unchanged\n`));
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  if (errors > 0)
    print(io, colors.yellow(`${countNoun(errors, 'error')} in registry files: see "anyhook ability validate"\n`));
}
