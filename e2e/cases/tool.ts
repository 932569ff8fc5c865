import { type Case, told, type View } from './case.js';
import { nothing, type Sight, weaker, whole } from './sight.js';

const deny = { event: 'tool.before', wish: 'deny' } as const;

/** What hooks do to the calls of one session, each in its own format; the last one is the module of the config. */
export const toolCases: readonly Case[] = [
  {
    name: 'a hook-md hook refuses a command',
    cell: deny,
    steps: (agent) => [agent.shell('echo forbidden-marker > hook-md.txt')],
    see: (view) => refused(view, 'hook-md.txt', 'REASON-OF-HOOK-MD'),
  },
  {
    name: 'a docker hook rewrites a command',
    cell: { event: 'tool.before', wish: 'rewrite' },
    steps: (agent) => [agent.shell('echo plain-marker > docker.txt')],
    see: ({ file }) => {
      const written = file('docker.txt');
      if (written === 'REWRITTEN-BY-DOCKER\n') return whole;
      if (written === 'plain-marker\n') return nothing('the command ran as the model wrote it');
      throw new Error(`neither the old nor the new command ran: ${JSON.stringify(written)}`);
    },
  },
  {
    name: 'an ability hook refuses a command',
    cell: deny,
    steps: (agent) => [agent.shell('echo ability-marker > ability.txt')],
    see: (view) => refused(view, 'ability.txt', 'REASON-OF-ABILITY'),
  },
  {
    name: 'a Claude plugin hook gives feedback on a command',
    cell: { event: 'tool.after', wish: 'deny' },
    steps: (agent) => [agent.shell("printf 'noisy-marker %s-%s' raw output | tee claude.txt")],
    see: (view) => {
      ran(view, 'claude.txt');
      return replaced(view, { told: 'FEEDBACK-OF-CLAUDE', instead: false });
    },
  },
  {
    name: 'a flow policy refuses a file',
    cell: deny,
    steps: (agent) => [agent.write('.eslintrc.json', '{ "changed": true }')],
    see: (view) => refused(view, '.eslintrc.json', 'config-protection'),
  },
];

/** A call that must leave no file behind, and whose reason the model must hear in the next turn. */
function refused(view: View, name: string, reason: string): Sight {
  if (view.file(name) !== undefined) return nothing('the call went through');
  const turn = told(view, reason);
  if (turn === view.turn + 1) return whole;
  if (turn > 0) throw new Error(`the model was told "${reason}" in turn ${turn} instead of ${view.turn + 1}`);
  return weaker(
    view.turns.length > view.turn ? 'the model is not told the reason' : 'the run ends, and the model hears no reason',
  );
}

interface After {
  readonly told: string;
  /** The words take the place of the output, instead of standing beside it. */
  readonly instead: boolean;
}

/** What became of the output "raw-output" of a command that ran. */
function replaced(view: View, { told: words, instead }: After): Sight {
  if (told(view, words) === 0) return nothing(`the model was not told "${words}"`);
  const kept = told(view, 'raw-output') > 0;
  if (kept !== instead) return whole;
  return weaker(kept ? 'the old output is still there' : 'the words take the place of the output');
}

function ran(view: View, name: string): void {
  if (view.file(name) === undefined) throw new Error(`${name} is not there: the command did not run`);
}
