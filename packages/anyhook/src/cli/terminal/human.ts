import { type Ancestry, AnyhookError, onFirstEndSignal, taskKeyVariable, toBase32 } from '@anyhook/core';
import { surroundingAgent } from '../../agents/environment.js';
import { type StartingAgent, startingAgent } from '../../agents/starting-agent.js';
import type { Io } from './io.js';
import { isOpenedByPerson, type SteeredTerminal, steeringOf } from './own-terminal.js';
import { systemTerminals } from './system-terminals.js';

/** An action that only a person may do. */
export interface HumanRequest {
  /** `"anyhook off"` or `to decide on the page`. */
  readonly action: string;
  /** Why, or what an agent or a script does instead. */
  readonly advice: string;
  /** False: nothing is confirmed, so scripts may do it, and only agents are rejected. */
  readonly confirm?: boolean;
  readonly json?: boolean | undefined;
  readonly yes?: boolean | undefined;
}

/** A person at a terminal. */
export interface Human {
  /** Why it is not certain that the person opened this terminal. Then `--yes` is not enough, and a word must be typed. */
  readonly doubt?: string;
  /** Lets the person decide; anything but a clear yes means no. */
  confirm(asked: HumanQuestion): Promise<boolean>;
}

/** A decision of a person. */
export interface HumanQuestion {
  /** What happens, as in "to <action>, type …". */
  readonly action: string;
  /** A yes-or-no question; without it, a person in a terminal of their own is not asked. */
  readonly question?: string;
  readonly isYes?: boolean | undefined;
  /** The word to type in a terminal that may not be the person's own; a new one for each question if this is absent. */
  readonly word?: string;
}

/** Throws unless a person uses a terminal: an agent must not do this. */
export function requireHuman(io: Io, request: HumanRequest): Human {
  const { json, yes } = request;
  const ancestry = io.ancestry();
  refuseStarter(findStarter(io, ancestry), request);
  const doubt = request.confirm === false ? undefined : terminalDoubt(io, ancestry, request);
  if (json && !yes) throw new AnyhookError('BAD_ARGUMENT', '--json cannot ask: add --dry-run or --yes');
  if (json && doubt !== undefined)
    throw new AnyhookError('UNTRUSTED', `--json cannot ask, and --yes is not enough: ${doubt}; leave out --json`);
  return { ...(doubt !== undefined && { doubt }), confirm: (asked) => decides(io, doubt, asked) };
}

function refuseStarter(starter: StartingAgent | undefined, { action, advice }: HumanRequest): void {
  if (starter)
    throw new AnyhookError(
      'UNTRUSTED',
      `${action} needs a person, but this runs inside ${starter.agent} (${starter.sign}): open your own terminal outside it; ${advice}`,
    );
}

/** Throws where no person can be present; returns why a person's presence is uncertain. */
function terminalDoubt(io: Io, ancestry: Ancestry | undefined, request: HumanRequest): string | undefined {
  const { action, advice } = request;
  if (!usesTerminal(io)) throw new AnyhookError('UNTRUSTED', `${action} needs a person at a terminal; ${advice}`);
  if (ancestry && !ancestry.isInForeground)
    throw new AnyhookError(
      'UNTRUSTED',
      `${action} needs a person at a terminal, but this does not run in the foreground of the terminal that it reads from; ${advice}`,
    );
  const steering = ancestry && steeringAt(io, ancestry);
  if (steering) {
    refuseStarter(startingAgent([steering.holder]), request);
    throw new AnyhookError('UNTRUSTED', `${action} needs a person, but ${steering.what}; ${steeringAdvice}; ${advice}`);
  }
  if (!ancestry) return 'this system does not show which programs started it';
  return isOpenedByPerson(ancestry.ancestors)
    ? undefined
    : 'no shell and terminal of a person are among the programs that started it';
}

/** The agent, hook or task that runs this command; undefined if a person or a script does. */
export const surroundingStarter = (io: Io): StartingAgent | undefined => findStarter(io, io.ancestry());

/** The agent, hook or task that runs this command: a program must not confirm anything. */
function findStarter({ env }: Io, ancestry: Ancestry | undefined): StartingAgent | undefined {
  const surrounding = surroundingAgent(env);
  if (surrounding) return { agent: surrounding.agent, sign: `${surrounding.variable} is set` };
  const ancestors = ancestry?.ancestors ?? [];
  const isInTask = [{ env }, ...ancestors].some((one) => one.env[taskKeyVariable]);
  return isInTask ? { agent: 'a task', sign: `${taskKeyVariable} is set` } : startingAgent(ancestors);
}

const steeringAdvice =
  'use a terminal program of the system or a login over ssh; an administrator can add one to "terminals" in the system\'s config';

/** What could type into this terminal instead of a person. */
const steeringAt = (io: Io, { ancestors, terminal }: Ancestry): SteeredTerminal | undefined =>
  terminal && steeringOf(terminal(), { known: systemTerminals(io), ancestors });

/** Are input and output those of a terminal? */
export const usesTerminal = ({ stdin, stdout }: Io): boolean => stdin.isTTY === true && stdout.isTTY === true;

/** Does a person run this at a terminal of their own, not an agent or a task? */
export function isPersonAtTerminal(io: Io): boolean {
  const ancestry = io.ancestry();
  if (!ancestry?.isInForeground || !usesTerminal(io) || findStarter(io, ancestry)) return false;
  return isOpenedByPerson(ancestry.ancestors) && steeringAt(io, ancestry) === undefined;
}

async function decides(io: Io, doubt: string | undefined, asked: HumanQuestion): Promise<boolean> {
  const { question, isYes, action, word = newWord() } = asked;
  if (doubt === undefined) return isYes || question === undefined || confirm(io, question);
  io.stdout.write(`anyhook cannot tell whether a person opened this terminal: ${doubt}.\nTo ${action}, type ${word}: `);
  const answer = await readLine(io.stdin);
  if (!answer.endsWith('\n')) io.stdout.write('\n');
  return answer.trim() === word;
}

const wordLength = 5;

/** A word that no program knows before it is shown. */
const newWord = (): string => toBase32(Math.floor(Math.random() * 32 ** wordLength), wordLength);

/** Asks a yes-or-no question; anything but a clear yes means no. */
export async function confirm(io: Io, question: string): Promise<boolean> {
  io.stdout.write(`${question} [y/N] `);
  const answer = await readLine(io.stdin);
  if (!answer.endsWith('\n')) io.stdout.write('\n');
  return /^y(?:es)?$/i.test(answer.trim());
}

/** Asks for one line of text; undefined if the person pressed Ctrl-C. */
export async function askLine(io: Io, question: string): Promise<string | undefined> {
  io.stdout.write(question);
  let stop: () => void = () => {};
  const interrupted = new Promise<undefined>((resolve) => {
    stop = onFirstEndSignal(() => resolve(undefined));
  });
  const answer = await Promise.race([readLine(io.stdin), interrupted]);
  stop();
  if (!answer?.endsWith('\n')) io.stdout.write('\n');
  return answer;
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
      // Input after the line answers the next question.
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
