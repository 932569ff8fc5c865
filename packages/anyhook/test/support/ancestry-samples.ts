import type { Ancestry, ProcessFacts, TerminalEvidence, TerminalHolder } from '../../../core/src/process-facts.js';

/** A process with usual values. */
export const sampleProcess = (name: string, more: Partial<ProcessFacts> = {}): ProcessFacts => ({
  pid: 4711,
  name,
  args: [name],
  env: {},
  isOfSystem: false,
  ...more,
});

/** A person logged in over ssh and typed the command into a shell. */
export const personAncestry: Ancestry = {
  ancestors: [
    sampleProcess('bash', { args: ['-bash'] }),
    sampleProcess('sshd', { args: ['sshd: me@pts/0'] }),
    sampleProcess('sshd', { args: ['sshd: me [priv]'], isOfSystem: true }),
    sampleProcess('systemd', { pid: 1, args: ['/sbin/init'], isOfSystem: true }),
  ],
  isInForeground: true,
};

/** A program of the system that holds the other end of a terminal. */
export const sampleHolder = (file: string, more: Partial<TerminalHolder> = {}): TerminalHolder => ({
  ...sampleProcess(file.slice(file.lastIndexOf('/') + 1), { file }),
  isOfSystem: true,
  isRoots: false,
  isStartedByRoot: false,
  ancestors: [],
  hasTerminal: false,
  above: () => ({ kind: 'unseen' }),
  viewers: () => [],
  ...more,
});

export const heldBy = (...holders: readonly TerminalHolder[]): TerminalEvidence => ({ kind: 'seen', holders });
