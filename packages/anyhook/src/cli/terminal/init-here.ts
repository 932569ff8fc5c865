import { AnyhookError, homeIn, userName } from '@anyhook/core';
import type { CommandContext } from './context.js';
import { surroundingStarter, usesTerminal } from './human.js';
import type { InitCommandOptions } from './init-options.js';
import { exitCodes, type Io } from './io.js';
import { wrap } from './text.js';

/** May `init` write here? If not, it says why, and what to do. Showing what would be written is always allowed. */
export function isAllowedHere(options: InitCommandOptions, context: CommandContext): boolean {
  const { io } = context;
  if (options.dryRun) return true;
  const refusal = insideAgentText(io) ?? rootText(io) ?? (options.yes ? undefined : noTerminalText(io));
  if (refusal === undefined) return true;
  if (options.json) throw new AnyhookError('UNTRUSTED', refusal);
  io.stderr.write(`anyhook: ${refusal}\n`);
  context.exitCode = exitCodes.error;
  return false;
}

function insideAgentText(io: Io): string | undefined {
  const starter = surroundingStarter(io);
  if (!starter) return undefined;
  const text = `init is for a person, and this runs inside ${starter.agent} (${starter.sign}). Nothing was written. Ask the user to run it: npx anyhook init`;
  return wrap(`anyhook: ${text}`, 80, 0).slice('anyhook: '.length);
}

/** With sudo, the settings of root would change, or root would own those of the user. */
function rootText({ env, home }: Io): string | undefined {
  const { SUDO_USER } = env;
  if (!SUDO_USER || SUDO_USER === 'root' || userName() !== 'root') return undefined;
  const own = homeIn(env) ?? home;
  const isRoots = /^(?:\/root|\/var\/root)$/.test(own);
  const what = isRoots ? `This is root's home (${own}), not yours.` : `Files in ${own} would then belong to root.`;
  return `${what} Run it without sudo.`;
}

function noTerminalText(io: Io): string | undefined {
  if (usesTerminal(io)) return undefined;
  return [
    'init asks one question, and there is no terminal. Nothing was written.',
    '  anyhook init --yes                        what is recommended',
    '  anyhook init --yes --preset shell-guard   only this',
    '  anyhook init --yes --scope project        into the repository, for a team',
  ].join('\n');
}
