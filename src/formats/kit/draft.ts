import type { Handler, Hook } from '../../core/hook.js';
import { shellWord } from '../../core/shell-quote.js';

/** One hook as it is to stand in a file; events and tools in the words of the target dialect. */
export interface Draft extends Wishes {
  /** Lowercase letters, digits and single hyphens. */
  readonly name: string;
  readonly description: string;
  readonly event: string;
  /** All of them, where the format lets one hook have several. */
  readonly events?: readonly string[];
  readonly handler: DraftHandler;
}

/** What a dialect may have a word for, or not. */
export interface Wishes {
  readonly tool?: string;
  readonly input?: string;
  readonly subject?: string;
  readonly paths?: readonly string[];
  readonly abilities?: readonly string[];
  readonly minDurationMs?: number;
  readonly changedPaths?: readonly string[];
  readonly agent?: string;
  readonly rule?: string;
  readonly timeoutMs?: number;
  readonly async?: true;
  readonly blocking?: false;
  readonly enabled?: false;
  readonly priority?: number;
  readonly onFailure?: Hook['onFailure'];
  readonly warnOnFailure?: false;
  readonly mode?: 'shadow';
  readonly profiles?: readonly string[];
  readonly parallel?: true;
  readonly recheck?: false;
  readonly pure?: boolean;
}

export type Wish = keyof Wishes;

/** How the hook runs. A script's path, like the folder a command runs in, is relative to the project. */
export type DraftHandler =
  | { readonly kind: 'script'; readonly text: string; readonly ending: string }
  | { readonly kind: 'command'; readonly command: string; readonly env?: Readonly<Record<string, string>> }
  | Exclude<Handler, { kind: 'command' }>;

/** A file to be written, relative to the project. */
export interface Made {
  readonly path: string;
  readonly text: string;
  readonly executable?: true;
}

/** Gives the text of a project's file, or undefined when there is none. */
export type Read = (path: string) => string | undefined;

/** Writes hooks of one dialect. */
export interface Writer {
  readonly knows: ReadonlySet<Wish>;
  /** A value that it has no word for although it knows the wish. */
  readonly lacks?: (wishes: Wishes) => Wish | undefined;
  readonly handlers: ReadonlySet<Handler['kind']>;
  /** The files of the hook; a file that holds several hooks keeps the others and its formatting. */
  write(draft: Draft, read: Read): readonly Made[];
}

/** A command with the variables it needs. */
export const withEnv = ({ command, env = {} }: { command: string; env?: Readonly<Record<string, string>> }): string =>
  [...Object.entries(env).map(([name, value]) => `export ${name}=${shellWord(value)};`), command.trim()].join(' ');
