import { type Handler, type Hook, shellWord } from '@anyhook/core';
import type { ScriptProtocol } from './protocol.js';
import type { Language, ScriptTemplate } from './script-template.js';

/** One hook as a writer takes it; events and tools have the names of the target format. */
export interface HookDraft extends DraftFields {
  /** Lowercase letters, digits and single hyphens. */
  readonly name: string;
  readonly description: string;
  readonly event: string;
  /** All events of the hook, for formats in which one hook has several. */
  readonly events?: readonly string[];
  readonly handler: DraftHandler;
}

/** What a hook may declare about itself. Not every format can express every field. */
export interface DraftFields {
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
  readonly spare?: boolean;
}

/** One of the fields that a format may be able to express. */
export type DraftField = keyof DraftFields;

/** How the hook runs. A command starts in the project's folder; paths are relative to it. */
export type DraftHandler =
  | { readonly kind: 'script'; readonly text: string; readonly ending: string }
  | { readonly kind: 'command'; readonly command: string; readonly env?: Readonly<Record<string, string>> }
  | Exclude<Handler, { kind: 'command' }>;

/** A file to be written, relative to the project. */
export interface FileToWrite {
  readonly path: string;
  readonly text: string;
  readonly executable?: true;
  /** The file holds several hooks: the text is its old content with the new hook added. */
  readonly shared?: true;
}

/** Reads a file of the project; undefined when it does not exist. */
export type ReadProjectFile = (path: string) => string | undefined;

/** Writes hooks of one format. */
export interface HookWriter {
  /** The fields that the format can express. */
  readonly fields: ReadonlySet<DraftField>;
  /** A field that the format has, but not with this value. */
  readonly cannotExpress?: (fields: DraftFields) => DraftField | undefined;
  readonly handlers: ReadonlySet<Handler['kind']>;
  /** Its hooks have no names: their ids come from their positions in the file. */
  readonly unnamed?: true;
  /** What its scripts read and answer. */
  readonly protocol: ScriptProtocol;
  /** The protocol of one of the format's own hooks, if it depends on the file. */
  readonly protocolOf?: (hook: Hook) => ScriptProtocol;
  /** The writer for a hook of another format, where the format has several kinds of files. */
  readonly variantFor?: (hook: Hook) => HookWriter;
  /** Variables that commands of the format may name; `root` is the hook's root as seen from the project. */
  readonly variables?: (hook: Hook, root: string) => Readonly<Record<string, string>>;
  /** The first script of a new hook. */
  readonly script: ScriptTemplate;
  /** The one language that `script` is written in, and why. */
  readonly onlyLanguage?: { readonly language: Language; readonly why: string };
  /** The folder for the tests of a hook, relative to the project. */
  readonly testFolder: (name: string) => string;
  /** The files of the hook. A file with several hooks keeps the others, its comments and its formatting. */
  write(draft: HookDraft, read: ReadProjectFile): readonly FileToWrite[];
}

/** Does the format match abilities by their ids instead of tools by their names? */
export const matchesAbilities = ({ fields }: HookWriter): boolean => fields.has('abilities') && !fields.has('tool');

/** The command with its variables exported before it. */
export const withEnv = ({ command, env = {} }: { command: string; env?: Readonly<Record<string, string>> }): string =>
  [...Object.entries(env).map(([name, value]) => `export ${name}=${shellWord(value)};`), command.trim()].join(' ');
