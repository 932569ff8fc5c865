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
export const parseShell = (text: string): ParsedScript => parse(text);
