// Denies changes below config/prod*, and asks for a person who may allow them.
// Agents on Windows write paths with backslashes.
import { readFileSync } from 'node:fs';

const { ability_id, args = {} } = JSON.parse(readFileSync(0, 'utf8'));
const paths = [args.path, ...(args.paths ?? [])].filter((path) => typeof path === 'string');
const hit = paths.find((path) => /(^|[\\/])config[\\/]prod[^\\/]*$/.test(path));

const guard = {
  source_event: 'PreAbilityCall',
  hook_id: 'prod_config_guard',
  kind: 'ability_guard',
  code: 'ABILITY_DENIED',
  severity: 'error',
  payload: { ability_id, reason: `${hit} is the production configuration: a person must agree.`, require_human: true },
};
console.log(JSON.stringify({ hook_signals: hit ? [guard] : [] }));
