import { surroundingAgent } from '../../agents/environment.js';
import { AnyhookError } from '../../core/errors.js';
import { taskKeyVariable } from '../../tools/tasks/caller.js';
import type { Io } from './io.js';

/** Throws if an agent's tool runs this command: the agent must not see its output. */
export function refuseAgent(io: Io, what: string, advice: string): void {
  const surrounding = surroundingAgent(io.env) ?? surroundingTask(io.env);
  if (surrounding)
    throw new AnyhookError(
      'UNTRUSTED',
      `${what} needs a person, but this runs inside ${surrounding.agent} (${surrounding.variable} is set): use your own terminal; ${advice}`,
    );
}

/** The task whose program runs this command: a program must not confirm anything. */
const surroundingTask = (env: Io['env']) =>
  env[taskKeyVariable] ? { agent: 'a task', variable: taskKeyVariable } : undefined;

/** Throws unless a person uses a terminal: an agent must not do this. */
export function requirePerson(io: Io, what: string, advice: string): void {
  refuseAgent(io, what, advice);
  if (io.stdin.isTTY !== true || io.stdout.isTTY !== true)
    throw new AnyhookError('UNTRUSTED', `${what} needs a person at a terminal; ${advice}`);
}

/** Does a person run this at a terminal, not an agent or a task? */
export const isPersonAtTerminal = (io: Io): boolean =>
  (surroundingAgent(io.env) ?? surroundingTask(io.env)) === undefined &&
  io.stdin.isTTY === true &&
  io.stdout.isTTY === true;

/** Asks a yes-or-no question; anything but a clear yes means no. */
export async function confirm(io: Io, question: string): Promise<boolean> {
  io.stdout.write(`${question} [y/N] `);
  const answer = await readLine(io.stdin);
  if (!answer.endsWith('\n')) io.stdout.write('\n');
  return /^y(?:es)?$/i.test(answer.trim());
}

/** Reads one line, or less if the input ends first. */
function readLine(stdin: Io['stdin']): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const finish = () => {
      stdin.off('data', onData);
      stdin.off('end', finish);
      stdin.pause();
      const end = text.indexOf('\n') + 1;
      // What came after the line answers the next question.
      if (end > 0 && end < text.length) stdin.unshift(text.slice(end));
      resolve(end > 0 ? text.slice(0, end) : text);
    };
    const onData = (chunk: Buffer | string) => {
      text += chunk.toString();
      if (text.includes('\n') || text.length > 1_000) finish();
    };
    stdin.on('data', onData);
    stdin.on('end', finish);
    // An earlier question paused it.
    stdin.resume();
  });
}
