import { inSingleQuotes, shellWord } from '@anyhook/core';
import type { AgentInstall } from '../agents/kit/install.js';
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

/** Also obeys failClosed if it was switched on after `init`, as far as a shell can read the config. */
const failClosedTest = (configFiles: readonly string[]): string =>
  [
    '[ "$ANYHOOK_FAIL_CLOSED" = 1 ] ||',
    `  grep -Eqs "^failClosed:[[:space:]]*true" ${configFiles.map(shellWord).join(' ')}`,
  ].join('\n');

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
export function unavailableScript(
  answers: readonly UnavailableAnswer[],
  configFiles: readonly string[],
): readonly string[] {
  const rows = noAnswerRows(answers);
  const line = ([, event, code, stdout]: (typeof rows)[number]) =>
    `${event === '' ? '' : `is ${shellWord(event)} && `}says ${code} ${inSingleQuotes(stdout).replaceAll(noAnswerMessage, `'"$why"'`)}`;
  return [
    `if ${failClosedTest(configFiles)}; then echo "${refuseMessage}" >&2; exit ${signedExit(2)}; fi`,
    'event=',
    'last=',
    'for word in "$@"; do',
    '  [ "$last" = --event ] && event=$word',
    '  last=$word',
    'done',
    // The answer first: a shell out of file descriptors fails at the first redirection.
    `says() { [ -z "$2" ] || printf '%s\\n' "$2"; echo "$why" >&2; exit $((${signedExit(0)} + $1)); }`,
    '# Quotes inside a JSON text are escaped, so this is a complete value.',
    'is() {',
    '  [ -z "$event" ] || { [ "$event" = "$1" ]; return; }',
    String.raw`  case $payload in *:\"$1\"* | *": \"$1\""*) return 0 ;; *) return 1 ;; esac`,
    '}',
    `why=${inSingleQuotes(noAnswerMessage)}`,
    'case $host in',
    ...answers.flatMap(({ agent }) => [
      `${agent})`,
      ...rows.filter(([one]) => one === agent).map((row) => `  ${line(row)}`),
      '  ;;',
    ]),
    'esac',
    `exit ${signedExit(toldByError)}`,
  ];
}

/** The same for one agent, as part of an entry's command, which may be inside single quotes. */
export function unavailableCommand(answer: string | undefined, message: string): string {
  const quoted = (value: string) => `"${value.replaceAll(/[\\"$`]/g, (sign) => `\\${sign}`)}"`;
  const reaction =
    answer === undefined ? `echo ${quoted(message)} >&2; exit 1` : `printf "%s\\n" ${quoted(answer)}; exit 0`;
  return `{ ${reaction}; }`;
}
