import { parseShell, type SyntaxNode } from '@anyhook/guard';

type Command = Extract<SyntaxNode, { type: 'Command' }>;
type Word = Extract<SyntaxNode, { type: 'Word' }>;
type WordPart = NonNullable<Word['parts']>[number];

type Environment = Readonly<Record<string, string | undefined>>;

/** A part of a word: text, or a variable. Unquoted values would be split and matched with file names. */
type TemplatePart =
  | { readonly text: string }
  | { readonly variable: string; readonly isQuoted: boolean }
  | { readonly home: true };

/** A word of a command, before its variables are filled in. */
export type WordTemplate = readonly TemplatePart[];

/** The words of a text that is one simple command and nothing else; undefined for any other text. */
export function simpleCommand(text: string): readonly WordTemplate[] | undefined {
  const { commands, errors } = parseShell(text);
  const [statement] = commands;
  if (commands.length !== 1 || (errors && errors.length > 0) || !statement || statement.background) return undefined;
  const { command } = statement;
  // Surrounding syntax, such as a semicolon, may change whether a shell waits for the program.
  if (command.type !== 'Command' || text.trim() !== text.slice(command.pos, command.end)) return undefined;
  return wordsOf(command);
}

function wordsOf({ name, prefix, suffix }: Command): readonly WordTemplate[] | undefined {
  if (name === undefined || prefix.length > 0) return undefined;
  const words: WordTemplate[] = [];
  for (const node of [name, ...suffix]) {
    const template = node.type === 'Word' ? templateOf(node) : undefined;
    if (template === undefined) return undefined;
    words.push(template);
  }
  return words;
}

/** Characters that mean themselves in every shell. */
const plainText = /^[\w@%+=:,./-]*$/;

function templateOf({ text, parts }: Word): WordTemplate | undefined {
  if (parts === undefined) {
    const [, tilde, rest = text] = /^(~)(\/.*)$/s.exec(text) ?? [];
    if (!plainText.test(rest)) return undefined;
    return tilde === undefined ? [{ text: rest }] : [{ home: true }, { text: rest }];
  }
  const template: TemplatePart[] = [];
  for (const part of parts) {
    const pieces = piecesOf(part);
    if (pieces === undefined) return undefined;
    template.push(...pieces);
  }
  return template;
}

function piecesOf(part: WordPart): readonly TemplatePart[] | undefined {
  switch (part.type) {
    case 'Literal':
      return plainText.test(part.text) ? [{ text: part.text }] : undefined;
    case 'SingleQuoted':
      return [{ text: part.value }];
    case 'DoubleQuoted': {
      const pieces = part.parts.map((child) =>
        child.type === 'Literal' ? { text: child.value } : variableOf(child, true),
      );
      return pieces.every((piece) => piece !== undefined) ? pieces : undefined;
    }
    default: {
      const variable = variableOf(part, false);
      return variable && [variable];
    }
  }
}

/** `$NAME` or `${NAME}`; anything else is computed by the shell. */
function variableOf({ text }: { readonly text: string }, isQuoted: boolean): TemplatePart | undefined {
  const [, bare, braced] = /^\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})$/.exec(text) ?? [];
  const variable = bare ?? braced;
  return variable === undefined ? undefined : { variable, isQuoted };
}

/** The words with their variables filled in; undefined if the shell would do more than that. */
export function filledWords(words: readonly WordTemplate[], env: Environment): readonly string[] | undefined {
  const filled: string[] = [];
  for (const word of words) {
    let text = '';
    for (const part of word) {
      const value = valueOf(part, env);
      if (value === undefined) return undefined;
      text += value;
    }
    filled.push(text);
  }
  return filled;
}

function valueOf(part: TemplatePart, env: Environment): string | undefined {
  if ('text' in part) return part.text;
  if ('home' in part) return env['HOME'] || undefined;
  const value = env[part.variable];
  // An empty word without quotes is dropped by the shell.
  return part.isQuoted || (value !== undefined && value !== '' && plainText.test(value)) ? (value ?? '') : undefined;
}
