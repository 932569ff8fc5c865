import { pluginEngineSuite } from '../support/plugin-engine-suite.js';
import { bashCall, loadExtension, type PiFields } from './extension-world.js';

pluginEngineSuite(async (t, script, fixed) => {
  const { dir, fire } = await loadExtension(t, {
    script,
    args: ['pi', ...fixed],
    events: ['tool_call'],
    timeoutMs: 60_000,
  });
  let last = 0;
  return {
    dir,
    refusal: async (command) => {
      const refused = (await fire('tool_call', { ...bashCall(command), toolCallId: `c${++last}` })) as
        | PiFields
        | undefined;
      return refused?.['block'] === true ? String(refused['reason']) : undefined;
    },
  };
});
