import { commands } from '../../../.cache/commands.js';
import { addCommand } from '../terminal/add-command.js';
import type { RegisterCommand } from '../terminal/context.js';

export const addDemo: RegisterCommand = (program, context) => {
  addCommand(program, commands.demo).action(async () => {
    const { runDemo } = await import('../terminal/demo.js');
    context.exitCode = await runDemo(context.io);
  });
};
