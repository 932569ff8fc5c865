import { isAbsolute, join, normalize } from 'node:path';
import { executableCandidates } from '@anyhook/core';

/** Where relative paths of a command start, and which variables its text may name. */
interface CommandBase {
  readonly base: string;
  readonly vars?: Readonly<Record<string, string>>;
  readonly exists: (path: string) => boolean;
}

/**
 * The scripts that a shell command starts: absolute paths of the words that name an existing file. Targets of `>` and
 * files that hold data (logs, texts) are left out, because trust in a hook must not end when its own log grows.
 */
export function scriptsIn(command: string, { base, vars = {}, exists }: CommandBase): readonly string[] {
  const found = new Set<string>();
  for (const word of scriptWords(command, 2)) {
    const path = substitute(word, vars);
    if (path.length > 4096 || path.includes('\n') || path.includes('://') || dataFile.test(path)) continue;
    const absolute = isAbsolute(path) ? normalize(path) : join(base, path);
    if (systemFile.test(absolute) || absolute === base) continue;
    const started = executableCandidates(absolute).find(exists);
    if (started !== undefined) found.add(started);
  }
  return [...found];
}

/** `${NAME}` and `$NAME` replaced where the name is given; others are unchanged. */
export function substitute(text: string, vars: Readonly<Record<string, string>>, { bracedOnly = false } = {}): string {
  return text.replace(/\$(?:\{(\w+)\}|(\w+))/g, (whole, braced?: string, bare?: string) => {
    if (bracedOnly && braced === undefined) return whole;
    const name = braced ?? bare ?? '';
    return Object.hasOwn(vars, name) ? (vars[name] ?? whole) : whole;
  });
}

// A bare word without dot or slash is a script only as an interpreter's first argument: the `test` of `npm test` is not.
/** A program whose first argument is a script. */
export const interpreterPath =
  /(?:^|[\\/])(?:(?:(?:ba|z|da|k)?sh|node|deno|bun|tsx|python[\d.]*|py|ruby|perl|php|pwsh|powershell)(?:\.exe)?|source|\.)$/;
const maxWords = 2000;
/** Data files, by their names. */
export const dataFile = /\.(?:log|txt|md|jsonl?|ya?ml|csv|out|pid|lock|tmp|sock)$/i;
/** System files. */
export const systemFile =
  /^(?:\/(?:bin|sbin|usr|lib|lib64|dev|proc|sys)\/|[A-Za-z]:[\\/](?:[Ww]indows|WINDOWS|Program Files(?: \(x86\))?)[\\/])/;

function scriptWords(command: string, depth: number): string[] {
  const words: string[] = [];
  let previous = '';
  for (const word of shellWords(command)) {
    if (words.length >= maxWords) break;
    // `bash -c "node x.js"`: the script is inside the quoted word.
    if (/^-[a-z]*c$/.test(previous) && depth > 0) words.push(...scriptWords(word, depth - 1));
    else if (previous !== '>' && (/[./]/.test(word) || interpreterPath.test(previous)))
      words.push(word.replace(/^[A-Za-z_]\w*=/, ''));
    previous = word;
  }
  return words;
}

const plainRun = /[\w./${}@%+=:,~^*?![\]-]+/y;

/** Splits like a shell, as needed for file names; a redirection is a separate word. */
function* shellWords(text: string): Generator<string> {
  let word = '';
  for (let i = 0; i < text.length; i++) {
    // Most characters have no special meaning: they are taken in one piece.
    plainRun.lastIndex = i;
    const run = plainRun.exec(text)?.[0];
    if (run !== undefined) {
      word += run;
      i += run.length - 1;
      continue;
    }
    const char = text[i] as string;
    const end = char === '"' || char === "'" ? closingQuoteIndex(text, i) : -1;
    if (end !== -1) {
      word += text.slice(i + 1, end);
      i = end;
    } else if (char === '>') {
      if (word && !/^\d+$/.test(word)) yield word;
      word = '';
      yield '>';
    } else if (/[\s;|&()<`]/.test(char)) {
      if (word) yield word;
      word = '';
    } else if (char === '#' && word === '') {
      const newline = text.indexOf('\n', i);
      if (newline === -1) return;
      i = newline;
    } else if (char !== '"' && char !== "'") word += char;
  }
  if (word) yield word;
}

function closingQuoteIndex(text: string, open: number): number {
  const quote = text[open] as string;
  for (let i = open + 1; i < text.length; i++) {
    if (text[i] === quote) return i;
    if (text[i] === '\\' && quote === '"') i++;
  }
  return -1;
}
