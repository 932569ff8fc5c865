import type { Io, Project, TrustReview, World } from '@anyhook/anyhook';
import { colorsFor, countNoun, oneLine, pathFromFolder, print, terminalWidth, wrap } from '@anyhook/anyhook';
import { isoNow, type Problem, textWithoutFolder, userPaths } from '@anyhook/core';
import { changeText, countAbilities, runTexts } from '../print/ability.js';
import type { LoadedAbility } from '../registry/ability.js';
import { openAbilities } from '../registry/open-abilities.js';
import { abilityLock, abilityStates, recordAbilityTrust } from '../registry/trust.js';

/** The abilities of a project, compared with what a person trusted before. */
export async function reviewAbilities(project: Project, world: World): Promise<TrustReview> {
  const { root, snapshot } = project;
  const user = userPaths(world.env, world.home);
  const registry = await openAbilities(project, world);
  const loaded = abilityStates(registry, root, user, 'ask');
  return {
    one: 'ability',
    many: 'abilities',
    total: loaded.length,
    untrusted: loaded.filter(({ state }) => state.kind !== 'active').length,
    print: (io, options) => printAbilityReview(loaded, { root, problems: registry.problems }, io, options),
    trust: () => recordAbilityTrust(registry, { root, levels: snapshot.levels }, user, isoNow()),
    locked: () => ({ abilities: abilityLock(registry, root) }),
  };
}

const stateWords = { active: 'unchanged', untrusted: 'new', changed: 'changed' } as const;
const paints = { active: 'green', untrusted: 'yellow', changed: 'red' } as const;

/** Prints what abilities would run. Commands are never cut: a person must see everything that they trust. */
function printAbilityReview(
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
