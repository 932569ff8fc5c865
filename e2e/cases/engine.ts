import type { AgentCase } from './case.js';
import { fullEffect, noEffect } from './observation.js';

/** The first event starts the engine in a fresh home. */
export const engineAnswers: AgentCase = {
  name: 'the resident engine answers events',
  see: ({ engineEvents }) => (engineEvents > 0 ? fullEffect : noEffect('every event was decided apart')),
};
