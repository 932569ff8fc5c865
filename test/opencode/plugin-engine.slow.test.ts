import { engineSuite } from '../plugin-engine.js';
import { callOf, world } from './plugin-world.js';

const event = 'tool.execute.before';

engineSuite(async (t, launcher) => {
  const { dir, hook } = await world(t, { launcher, args: ['opencode'], timeouts: { [event]: 60_000 } });
  let last = 0;
  return {
    dir,
    refusal: async (command) => {
      const { input, output } = callOf(`c${++last}`, { command });
      const refused = await hook(event)(input, output).catch((error: unknown) => error as Error);
      return refused?.message;
    },
  };
});
