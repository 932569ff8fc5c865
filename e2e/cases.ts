import assert from 'node:assert/strict';
import type { Agent } from './agents/agent.js';
import type { Script, Session } from './session.js';

/** One behaviour, the same on every agent: what the model does, and what must be true afterwards. */
export interface Case {
  readonly name: string;
  script(agent: Agent): Script;
  /** Throws what is wrong. */
  check(session: Session, agent: Agent): void;
}

const prompt = 'please do the next step';
const done = { say: 'all done' };

export const cases: readonly Case[] = [
  {
    name: 'a denied command does not run, and the model sees the reason',
    script: (agent) => ({ prompt, steps: [agent.shell('echo forbidden-marker > out.txt'), done] }),
    check: (session) => {
      assert.equal(session.file('out.txt'), undefined, 'the command ran');
      toldInTurn(session, 2, 'REASON-OF-HOOK-MD');
      turnsAre(session, 2);
    },
  },
  {
    name: 'a rewritten command is what runs',
    script: (agent) => ({ prompt, steps: [agent.shell('echo plain-marker > out.txt'), done] }),
    check: (session) => {
      assert.equal(session.file('out.txt'), 'REWRITTEN-BY-DOCKER\n');
      turnsAre(session, 2);
    },
  },
  {
    name: 'context of the session start reaches the model',
    script: () => ({ prompt, steps: [done] }),
    check: (session) => toldInTurn(session, 1, 'CONTEXT-AT-START'),
  },
  {
    name: 'context of a prompt reaches the model',
    script: () => ({ prompt, steps: [done] }),
    check: (session) => toldInTurn(session, 1, 'CONTEXT-AT-PROMPT'),
  },
  {
    name: 'feedback after a tool reaches the model',
    script: (agent) => ({ prompt, steps: [agent.shell('echo noisy-marker | tee out.txt'), done] }),
    check: (session) => {
      assert.equal(session.file('out.txt'), 'noisy-marker\n', 'the command did not run');
      toldInTurn(session, 2, 'FEEDBACK-OF-CLAUDE');
    },
  },
  {
    name: 'a stop is blocked once, then allowed',
    script: () => ({ prompt, steps: [done, done], files: { 'keep-working': 'once' } }),
    check: (session) => {
      toldInTurn(session, 2, 'REASON-TO-GO-ON');
      turnsAre(session, 2);
    },
  },
  {
    name: 'a stop that is always blocked ends all the same',
    script: () => ({ prompt, steps: [], files: { 'keep-working': 'always' } }),
    check: (session) => {
      toldInTurn(session, 2, 'REASON-TO-GO-ON');
      assert.ok(session.turns.length <= 10, `${session.turns.length} turns`);
    },
  },
  {
    name: 'a blocked prompt reaches no model',
    script: () => ({ prompt: 'an unwanted-prompt', steps: [done] }),
    check: (session, agent) => {
      turnsAre(session, 0);
      assert.ok(!session.requests.some(({ sent }) => sent.includes('unwanted-prompt')), 'a model was sent the prompt');
      const notice = agent.blockedPrompt('REASON-AT-PROMPT');
      assert.ok(session.output.includes(notice), `the agent did not print "${notice}"`);
    },
  },
  {
    name: 'hooks of all five formats act in one session',
    script: (agent) => ({
      prompt,
      steps: [
        agent.shell('echo forbidden-marker > hook-md.txt'),
        agent.shell('echo plain-marker > docker.txt'),
        agent.shell('echo ability-marker > ability.txt'),
        agent.shell('echo noisy-marker'),
        agent.write('.eslintrc.json', '{ "changed": true }'),
        done,
      ],
    }),
    check: (session) => {
      toldInTurn(session, 2, 'REASON-OF-HOOK-MD');
      assert.equal(session.file('hook-md.txt'), undefined, 'hook-md: the command ran');
      assert.equal(session.file('docker.txt'), 'REWRITTEN-BY-DOCKER\n', 'docker: not rewritten');
      toldInTurn(session, 4, 'REASON-OF-ABILITY');
      assert.equal(session.file('ability.txt'), undefined, 'ability: the command ran');
      toldInTurn(session, 5, 'FEEDBACK-OF-CLAUDE');
      toldInTurn(session, 6, 'config-protection');
      assert.equal(session.file('.eslintrc.json'), undefined, 'flow: the file was written');
      turnsAre(session, 6);
    },
  },
];

/** The text is new in this turn (from 1): the model was not told before. */
function toldInTurn({ turns }: Session, turn: number, words: string): void {
  const at = turns.findIndex((said) => said.includes(words)) + 1;
  if (at === 0) assert.fail(`the model was never told "${words}"`);
  assert.equal(at, turn, `"${words}" came in another turn`);
}

function turnsAre({ turns }: Session, expected: number): void {
  assert.equal(turns.length, expected, `${turns.length} turns of the model instead of ${expected}`);
}
