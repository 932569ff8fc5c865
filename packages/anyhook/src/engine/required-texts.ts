/** For each alternative, a text that all its matches contain. Undefined if the pattern has unknown syntax. */
export function requiredTexts(source: string): readonly string[] | undefined {
  const pattern: PatternCursor = { source, at: 0 };
  const branches = readBranches(pattern, 0);
  return branches && pattern.at === source.length ? branches.map(longestRun) : undefined;
}

interface PatternCursor {
  readonly source: string;
  at: number;
}

/** A required character, once or more often; the rest may match anything. */
type PatternPart = { readonly literal: string; readonly repeats: boolean } | undefined;
type Branch = readonly PatternPart[];

const maxGroupDepth = 50;

/** The alternatives up to the end of the group or of the pattern. */
function readBranches(pattern: PatternCursor, depth: number): readonly Branch[] | undefined {
  if (depth > maxGroupDepth) return undefined;
  const branches: PatternPart[][] = [[]];
  for (;;) {
    const char = pattern.source[pattern.at];
    if (char === undefined || char === ')') return branches;
    if (char === '|') {
      pattern.at++;
      branches.push([]);
      continue;
    }
    const atom = readAtom(pattern, depth);
    if (atom === undefined) return undefined;
    const quantifier = readQuantifier(pattern);
    if (quantifier === undefined) return undefined;
    const part =
      atom === 'any' || quantifier === 'any' ? undefined : { literal: atom.literal, repeats: quantifier === '+' };
    branches.at(-1)?.push(part);
  }
}

const literalChar = /^[A-Za-z0-9 _\-/:,;=@#%&~'"!<>`]$/;
const escapedSign = /^[!-/:-@[-`{-~]$/;
const escapedClass = /^[dDwWsSbBnrtfv]$/;
/** A class without nested ones; a bracket at its start means different things in different engines. */
const simpleClass = /\[\^?(?:[^\][\\]|\\[dDwWsS!-/:-@[-`{-~])+\]/y;

/** One character, class, group or anchor; undefined if unknown. */
function readAtom(pattern: PatternCursor, depth: number): { readonly literal: string } | 'any' | undefined {
  const { source, at } = pattern;
  const char = source[at] as string;
  if (char === '(') return readGroup(pattern, depth);
  if (char === '[') {
    simpleClass.lastIndex = at;
    const length = simpleClass.exec(source)?.[0].length;
    pattern.at += length ?? 0;
    return length === undefined ? undefined : 'any';
  }
  const next = source[at + 1] ?? '';
  pattern.at += char === '\\' ? 2 : 1;
  if (char === '\\' && escapedSign.test(next)) return { literal: next };
  if (char === '\\') return escapedClass.test(next) ? 'any' : undefined;
  if (literalChar.test(char)) return { literal: char };
  return char === '.' || char === '^' || char === '$' ? 'any' : undefined;
}

function readGroup(pattern: PatternCursor, depth: number): 'any' | undefined {
  if (pattern.source[pattern.at + 1] === '?') return undefined;
  pattern.at++;
  const branches = readBranches(pattern, depth + 1);
  if (!branches || pattern.source[pattern.at] !== ')') return undefined;
  pattern.at++;
  return 'any';
}

const quantifierSign = /(?:[*+?]|\{\d{1,3}(?:,\d{0,3})?\})\??/y;

/** `+` after a required part, `any` after an optional one; undefined if unknown. */
function readQuantifier(pattern: PatternCursor): 'once' | '+' | 'any' | undefined {
  quantifierSign.lastIndex = pattern.at;
  const sign = quantifierSign.exec(pattern.source)?.[0];
  if (sign === undefined) return pattern.source[pattern.at] === '{' ? undefined : 'once';
  pattern.at += sign.length;
  if (/[*+?{]/.test(pattern.source[pattern.at] ?? '')) return undefined;
  return sign.startsWith('+') ? '+' : 'any';
}

/** The longest text of consecutive literals. */
function longestRun(branch: Branch): string {
  let best = '';
  let run = '';
  for (const part of branch) {
    run += part?.literal ?? '';
    if (run.length > best.length) best = run;
    if (part === undefined || part.repeats) run = '';
  }
  return best;
}
