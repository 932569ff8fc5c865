import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { type Problem, quoteValue } from '../../core/errors.js';
import type { Hook } from '../../core/hook.js';
import type { HookFile, HookLoader, HookPlace, LoadedFile, SearchFolders } from '../format.js';
import { checkEntry, makeProblem, makeWarning, type ParsedFile, parseYaml } from '../kit/parse.js';
import { events } from './events.js';
import { extractFrontmatter } from './frontmatter.js';
import { readMatcher } from './matcher.js';
import { type Frontmatter, hookMdSchema } from './schema.js';
import { chooseScript } from './script.js';

const fileName = 'HOOK.md';
/** As some authors write it. */
const otherName = 'hook.md';
/** Settings that the guide of the format knows: they are not read, and that is said. */
const settingsName = 'hooks.toml';

/** Finds and reads `HOOK.md` folders. */
export const hookMdLoader: HookLoader = {
  fileNames: [fileName],
  places,
  load,
  oneHookFile: { events, event: /^trigger:\s*["']?([\w-]+)/m, harmless: /^async:\s*["']?true/m },
  recognise: ({ name }) => (name === fileName || name === otherName ? 'yes' : 'no'),
  placeOf(path) {
    const folder = dirname(path);
    return { scope: 'project', dir: dirname(folder), root: folder, find: { kind: 'each', name: basename(path) } };
  },
};

function places({ cwd, root, configHome }: SearchFolders): readonly HookPlace[] {
  const find = { kind: 'each', name: fileName, otherName } as const;
  const settings = { kind: 'file', name: settingsName } as const;
  const project = upwards(cwd, root).map((base) => ({
    scope: 'project' as const,
    dir: join(base, '.agents', 'hooks'),
    root: base,
  }));
  const user = join(configHome, 'agents');
  const all = [...project, { scope: 'user' as const, dir: join(user, 'hooks'), root: user }];
  return all.flatMap((place) => [
    { ...place, find },
    { ...place, find: settings },
  ]);
}

/** The folders from `cwd` up to `root`, nearest first. */
function upwards(cwd: string, root: string): readonly string[] {
  const below = relative(root, cwd);
  if (below === '') return [root];
  if (isAbsolute(below) || below.split(/[\\/]/)[0] === '..') return [cwd];
  return [cwd, ...upwards(dirname(cwd), root)];
}

function load(file: HookFile): LoadedFile {
  if (basename(file.path) === settingsName) return { hooks: [], problems: [makeWarning(file.path, settingsMessage)] };
  const front = extractFrontmatter(file.text);
  if ('missing' in front) return { hooks: [], problems: [makeProblem(file.path, front.missing, 1)] };
  const parsed = parseYaml(front.yaml, file.path, 2);
  if (!('doc' in parsed)) return { hooks: [], problems: parsed.problems };
  const { value, converted } = convertTexts(parsed.doc);
  const { output, problems } = checkEntry(hookMdSchema, parsed.doc, value);
  if (!output) return { hooks: [], problems: [...parsed.problems, ...problems, ...converted] };
  const folder = dirname(file.path);
  const { match, found } = readMatcher(output, parsed.doc);
  const script = chooseScript(folder, file.beside);
  const all = [
    ...parsed.problems,
    ...problems,
    ...converted,
    ...sizeProblems(file),
    ...nameProblems(output.name, basename(folder), parsed.doc),
    ...found,
    ...(script.problem ? [makeWarning(file.path, script.problem)] : []),
  ];
  if (all.some(({ severity }) => severity === 'error')) return { hooks: [], problems: all };
  return { hooks: [{ ...toHook(output, file, folder), match, handler: script.handler }], problems: all };
}

const settingsMessage =
  'not read: hooks that it switches off run, and its overrides do nothing; use "disabled" of the user config and "overrides" of .agents/anyhook.yaml';

const numberText = /^\s*[+-]?\d+\s*$/;
const flagTexts: Readonly<Record<string, boolean>> = {
  ...{ true: true, yes: true, on: true },
  ...{ false: false, no: false, off: false },
};

/** Numbers and flags that were written as texts, as other readers of the format take them. */
function convertTexts(doc: ParsedFile): { readonly value: unknown; readonly converted: readonly Problem[] } {
  if (typeof doc.value !== 'object' || doc.value === null || Array.isArray(doc.value))
    return { value: doc.value, converted: [] };
  const given = doc.value as Readonly<Record<string, unknown>>;
  const texts = Object.entries({ timeout: textNumber, priority: textNumber, async: textFlag }).flatMap(
    ([key, convert]) => {
      const text = given[key];
      const value = typeof text === 'string' ? convert(text) : undefined;
      return value === undefined ? [] : [{ key, text, value }];
    },
  );
  return {
    value: { ...given, ...Object.fromEntries(texts.map(({ key, value }) => [key, value])) },
    converted: texts.map(({ key, text, value }) => {
      const message = `"${key}": expected a ${typeof value}, got the string ${quoteValue(text)}: it is read as ${value}, write it so`;
      return makeWarning(doc.source, message, doc.lineOf([key]), key);
    }),
  };
}

const textNumber = (text: string): number | undefined => (numberText.test(text) ? Number(text) : undefined);

function textFlag(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  return Object.hasOwn(flagTexts, word) ? flagTexts[word] : undefined;
}

/** About 1000 tokens, the most that the format wants a whole HOOK.md to have. */
const maxCharacters = 4_000;

function sizeProblems({ path, text }: HookFile): readonly Problem[] {
  if (text.length <= maxCharacters) return [];
  const message = `expected less than 1000 tokens (about ${maxCharacters} characters), got ${text.length} characters: a model that reads the file pays for them, move details to other files`;
  return [makeWarning(path, message)];
}

function toHook(front: Frontmatter, file: HookFile, folder: string): Omit<Hook, 'match' | 'handler'> {
  const ours = front.metadata?.anyhook;
  return {
    id: front.name.normalize('NFKC'),
    dialect: 'hook-md',
    events: events[front.trigger].events,
    nativeEvent: front.trigger,
    scope: file.scope,
    source: file.path,
    line: 1,
    position: 0,
    root: folder,
    description: front.description,
    enabled: true,
    blocking: !front.async && (ours?.blocking ?? true),
    async: front.async,
    mode: ours?.mode ?? 'enforce',
    priority: front.priority,
    timeoutMs: front.timeout,
    onFailure: ours?.onFailure ?? 'open',
    warnOnFailure: ours?.warnOnFailure ?? true,
    concurrent: false,
    stopsList: true,
    parallel: ours?.parallel ?? false,
    recheck: ours?.recheck ?? true,
    ...(ours?.pure !== undefined && { pure: ours.pure }),
    profiles: ours?.profiles ?? [],
    files: [file.path, ...scriptFiles(file, folder)],
  };
}

function scriptFiles(file: HookFile, folder: string): readonly string[] {
  return file.beside.filter(({ path }) => path.startsWith('scripts/')).map(({ path }) => join(folder, path));
}

const nameShape = /^[\p{L}\p{M}\p{Nd}]+(?:-[\p{L}\p{M}\p{Nd}]+)*$/u;

function nameProblems(given: string, folder: string, doc: ParsedFile): readonly Problem[] {
  const at = (message: string) => [makeProblem(doc.source, message, doc.lineOf(['name']), 'name')];
  const name = given.normalize('NFKC');
  if (!nameShape.test(name) || name !== name.toLowerCase()) {
    return at(`"name": expected lowercase letters, digits and single hyphens inside, got ${quoteValue(given)}`);
  }
  if (name === folder.normalize('NFKC')) return [];
  return at(`"name": expected the folder's name ${quoteValue(folder)}, got ${quoteValue(given)}: rename one of them`);
}
