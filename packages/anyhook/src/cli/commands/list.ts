import { userPaths } from '@anyhook/core';
import { commands } from '../../../.cache/commands.js';
import { openProject } from '../../answer/engine.js';
import { hookEntries, hookFilter, hooksInOrder } from '../../hooks/list-hooks.js';
import { printHooks } from '../print/hooks.js';
import { addCommand, type OptionsOf } from '../terminal/add-command.js';
import type { CommandContext, RegisterCommand } from '../terminal/context.js';
import { colorsFor, print, printJson, worldOf } from '../terminal/io.js';
import { seenFileLines, seenFilesOf } from '../terminal/seen-files.js';

type Options = OptionsOf<typeof commands.list>;

export const addList: RegisterCommand = (program, context) => {
  addCommand(program, commands.list).action((options: Options) => list(options, context));
};

async function list(options: Options, { io }: CommandContext): Promise<void> {
  const select = hookFilter(options);
  const project = await openProject(worldOf(io, options.cwd), options.trustProject && 'project');
  const shown = hooksInOrder(project).filter(select);
  if (options.json) printJson(io, hookEntries(shown, project, userPaths(io.env, io.home)));
  else {
    printHooks(shown, project, io);
    const isWhole = options.event === undefined && options.format === undefined;
    const seen = isWhole
      ? await seenFilesOf(
          worldOf(io, options.cwd).cwd,
          io,
          project.hooks.map(({ hook }) => hook),
        )
      : [];
    for (const line of seenFileLines(seen, io)) print(io, colorsFor(io).dim(line));
  }
}
