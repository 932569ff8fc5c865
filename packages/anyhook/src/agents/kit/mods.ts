/** Reads what the search needs. */
export interface ModReader {
  /** The text of a file without a byte order mark; undefined if there is none. */
  text(path: string): string | undefined;
  /** The names of the folders in a folder, including links to folders. */
  folders(path: string): readonly string[];
}

/** Where an agent runs. */
export interface ModPlace {
  readonly home: string;
  /** Where the agent's folder may be. */
  readonly agentFolders: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folders of the project, from its root down to the working folder. */
  readonly levels: readonly string[];
  /** The command line of the agent's process, if known. */
  readonly args: readonly string[];
  /** Folders to check on request. */
  readonly named: readonly string[];
}

/** A folder from which an agent may load mods: code that runs inside the agent, before the hooks in its settings. */
export interface ModFolder {
  readonly folder: string;
  /** Why the agent may load it. */
  readonly origin: string;
  /** It is named only by a command line, a variable or a person. */
  readonly isNamed?: true;
}

/** The effect of a mod on the hooks in settings when it takes an event. */
interface SilencingEvent {
  /** Matches the event's name in the text of a mod. */
  readonly pattern: RegExp;
  readonly effect: string;
}

/** The mods of one agent. */
export interface ModSpec {
  /** The folders with mods. May include more than the agent loads today, never fewer. */
  find(place: ModPlace, read: ModReader): readonly ModFolder[];
  /** Files that may be code of a mod. */
  readonly codeFile: RegExp;
  readonly silencing: readonly SilencingEvent[];
  /** The variable that gives hooks the agent's process id. */
  readonly processVariable?: string;
}
