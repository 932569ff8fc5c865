/** The only file that knows the parser: the rest of the guard sees its tree through these names. */
import { type ParsedScript, parse } from 'unbash';

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
  TestExpression,
  While,
  Word,
  WordPart,
} from 'unbash';

/** The tree of a script. A text with wrong syntax gives what could be read, and its errors. */
export const parseShell = (text: string): ParsedScript => parse(isSlowToParse(text) ? '' : text);

/** The parser searches the rest of the text for the end of each open brace and `$[`; more would take too long. */
const mostOpen = 150;

/** Whether a text has so many open braces or brackets in one word that parsing it would take too long. */
export function isSlowToParse(text: string): boolean {
  let braces = 0;
  let brackets = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '{') braces++;
    else if (character === '}') braces = Math.max(0, braces - 1);
    else if (character === ' ' || character === '\n') braces = 0;
    else if (character === '[' && text[at - 1] === '$') brackets++;
    else if (character === ']') brackets = Math.max(0, brackets - 1);
    if (braces > mostOpen || brackets > mostOpen) return true;
  }
  return false;
}
