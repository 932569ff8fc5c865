import { createContext, Script } from 'node:vm';
import { AnyhookError, foldedName, foldsNames, hasDrives, type Pattern, thisSystem } from '@anyhook/core';

/** Tests whether a text matches, in time linear in the text or limited by a small budget. */
export interface TextPredicate {
  (text: string): boolean;
  /** Returns true when its budget is used up, so that it may match without the pattern. */
  readonly hasBudget?: true;
  /** Also tests names of fields that could be paths. */
  readonly readsNames?: true;
}

const maxPatternLength = 10_000;
const maxGlobLength = 1_000;
/** A longer path counts as a match of every glob. */
export const maxPathLength = 8_192;

/** Milliseconds for a pattern that only the native engine supports. */
const nativeBudgetMs = 50;

/** Compiles a pattern. Word lists need no engine; others run on RE2; what RE2 rejects runs with a time budget. */
export function compileTextPattern(pattern: Pattern): TextPredicate | Promise<TextPredicate> {
  const { source, mode } = pattern;
  if (source.length > maxPatternLength)
    throw new AnyhookError(
      'BAD_PATTERN',
      `the pattern is ${source.length} characters long, the limit is ${maxPatternLength}`,
    );
  const words = wordList(source);
  if (words && pattern.findsHidden) return hiddenWordsFinder(words);
  if (words && mode === 'anchored') {
    const set = new Set(words);
    return (text) => set.has(text);
  }
  if (words) return (text) => words.some((word) => text.includes(word));
  return compileRegex(pattern);
}

/** Longer texts are not searched for hidden words: they match. */
const maxHidingLength = 64 * 1024;

