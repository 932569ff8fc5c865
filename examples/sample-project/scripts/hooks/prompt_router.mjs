// Suggests what to read and what to run for a request about prices.
import { readFileSync } from 'node:fs';

const { user_raw_input = '' } = JSON.parse(readFileSync(0, 'utf8'));
const hint = {
  source_event: 'PromptSubmit',
  hook_id: 'prompt_router',
  kind: 'routing_hint',
  code: 'ROUTE_SUGGESTION',
  payload: {
    suggested_documents: [{ path: 'docs/pricing.md', reason: 'The request is about prices.' }],
    suggested_abilities: [{ id: 'run_command', reason: 'npm test checks the totals.', confidence: 0.9 }],
  },
};
console.log(JSON.stringify({ hook_signals: /price|discount|total/i.test(user_raw_input) ? [hint] : [] }));
