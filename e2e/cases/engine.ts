import type { AgentCase } from './case.js';
import { fullEffect, noEffect } from './observation.js';

/** The first event starts the engine in a fresh home. */
export const engineAnswers: AgentCase = {
  name: 'the resident engine answers events',
  observe: ({ engineEvents }) => (engineEvents > 0 ? fullEffect : noEffect('separate processes decided every event')),
};
