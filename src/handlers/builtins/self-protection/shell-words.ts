export type ShellVariables = Readonly<Record<string, string | undefined>>;

/** One simple command: its words, and the files that its output goes to. */
export interface SimpleCommand {
  readonly words: string[];
  readonly targets: string[];
}

export interface SplitLine {
  readonly commands: readonly SimpleCommand[];
  /** The shell puts what a command prints into the line, or gives it to another command as a file. */
  readonly hasSubstitution: boolean;
}

/** `$(…)` or backticks. */
export const substitution = /\$\(|`/;

/** Splits a line into simple commands. Quotes, known variables, `~` and braces are resolved as far as possible. */
export function splitCommands(line: string, env: ShellVariables): SplitLine {
  const commands: SimpleCommand[] = [];
  const variables: Record<string, string | undefined> = { ...env };
  let current: SimpleCommand = { words: [], targets: [] };
  let word: string | undefined;
  let redirect: 'output' | 'input' | undefined;
  let hasSubstitution = false;
  const endWord = () => {
    if (word === undefined) return;
    // A file that a command reads its input from is only read.
    if (redirect !== 'input') (redirect ? current.targets : current.words).push(...expandBraces(word));
    redirect = undefined;
    word = undefined;
  };
  const endCommand = () => {
    endWord();
    if (current.words.length > 0 || current.targets.length > 0) commands.push(current);
    rememberAssignments(current.words, variables);
    redirect = undefined;
    current = { words: [], targets: [] };
  };
  for (let i = 0; i < line.length; i++) {
    const char = line[i] as string;
    const piece = readPiece(line, i, variables);
    if (piece) {
      hasSubstitution ||= substitution.test(piece.text);
      word = (word ?? '') + piece.text;
      i = piece.last;
    } else if (char === '~' && /^$|[=:]$/.test(word ?? '') && /^[/\s;&|)]?$/.test(line.slice(i + 1, i + 2)))
      word = (word ?? '') + (variables['HOME'] ?? '~');
    else if (char === '>') {
      if (/^\d$/.test(word ?? '')) word = undefined;
      endWord();
      while (/[>|]/.test(line[i + 1] ?? '')) i++;
      if (line[i + 1] === '&') i++;
      redirect = 'output';
    } else if (char === '<' && !/[<>(&]/.test(line[i + 1] ?? '') && line[i - 1] !== '<') {
      if (/^\d$/.test(word ?? '')) word = undefined;
      endWord();
      redirect = 'input';
    } else if (char === '#' && word === undefined) {
      while (i + 1 < line.length && line[i + 1] !== '\n') i++;
    } else if (/[;&|\n(){}`]/.test(char)) {
      hasSubstitution ||= char === '`' || (char === '(' && /[$<>]/.test(line[i - 1] ?? ''));
      endCommand();
    } else if (/\s/.test(char)) endWord();
    else word = (word ?? '') + char;
  }
  endCommand();
  return { commands, hasSubstitution };
}

const literalBacktick = '\uE000';
const literalDollar = '\uE001';

