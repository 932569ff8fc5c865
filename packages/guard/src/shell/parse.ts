/** The only file that uses the parser: the rest of the guard sees its tree through these names. */
import { type ParsedScript, parse, type Word } from 'unbash';
import { guardLimits } from '../limits.js';

export type {
  ArithmeticExpression,
  Assignment,
  Case,
  Command,
  CommandNode,
  CompoundList,
  Coproc,
  For,
  Function as ShellFunction,
  HereDoc,
  If,
  ParameterExpansionPart,
  ParsedScript,
  Pipeline,
  PipelineNode,
  Redirected,
  Redirection,
  Statement,
  SyntaxNode,
  TestExpression,
  While,
  Word,
  WordPart,
} from 'unbash';
export { forEachChild } from 'unbash';

/** The tree of a script. A text with syntax errors gives its readable parts, and the errors. */
export const parseShell = (text: string, maxExpansions?: number): ParsedScript =>
  parse(isReadable(text, maxExpansions) ? text : '');

/** Whether the parser can read it quickly: it searches the whole rest for the end of each open bracket. */
export const isReadable = (text: string, maxExpansions: number = guardLimits.expansions): boolean =>
  nestingOf(text) <= guardLimits.nesting && expansionsIn(text) <= maxExpansions;

/** How deeply brackets nest, and functions: `f() g() h() …`. Quotes are ignored, so a text may seem deeper than it is. */
export function nestingOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const char of text) {
    if (char === '(' || char === '{') deepest = Math.max(deepest, ++depth);
    else if ((char === ')' || char === '}') && depth > 0) depth--;
  }
  const functions = text.match(/\([ \t]*\)[ \t]*[\w.-]/g)?.length ?? 0;
  return deepest + functions;
}

/** How many parts of a text are expanded before it runs. */
export const expansionsIn = (text: string): number => text.match(/\$[({[]|`|[<>]\(|<</g)?.length ?? 0;

/** The file of `$(< file)`, if that is the whole text. */
export function fileReadBy({ commands }: ParsedScript): Word | undefined {
  const command = commands.length === 1 ? commands[0]?.command : undefined;
  if (command?.type !== 'Command' || command.name || command.prefix.some(({ type }) => type === 'Assignment'))
    return undefined;
  const redirect = command.redirects[0];
  return redirect?.type === 'Redirect' && redirect.operator === '<' ? redirect.target : undefined;
}
