import { compileTextPattern, type TextPredicate } from './pattern.js';

/** Claude's rule text: `git *` and the older `git:*` are prefixes, the rest is a glob in which `*` crosses slashes. */
export async function compileRuleGlob(glob: string): Promise<TextPredicate> {
  const prefix = /^([^*]*)(?::\*| \*)$/s.exec(glob)?.[1];
  if (prefix !== undefined) return (text) => text === prefix || text.startsWith(`${prefix} `);
  const source = glob.replace(/[\\^$.+?()[\]{}|]/g, '\\$&').replaceAll('*', '.*');
  return compileTextPattern({ source: `(?s)${source}`, mode: 'anchored' });
}

/**
 * The texts that a rule over a command is tested against: the line, and each of its commands as it is written and without
 * quotes. `undefined` if the line runs what it computes, or cannot be read: such a line matches every rule, as in Claude
 * Code. Splitting too often only runs a hook once too often.
 */
export function commandSubjects(line: string): readonly string[] | undefined {
  if (/`|\$\(|<\(|>\(/.test(line) || !isBalanced(line)) return undefined;
  const commands = [line, ...line.split(/[;&|()\n]+/).map(bareCommand)];
  const all = [...commands, ...commands.map((command) => command.replace(/["'\\]/g, ''))];
  return [...new Set(all.flatMap((text) => [text, text.replace(/^xargs\s+/, '')]))];
}

const keywords = /^(?:(?:if|then|elif|else|while|until|do|!|\{)\s+)+/;
const assignments = /^(?:[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|[^\s"'])*\s+)+/;
// Only the first of many blanks or digits begins a match, so that a long row of them takes linear time.
const redirections = /(?:(?<!\s)\s+)?(?:(?<!\d)\d+)?(?:>>?|<)&?\s*[^\s<>]+/g;

/** A command without what may stand around it. */
const bareCommand = (text: string): string =>
  text.trim().replace(keywords, '').replace(assignments, '').replace(redirections, '').trim();

/** Are all quotes and brackets of a line closed? */
function isBalanced(line: string): boolean {
  let quote = '';
  let depth = 0;
  for (let i = 0; i < line.length; i++) {
    const char = line[i] as string;
    if (char === '\\' && quote !== "'") i++;
    else if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === '(') depth++;
    else if (char === ')') depth--;
  }
  return quote === '' && depth === 0;
}
