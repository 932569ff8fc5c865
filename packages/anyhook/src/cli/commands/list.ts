import type { FormatName } from '@anyhook/core';
import { userPaths } from '@anyhook/core';
import { openProject } from '../../answer/engine.js';
import { hookEntries, hookFilter, hooksInOrder } from '../../hooks/list-hooks.js';
import { printHooks } from '../print/hooks.js';
import { type CommandContext, examplesText, type RegisterCommand } from '../terminal/context.js';
import { colorsFor, print, printJson, worldOf } from '../terminal/io.js';
import { cwdOption, eventOption, formatOption, jsonOption, trustOption } from '../terminal/options.js';
import { seenFileLines, seenFilesOf } from '../terminal/seen-files.js';

interface Options {
  readonly event?: string;
  readonly format?: FormatName;
  readonly json?: true;
  readonly cwd?: string;
  readonly trustProject?: true;
}

/** `anyhook list`: the hooks found here, in execution order. */
export const addList: RegisterCommand = (program, context) => {
  program
    .command('list')
    .summary('list your hooks and those of this project')
    .description('Lists your hooks and those of this project by event, in the order in which they run.')
    .addOption(eventOption('only hooks of this event: tool.before, PreToolUse, docker:stop, …'))
    .addOption(formatOption('--format <name>', 'only hooks of this format'))
    .addOption(jsonOption())
    .addOption(cwdOption())
    .addOption(trustOption())
    .addHelpText('after', examplesText('anyhook list --event tool.before', 'anyhook list --json'))
    .action((options: Options) => list(options, context));
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
