import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { type Match, type Problem, quoteValue, type TrustCoverage, withoutUndefined } from '@anyhook/core';
import { hookWithDefaults } from '../kit/builtin-hook.js';
import type { HookFile, HookLoader, HookPlace, LoadedFile, SearchFolders } from '../kit/format.js';
import { checkEntry, makeProblem, makeWarning, type ParsedFile, parseYaml } from '../kit/parse.js';
import { patternError } from '../kit/pattern.js';
import { events, toolTriggers } from './events.js';
import { type Frontmatter, hookMdSchema } from './schema.js';
import { chooseScript } from './script.js';

/** The YAML between the first two `---` lines; it begins on line 2 of the file. */
function extractFrontmatter(text: string): { readonly yaml: string } | { readonly missing: string } {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const open = /^---[ \t]*(?:\r?\n|$)/.exec(body);
  if (!open)
    return { missing: 'expected frontmatter: the first line must be "---", and the fields end at a second "---"' };
  const start = open[0].length;
  const close = /^---[ \t]*\r?$/m.exec(body.slice(start));
  if (!close) return { missing: 'expected a second line "---" that ends the frontmatter, got none' };
  return { yaml: body.slice(start, start + close.index) };
}

const fileName = 'HOOK.md';
/** The spelling that some authors use. */
const otherName = 'hook.md';
/** A settings file that the format's guide describes. It is not read, and a warning says so. */
const settingsName = 'hooks.toml';

