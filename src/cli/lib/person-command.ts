import { AnyhookError } from '../../core/errors.js';
import type { Io } from './io.js';
import { surroundingStarter, usesTerminal } from './terminal.js';

/** A command that writes, for a person. */
export interface PersonCommand {
  /** As it is typed: `add <source>`. */
  readonly typed: string;
  readonly yes?: true | undefined;
  readonly dryRun?: true | undefined;
}

/** Throws if the command may not write here: inside an agent, or without a terminal to ask at. */
export function requirePersonCommand(io: Io, { typed, yes, dryRun }: PersonCommand): void {
  if (dryRun) return;
  const [verb = ''] = typed.split(' ');
  const starter = surroundingStarter(io);
  if (starter)
    throw new AnyhookError(
      'UNTRUSTED',
      `${verb} is for a person, and this runs inside ${starter.agent} (${starter.sign}). Nothing was written. Ask the user to run it: anyhook ${typed}`,
    );
  if (!yes && !usesTerminal(io))
    throw new AnyhookError(
      'UNTRUSTED',
      `${verb} asks before it writes, and there is no terminal. Nothing was written. Look first, then agree: anyhook ${typed} --dry-run, then --yes`,
    );
}
