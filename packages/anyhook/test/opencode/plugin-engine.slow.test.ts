import { pluginEngineSuite } from '../support/plugin-engine-suite.js';
import { opencodeCall, opencodeWorld } from './plugin-world.js';

const event = 'tool.execute.before';

pluginEngineSuite(async (t, launcher, fixed) => {
  const { dir, hook } = await opencodeWorld(t, {
    launcher,
    args: ['opencode', ...fixed],
    timeouts: { [event]: 60_000 },
  });
  let last = 0;
  return {
    dir,
    refusal: async (command) => {
      const { input, output } = opencodeCall(`c${++last}`, { command });
      const refused = await hook(event)(input, output).catch((error: unknown) => error as Error);
      return refused?.message;
    },
  };
});
