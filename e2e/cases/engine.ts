import type { Case } from './case.js';
import { nothing, whole } from './sight.js';

/** The first event starts the engine, in a home where there was none. */
export const engineAnswers: Case = {
  name: 'the resident engine answers events',
  see: ({ engineEvents }) => (engineEvents > 0 ? whole : nothing('every event was decided apart')),
};
