/** A program text without comments, in which each string is replaced by a number in `«»`. */
export interface SourceText {
  readonly code: string;
  readonly strings: readonly SourceString[];
  /** The first value assigned to each name. */
  readonly declared: ReadonlyMap<string, string>;
}

export interface SourceString {
  readonly text: string;
  /** Are values inserted into it at run time? */
  readonly isTemplate: boolean;
}

const maxSourceLength = 512 * 1024;

/** Separates the code of JavaScript or TypeScript from its strings, comments and regular expressions. */
export function javaScriptSource(text: string): SourceText {
  const strings: SourceString[] = [];
  const shape =
    /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'((?:[^'\\\n]|\\[\s\S]){0,2000})'|"((?:[^"\\\n]|\\[\s\S]){0,2000})"|`((?:[^`\\]|\\[\s\S])*)(?:`|\\?$)|(?<=(?:^|[=(,:[!&|?{};+\n]|\breturn|\btypeof|\bcase)\s*)\/(?![*/])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/g;
  const code = text
    .slice(0, maxSourceLength)
    .replace(shape, (whole, single?: string, double?: string, template?: string) => {
      const inside = single ?? double ?? template;
      if (inside === undefined) return whole.startsWith('/') && !/^\/[/*]/.test(whole) ? '0' : ' ';
      strings.push({ text: unescape(inside), isTemplate: template?.includes('${') === true });
      return `«${strings.length - 1}»`;
    });
  return {
    code,
    strings,
    declared: firstValues(code, /\b(?:const|let|var)\s+([\w$]+)\s*(?::[^=\n]{0,200})?=\s*([^;\n]+)/g),
  };
}

/** Separates the code of Python from its strings and comments. */
export function pythonSource(text: string): SourceText {
  const strings: SourceString[] = [];
  const shape =
    /#[^\n]*|([a-zA-Z]{0,2})(?:"""([\s\S]*?)(?:"""|$)|'''([\s\S]*?)(?:'''|$)|"((?:[^"\\\n]|\\[\s\S]){0,2000})"|'((?:[^'\\\n]|\\[\s\S]){0,2000})')/g;
  const code = text
    .slice(0, maxSourceLength)
    .replace(shape, (whole, prefix?: string, a?: string, b?: string, c?: string, d?: string) => {
      const inside = a ?? b ?? c ?? d;
      if (inside === undefined) return whole.startsWith('#') ? '' : whole;
      strings.push({ text: unescape(inside), isTemplate: /f/i.test(prefix ?? '') && inside.includes('{') });
      return `«${strings.length - 1}»`;
    })
    .replace(/\\\n/g, ' ');
  return { code, strings, declared: firstValues(code, /^[ \t]*(\w+)[ \t]*(?::[^=\n]{0,200})?=[ \t]*([^\n]+)/gm) };
}

function firstValues(code: string, shape: RegExp): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [, name = '', value = ''] of code.matchAll(shape)) if (!values.has(name)) values.set(name, value.trim());
  return values;
}

const unescape = (text: string): string => text.replace(/\\(['"`\\/$])/g, '$1').replace(/\\n/g, '\n');

/** The arguments of each call that a pattern finds, as code; the pattern ends with the opening bracket. */
export function* callArguments(code: string, call: RegExp): Generator<readonly string[]> {
  let left = maxCalls;
  for (const { index, 0: whole } of code.matchAll(call)) {
    // Real code does not have so many; the last one represents the unread rest.
    if (left-- === 0) return yield ['a further call'];
    yield argumentsFrom(code, index + whole.length);
  }
}

const maxCalls = 200;

const maxCallLength = 2_000;

/** The arguments of a call, starting after its bracket. */
export function argumentsFrom(code: string, start: number): readonly string[] {
  const args: string[] = [];
  let depth = 0;
  let from = start;
  for (let i = start; i < Math.min(code.length, start + maxCallLength); i++) {
    const char = code[i] as string;
    if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char)) {
      if (depth-- > 0) continue;
      args.push(code.slice(from, i).trim());
      return args.filter((arg) => arg !== '');
    } else if (char === ',' && depth === 0) {
      args.push(code.slice(from, i).trim());
      from = i + 1;
    }
  }
  return [...args, code.slice(from, start + maxCallLength).trim()].filter((arg) => arg !== '');
}

/** The parts of a list in code: `[a, b]`. */
export const listItems = (code: string): readonly string[] | undefined =>
  code.startsWith('[') ? argumentsFrom(code, 1) : undefined;

/** The string that the code is; undefined if it is something else. */
export function stringOf(code: string, { strings }: SourceText): SourceString | undefined {
  const [, number] = /^«(\d+)»$/.exec(code.trim()) ?? [];
  return number === undefined ? undefined : strings[Number(number)];
}
