import { type DraftField, type FileToWrite, type HookDraft, type HookWriter, withEnv } from './hook-draft.js';
import { appendJson } from './json-edit.js';
import { exitCodeScript } from './script-template.js';

/** A hook as an entry of a shared JSON file. */
export interface HookEntry {
  /** The lists that it is added to: the keys that lead to each. */
  readonly lists: readonly (readonly string[])[];
  readonly item: unknown;
  /** A part of the entry: a file with it already has the hook. */
  readonly mark: unknown;
}

type OwnFields = 'cannotExpress' | 'protocolOf' | 'variantFor' | 'variables' | 'script' | 'testFolder';

/** How a writer of such entries differs from others. */
export interface EntryWriterParts extends Pick<HookWriter, 'protocol'>, Partial<Pick<HookWriter, OwnFields>> {
  readonly path: string;
  /** The content of a new file; default: `{}`. */
  readonly emptyFile?: string;
  /** The folder for scripts, and for tests, unless `testFolder` is set. */
  readonly scripts: string;
  readonly fields: readonly DraftField[];
  /** Default: commands only. */
  readonly handlers?: readonly HookDraft['handler']['kind'][];
  /** `script` is the path of the hook's script, if it has one. */
  entry(draft: HookDraft, script: string | undefined): HookEntry;
}

/** A writer of entries of one JSON file, each with its own script if it needs one. */
export function entryWriter({
  path,
  emptyFile = '{}\n',
  scripts: folder,
  fields,
  handlers = ['command'],
  entry,
  ...own
}: EntryWriterParts): HookWriter {
  return {
    unnamed: true,
    script: exitCodeScript('Exit 2 blocks'),
    testFolder: () => folder,
    ...own,
    fields: new Set(fields),
    handlers: new Set(handlers.filter((kind) => kind !== 'script')),
    write(draft, read): readonly FileToWrite[] {
      const script = scriptFile(draft, folder);
      const { lists, item, mark } = entry(draft, script?.path);
      const scripts = script ? [script] : [];
      const before = read(path) ?? emptyFile;
      if (before.includes(JSON.stringify(mark))) return scripts;
      const text = lists.reduce((so, keyPath) => appendJson(path, so, keyPath, item), before);
      return [{ path, text, shared: true }, ...scripts];
    },
  };
}

/** The script of a new hook, in this folder; undefined for other hooks. */
export function scriptFile({ name, handler }: HookDraft, folder: string): FileToWrite | undefined {
  if (handler.kind !== 'script') return undefined;
  return { path: `${folder}/${name}.${handler.ending}`, text: handler.text, executable: true };
}

/** The command line of a hook that starts in the project's folder. */
export function commandLine({ handler }: HookDraft, script: string | undefined): string {
  if (script !== undefined) return `./${script}`;
  return handler.kind === 'command' ? withEnv(handler) : '';
}

/** The fields of a prompt to a model, and of a request. */
export function otherHandler(handler: HookDraft['handler']) {
  if (handler.kind === 'prompt')
    return { type: 'prompt', prompt: handler.prompt, ...(handler.model !== undefined && { model: handler.model }) };
  if (handler.kind === 'http')
    return { type: 'http', url: handler.url, ...(handler.headers && { headers: handler.headers }) };
  return undefined;
}
