import type { Quirk } from '../../../src/agents/agent.js';

/** What the toy does that one would not guess. */
export const quirks: readonly Quirk[] = [
  {
    id: 1,
    versions: '1.0.0',
    behaviour: 'It stops playing only if the answer has a field "no".',
    answer: 'A deny is {"no": reason} with exit 0.',
    source: 'measured',
  },
];
