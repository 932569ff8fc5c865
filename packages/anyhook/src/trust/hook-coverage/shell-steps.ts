import { forEachChild, isReadable, parseShell, type SyntaxNode } from '@anyhook/guard';

type Tree<Type extends SyntaxNode['type']> = Extract<SyntaxNode, { type: Type }>;
type TreeWordPart = NonNullable<Tree<'Word'>['parts']>[number];

/** A piece of a word: its text, a variable, or the output of a command. */
export type WordPart =
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean }
  /** `operand`: the word after the operator. `scripts`: what runs to expand it. */
  | {
      readonly kind: 'variable';
      readonly name: string;
      readonly operator: string;
      readonly operand: ShellWord;
      readonly scripts: readonly string[];
    }
  | { readonly kind: 'output'; readonly script: string };

/** One word of a command line, before expansion. */
export interface ShellWord {
  readonly parts: readonly WordPart[];
}

/** `NAME=value` before a command, or as a separate command. */
export interface ShellAssignment {
  readonly name: string;
  readonly value: ShellWord;
  /** The items of a list: `NAME=(a b)`. */
  readonly items?: readonly ShellWord[];
}

/** One command with its words, without targets of `>`. */
export interface ShellCommand {
  readonly kind: 'command';
  readonly words: readonly ShellWord[];
  readonly assignments: readonly ShellAssignment[];
  /** What `export` and the like assign. */
  readonly declared: readonly ShellAssignment[];
  /** Files after `<`. */
  readonly inputs: readonly ShellWord[];
  /** Here-documents and here-strings: the text that it reads as input. */
  readonly inputTexts: readonly ShellWord[];
  /** The command whose output it reads. */
  readonly pipedFrom?: ShellCommand;
  /** Whether it runs only under a condition. */
  readonly conditional: boolean;
}

export const noCommand: ShellCommand = {
  kind: 'command',
  words: [],
  assignments: [],
  declared: [],
  inputs: [],
  inputTexts: [],
  conditional: false,
};

/** What a script does, in the order of its text. */
export type ShellStep =
  | ShellCommand
  /** The start and the end of a subshell. */
  | { readonly kind: 'open' | 'close' }
  | { readonly kind: 'loop'; readonly name: string; readonly words: readonly ShellWord[] }
  | { readonly kind: 'function'; readonly name: string };

export interface ShellSteps {
  readonly steps: readonly ShellStep[];
  /** After a syntax error or unknown syntax, the rest was not read. */
  readonly isWhole: boolean;
}

const limits = { characters: 512 * 1024, expansions: 3_000 };

/** The steps of a script; undefined if it is too long or nested too deeply to be read. */
export function shellSteps(script: string): ShellSteps | undefined {
  if (script.length > limits.characters || !isReadable(script, limits.expansions)) return undefined;
  const { commands, errors = [] } = parseShell(script, limits.expansions);
  const reader = new StepReader();
  reader.readList({ commands }, false);
  return { steps: reader.steps, isWhole: errors.length === 0 };
}

class StepReader {
  readonly steps: ShellStep[] = [];

  readList({ commands }: Pick<Tree<'CompoundList'>, 'commands'>, conditional: boolean): void {
    for (const { command } of commands) {
      if (command.type !== 'AndOr') this.readPipeline(command, conditional);
      else
        for (const [index, one] of command.commands.entries())
          this.readPipeline(one, conditional || command.operators[index - 1] === '||');
    }
  }

  private readPipeline(node: SyntaxNode, conditional: boolean): void {
    if (node.type !== 'Pipeline') {
      this.readNode(node, conditional);
      return;
    }
    let before: ShellCommand | undefined;
    for (const command of node.commands) before = this.readNode(command, conditional, before);
  }

  /** Returns the command, if the node is a single one. */
  private readNode(node: SyntaxNode, conditional: boolean, pipedFrom?: ShellCommand): ShellCommand | undefined {
    switch (node.type) {
      case 'Command': {
        const command = this.commandOf(node, conditional);
        const whole = pipedFrom ? { ...command, pipedFrom } : command;
        this.steps.push(whole);
        this.addFilledIn(...node.redirects);
        return whole;
      }
      case 'Redirected':
        this.addFilledIn(...node.redirects);
        this.readNode(node.command, conditional);
        return undefined;
      case 'Subshell':
        this.steps.push({ kind: 'open' });
        this.readList(node.body, conditional);
        this.steps.push({ kind: 'close' });
        return undefined;
      case 'If':
        for (const list of [node.clause, node.then, ...node.elif.flatMap(({ clause, then }) => [clause, then])])
          this.readList(list, true);
        if (node.else) this.readList(node.else, true);
        return undefined;
      case 'While':
        this.readList(node.clause, true);
        this.readList(node.body, true);
        return undefined;
      case 'For':
      case 'Select': {
        this.addFilledIn(...(node.wordlist ?? []));
        const words = (node.wordlist ?? []).map(shellWord);
        this.steps.push({ kind: 'loop', name: node.name.text, words });
        this.readList(node.body, true);
        return undefined;
      }
      case 'Case':
        this.addFilledIn(node.word);
        for (const { pattern, body } of node.items) {
          this.addFilledIn(...pattern);
          this.readList(body, true);
        }
        return undefined;
      case 'Function':
        this.steps.push({ kind: 'function', name: node.name.text });
        this.readNode(node.body, true);
        return undefined;
      case 'BraceGroup':
      case 'Coproc':
        this.readNode(node.body, true);
        return undefined;
      case 'CompoundList':
        this.readList(node, conditional);
        return undefined;
      case 'ArithmeticFor':
        this.addFilledIn(node.initialize, node.test, node.update);
        this.readList(node.body, true);
        return undefined;
      default:
        this.addFilledIn(node);
        return undefined;
    }
  }

