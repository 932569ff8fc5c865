import { commands } from '../../../.cache/commands.js';
import { addCommand } from '../terminal/add-command.js';
import type { RegisterCommand } from '../terminal/context.js';

/** The binary handles it before this file is loaded, except for `--help`. */
export const addUi: RegisterCommand = (program, { io }) => {
  addCommand(program, commands.ui).action(
    async ({ port, open, cwd }: { readonly port?: string; readonly open: boolean; readonly cwd?: string }) => {
      const { serveUi } = await import('../entries/ui.js');
      const args = [
        ...(port === undefined ? [] : ['--port', port]),
        ...(open ? [] : ['--no-open']),
        ...(cwd === undefined ? [] : ['--cwd', cwd]),
      ];
      await serveUi(args, io);
    },
  );
};
