import type { LoadedHook } from '@anyhook/core';
import { commands } from '../../../.cache/commands.js';
import { openProject } from '../../answer/engine.js';
import { formats } from '../../formats/index.js';
import type { Format } from '../../formats/kit/format.js';
import { addCommand } from '../terminal/add-command.js';
import type { RegisterCommand } from '../terminal/context.js';
import { type Io, print, worldOf } from '../terminal/io.js';
import { countNoun } from '../terminal/text.js';

export const addPrompt: RegisterCommand = (program, { io }) => {
  addCommand(program, commands['hooks prompt']).action(
    async ({ cwd, trustProject }: { cwd?: string; trustProject?: true }) => {
      const { hooks } = await openProject(worldOf(io, cwd), trustProject && 'project');
      for (const format of Object.values(formats)) await printBlock(format, hooks, io);
    },
  );
};

/** Prints the block of one format, if the format has one. */
async function printBlock({ name, promptBlock }: Format, hooks: readonly LoadedHook[], io: Io): Promise<void> {
  if (!promptBlock) return;
  const formatHooks = hooks.filter(({ hook }) => hook.dialect === name);
  const active = formatHooks.filter(({ state }) => state.kind === 'active');
  const describe = await promptBlock();
  print(io, describe(active.map(({ hook }) => hook)));
  // The description of an untrusted hook must not reach a model.
  const skippedCount = formatHooks.length - active.length;
  const verb = skippedCount === 1 ? 'does not run' : 'do not run';
  if (skippedCount > 0)
    io.stderr.write(`anyhook: left out ${countNoun(skippedCount, 'hook')} that ${verb}: see "anyhook list"\n`);
}
