/** What is known about a running process. */
export interface ProcessFacts {
  readonly pid: number;
  /** The name that the system shows for it; a process may choose it. */
  readonly name: string;
  /** The file that it runs, if we may know it. */
  readonly file?: string;
  readonly args: readonly string[];
  /** The environment that it started with; empty if we may not read it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Its file or the process belongs to the system, so a user's program cannot take its place. */
  readonly isOfSystem: boolean;
}

/** The processes that led to this one. */
export interface Ancestry {
  /** The parent first. */
  readonly ancestors: readonly ProcessFacts[];
  /** This process is in the foreground of its controlling terminal, and that terminal is its input. */
  readonly isInForeground: boolean;
}
