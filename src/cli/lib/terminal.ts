import { surroundingAgent } from '../../agents/environment.js';
import { AnyhookError } from '../../core/errors.js';
import { taskKeyVariable } from '../../tools/tasks/caller.js';
import type { Io } from './io.js';

/** Throws if an agent's tool runs this command: the agent must not see its output. */
export function refuseAgent(io: Io, what: string, instead: string): void {
  const around = surroundingAgent(io.env) ?? abilityAround(io.env);
  if (around)
    throw new AnyhookError(
      'UNTRUSTED',
      `${what} needs a person, but this runs inside ${around.agent} (${around.variable} is set): use your own terminal; ${instead}`,
    );
}

/** The ability whose program runs this command: a program must not confirm anything. */
const abilityAround = (env: Io['env']) =>
  env[taskKeyVariable] ? { agent: 'a task', variable: taskKeyVariable } : undefined;

/** Throws unless a person uses a terminal: an agent must not do this. */
export function needPerson(io: Io, what: string, instead: string): void {
  refuseAgent(io, what, instead);
  if (io.stdin.isTTY !== true || io.stdout.isTTY !== true)
    throw new AnyhookError('UNTRUSTED', `${what} needs a person at a terminal; ${instead}`);
}

/** Is a person at a terminal, and no agent around? */
export const isPerson = (io: Io): boolean =>
  (surroundingAgent(io.env) ?? abilityAround(io.env)) === undefined &&
  io.stdin.isTTY === true &&
  io.stdout.isTTY === true;

/** Asks a yes-or-no question; anything but a clear yes means no. */
export async function confirm(io: Io, question: string): Promise<boolean> {
  io.stdout.write(`${question} [y/N] `);
  const answer = await line(io.stdin);
  if (!answer.endsWith('\n')) io.stdout.write('\n');
  return /^y(?:es)?$/i.test(answer.trim());
}

/** Reads one line, or the rest if the input ends first. */
function line(stdin: Io['stdin']): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const end = () => {
      stdin.off('data', take);
      stdin.off('end', end);
      stdin.pause();
      resolve(text);
    };
    const take = (chunk: Buffer | string) => {
      text += chunk.toString();
      if (text.includes('\n') || text.length > 1_000) end();
    };
    stdin.on('data', take);
    stdin.on('end', end);
  });
}
