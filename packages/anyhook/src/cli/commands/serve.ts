import { commands } from '../../../.cache/commands.js';
import { addCommand } from '../terminal/add-command.js';
import type { RegisterCommand } from '../terminal/context.js';
import { asArguments } from '../terminal/options.js';

/** The binary handles it before this file is loaded, except for `--help`. */
export const addServe: RegisterCommand = (program) => {
  addCommand(program, commands.serve).action(async (options: Readonly<Record<string, string | true>>) => {
    const { serveClients } = await import('../entries/serve.js');
    await serveClients(asArguments(options));
  });
};
