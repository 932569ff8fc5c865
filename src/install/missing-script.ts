import type { AgentInstall } from '../agents/kit/install.js';
import { inSingleQuotes } from '../core/shell-quote.js';

/** An agent's name, and how it is told that anyhook cannot be started; see `missingAnswer`. */
export interface MissingAnswerRow {
  readonly host: AgentInstall['host'];
  readonly answer: string | undefined;
}

const help = 'install it again, or start the agent with ANYHOOK=off';

/** Blocks the agent, because failClosed is set. */
export const refuseScript = `[ "$ANYHOOK" = off ] && exit 0; echo "anyhook is not installed on this machine, and failClosed is set; ${help}" >&2; exit 2`;

/** Also obeys failClosed if it was switched on after `init`, as far as a shell can read the config. */
const closedTest = [
  '[ "$ANYHOOK_FAIL_CLOSED" = 1 ] ||',
  '  grep -Eqs "^failClosed:[[:space:]]*true" "${XDG_CONFIG_HOME:-$HOME/.config}/anyhook/config.yaml" \\',
  '    "${ANYHOOK_MANAGED_CONFIG:-/etc/anyhook/config.yaml}"',
].join('\n');

/** The end of a launcher that was written without these answers. */
export const silentEnd: readonly string[] = [`${closedTest} || exit 0`, refuseScript];

/** The end of a launcher: nothing can be started. `$host` is the agent. Agents of the same answer share a line. */
export function missingScript(rows: readonly MissingAnswerRow[], text: string): readonly string[] {
  const answers = new Map<string, string[]>();
  for (const { host, answer } of rows)
    if (answer !== undefined) answers.set(answer, [...(answers.get(answer) ?? []), host]);
  return [
    '[ "$ANYHOOK" = off ] && exit 0',
    `if ${closedTest}; then ${refuseScript}; fi`,
    'case $host in',
    ...[...answers].map(([answer, hosts]) => `${hosts.join(' | ')}) printf '%s\\n' ${inSingleQuotes(answer)} ;;`),
    // An error that does not block: most agents show it.
    `*) echo ${inSingleQuotes(text)} >&2; exit 1 ;;`,
    'esac',
  ];
}

/** The same for one agent, as a part of the command of an entry, which may stand in single quotes. */
export function missingCommand(answer: string | undefined, text: string): string {
  const quoted = (words: string) => `"${words.replaceAll(/[\\"$`]/g, (sign) => `\\${sign}`)}"`;
  const told = answer === undefined ? `echo ${quoted(text)} >&2; exit 1` : `printf "%s\\n" ${quoted(answer)}; exit 0`;
  return `{ [ "$ANYHOOK" = off ] && exit 0; ${told}; }`;
}