/** Marks the signs in a quoted text with which a shell would start a command if they were not quoted. */
const asLiteral = (text: string): string => text.replaceAll('`', literalBacktick).replace(/\$(?=\(|$)/g, literalDollar);

/** The text of a word as another program gets it. */
export const withoutMarks = (word: string): string =>
  word.replaceAll(literalBacktick, '`').replaceAll(literalDollar, '$');

/** A part of a word that is more than one character, and the position of its last one. */
interface WordPiece {
  readonly text: string;
  readonly last: number;
}

function readPiece(line: string, i: number, variables: ShellVariables): WordPiece | undefined {
  const char = line[i];
  if (char === '\\') return { text: line[i + 1] === '\n' ? '' : (line[i + 1] ?? ''), last: i + 1 };
  if (char === "'") {
    const last = closingQuoteIndex(line, i);
    return { text: asLiteral(line.slice(i + 1, last)), last };
  }
  if (char === '"') {
    const last = closingQuoteIndex(line, i);
    const text = line.slice(i + 1, last).replace(/\\(["\\$`])/g, (_whole, sign: string) => asLiteral(sign));
    return { text: expandVariables(text, variables), last };
  }
  if (char === '{') {
    const [braces] = /^\{[^\s{}]{0,1000},[^\s{}]{0,1000}\}/.exec(line.slice(i, i + 2_000)) ?? [];
    return braces === undefined ? undefined : { text: braces, last: i + braces.length - 1 };
  }
  if (char !== '$') return undefined;
  const next = line[i + 1] ?? '';
  if (next === "'") {
    const last = closingQuoteIndex(line, i + 1, true);
    return { text: decodeEscapes(line.slice(i + 2, last)), last };
  }
  if (next === '"') return { text: '', last: i };
  if (!/[A-Za-z_{]/.test(next)) return undefined;
  const [name = '$'] = variablePattern.exec(line.slice(i, i + 200)) ?? [];
  return { text: expandVariables(name, variables), last: i + name.length - 1 };
}

/** Where a quote ends; the end of the line if it is not closed. */
function closingQuoteIndex(line: string, start: number, hasEscapes = line[start] === '"'): number {
  const quote = line[start];
  for (let i = start + 1; i < line.length; i++) {
    if (line[i] === quote) return i;
    if (hasEscapes && line[i] === '\\') i++;
  }
  return line.length;
}

/** The text of `$'…'`. */
const decodeEscapes = (text: string): string =>
  text.replace(/\\(?:x([\da-f]{1,2})|u([\da-f]{1,4})|([0-7]{1,3})|(.))/gis, (_whole, hex, unicode, octal, char) => {
    if (hex ?? unicode) return String.fromCharCode(Number.parseInt(hex ?? unicode, 16));
    if (octal) return String.fromCharCode(Number.parseInt(octal, 8));
    return char === 'n' ? '\n' : char === 't' ? '\t' : char;
  });

/** `$NAME`, `${NAME}`, and forms such as `${NAME:?}` and `${NAME%/}`. */
const variablePattern = /^\$(?:\{\w+[^}\s]{0,100}\}|\w+)/;

/** Fills in known variables; unknown ones stay as they are. */
const expandVariables = (text: string, variables: ShellVariables): string =>
  text.replace(/\$(?:\{(\w+)(?:[:?#%/=+-][^}\s]{0,100})?\}|(\w+))/g, (whole, braced?: string, bare?: string) => {
    const name = braced ?? bare ?? '';
    return isKnown(name, variables) ? (variables[name] ?? whole) : whole;
  });

/** The environment of an agent may differ from that of its commands, so only some of its variables count. */
const isKnown = (name: string, variables: ShellVariables): boolean =>
  /^(?:HOME|PWD|XDG_\w+)$/.test(name) || Object.hasOwn(variables, `${assigned}${name}`);

const assigned = '=';

/** Remembers `NAME=value`, alone or after `export`. */
function rememberAssignments(words: readonly string[], variables: Record<string, string | undefined>): void {
  const rest = /^(?:export|declare|local|readonly|typeset)$/.test(words[0] ?? '') ? words.slice(1) : words;
  if (rest !== words || rest.every((word) => /^\w+=/.test(word)))
    for (const word of rest) {
      const [, name, value] = /^(\w+)=(.*)$/s.exec(word) ?? [];
      if (name === undefined) continue;
      variables[name] = value;
      variables[`${assigned}${name}`] = '';
    }
}

const maxBraceWords = 50;

/** `a{b,c}` is `ab` and `ac`. */
function expandBraces(word: string): readonly string[] {
  let words = [word];
  for (let i = 0; i < 4; i++) {
    const next = words.flatMap((one) => {
      const [whole, before = '', list = '', after = ''] = /^(.*?)\{([^{}]*,[^{}]*)\}(.*)$/s.exec(one) ?? [];
      return whole === undefined ? [one] : list.split(',').map((part) => `${before}${part}${after}`);
    });
    if (next.length > maxBraceWords) break;
    words = next;
  }
  return words;
}
