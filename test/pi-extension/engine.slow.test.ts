import { engineSuite } from '../plugin-engine.js';
import { bash, type Fields, load } from './world.js';

engineSuite(async (t, script) => {
  const { dir, fire } = await load(t, { script, args: ['pi'], events: ['tool_call'], timeoutMs: 60_000 });
  let last = 0;
  return {
    dir,
    refusal: async (command) => {
      const refused = (await fire('tool_call', { ...bash(command), toolCallId: `c${++last}` })) as Fields | undefined;
      return refused?.['block'] === true ? String(refused['reason']) : undefined;
    },
  };
});
