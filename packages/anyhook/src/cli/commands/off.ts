import { now, userPaths } from '@anyhook/core';
import { commands } from '../../../.cache/commands.js';
import { readOffSwitch, switchHooksOff, switchHooksOn } from '../../switches/off-switch.js';
import { addCommand } from '../terminal/add-command.js';
import type { RegisterCommand } from '../terminal/context.js';
import { parseDurationMs } from '../terminal/duration.js';
import { requireHuman } from '../terminal/human.js';
import { exitCodes, print } from '../terminal/io.js';
import { refuseIfLocked } from '../terminal/refuse-if-locked.js';

const defaultDuration = '30m';

export const addOff: RegisterCommand = (program, context) => {
  const { io } = context;
  addCommand(program, commands.off, { duration: defaultDuration }).action(async (duration: string) => {
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

export const addOn: RegisterCommand = (program, { io }) => {
  addCommand(program, commands.on).action(() => {
    const { state } = userPaths(io.env, io.home);
    const wasOff = readOffSwitch(state, now()) !== undefined;
    switchHooksOn(state);
    print(io, wasOff ? 'hooks are on again' : 'hooks were already on');
  });
};
