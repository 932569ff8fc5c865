/** What the guard knows about the machine before a command runs. */
export interface GuardWorld {
  /** The folder in which the command starts; absolute. */
  readonly cwd: string;
  readonly root: string;
  readonly home: string;
  /** Folders for temporary files. */
  readonly temp: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Files and folders of agents' settings and of anyhook. */
  readonly agentPlaces?: readonly string[];
}
