import { inSingleQuotes, shellWord } from '@anyhook/core';
import { launcherParts } from '../../.cache/launcher-parts.js';
import type { AgentInstall } from '../agents/kit/install.js';
import { fillText } from '../formats/kit/fill-text.js';
import { signedExit } from '../resident/protocol.js';

/** What an agent reads if anyhook gives no answer. */
export interface UnavailableAnswer {
  readonly agent: AgentInstall['agent'];
  /** The message at any event; see `unavailableAnswer`. Undefined: only an error. */
  readonly answer: string | undefined;
  /** The events before an action, which are refused because a guard may be missing. */
  readonly refusals: readonly Refusal[];
}

/** The refusal of an event in the agent's own form. */
export interface Refusal {
  /** The agent's name for the event. */
  readonly event: string;
  readonly exitCode: 0 | 1 | 2;
  readonly stdout: string;
}

/** Blocks the agent, because failClosed is set. No variable of the agent changes that. */
export const refuseMessage =
  'anyhook is not installed on this machine, and failClosed is set; install it again, or remove its entries from the settings of the agent';

/** Why no hook runs. Without quotes, because a shell prints it. */
export const noAnswerMessage =
  'anyhook gave no answer (its program or Node.js is missing, broken, or was stopped): no hook runs, and calls that hooks may stop are refused. To see why, run: npx anyhook doctor. To repair it, run: npx anyhook init';

export const refuseScript = `echo "${refuseMessage}" >&2; exit 2`;

/** The exit code of an error that does not block: most agents show it. */
const toldByError = 1;

/** Rows of agent, event (empty for any other), exit code and stdout, for clients. */
export const noAnswerRows = (
  answers: readonly UnavailableAnswer[],
): readonly (readonly [host: string, event: string, exitCode: string, stdout: string])[] =>
  answers.flatMap(({ agent, answer, refusals }) => [
    ...refusals.map(({ event, exitCode, stdout }) => [agent, event, String(exitCode), stdout] as const),
    [agent, '', String(answer === undefined ? toldByError : 0), answer ?? ''] as const,
  ]);

/** The end of a launcher, reached if there is no answer. `$host` is the agent, `$payload` the event. */
export function unavailableScript(answers: readonly UnavailableAnswer[], configFiles: readonly string[]): string {
  const rows = noAnswerRows(answers);
  const line = ([, event, code, stdout]: (typeof rows)[number]) =>
    `${event === '' ? '' : `is ${shellWord(event)} && `}says ${code} ${inSingleQuotes(stdout).replaceAll(noAnswerMessage, `'"$why"'`)}`;
  const caseOf = ({ agent }: UnavailableAnswer) =>
    [`${agent})`, ...rows.filter(([one]) => one === agent).map((row) => `  ${line(row)}`), '  ;;'].join('\n');
  return fillText(launcherParts.unavailable, {
    // Also obeys failClosed if it was switched on after `init`, as far as a shell can read the config.
    configFiles: configFiles.map(shellWord).join(' '),
    refuseMessage,
    why: inSingleQuotes(noAnswerMessage),
    agents: answers.map(caseOf).join('\n'),
    signed0: `${signedExit(0)}`,
    signed2: `${signedExit(2)}`,
    toldByError: `${signedExit(toldByError)}`,
  });
}

/** The same for one agent, as part of an entry's command, which may be inside single quotes. */
export function unavailableCommand(answer: string | undefined, message: string): string {
  const quoted = (value: string) => `"${value.replaceAll(/[\\"$`]/g, (sign) => `\\${sign}`)}"`;
  const reaction =
    answer === undefined ? `echo ${quoted(message)} >&2; exit 1` : `printf "%s\\n" ${quoted(answer)}; exit 0`;
  return `{ ${reaction}; }`;
}
