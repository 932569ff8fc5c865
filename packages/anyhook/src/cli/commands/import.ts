import { homeIn, pathFromHome } from '@anyhook/core';
import { commands } from '../../../.cache/commands.js';
import { returnMovedHooks } from '../../add/import-back.js';
import { moveHooks } from '../../add/import-hooks.js';
import { type ImportMove, type ImportMoves, movedCount, planMoves } from '../../add/import-moves.js';
import { type ImportableHook, importableHooks } from '../../add/import-plan.js';
import { openProject } from '../../answer/engine.js';
import { connectedAgents } from '../../install/init-plan.js';
import { installWorld } from '../../install/install-world.js';
import { importReport, printImport } from '../print/import.js';
import { addCommand, type OptionsOf } from '../terminal/add-command.js';
import { connectForNewHooks } from '../terminal/connect-agents.js';
import type { CommandContext, RegisterCommand } from '../terminal/context.js';
import { type Human, requireHuman } from '../terminal/human.js';
import { colorsFor, exitCodes, print, printJson, worldOf } from '../terminal/io.js';
import { packagesForScripts } from '../terminal/package-stores.js';
import { seenFilesOf } from '../terminal/seen-files.js';
import { symbolsFor } from '../terminal/symbols.js';
import { countNoun, oneLine, wrap } from '../terminal/text.js';

type Options = OptionsOf<(typeof commands)['hooks import']>;

export const addImport: RegisterCommand = (program, context) => {
  addCommand(program, commands['hooks import']).action((options: Options) => importHooks(options, context));
};

async function importHooks(given: Options, context: CommandContext): Promise<void> {
  const { io } = context;
  const options: Options = { ...given, ...(given.list && { dryRun: true as const }) };
  const typed = options.undo ? 'hooks import --undo' : 'hooks import';
  const person = options.dryRun
    ? undefined
    : requireHuman(io, { ...options, action: `"anyhook ${typed}"`, advice: packagesForScripts });
  if (options.undo) return undoImport(person, options, context);
  const world = worldOf(io, options.cwd);
  const machine = installWorld(world);
  const project = await openProject(world);
  const agents = await connectedAgents(machine, 'user');
  const found = importableHooks(project, agents);
  const seen = await seenFilesOf(
    world.cwd,
    io,
    project.hooks.map(({ hook }) => hook),
  );
  const chosen = found.filter(({ verdict: { kind } }) => kind === 'possible' || (options.all && kind === 'everywhere'));
  const planned = await planMoves(
    chosen.map(({ hook }) => hook),
    machine.place.home,
  );
  const { moves } = planned;
  if (!options.json) printImport(io, found, { agents, seen });
  const isAgreed = moves.length > 0 && person !== undefined && (await isConfirmed(person, moves, options));
  if (isAgreed) for (const move of moves) await moveHooks(move, world, machine);
  const { problems } = isAgreed ? await connectForNewHooks(world, 'user') : { problems: [] };
  if (problems.length > 0) context.exitCode = exitCodes.error;
  if (options.json) return printJson(io, importReport(found, moves, isAgreed));
  for (const problem of problems) print(io, oneLine(problem));
  printEnd(context, { found, ...planned, isAgreed, isDry: options.dryRun === true });
}

function isConfirmed(person: Human, moves: readonly ImportMove[], { yes }: Options): Promise<boolean> {
  const count = moves.reduce((sum, move) => sum + movedCount(move), 0);
  const [they, back] = count === 1 ? ['It moves', 'it'] : ['They move', 'them'];
  const action = `import ${countNoun(count, 'hook')}`;
  const question = `${action.replace(/^i/, 'I')}? ${they} to ~/.config/anyhook; uninstall moves ${back} back.`;
  return person.confirm({ question, isYes: yes, action });
}

interface ImportEnd extends ImportMoves {
  readonly found: readonly ImportableHook[];
  readonly isAgreed: boolean;
  readonly isDry: boolean;
}

function printEnd({ io }: CommandContext, { found, moves, unmovable, isAgreed, isDry }: ImportEnd): void {
  const { good } = symbolsFor(io, colorsFor(io));
  const home = homeIn(io.env) ?? io.home;
  if (found.length === 0) print(io, 'Your agents have no hooks in their own settings.');
  if (isAgreed)
    for (const move of moves)
      print(io, `  ${good} ${countNoun(movedCount(move), 'hook')} of ${pathFromHome(move.source, home)} imported`);
  else if (moves.length > 0) print(io, isDry ? 'Nothing was moved (--dry-run).' : 'Nothing was moved.');
  for (const { source, why } of unmovable)
    print(
      io,
      wrap(`Hooks in ${pathFromHome(source, home)} stay there: ${why}. "anyhook init" runs them everywhere.`, 79, 0),
    );
}

async function undoImport(person: Human | undefined, options: Options, context: CommandContext): Promise<void> {
  const { io } = context;
  if (person && !(await person.confirm({ action: 'move all imported hooks back' }))) {
    context.exitCode = exitCodes.error;
    return print(io, 'Nothing was moved.');
  }
  const world = worldOf(io, options.cwd);
  const { paths, problems } = await returnMovedHooks(world, { isDry: options.dryRun === true });
  const home = homeIn(io.env) ?? io.home;
  if (problems.length > 0) context.exitCode = exitCodes.error;
  if (options.json) return printJson(io, { back: paths, written: !options.dryRun, problems });
  for (const problem of problems) print(io, wrap(oneLine(problem), 79, 0));
  if (paths.length === 0 && problems.length === 0) return print(io, 'No hook was imported.');
  const verb = options.dryRun ? 'would move back into' : 'moved back into';
  for (const path of paths) print(io, `${verb} ${pathFromHome(path, home)}`);
}
