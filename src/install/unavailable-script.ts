import type { AgentInstall } from '../agents/kit/install.js';
import { inSingleQuotes, shellWord } from '../core/shell-quote.js';

/** An agent, and what it is told if anyhook cannot be started; see `unavailableAnswer`. */
export interface UnavailableAnswer {
  readonly host: AgentInstall['host'];
  readonly answer: string | undefined;
}

/** Blocks the agent, because failClosed is set. No variable of the agent changes that. */
export const refuseMessage =
  'anyhook is not installed on this machine, and failClosed is set; install it again, or remove its entries from the settings of the agent';

export const refuseScript = `echo "${refuseMessage}" >&2; exit 2`;

/** Also obeys failClosed if it was switched on after `init`, as far as a shell can read the config. */
const failClosedTest = (configFiles: readonly string[]): string =>
  [
    '[ "$ANYHOOK_FAIL_CLOSED" = 1 ] ||',
    `  grep -Eqs "^failClosed:[[:space:]]*true" ${configFiles.map(shellWord).join(' ')}`,
  ].join('\n');

/** The end of a launcher, reached if nothing can be started. `$host` is the agent. Agents with the same answer share a line. */
export function unavailableScript(
  rows: readonly UnavailableAnswer[],
  message: string,
  configFiles: readonly string[],
): readonly string[] {
  const answers = new Map<string, string[]>();
  for (const { host, answer } of rows)
    if (answer !== undefined) answers.set(answer, [...(answers.get(answer) ?? []), host]);
  return [
    `if ${failClosedTest(configFiles)}; then ${refuseScript}; fi`,
    'case $host in',
    ...[...answers].map(([answer, hosts]) => `${hosts.join(' | ')}) printf '%s\\n' ${inSingleQuotes(answer)} ;;`),
    // An error that does not block: most agents show it.
    `*) echo ${inSingleQuotes(message)} >&2; exit 1 ;;`,
    'esac',
  ];
}

/** The same for one agent, as part of an entry's command, which may be inside single quotes. */
export function unavailableCommand(answer: string | undefined, message: string): string {
  const quoted = (value: string) => `"${value.replaceAll(/[\\"$`]/g, (sign) => `\\${sign}`)}"`;
  const reaction =
    answer === undefined ? `echo ${quoted(message)} >&2; exit 1` : `printf "%s\\n" ${quoted(answer)}; exit 0`;
  return `{ ${reaction}; }`;
}
