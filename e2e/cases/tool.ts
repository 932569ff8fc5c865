import type { AgentDriver } from '../agents/agent.js';
import { type AgentCase, type CaseView, firstTurnWith } from './case.js';
import { fullEffect, noEffect, type Observation, weakerEffect } from './observation.js';

const deny = { event: 'tool.before', effect: 'deny' } as const;

/** A file cannot be written below another file. */
const failing = {
  files: { 'no-folder': 'a file\n' },
  step: (agent: AgentDriver, word: string) => agent.failingCall?.(word) ?? agent.write(`no-folder/${word}.txt`, 'text'),
  error: /ENOTDIR|not a directory|BadResource|exit code:? 3\b/gi,
};

/** A hook of each of the five formats, in one session. */
export const formatCases: readonly AgentCase[] = [
  {
    name: 'a hook-md hook refuses a command',
    cell: deny,
    steps: (agent) => [agent.shell('echo forbidden-marker > hook-md.txt')],
    observe: (view) => refused(view, 'hook-md.txt', 'REASON-OF-HOOK-MD'),
  },
  {
    name: 'a docker hook rewrites a command',
    cell: { event: 'tool.before', effect: 'rewrite' },
    steps: (agent) => [agent.shell('echo plain-marker > docker.txt')],
    observe: ({ file }) => {
      const written = file('docker.txt');
      if (written === 'REWRITTEN-BY-DOCKER\n') return fullEffect;
      if (written === 'plain-marker\n') return noEffect('the command ran as the model wrote it');
      throw new Error(`neither the old nor the new command ran: ${JSON.stringify(written)}`);
    },
  },
  {
    name: 'an ability hook refuses a command',
    cell: deny,
    steps: (agent) => [agent.shell('echo ability-marker > ability.txt')],
    observe: (view) => refused(view, 'ability.txt', 'REASON-OF-ABILITY'),
  },
  {
    name: 'a Claude plugin hook gives feedback on a command',
    cell: { event: 'tool.after', effect: 'deny' },
    steps: (agent) => [agent.shell("printf 'noisy-marker %s-%s' feedback output | tee claude.txt")],
    observe: (view) => {
      ran(view, 'claude.txt');
      if (!heard(view, 'FEEDBACK-OF-CLAUDE')) return noEffect('the model is told no feedback');
      return heard(view, 'feedback-output') ? fullEffect : weakerEffect('the feedback takes the place of the output');
    },
  },
  {
    name: 'a flow policy refuses a file',
    cell: deny,
    steps: (agent) => [agent.write('.eslintrc.json', '{ "changed": true }')],
    observe: (view) => refused(view, '.eslintrc.json', 'config-protection'),
  },
];

/** Other effects of a hook on a call. */
export const toolCases: readonly AgentCase[] = [
  {
    name: 'context before a command reaches the model',
    cell: { event: 'tool.before', effect: 'context' },
    steps: (agent) => [agent.shell('echo hint-marker > hint.txt')],
    observe: (view) => {
      ran(view, 'hint.txt');
      return heard(view, 'CONTEXT-BEFORE-TOOL') ? fullEffect : noEffect('the model is told nothing');
    },
  },
  {
    name: 'context after a command reaches the model',
    cell: { event: 'tool.after', effect: 'context' },
    steps: (agent) => [agent.shell('echo remark-marker > remark.txt')],
    observe: (view) => {
      ran(view, 'remark.txt');
      return heard(view, 'CONTEXT-AFTER-TOOL') ? fullEffect : noEffect('the model is told nothing');
    },
  },
  {
    name: 'the output of a command is replaced',
    cell: { event: 'tool.after', effect: 'rewrite' },
    steps: (agent) => [agent.shell("printf 'secret-marker %s-%s' first output | tee secret.txt")],
    observe: (view) => {
      ran(view, 'secret.txt');
      const isKept = firstTurnWith(view, 'first-output') > 0;
      if (heard(view, 'REPLACED-OUTPUT'))
        return isKept ? weakerEffect('the model also sees the old output') : fullEffect;
      return isKept ? noEffect('the model is told the old output') : weakerEffect('the model is told neither output');
    },
  },
  {
    name: 'feedback on a tool that failed reaches the model',
    cell: { event: 'tool.failure', effect: 'deny' },
    files: failing.files,
    steps: (agent) => [failing.step(agent, 'broken-marker')],
    observe: (view) => contextWithError(view, 'REASON-AFTER-FAILURE'),
  },
  {
    name: 'context of a tool that failed reaches the model',
    cell: { event: 'tool.failure', effect: 'context' },
    files: failing.files,
    steps: (agent) => [failing.step(agent, 'failing-marker')],
    observe: (view) => contextWithError(view, 'CONTEXT-AFTER-FAILURE'),
  },
  {
    name: 'a command that needs a person does not run without one',
    cell: { event: 'tool.before', effect: 'ask' },
    steps: (agent) => [agent.shell('echo ask-marker > ask.txt')],
    observe: (view) => {
      if (view.file('ask.txt') !== undefined) return noEffect('the command ran without asking');
      return view.waiting > 0 ? weakerEffect('it is refused until a person approves it in a terminal') : fullEffect;
    },
  },
];