  private commandOf({ name, prefix, suffix, redirects }: Tree<'Command'>, conditional: boolean): ShellCommand {
    const given = suffix.filter((one) => one.type === 'Word' || one.type === 'Assignment');
    const inputTexts = redirects.flatMap((one): readonly ShellWord[] => {
      if (one.type === 'HereString') return one.target ? [shellWord(one.target)] : [];
      return one.type === 'HereDoc' ? [{ parts: [quotedText(one.body.text)] }] : [];
    });
    return {
      kind: 'command',
      words: [...(name ? [name] : []), ...given].map((one) =>
        one.type === 'Word' ? shellWord(one) : { parts: [quotedText(one.text)] },
      ),
      assignments: prefix.filter((one) => one.type === 'Assignment').map(assignmentOf),
      declared: given.filter((one) => one.type === 'Assignment').map(assignmentOf),
      inputs: redirects.flatMap((one) =>
        one.type === 'Redirect' && one.operator.startsWith('<') && one.target ? [shellWord(one.target)] : [],
      ),
      inputTexts,
      conditional,
    };
  }

  /** Expansions outside of a command: scripts in `$(…)` run. */
  private addFilledIn(...nodes: readonly (SyntaxNode | undefined)[]): void {
    const parts = nodes
      .flatMap((node) => (node ? scriptsIn(node) : []))
      .map((script): WordPart => ({ kind: 'output', script }));
    if (parts.length > 0)
      this.steps.push({ ...noCommand, words: [{ parts: [quotedText(':')] }, { parts }], conditional: true });
  }
}

function assignmentOf({ name, value }: Tree<'Assignment'>): ShellAssignment {
  if (value.type === 'Word') return { name, value: shellWord(value) };
  return { name, value: { parts: [] }, items: value.elements.map(shellWord) };
}

const quotedText = (text: string): WordPart => ({ kind: 'text', text, quoted: true });

const shellWord = ({ text, parts }: Tree<'Word'>): ShellWord => ({
  parts: parts ? parts.flatMap(partsOf) : plainParts(text),
});

/** Text outside of quotes, where a backslash quotes the next character. */
const plainParts = (text: string): readonly WordPart[] =>
  (text.match(/\\[\s\S]|[^\\]+|\\$/g) ?? []).flatMap((piece) => {
    if (!piece.startsWith('\\')) return [{ kind: 'text', text: piece, quoted: false }];
    return piece === '\\\n' ? [] : [quotedText(piece.slice(1))];
  });

function partsOf(part: TreeWordPart): readonly WordPart[] {
  switch (part.type) {
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return [quotedText(part.value)];
    case 'DoubleQuoted':
    case 'LocaleString':
      return [
        quotedText(''),
        ...part.parts.flatMap((one) => (one.type === 'Literal' ? [quotedText(one.value)] : partsOf(one))),
      ];
    case 'CommandExpansion':
    case 'ProcessSubstitution':
      return [{ kind: 'output', script: scriptOf(part) }];
    case 'SimpleExpansion':
      return [{ kind: 'variable', name: part.text.slice(1), operator: '', operand: { parts: [] }, scripts: [] }];
    case 'ParameterExpansion': {
      const { parameter, index, prefix = '', operation } = part;
      const operand = operation && 'operand' in operation ? operation.operand : undefined;
      return [
        {
          kind: 'variable',
          name: `${prefix}${parameter}${index ? `[${index.text}]` : ''}`,
          operator: operation?.operator ?? '',
          operand: operand ? shellWord(operand) : { parts: [] },
          scripts: scriptsIn(part),
        },
      ];
    }
    case 'ArithmeticExpansion':
      return [{ kind: 'variable', name: '((', operator: '', operand: { parts: [] }, scripts: scriptsIn(part) }];
    case 'BraceExpansion':
      // Its parts omit the brackets around them.
      if (part.parts)
        return ['{', ...part.parts, '}'].flatMap((one) =>
          typeof one === 'string' ? [{ kind: 'text', text: one, quoted: false } as const] : partsOf(one),
        );
      return plainParts(part.text);
    default:
      return plainParts(part.text);
  }
}

type RunningPart = Tree<'CommandExpansion' | 'ProcessSubstitution' | 'ArithmeticCommandExpansion'>;

const runningTypes: ReadonlySet<string> = new Set<RunningPart['type']>([
  'CommandExpansion',
  'ProcessSubstitution',
  'ArithmeticCommandExpansion',
]);

const isRunning = (node: SyntaxNode): node is RunningPart => runningTypes.has(node.type);

/** The text in `$(…)`, `` `…` `` or `<(…)`. */
const scriptOf = ({ text, script }: RunningPart): string =>
  text.startsWith('`') ? (script?.source ?? text.slice(1, -1)) : text.slice(2, text.endsWith(')') ? -1 : undefined);

/** The scripts that run to expand a part of the tree. */
function scriptsIn(node: SyntaxNode): readonly string[] {
  if (isRunning(node)) return [scriptOf(node)];
  const found: string[] = [];
  forEachChild(node, (child) => found.push(...scriptsIn(child)));
  return found;
}

/** The text of a word that needs no expansion; empty otherwise. */
export const plainText = ({ parts }: ShellWord): string =>
  parts.every(({ kind }) => kind === 'text')
    ? parts.map((part) => (part.kind === 'text' ? part.text : '')).join('')
    : '';