/** Finds and reads `HOOK.md` folders. */
export const hookMdLoader: HookLoader = {
  fileNames: [fileName],
  places,
  load,
  oneHookFile: { events, eventPattern: /^trigger:\s*["']?([\w-]+)/m, harmlessPattern: /^async:\s*["']?true/m },
  parsedPart(text) {
    const front = extractFrontmatter(text);
    return 'missing' in front ? '' : front.yaml;
  },
  recognise: ({ name }) => (name === fileName || name === otherName ? 'yes' : 'no'),
  placeOf(path) {
    const folder = dirname(path);
    return { scope: 'project', dir: dirname(folder), root: folder, find: { kind: 'each', name: basename(path) } };
  },
};

function places({ cwd, root, configHome }: SearchFolders): readonly HookPlace[] {
  const find = { kind: 'each', name: fileName, otherName } as const;
  const settings = { kind: 'file', name: settingsName } as const;
  const project = foldersUpTo(cwd, root).map((base) => ({
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
function foldersUpTo(cwd: string, root: string): readonly string[] {
  const relativePath = relative(root, cwd);
  if (relativePath === '') return [root];
  if (isAbsolute(relativePath) || relativePath.split(/[\\/]/)[0] === '..') return [cwd];
  return [cwd, ...foldersUpTo(dirname(cwd), root)];
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
  const { match, matcherProblems } = readMatcher(output, parsed.doc);
  const script = chooseScript(folder, file.siblings);
  const all = [
    ...parsed.problems,
    ...problems,
    ...converted,
    ...sizeProblems(file),
    ...nameProblems(output.name, basename(folder), parsed.doc),
    ...matcherProblems,
    ...(script.problem ? [makeWarning(file.path, script.problem)] : []),
  ];
  if (all.some(({ severity }) => severity === 'error')) return { hooks: [], problems: all };
  return {
    hooks: [hookWithDefaults({ ...hookFields(output, file, folder), match, handler: script.handler })],
    problems: all,
  };
}

const settingsMessage =
  'not read: hooks that it switches off run, and its overrides do nothing; use "disabled" of the user config and "overrides" of .agents/anyhook.yaml';

const numberText = /^\s*[+-]?\d+\s*$/;
const flagTexts: Readonly<Record<string, boolean>> = {
  ...{ true: true, yes: true, on: true, 1: true },
  ...{ false: false, no: false, off: false, 0: false },
};

/** Converts numbers and flags that were written as strings, as other readers of the format do. */
function convertTexts(doc: ParsedFile): { readonly value: unknown; readonly converted: readonly Problem[] } {
  if (typeof doc.value !== 'object' || doc.value === null || Array.isArray(doc.value))
    return { value: doc.value, converted: [] };
  const fields = doc.value as Readonly<Record<string, unknown>>;
  const conversions = Object.entries({ timeout: textNumber, priority: textNumber, async: textFlag }).flatMap(
    ([key, convert]) => {
      const text = fields[key];
      const value = typeof text === 'string' ? convert(text) : undefined;
      return value === undefined ? [] : [{ key, text, value }];
    },
  );
  return {
    value: { ...fields, ...Object.fromEntries(conversions.map(({ key, value }) => [key, value])) },
    converted: conversions.map(({ key, text, value }) => {
      const message = `"${key}": expected a ${typeof value}, got the string ${quoteValue(text)}: it is read as ${value}; write it without quotes`;
      return makeWarning(doc.source, message, doc.lineOf([key]), key);
    }),
  };
}

const textNumber = (text: string): number | undefined => (numberText.test(text) ? Number(text) : undefined);

function textFlag(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  return Object.hasOwn(flagTexts, word) ? flagTexts[word] : undefined;
}

/** About 1000 tokens, the recommended maximum for a whole HOOK.md. */
const maxCharacters = 4_000;

function sizeProblems({ path, text }: HookFile): readonly Problem[] {
  if (text.length <= maxCharacters) return [];
  const message = `expected less than 1000 tokens (about ${maxCharacters} characters), got ${text.length} characters: a model that reads the file pays for them, move details to other files`;
  return [makeWarning(path, message)];
}

function hookFields(front: Frontmatter, file: HookFile, folder: string) {
  const { blocking = true, ...ofAnyhook } = withoutUndefined(front.metadata?.anyhook ?? {});
  return {
    id: front.name.normalize('NFKC'),
    dialect: 'hook-md',
    events: events[front.trigger].events,
    nativeEvent: front.trigger,
    scope: file.scope,
    source: file.path,
    root: folder,
    description: front.description,
    blocking: !front.async && blocking,
    async: front.async,
    priority: front.priority,
    timeoutMs: front.timeout,
    stopsList: true,
    ...ofAnyhook,
    files: [file.path, ...scriptFiles(file, folder)],
    ...(file.deepScripts && { coverage: deepCoverage(file.deepScripts, folder) }),
  };
}

function scriptFiles(file: HookFile, folder: string): readonly string[] {
  return file.siblings.filter(({ path }) => path.startsWith('scripts/')).map(({ path }) => join(folder, path));
}

const deepCoverage = ({ paths, isCut }: NonNullable<HookFile['deepScripts']>, folder: string): TrustCoverage => ({
  files: paths.map((path) => join(folder, path)),
  gaps: isCut ? [{ what: join(folder, 'scripts'), why: 'it has more files than are covered' }] : [],
});

const nameShape = /^[\p{L}\p{M}\p{Nd}]+(?:-[\p{L}\p{M}\p{Nd}]+)*$/u;

function nameProblems(writtenName: string, folder: string, doc: ParsedFile): readonly Problem[] {
  const nameProblem = (message: string) => [makeProblem(doc.source, message, doc.lineOf(['name']), 'name')];
  const name = writtenName.normalize('NFKC');
  if (!nameShape.test(name) || name !== name.toLowerCase()) {
    return nameProblem(
      `"name": expected lowercase letters, digits and single hyphens inside, got ${quoteValue(writtenName)}`,
    );
  }
  if (name === folder.normalize('NFKC')) return [];
  // The examples of the format are copied into folders with other names. Loading such a guard is better than dropping it.
  const message = `"name": expected the folder's name ${quoteValue(folder)}, got ${quoteValue(writtenName)}: the hook is called by its "name"; rename one of them`;
  return [makeWarning(doc.source, message, doc.lineOf(['name']), 'name')];
}

/** What a matcher limits the hook to, and its problems. */
function readMatcher(
  { trigger, matcher = {} }: Frontmatter,
  doc: ParsedFile,
): { match: Match; matcherProblems: readonly Problem[] } {
  const { tool, pattern } = matcher;
  if (!tool && !pattern) return { match: {}, matcherProblems: [] };
  if (!toolTriggers.includes(trigger)) {
    const message = `"matcher" has no effect on ${trigger}, which has no tool: it is ignored`;
    return { match: {}, matcherProblems: [makeWarning(doc.source, message, doc.lineOf(['matcher']), 'matcher')] };
  }
  const [name, input] = [readRegex(tool, 'tool', doc), readRegex(pattern, 'pattern', doc)];
  const match: Match = {
    ...(name.source && { tool: { source: name.source, mode: 'anchored' } }),
    ...(input.source && { input: { source: input.source, mode: 'search' } }),
  };
  return { match, matcherProblems: [...name.problems, ...input.problems] };
}

/** The regex that the hook's author meant. */
function readRegex(
  source: string | undefined,
  key: string,
  doc: ParsedFile,
): { source?: string; problems: readonly Problem[] } {
  if (!source) return { problems: [] };
  const field = `matcher.${key}`;
  const line = doc.lineOf(['matcher', key]);
  const why = patternError(source);
  if (why) {
    const hint = source === '*' ? '; leave the key out to match all' : '';
    const message = `"${field}": expected a regular expression, got ${quoteValue(source)} (${why})${hint}`;
    return { problems: [makeProblem(doc.source, message, line, field)] };
  }
  if (!source.includes('\b')) return { source, problems: [] };
  const message = `"${field}": "\\b" in double quotes is a backspace; it is read as a word boundary, use single quotes`;
  return { source: source.replaceAll('\b', '\\b'), problems: [makeWarning(doc.source, message, line, field)] };
}
