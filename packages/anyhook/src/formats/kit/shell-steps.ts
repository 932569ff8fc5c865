import { plainText, quotedParts, type ShellToken, type ShellWord, shellTokens } from './shell-lexer.js';

/** `NAME=value` before a command, or as a command of its own. */
export interface ShellAssignment {
  readonly name: string;
  readonly value: ShellWord;
  /** The items of a list: `NAME=(a b)`. */
  readonly items?: readonly ShellWord[];
}

/** One command with its words. Targets of `>` are left out. */
export interface ShellCommand {
  readonly kind: 'command';
  readonly words: readonly ShellWord[];
  readonly assignments: readonly ShellAssignment[];
  /** Files after `<`. */
  readonly inputs: readonly ShellWord[];
  /** Here-documents and here-strings: what it reads as its input. */
  readonly inputTexts: readonly ShellWord[];
  /** The command whose output it reads. */
  readonly pipedFrom?: ShellCommand;
  /** Whether it runs only under a condition. */
  readonly conditional: boolean;
}

/** What a script does, in the order of its text. */
export type ShellStep =
  | ShellCommand
  /** The start and the end of a subshell. */
  | { readonly kind: 'open' | 'close' }
  | { readonly kind: 'loop'; readonly name: string; readonly words: readonly ShellWord[] }
  | { readonly kind: 'function'; readonly name: string };

/** The steps of a script; undefined if it is too long to be read. */
export function shellSteps(script: string): readonly ShellStep[] | undefined {
  const tokens = shellTokens(script);
  return tokens && new StepReader(tokens).read();
}

const openers = new Set(['if', 'while', 'until', 'select', '{']);
const closers = new Set(['fi', 'done', '}']);
const otherKeywords = new Set(['then', 'else', 'elif', 'do', '!', 'time', 'coproc']);
const assignmentShape = /^([A-Za-z_]\w*)(?:\[[^\]]*\])?\+?=/;

type Draft = { -readonly [Key in 'words' | 'assignments' | 'inputs' | 'inputTexts']: ShellCommand[Key][number][] };

const emptyDraft = (): Draft => ({ words: [], assignments: [], inputs: [], inputTexts: [] });

class StepReader {
  private readonly steps: ShellStep[] = [];
  private draft = emptyDraft();
  private at = 0;
  private depth = 0;
  private pipedFrom: ShellCommand | undefined;
  private afterOr = false;
  /** For each open `case`: are patterns read now? */
  private readonly cases: boolean[] = [];
  private target: string | undefined;

  constructor(private readonly tokens: readonly ShellToken[]) {}

  read(): readonly ShellStep[] {
    for (; this.at < this.tokens.length; this.at++) this.readToken(this.tokens[this.at] as ShellToken);
    this.endCommand();
    return this.steps;
  }

  private readToken(token: ShellToken): void {
    if (token.kind === 'here-document') this.addHereDocument(token);
    else if (token.kind === 'operator') this.readOperator(token.text);
    else this.readWord(token.word);
  }

  /** Its text comes after the line of its command. */
  private addHereDocument({ text, expands }: Extract<ShellToken, { kind: 'here-document' }>): void {
    const word: ShellWord = { parts: [{ kind: 'text', text, quoted: true }] };
    const index = this.steps.findLastIndex(({ kind }) => kind === 'command');
    const last = this.steps[index];
    if (last?.kind === 'command') this.steps[index] = { ...last, inputTexts: [...last.inputTexts, word] };
    if (expands) this.addFilledIn([{ parts: quotedParts(text).filter(({ kind }) => kind === 'output') }]);
  }

  private readOperator(text: string): void {
    if (/[<>]/.test(text)) {
      this.target = text;
      return;
    }
    if (this.cases.at(-1)) {
      if (text === ')') this.cases[this.cases.length - 1] = false;
      this.draft = emptyDraft();
      return;
    }
    if (text === '(' && this.readList()) return;
    const next = this.tokens[this.at + 1];
    const [name] = this.draft.words;
    if (text === '(' && name && this.draft.words.length === 1 && next?.kind === 'operator' && next.text === ')') {
      this.steps.push({ kind: 'function', name: plainText(name) });
      this.draft = emptyDraft();
      this.at++;
      return;
    }
    const ended = this.endCommand();
    this.pipedFrom = text === '|' || text === '|&' ? ended : undefined;
    this.afterOr = text === '||';
    if (text === '(') this.steps.push({ kind: 'open' });
    if (text === ')') this.steps.push({ kind: 'close' });
    if (text.startsWith(';;') && this.cases.length > 0) this.cases[this.cases.length - 1] = true;
  }

