import { examplesText, type RegisterCommand } from '../terminal/context.js';

/** `anyhook demo`. */
export const addDemo: RegisterCommand = (program, context) => {
  program
    .command('demo')
    .summary('play a scripted agent turn through a sample project')
    .description('Plays a scripted agent turn through a sample project with hooks in five formats.')
    .addHelpText('after', examplesText('anyhook demo'))
    .action(async () => {
      const { runDemo } = await import('../terminal/demo.js');
      context.exitCode = await runDemo(context.io);
    });
};
