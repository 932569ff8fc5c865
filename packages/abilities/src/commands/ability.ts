import type { Colors, CommandContext, Io, RegisterCommand, TableCell } from '@anyhook/anyhook';
import {
  colorsFor,
  countNoun,
  cwdOption,
  examplesText,
  exitCodes,
  hasError,
  inFileOrder,
  jsonOption,
  oneLine,
  openProject,
  print,
  printJson,
  problemCounts,
  problemEntry,
  problemLine,
  tableLines,
  terminalWidth,
  trustOption,
  worldOf,
} from '@anyhook/anyhook';
import { AnyhookError, nearestWord } from '@anyhook/core';
import type { Command } from 'commander';
import { abilityEntry, countAbilities, environmentsText, printAbility } from '../print/ability.js';
import type { AbilityState, LoadedAbility } from '../registry/ability.js';
import { checkAbilities } from '../registry/check-abilities.js';
import { isUsableIn } from '../registry/find-abilities.js';
import { openAbilities, type ProjectRegistry } from '../registry/open-abilities.js';
import { abilityView, registryFileView } from '../registry/views.js';

interface Options {
  readonly json?: true;
  readonly cwd?: string;
  readonly trustProject?: true;
}

/** `anyhook ability`: the abilities in the project's registry. */
export const addAbility: RegisterCommand = (program, context) => {
  const command = program
    .command('ability')
    .summary('show and check the abilities of this project')
    .description('Shows and checks the abilities in .system/registry, which the tool runner can run.')
    .helpCommand(false)
    .addHelpText('after', examplesText('anyhook ability list', 'anyhook ability show db.write.user_row'));
  addList(command, context);
  addShow(command, context);
  addValidate(command, context);
};

function addList(ability: Command, { io }: CommandContext): void {
  ability
    .command('list')
    .summary('list the abilities of this project')
    .description('Lists the abilities of this project with their state. Untrusted and changed ones do not run.')
    .option('--environment <name>', 'only abilities that can be used in this environment')
    .addOption(jsonOption())
    .addOption(cwdOption())
    .addOption(trustOption())
    .addHelpText('after', examplesText('anyhook ability list', 'anyhook ability list --environment prod --json'))
    .action(async (options: Options & { readonly environment?: string }) => {
      const { environment } = options;
      const registry = await openRegistry(options, io);
      const { loaded } = registry;
      const shown = environment === undefined ? loaded : loaded.filter((one) => isUsableIn(one.ability, environment));
      const sorted = [...shown].sort((a, b) => (a.ability.name < b.ability.name ? -1 : 1));
      if (options.json) return printJson(io, sorted.map(abilityEntry));
      printList(sorted, registry, io);
    });
}

function addShow(ability: Command, { io }: CommandContext): void {
  ability
    .command('show')
    .summary('show one ability in full')
    .description(
      'Shows one ability: what it runs, where it may be used, its input and output, the hooks that guard it.',
    )
    .argument('<name>', 'its operation key or ability id')
    .addOption(jsonOption())
    .addOption(cwdOption())
    .addOption(trustOption())
    .addHelpText('after', examplesText('anyhook ability show db.write.user_row', 'anyhook ability show release --json'))
    .action(async (name: string, options: Options) => {
      const { loaded } = await openRegistry(options, io);
      const found =
        loaded.find(({ ability: { name: abilityName } }) => abilityName === name) ?? throwUnknownAbility(name, loaded);
      if (!options.json) return printAbility(found, io);
      printJson(io, {
        ...abilityEntry(found),
        ...abilityView(found),
        ...registryFileView(found.ability),
        ...sourceEntry(found),
      });
    });
}

const sourceEntry = ({ ability: { root, files }, state }: LoadedAbility) => ({ root, files, state: state.kind });

function addValidate(ability: Command, context: CommandContext): void {
  const { io } = context;
  ability
    .command('validate')
    .summary('check the registry files')
    .description(
      'Checks every registry file: fields, names, steps, JSON Schemas, and hooks that abilities name. Exits 1 on an error.',
    )
    .addOption(jsonOption())
    .addOption(cwdOption())
    .addHelpText('after', examplesText('anyhook ability validate', 'anyhook ability validate --json'))
    .action(async (options: Options) => {
      const world = worldOf(io, options.cwd);
      const project = await openProject(world);
      const registry = await checkAbilities(project, world);
      const problems = inFileOrder(registry.problems);
      if (hasError(problems)) context.exitCode = exitCodes.error;
      if (options.json) return printJson(io, problems.map(problemEntry));
      const colors = colorsFor(io);
      const folderIo: Io = { ...io, cwd: world.cwd };
      for (const one of problems) print(io, problemLine(one, folderIo, colors));
      const abilityCount = countAbilities(registry.abilities.length);
      if (problems.length > 0) return print(io, `${problemCounts(problems)}; ${abilityCount} loaded`);
      print(io, registry.abilities.length === 0 ? noAbilitiesText(project.root) : `${abilityCount}, no problems`);
    });
}

type OpenedProject = ProjectRegistry & { readonly root: string };

async function openRegistry(options: Options, io: Io): Promise<OpenedProject> {
  const world = worldOf(io, options.cwd);
  const project = await openProject(world, options.trustProject && 'project');
  return { ...(await openAbilities(project, world)), root: project.root };
}

const noAbilitiesText = (root: string): string =>
  `no abilities in ${oneLine(root)}: they are YAML files in .system/registry/low-level and .system/registry/high-level`;

function throwUnknownAbility(name: string, loaded: readonly LoadedAbility[]): never {
  const near = nearestWord(
    name,
    loaded.map(({ ability }) => ability.name),
  );
  const hint = near
    ? `did you mean "${near}"?`
    : 'see "anyhook ability list", and "anyhook ability validate" for files that do not load';
  throw new AnyhookError('BAD_ARGUMENT', `no ability is called "${name}" here; ${hint}`);
}

const titles = ['name', 'type', 'version', 'environments', 'state', 'summary'];

function printList(shown: readonly LoadedAbility[], { loaded, problems, root }: OpenedProject, io: Io): void {
  const colors = colorsFor(io);
  const header = titles.map((text): TableCell => ({ text, paint: colors.bold }));
  if (shown.length === 0)
    print(
      io,
      loaded.length > 0
        ? 'no matching abilities'
        : problems.length > 0
          ? 'no ability here can be used'
          : noAbilitiesText(root),
    );
  else print(io, tableLines([header, ...shown.map((one) => rowOf(one, colors))], terminalWidth(io)).join('\n'));
  const untrustedCount = shown.filter(({ state }) => state.kind !== 'active').length;
  if (untrustedCount > 0)
    print(io, colors.yellow(`${countAbilities(untrustedCount)} not trusted: see "anyhook trust"`));
  if (problems.length > 0)
    print(
      io,
      colors.yellow(`${countNoun(problems.length, 'problem')} in registry files: see "anyhook ability validate"`),
    );
}

const rowOf = ({ ability, state }: LoadedAbility, colors: Colors): readonly TableCell[] => [
  { text: oneLine(ability.name), paint: colors.cyan },
  { text: ability.type },
  { text: oneLine(ability.version) },
  { text: oneLine(environmentsText(ability)) },
  { text: state.kind, paint: colors[stateColors[state.kind]] },
  { text: oneLine(ability.summary) },
];

const stateColors: Readonly<Record<AbilityState['kind'], 'green' | 'yellow' | 'red'>> = {
  active: 'green',
  untrusted: 'yellow',
  changed: 'red',
};