  /** Reads the items of `NAME=(…)`; false if no list begins here. */
  private readList(): boolean {
    const last = this.draft.assignments.at(-1);
    if (this.draft.words.length > 0 || last?.value.parts.length !== 0) return false;
    this.draft.assignments.splice(-1, 1, {
      ...last,
      items: this.wordsUntil(({ kind, text }) => kind === 'operator' && text === ')'),
    });
    return true;
  }

  /** Moves on to a token and returns the words before it. */
  private wordsUntil(
    isEnd: (token: { readonly kind: ShellToken['kind']; readonly text: string }) => boolean,
  ): readonly ShellWord[] {
    const words: ShellWord[] = [];
    while (++this.at < this.tokens.length) {
      const token = this.tokens[this.at] as ShellToken;
      if (isEnd({ kind: token.kind, text: token.kind === 'word' ? plainText(token.word) : token.text })) break;
      if (token.kind === 'word') words.push(token.word);
    }
    return words;
  }

  /** Words that the shell fills in, although no program gets them: what stands in `$(…)` runs. */
  private addFilledIn(words: readonly ShellWord[]): void {
    if (!words.some(({ parts }) => parts.some(({ kind }) => kind !== 'text'))) return;
    const nothing: ShellWord = { parts: [{ kind: 'text', text: ':', quoted: false }] };
    this.steps.push({ ...emptyDraft(), kind: 'command', words: [nothing, ...words], conditional: true });
  }

  private readWord(word: ShellWord): void {
    const { target, draft } = this;
    if (target !== undefined) {
      this.target = undefined;
      if (target === '<' || target === '<>') draft.inputs.push(word);
      if (target === '<<<') draft.inputTexts.push(word);
      if (target.startsWith('>') || target.startsWith('&')) this.addFilledIn([word]);
      return;
    }
    const text = plainText(word);
    if (this.cases.at(-1)) {
      if (text === 'esac') this.cases.pop();
      return;
    }
    if (draft.words.length > 0) {
      draft.words.push(word);
      return;
    }
    if (this.readKeyword(text)) return;
    const assignment = assignmentOf(word);
    if (assignment) draft.assignments.push(assignment);
    else draft.words.push(word);
  }

  /** Handles a word of the shell's grammar at the start of a command; false if it is none. */
  private readKeyword(text: string): boolean {
    if (openers.has(text)) this.depth++;
    else if (closers.has(text)) this.depth = Math.max(0, this.depth - 1);
    else if (text === 'case') this.skipCaseHead();
    else if (text === 'esac') this.cases.pop();
    else if (text === 'for') this.readLoop();
    else if (text === '[[') this.skipTest();
    else if (text === 'function') this.readFunctionName();
    else return otherKeywords.has(text);
    return true;
  }

  private skipCaseHead(): void {
    this.addFilledIn(this.wordsUntil(({ kind, text }) => kind === 'word' && text === 'in'));
    this.cases.push(true);
  }

  private skipTest(): void {
    // The end of a line: something else that only looks like a test.
    this.addFilledIn(
      this.wordsUntil(({ kind, text }) => (kind === 'word' ? text === ']]' : text === ';' || text === '\n')),
    );
  }

  private readLoop(): void {
    const words: ShellWord[] = [];
    for (; this.tokens[this.at + 1]?.kind === 'word'; this.at++)
      words.push((this.tokens[this.at + 1] as Extract<ShellToken, { kind: 'word' }>).word);
    this.depth++;
    const [name, , ...values] = words;
    this.addFilledIn(values);
    if (name) this.steps.push({ kind: 'loop', name: plainText(name), words: values });
  }

  private readFunctionName(): void {
    const token = this.tokens[this.at + 1];
    if (token?.kind !== 'word') return;
    this.at++;
    this.steps.push({ kind: 'function', name: plainText(token.word) });
  }

  private endCommand(): ShellCommand | undefined {
    const { draft, pipedFrom } = this;
    this.draft = emptyDraft();
    this.target = undefined;
    this.pipedFrom = undefined;
    if (Object.values(draft).every((list) => list.length === 0)) return undefined;
    const conditional = this.afterOr || this.depth > 0 || this.cases.length > 0;
    const command: ShellCommand = { kind: 'command', ...draft, ...(pipedFrom && { pipedFrom }), conditional };
    this.steps.push(command);
    return command;
  }
}

/** The assignment that a word is; undefined if it is none. */
export function assignmentOf({ parts }: ShellWord): ShellAssignment | undefined {
  const [first, ...rest] = parts;
  if (first?.kind !== 'text' || first.quoted) return undefined;
  const [whole, name] = assignmentShape.exec(first.text) ?? [];
  if (whole === undefined || name === undefined) return undefined;
  const value = first.text.slice(whole.length);
  return { name, value: { parts: value === '' ? rest : [{ ...first, text: value }, ...rest] } };
}
