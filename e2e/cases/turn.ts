import { type AgentCase, type CapabilityCell, type CaseView, firstTurnWith } from './case.js';
import { fullEffect, noEffect, type Observation, weakerEffect } from './observation.js';

/** What the model gets before its first answer. */
export const startCases: readonly AgentCase[] = [
  {
    name: 'context of the session start reaches the model',
    cell: { event: 'session.start', effect: 'context' },
    observe: (view) => heard(view, 'CONTEXT-AT-START', 1),
  },
  {
    name: 'context of a prompt reaches the model',
    cell: { event: 'prompt.submit', effect: 'context' },
    observe: (view) => heard(view, 'CONTEXT-AT-PROMPT', 1),
  },
  {
    name: 'a prompt is rewritten',
    cell: { event: 'prompt.submit', effect: 'rewrite' },
    observe: (view) => {
      if (firstTurnWith(view, 'REWRITTEN-PROMPT') === 0) return noEffect('the model is told the old prompt only');
      return firstTurnWith(view, 'plain-prompt') === 0
        ? fullEffect
        : weakerEffect('the model also sees the old prompt');
    },
  },
];

/** A hook that ends the session or turn before the model is called. */
const ends = (name: string, cell: CapabilityCell, files: AgentCase['files'] = {}): AgentCase => ({
  name,
  cell,
  files,
  observe: ({ turns }) => (turns.length === 0 ? fullEffect : noEffect('the model is asked')),
});

export const refusedStart = ends(
  'a session is refused at its start',
  { event: 'session.start', effect: 'deny' },
  { 'refused-start': 'once' },
);

export const stoppedStart = ends(
  'a hook stops the agent at the start',
  { event: 'session.start', effect: 'stop' },
  { 'stopped-start': 'once' },
);

export const stoppedPrompt = ends('a hook stops the agent at a prompt', { event: 'prompt.submit', effect: 'stop' });

export const blockedPrompt: AgentCase = {
  name: 'a blocked prompt reaches no model',
  cell: { event: 'prompt.submit', effect: 'deny' },
  observe: (view, agent) => {
    const sent = view.requests.some(({ sent }) => sent.includes('unwanted-prompt'));
    if (sent || view.turns.length > 0) return noEffect('a model was sent the prompt');
    const notice = agent.blockedPromptOutput('REASON-AT-PROMPT');
    return view.output.includes(notice) ? fullEffect : weakerEffect('the user is not told why');
  },
};

export const stopBlockedOnce: AgentCase = {
  name: 'a stop is blocked once, then allowed',
  cell: { event: 'agent.stop', effect: 'deny' },
  steps: () => [{ say: 'all done' }],
  files: { 'keep-working': 'once' },
  observe: (view) => {
    const observation = heard(view, 'REASON-TO-GO-ON', view.turn + 1);
    const last = observation.seen === 'nothing' ? view.turn : view.turn + 1;
    if (view.turns.length !== last) throw new Error(`${view.turns.length} turns of the model instead of ${last}`);
    return observation;
  },
};

export const stopBlockedAlways: AgentCase = {
  name: 'a stop that is always blocked ends anyway',
  cell: { event: 'agent.stop', effect: 'deny' },
  files: { 'keep-working': 'always' },
  observe: (view) => {
    if (view.turns.length > 10) throw new Error(`${view.turns.length} turns of the model`);
    return heard(view, 'REASON-TO-GO-ON', 2);
  },
};

/** Whether the model first gets these words in the turn `wanted`. */
function heard(view: CaseView, words: string, wanted: number): Observation {
  const turn = firstTurnWith(view, words);
  if (turn === wanted) return fullEffect;
  return turn === 0 ? noEffect(`the model was not told "${words}"`) : weakerEffect(`the model is told in a later turn`);
}