/** A hook that times out; the agent must get an answer long before its own hook timeout. */
export const timeoutCases: readonly AgentCase[] = [
  {
    name: 'a command runs when its hook does not answer in time',
    steps: (agent) => [agent.shell('echo slow-open-marker > slow-open.txt')],
    observe: (view) => {
      ran(view, 'slow-open.started');
      return view.file('slow-open.txt') === undefined ? noEffect('the command did not run') : fullEffect;
    },
  },
  {
    name: 'a command does not run when its hook must answer in time',
    cell: deny,
    steps: (agent) => [agent.shell('echo slow-closed-marker > slow-closed.txt')],
    observe: (view) => {
      ran(view, 'slow-closed.started');
      return refused(view, 'slow-closed.txt', '[slow-closed] did not finish');
    },
  },
];

/** Only a separate run can show that an agent stops. */
export const stopBefore: AgentCase = {
  name: 'a hook stops the agent before a command',
  cell: { event: 'tool.before', effect: 'stop' },
  steps: (agent) => [agent.shell('echo stop-before-marker > stop-before.txt')],
  observe: ({ file, turns }) => {
    const [hasRun, goesOn] = [file('stop-before.txt') !== undefined, turns.length > 1];
    if (!hasRun) return goesOn ? weakerEffect('only this command is refused') : fullEffect;
    return goesOn ? noEffect('the agent goes on') : weakerEffect('the command runs, then the agent stops');
  },
};

export const stopAfter: AgentCase = {
  name: 'a hook stops the agent after a command',
  cell: { event: 'tool.after', effect: 'stop' },
  steps: (agent) => [agent.shell('echo stop-after-marker > stop-after.txt')],
  observe: (view) => {
    ran(view, 'stop-after.txt');
    return view.turns.length > 1 ? noEffect('the agent goes on') : fullEffect;
  },
};

/** The agent's rules block two commands; a hook allows one of them. */
export const allowedWithoutApproval: AgentCase = {
  name: 'a command that a hook allows runs without being approved',
  cell: { event: 'tool.before', effect: 'allow' },
  steps: (agent) => [agent.shell('echo other-marker > other.txt'), agent.shell('echo allow-marker > allow.txt')],
  observe: ({ file, turns }) => {
    if (file('other.txt') !== undefined) throw new Error("the agent's rules block nothing");
    if (turns.length === 0) throw new Error('the model was never asked');
    return file('allow.txt') === undefined ? noEffect("the agent's own rules hold it back") : fullEffect;
  },
};

/** A call that must leave no file behind; the model must get the reason in the next turn. */
export function refused(view: CaseView, name: string, reason: string): Observation {
  if (view.file(name) !== undefined) return noEffect('the call went through');
  if (heard(view, reason)) return fullEffect;
  const goesOn = view.turns.length > view.turn;
  return weakerEffect(
    goesOn ? 'the model is not told the reason' : 'the run ends, and the model is not told the reason',
  );
}

/** Whether these words arrived with the answer to the call, and not before. */
function heard(view: CaseView, words: string): boolean {
  const turn = firstTurnWith(view, words);
  if (turn === 0 || turn === view.turn + 1) return turn > 0;
  throw new Error(`the model was told "${words}" in turn ${turn} instead of ${view.turn + 1}`);
}

/** Whether the model gets these words for a failed tool, in addition to its error. */
function contextWithError(view: CaseView, words: string): Observation {
  if (!heard(view, words)) return noEffect('the model is told nothing');
  const [before, after] = [view.turn - 1, view.turn].map(
    (index) => view.turns[index]?.match(failing.error)?.length ?? 0,
  );
  return (after ?? 0) > (before ?? 0) ? fullEffect : weakerEffect('the words take the place of the error');
}

function ran(view: CaseView, name: string): void {
  if (view.file(name) === undefined) throw new Error(`${name} is not there: the command did not run`);
}