/** Text that a shell gets from another program: a pipe into it, `<(…)`, `eval "$(…)"`, `bash -c "$(…)"`. */
const feedsShell = /\|\s{0,9}(?:sudo\s|\/[\w/]{0,40}\/)?(?:ba|z|da|k)?sh\b|<\(|(?:eval|-c)\s{1,9}["']?(?:\$\(|`)/;
/** Functions of other languages that decode text. */
const decodes = /b64decode|fromhex|unhexlify|fromCharCode|atob\(|decode64|pack\(|'base64'|"base64"/;
/** `/usr/bin/a*k off`: a word after a program whose name has wildcards. */
const hidesProgram = /(?:^|[;&|(]\s{0,9})[\w/.-]{0,60}[?*][\w?*.-]{0,60}\s{1,9}[a-z]{2,20}(?:\s|$)/;

/** A home folder or one above as a whole word, such as `~`, `$HOME`, `/home/me`, `../..`, `/`: all in it may change. */
const homeWord =
  /(?:^|[\s"'`=:,(>@])(?:(?:~[\w.+-]{0,40}|\$\{?HOME\}?|%USERPROFILE%|\$env:USERPROFILE|\/(?:home|Users)(?:\/[\w.-]{1,64})?|[A-Za-z]:[\\/]Users(?:[\\/][\w.-]{1,64})?|\/root|(?:[^\s"'`]{0,200}\/)?\.\.)(?:\/+(?:\.|\*{1,2})?)?\/?|\/(?:\.|\*{1,2})?)(?=$|[\s"'`;&|)<>,:])/;
/** Programs that change whole folders, whatever their words are: the working folder may be one. */
const changesFolders =
  /(?:^|[\s;&|("'`/])(?:cp|mv|ln|rsync|scp|ditto|tar|bsdtar|unzip|7z[az]?|cpio|pax|chmod|chown|chgrp|setfacl|chattr|mount|rename|stow)\s|(?:^|[;&|(]\s{0,9}|sudo\s{1,9})install\s|\bxargs\s|copy_?tree|cpSync|\bcp_r\b|dircopy|unpack_archive|extractall/;
/** Programs that delete the full paths they get: one may be a folder above the project. */
const deletesElsewhere =
  /(?:^|[\s;&|("'`/])(?:rm|rmdir|rd|del|srm|shred|trash|rimraf|find|fd|Remove-Item)\s[^;&|\n]{0,500}?["'=\s](?:[~/$%]|[A-Za-z]:)|rmtree|rm_rf|rmSync|removeSync|remove_dir_all|RemoveAll/i;
/** `cd` without arguments, and the home folder in other languages. */
const homeCall = /\bcd\s*(?:$|[;&|)\n])|homedir|expanduser|user_home|\.home\b|\bHOME\b(?!=)/i;

/** A whole home folder, a change of whole folders, a wildcard in a hidden name, or text that is computed and run. */
const mayHideWords = (text: string): boolean =>
  homeWord.test(text) ||
  homeCall.test(text) ||
  changesFolders.test(text) ||
  deletesElsewhere.test(text) ||
  /\/\.[\w.-]*[*?[{]/.test(text) ||
  feedsShell.test(text) ||
  decodes.test(text) ||
  hidesProgram.test(text) ||
  (text.includes('=') && /\$[\w{]/.test(text.slice(text.indexOf('='))));

/** Also finds words that a shell, JSON or a URL would put together. It may match too often. */
function hiddenWordsFinder(words: readonly string[]): TextPredicate {
  // File systems may ignore case.
  const folded = [...new Set(words.map((word) => word.toLowerCase()))];
  const hasWord = (text: string): boolean => {
    const lower = text.toLowerCase();
    return folded.some((word) => lower.includes(word));
  };
  const test = (text: string): boolean =>
    text.length > maxHidingLength ||
    hasWord(text) ||
    mayHideWords(text) ||
    (disguise.test(text) && hasWord(withoutDisguise(text)));
  return Object.assign(test, { hasBudget: true, readsNames: true } as const);
}

/** Characters with which a shell, JSON or a URL can spell a word differently. */
const disguise = /[%\\"'[\]]/;

const withoutDisguise = (text: string): string =>
  text
    .replace(/%([\da-f]{2})|\\x([\da-f]{2})|\\u([\da-f]{4})|\\([0-7]{3})/gi, (_whole, percent, hex, unicode, octal) =>
      String.fromCharCode(octal ? Number.parseInt(octal, 8) : Number.parseInt(percent ?? hex ?? unicode, 16)),
    )
    .replace(/\\\r?\n|\$?["']|[\\[\]]/g, '');

/** Compiles a glob; `**` crosses folders, braces list choices. A path longer than any system allows matches. */
export function compileGlob(glob: string): TextPredicate | Promise<TextPredicate> {
  if (glob.length > maxGlobLength)
    throw new AnyhookError('BAD_PATTERN', `the glob is ${glob.length} characters long, the limit is ${maxGlobLength}`);
  if (glob === '*' || glob === '**' || glob === '**/*')
    return glob === '*' ? (text) => !text.includes('/') : () => true;
  if (!/[*?[\]{}\\!]/.test(glob)) return (text) => text === glob;
  return import('minimatch').then(({ Minimatch }) => {
    // Extended globs nest quantifiers and can hang; the rest of the syntax cannot.
    const compiled = new Minimatch(glob, {
      dot: true,
      noext: true,
      nocomment: true,
      braceExpandMax: 1_000,
      platform: 'linux',
    });
    return (text) => text.length > maxPathLength || compiled.match(text);
  });
}

/** A glob over the paths of a system: where `.ENV` opens `.env`, a glob for one also matches the other. */
export async function compileFolded(
  glob: string,
  compile: (glob: string) => TextPredicate | Promise<TextPredicate>,
  system = thisSystem,
): Promise<TextPredicate> {
  if (!foldsNames(system)) return compile(glob);
  const test = await compile(foldedName(glob));
  return (text) => test(foldedName(text));
}

/** A pattern over input. One with `/` is about paths, so where paths have `\` a text is also tested with `/` instead. */
export async function compileInput(pattern: Pattern, system = thisSystem): Promise<TextPredicate> {
  const test = await compileTextPattern(pattern);
  if (!hasDrives(system) || !pattern.source.includes('/')) return test;
  const testBoth = (text: string): boolean => test(text) || (text.includes('\\') && test(slashed(text)));
  return Object.assign(testBoth, test);
}

/** Not only for paths: also for commands and other text that names a path. */
export const slashed = (text: string): string => text.replaceAll('\\', '/');

/** The words of a plain alternation such as `Edit|Write`; undefined if the source needs a regex engine. */
export function wordList(source: string): readonly string[] | undefined {
  if (/[\\^$.*+?()[\]{}]/.test(source)) return undefined;
  return source.split('|');
}

async function compileRegex(pattern: Pattern): Promise<TextPredicate> {
  const { RE2JS } = await import('re2js');
  try {
    const compiled = RE2JS.compile(pattern.source);
    return pattern.mode === 'anchored' ? (text) => compiled.testExact(text) : (text) => compiled.test(text);
  } catch {
    return compileNative(pattern);
  }
}

/** Existing hook files may use lookaround and back-references; a match that takes too long counts as a match. */
function compileNative(pattern: Pattern): TextPredicate {
  const regex = nativeRegex(pattern);
  const sandbox = createContext({ regex, text: '', found: false });
  const script = new Script('found = regex.test(text)');
  const test = (text: string): boolean => {
    sandbox.text = text;
    try {
      script.runInContext(sandbox, { timeout: nativeBudgetMs });
      return sandbox.found === true;
    } catch {
      return true;
    }
  };
  return Object.assign(test, { hasBudget: true } as const);
}

function nativeRegex({ source, mode }: Pattern): RegExp {
  let problem = '';
  for (const flags of ['u', '']) {
    try {
      // Test it without brackets first: `a)|(b` is invalid, but becomes valid inside brackets.
      const unanchored = new RegExp(source, flags);
      return mode === 'anchored' ? new RegExp(`^(?:${source})$`, flags) : unanchored;
    } catch (error) {
      problem = (error as Error).message;
    }
  }
  throw new AnyhookError('BAD_PATTERN', `"${source.slice(0, 200)}" is not a regular expression: ${problem}`);
}
