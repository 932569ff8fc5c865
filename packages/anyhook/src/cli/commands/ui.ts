import { examplesText, type RegisterCommand } from '../terminal/context.js';
import { cwdOption } from '../terminal/options.js';

/** `anyhook ui`. The binary handles it before this file is loaded, except for `--help`. */
export const addUi: RegisterCommand = (program, { io }) => {
  program
    .command('ui')
    .summary('show what hooks decide in your browser')
    .description(
      'Serves a page to the browser of this machine: decisions as they are made, the reason for each, and the calls that wait for you. Only this machine can reach it. It ends with its terminal. Agents cannot start it.',
    )
    .option('--port <n>', 'port (default: any free one); the same one on both sides for ssh -L')
    .option('--no-open', 'print the address instead of opening the browser')
    .addOption(cwdOption())
    .addHelpText('after', examplesText('anyhook ui', 'anyhook ui --no-open --port 7777'))
    .action(async ({ port, open, cwd }: { readonly port?: string; readonly open: boolean; readonly cwd?: string }) => {
      const { serveUi } = await import('../entries/ui.js');
      const args = [
        ...(port === undefined ? [] : ['--port', port]),
        ...(open ? [] : ['--no-open']),
        ...(cwd === undefined ? [] : ['--cwd', cwd]),
      ];
      await serveUi(args, io);
    });
};
