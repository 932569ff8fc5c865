import { AnyhookError, homeIn, pathFromHome } from '@anyhook/core';
import { commands } from '../../../.cache/commands.js';
import { takeBackEntries } from '../../add/entry-changes.js';
import { removePackage } from '../../add/store.js';
import { installWorld } from '../../install/install-world.js';
import { packageTitle } from '../print/packages.js';
import { addCommand, type OptionsOf } from '../terminal/add-command.js';
import { connectForNewHooks } from '../terminal/connect-agents.js';
import type { CommandContext, RegisterCommand } from '../terminal/context.js';
import { requireHuman } from '../terminal/human.js';
import { exitCodes, print, printJson, worldOf } from '../terminal/io.js';
import { namedPackages, packagesForScripts, storedPackages } from '../terminal/package-stores.js';
import { countNoun } from '../terminal/text.js';

type Options = OptionsOf<(typeof commands)['hooks remove']>;

export const addRemove: RegisterCommand = (program, context) => {
  addCommand(program, commands['hooks remove']).action((names: readonly string[], options: Options) =>
    remove(names, options, context),
  );
};

async function remove(names: readonly string[], options: Options, context: CommandContext): Promise<void> {
  const { io } = context;
  const typed = `hooks remove ${names.join(' ')}`;
  const person = options.dryRun
    ? undefined
    : requireHuman(io, { ...options, action: `"anyhook ${typed}"`, advice: packagesForScripts });
  const world = worldOf(io, options.cwd);
  const found = namedPackages(names, storedPackages(world, options.scope));
  const home = homeIn(io.env) ?? io.home;
  const imported = found.find(({ locked }) => locked.kind === 'import');
  if (imported)
    throw new AnyhookError(
      'BAD_ARGUMENT',
      `the hooks of ${imported.name} were in ${imported.locked.source}: "anyhook hooks import --undo" moves them back`,
    );
  const report = (isRemoved: boolean) =>
    printJson(
      io,
      found.map(({ name, store, locked }) => ({ name, scope: store.scope, source: locked.source, removed: isRemoved })),
    );
  if (!options.json)
    for (const { name, store, locked } of found)
      print(
        io,
        `${packageTitle({ name, ...locked })}: ${countNoun(Object.keys(locked.files).length, 'file')} in ${pathFromHome(store.folder, home)}`,
      );
  if (!person) return options.json ? report(false) : print(io, 'Nothing was removed (--dry-run).');
  const action = `remove ${countNoun(found.length, 'package')}`;
  const question = 'Remove it? Its hooks will no longer run.';
  if (!(await person.confirm({ question, isYes: options.yes, action }))) {
    context.exitCode = exitCodes.error;
    return print(io, 'Nothing was removed.');
  }
  for (const { name, store } of found) {
    await removePackage(store, name, world);
    await takeBackEntries(installWorld(world), name);
    // Adds back entries that other hooks need.
    await connectForNewHooks(world, store.scope);
  }
  if (options.json) report(true);
  else print(io, `removed ${countNoun(found.length, 'package')}`);
}
