import { readFileSync } from 'node:fs';

const { ability_id, args = {} } = JSON.parse(readFileSync(0, 'utf8'));
const guard = {
  source_event: 'PreAbilityCall',
  hook_id: 'marker_guard',
  kind: 'ability_guard',
  code: 'ABILITY_DENIED',
  severity: 'error',
  payload: { ability_id, reason: 'REASON-OF-ABILITY: this command is refused.' },
};
const isHit = JSON.stringify(args).includes('ability-marker');
console.log(JSON.stringify({ hook_signals: isHit ? [guard] : [] }));
