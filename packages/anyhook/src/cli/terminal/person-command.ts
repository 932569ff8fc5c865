import { AnyhookError } from '@anyhook/core';
import type { Io } from './io.js';
import { type PersonAtTerminal, requirePerson } from './terminal.js';

/** A command that installs third-party code, removes guards or changes who decides. */
export interface PersonCommand {
  /** As it is typed: `add <source>`. */
  readonly typed: string;
  /** How a script gets the same result without this command. */
  readonly forScripts: string;
  readonly yes?: true | undefined;
  readonly dryRun?: true | undefined;
  readonly json?: true | undefined;
}

/** The person who decides; undefined if nothing is written. Throws if no person is at the terminal, whatever `--yes` says. */
export function requirePersonCommand(
  io: Io,
  { typed, forScripts, yes, dryRun, json }: PersonCommand,
): PersonAtTerminal | undefined {
  if (dryRun) return undefined;
  const person = requirePerson(io, `"anyhook ${typed}"`, `nothing was written. For scripts: ${forScripts}`);
  if (json && !yes) throw new AnyhookError('BAD_ARGUMENT', '--json cannot ask: add --dry-run or --yes');
  refuseDoubtWithJson(person, json);
  return person;
}

/** `--json` cannot ask for a typed word. */
export function refuseDoubtWithJson({ doubt }: PersonAtTerminal, json: true | undefined): void {
  if (json && doubt !== undefined)
    throw new AnyhookError('UNTRUSTED', `--json cannot ask, and --yes is not enough: ${doubt}; leave out --json`);
}

/** What scripts do in place of the commands for packages. */
export const packagesForScripts =
  'commit hooks to the repository and use "anyhook trust --lock" and "anyhook init --ci --trust lock", or let an administrator put them into the system\'s config';
