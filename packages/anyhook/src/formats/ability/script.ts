import { firstScripts } from '../../../.cache/first-scripts.js';
import { type ScriptTemplate, scriptText } from '../kit/script-template.js';

const protocol = ['Prints one HookResult as JSON; a non-zero exit is a failure, not an answer.'];

/** A first script that only logs: an ability hook decides by signals that depend on its event. */
export const abilityScript: ScriptTemplate = (language, facts) => ({
  ...scriptText(firstScripts.ability, language, facts, { protocol }),
  refuses: false,
});
