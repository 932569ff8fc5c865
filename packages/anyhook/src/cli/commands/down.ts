import { userPaths, writeAtomic } from '@anyhook/core';
import { controlEngine } from '../../resident/control-engine.js';
import { engineFiles } from '../../resident/instance.js';
import { examplesText, type RegisterCommand } from '../terminal/context.js';
import { exitCodes, print } from '../terminal/io.js';
import { letPersonDecide, requirePerson } from '../terminal/terminal.js';

/** `anyhook down`: stops the resident engine. */
export const addDown: RegisterCommand = (program, context) => {
  const { io } = context;
  program
    .command('down')
    .summary('stop the resident engine')
    .description(
      'Stops the engine after its current work. Hooks keep working: events are answered without it, more slowly. The next event starts it again, unless --stay. Needs a person at a terminal.',
    )
    .option('--stay', 'do not start it again until "anyhook up"')
    .addHelpText('after', examplesText('anyhook down', 'anyhook down --stay'))
    .action(async ({ stay }: { readonly stay?: true }) => {
      const person = requirePerson(io, '"anyhook down"', 'an agent does not need to stop the engine');
      const { state } = userPaths(io.env, io.home);
      if (!stay && !(await controlEngine(state, 'status', 2_000))) return print(io, 'the engine was not running');
      if (!(await letPersonDecide(io, person, { deed: 'stop the engine' }))) {
        context.exitCode = exitCodes.error;
        return print(io, 'the engine was not stopped');
      }
      if (stay) writeAtomic(`${state}/${engineFiles.staysDown}`, '');
      const report = await controlEngine(state, 'quit', 2_000);
      const restartNote = stay ? '; events do not start it again until "anyhook up"' : '';
      print(io, `${report ? `stopping the engine (pid ${report.pid})` : 'the engine was not running'}${restartNote}`);
    });
};
