import { AnyhookError } from '../core/errors.js';
import type { Pattern } from '../core/hook.js';

/** Answers whether a text matches, in time linear in the text or bounded by a small budget. */
export type Test = (text: string) => boolean;

const longestPattern = 10_000;
const longestGlob = 1_000;
const longestPath = 8_192;

/** Milliseconds that a pattern which only the native engine understands may take. */
const nativeBudgetMs = 50;

/** Compiles a pattern. Word lists need no engine; the rest runs on RE2, and what RE2 rejects under a time budget. */
export function compilePattern(pattern: Pattern): Test | Promise<Test> {
  const { source, mode } = pattern;
  if (source.length > longestPattern)
    throw new AnyhookError(
      'BAD_PATTERN',
      `the pattern is ${source.length} characters long, at most ${longestPattern} are taken`,
    );
  const words = wordList(source);
  if (words && mode === 'anchored') {
    const set = new Set(words);
    return (text) => set.has(text);
  }
  if (words) return (text) => words.some((word) => text.includes(word));
  return compileRegex(mode === 'anchored' ? `^(?:${source})$` : source, source);
}

/** Compiles a glob over slash-separated paths or dotted ids; `**` crosses folders, braces list choices. */
export function compileGlob(glob: string): Test | Promise<Test> {
  if (glob.length > longestGlob)
    throw new AnyhookError(
      'BAD_PATTERN',
      `the glob is ${glob.length} characters long, at most ${longestGlob} are taken`,
    );
  if (glob === '*' || glob === '**' || glob === '**/*')
    return glob === '*' ? (text) => !text.includes('/') : () => true;
  if (!/[*?[\]{}\\!]/.test(glob)) return (text) => text === glob;
  return import('minimatch').then(({ Minimatch }) => {
    // Extended globs nest quantifiers and can be made to hang; the rest of the syntax cannot.
    const compiled = new Minimatch(glob, { dot: true, noext: true, nocomment: true, braceExpandMax: 1_000 });
    return (text) => text.length <= longestPath && compiled.match(text);
  });
}

/** The words of a plain alternation such as `Edit|Write`, or undefined when the source needs a regex engine. */
export function wordList(source: string): readonly string[] | undefined {
  if (/[\\^$.*+?()[\]{}]/.test(source)) return undefined;
  return source.split('|');
}

async function compileRegex(source: string, shown: string): Promise<Test> {
  const { RE2JS } = await import('re2js');
  try {
    const compiled = RE2JS.compile(source);
    return (text) => compiled.test(text);
  } catch (error) {
    return compileNative(source, shown, error);
  }
}

/** Lookaround and back-references are legal in existing hook files; a match that takes too long counts as a match. */
async function compileNative(source: string, shown: string, re2Error: unknown): Promise<Test> {
  let regex: RegExp;
  try {
    regex = new RegExp(source, 'u');
  } catch {
    try {
      regex = new RegExp(source);
    } catch (error) {
      throw new AnyhookError('BAD_PATTERN', `"${shown}" is not a regular expression: ${(error as Error).message}`, {
        cause: re2Error,
      });
    }
  }
  const { createContext, Script } = await import('node:vm');
  const sandbox = createContext({ regex, text: '', found: false });
  const script = new Script('found = regex.test(text)');
  return (text) => {
    sandbox.text = text;
    try {
      script.runInContext(sandbox, { timeout: nativeBudgetMs });
      return sandbox.found === true;
    } catch {
      return true;
    }
  };
}
