import { now, userPaths } from '@anyhook/core';
import { readOffSwitch, switchHooksOff, switchHooksOn } from '../../switches/off-switch.js';
import { examplesText, type RegisterCommand } from '../terminal/context.js';
import { parseDurationMs } from '../terminal/duration.js';
import { requireHuman } from '../terminal/human.js';
import { exitCodes, print } from '../terminal/io.js';
import { refuseIfLocked } from '../terminal/refuse-if-locked.js';

const defaultDuration = '30m';

/** `anyhook off`: the person's kill switch. */
export const addOff: RegisterCommand = (program, context) => {
  const { io } = context;
  program
    .command('off')
    .summary('disable all hooks for a while')
    .description('Disables hooks in every agent for this time, or until "anyhook on". Needs a person at a terminal.')
    .argument('[duration]', 'such as 90s, 30m or 2h; at most 24h', defaultDuration)
    .addHelpText('after', examplesText('anyhook off 30m'))
    .action(async (duration: string) => {
      const person = requireHuman(io, {
        action: '"anyhook off"',
        advice: 'an agent must not switch off its own guard',
      });
      const durationMs = parseDurationMs(duration);
      refuseIfLocked('"anyhook off" is refused', io);
      if (!(await person.confirm({ action: 'switch all hooks off' }))) {
        context.exitCode = exitCodes.error;
        return print(io, 'hooks stay on');
      }
      const until = now() + durationMs;
      switchHooksOff(userPaths(io.env, io.home).state, until);
      print(io, `hooks are off until ${new Date(until).toLocaleString('sv')}; "anyhook on" switches them on again`);
    });
};

/** `anyhook on`: ends `anyhook off`. */
export const addOn: RegisterCommand = (program, { io }) => {
  program
    .command('on')
    .summary('enable hooks again after "anyhook off"')
    .description('Enables hooks again after "anyhook off".')
    .addHelpText('after', examplesText('anyhook on'))
    .action(() => {
      const { state } = userPaths(io.env, io.home);
      const wasOff = readOffSwitch(state, now()) !== undefined;
      switchHooksOn(state);
      print(io, wasOff ? 'hooks are on again' : 'hooks were already on');
    });
};
