import { readFileSync } from 'node:fs';

const { ability_id, args = {}, caller } = JSON.parse(readFileSync(0, 'utf8'));
const guard = {
  source_event: 'PreAbilityCall',
  hook_id: 'ability_guard',
  kind: 'ability_guard',
  code: 'ABILITY_DENIED',
  severity: 'error',
  payload: { ability_id, reason: `REASON-OF-GUARD: not from ${caller?.source}.` },
};
const isHit = caller?.source === 'ai_session' && String(args.name).includes('refused');
console.log(JSON.stringify({ hook_signals: isHit ? [guard] : [] }));
