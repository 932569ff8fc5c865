export interface ProcessFacts {
  readonly pid: number;
  /** The name that the system shows; a process may choose it. */
  readonly name: string;
  readonly file?: string;
  readonly args: readonly string[];
  /** The environment that it started with; empty if we may not read it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Its file or the process belongs to the system, so a user's program cannot replace it. */
  readonly isOfSystem: boolean;
}

/** A process that holds the other end of a terminal. */
export interface TerminalHolder extends ProcessFacts {
  readonly isRoots: boolean;
  /** It was started by a root process other than the first process, which adopts all orphans. */
  readonly isStartedByRoot: boolean;
  readonly ancestors: readonly ProcessFacts[];
  /** It has its own terminal. */
  readonly hasTerminal: boolean;
  /** Who holds the terminal in which it runs. */
  above(): TerminalEvidence;
  /** A multiplexer: who holds the terminals in which it shows this one. */
  viewers(): readonly TerminalEvidence[];
}

/** What is known about the other end of a terminal. */
export type TerminalEvidence =
  | { readonly kind: 'seen'; readonly holders: readonly TerminalHolder[] }
  /** No known process holds it, and these processes of the user hide their open files. */
  | { readonly kind: 'hidden'; readonly hidden: readonly ProcessFacts[] }
  /** A namespace that any program of the user can create: its contents prove nothing. */
  | { readonly kind: 'namespace'; readonly own: ProcessFacts }
  /** Not visible: another user's process, outside the container, a console, or a system without this information. */
  | { readonly kind: 'unseen' };

/** The processes that led to this one. */
export interface Ancestry {
  /** The parent first. */
  readonly ancestors: readonly ProcessFacts[];
  /** This process is in the foreground of its controlling terminal, and that terminal is its input. */
  readonly isInForeground: boolean;
  /** Who holds the other end of that terminal; missing on systems without this information. */
  readonly terminal?: () => TerminalEvidence;
}
