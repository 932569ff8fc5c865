import { commands } from '../../../.cache/commands.js';
import { addCommand } from '../terminal/add-command.js';
import type { RegisterCommand } from '../terminal/context.js';
import { asArguments } from '../terminal/options.js';

type RunFlags = { readonly fixed?: readonly string[] } & Readonly<Record<string, string | true>>;

/** The fast entry reads its options without loading this file. */
export const addRun: RegisterCommand = (program, context) => {
  addCommand(program, commands.run).action(async ({ fixed = [], ...options }: RunFlags) => {
    const { runEntry } = await import('../entries/run.js');
    const fixedArgs = fixed.flatMap((text) => ['--fixed', text]);
    context.exitCode = await runEntry([...asArguments(options), ...fixedArgs]);
  });
};
