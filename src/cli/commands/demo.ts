import { examples, type Register } from '../lib/context.js';

/** `anyhook demo`. */
export const addDemo: Register = (program, context) => {
  program
    .command('demo')
    .summary('play a scripted agent turn through a sample project')
    .description('Plays a scripted agent turn through a sample project with hooks in all five formats.')
    .addHelpText('after', examples('anyhook demo'))
    .action(async () => {
      const { demo } = await import('../lib/demo.js');
      context.exitCode = await demo(context.io);
    });
};
