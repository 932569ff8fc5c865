import type { SeenCall } from '../../../guard/shell/seen-calls.js';
import type { CodePlaces } from './code-places.js';

const nouns = /^(?:plugins?|extensions?|packages?|mods?|marketplaces?)$/;
const verbs = /^(?:install|i|add|enable|link|update|upgrade|import)$/;

/** The agent into which a call installs code: `claude plugin install x`, `gemini extensions link .`, `pi install npm:x`. */
export function installsInto({ name, argv }: SeenCall, code: readonly CodePlaces[]): string | undefined {
  const agent = code.find(({ programs }) => programs.includes(name));
  if (!agent) return undefined;
  const words = argv.slice(1).filter((word) => !word.startsWith('-'));
  const noun = words.findIndex((word) => nouns.test(word));
  const installs = noun >= 0 ? words.slice(noun + 1).some((word) => verbs.test(word)) : words[0] === 'install';
  return installs ? agent.title : undefined;
}
