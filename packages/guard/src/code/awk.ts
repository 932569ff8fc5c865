import { writeText } from '../programs/kit.js';
import { marks, sourcesOf, type Value } from '../value.js';
import { type CodeValue, codeText, firstText, textsOf, unknownCodeValue } from './code-values.js';
import { numberOf } from './computed.js';
import type { Flow } from './flow.js';
import { formattedText } from './formatted-text.js';
import { Statements } from './statements.js';
import type { Token } from './tokens.js';

/** Reads awk programs: `print` with `>` and `|`, `getline`, and fields of the input. */
class AwkReader extends Statements {
  protected override keyword(word: string): boolean {
    return word === 'print' || word === 'printf' ? this.printStatement(word === 'printf') : super.keyword(word);
  }

  private printStatement(isFormat: boolean): true {
    this.at++;
    this.stops = ['>', '>>', '|', '|&'];
    const codeValues: CodeValue[] = [];
    for (let count = 0; count < 200 && !this.atPrintEnd(); count++) {
      const before = this.at;
      codeValues.push(this.expression());
      if (!this.takeSymbol(',') && this.at === before) this.at++;
    }
    this.stops = [];
    if (!this.atPrintEnd()) this.flow.stop('steps');
    const given = codeValues.length === 0 ? [this.flow.variables.get('$0') ?? codeText(this.flow.stdin)] : codeValues;
    const [form = unknownCodeValue, ...rest] = given;
    const text = isFormat
      ? formattedText(firstText(form), rest, new Map())
      : codeText(given.map((codeValue) => textsOf(codeValue)[0] ?? '').join(' '));
    const symbol = this.peek();
    if (symbol?.kind === 'symbol' && ['>', '>>', '|', '|&'].includes(symbol.text)) this.redirect(symbol.text, text);
    else this.flow.print(text);
    return true;
  }

  private atPrintEnd(): boolean {
    const token = this.peek();
    if (token === undefined || token.kind === 'line') return true;
    return token.kind === 'symbol' && ['>', '>>', '|', '|&', ';', '}'].includes(token.text);
  }

  private redirect(symbol: string, text: CodeValue): void {
    this.at++;
    const [input = ''] = textsOf(text);
    for (const goal of textsOf(this.expression())) {
      if (goal.startsWith('/inet/')) this.connect();
      else if (symbol === '|' || symbol === '|&') this.flow.shell(goal, { stdin: input });
      else if (!['/dev/stdout', '/dev/stderr', '-'].includes(goal))
        writeText(this.flow.machine, this.flow.path(goal), symbol === '>' ? 'over' : 'append', input);
      else this.flow.print(text);
    }
  }

  /** A program that connects to the network and runs its input gives a remote user a shell. */
  private connect(): void {
    this.flow.hasSocket = true;
    if (
      this.tokens.some(
        ({ kind, text }, at) =>
          kind === 'name' && text === 'getline' && ['|', '|&'].includes(this.tokens[at - 1]?.text ?? ''),
      )
    )
      this.flow.noteShell(true);
  }

  /** `"cmd" | getline x` runs a command; `getline x < file` reads. */
  protected override pipe(left: CodeValue): CodeValue {
    if (!this.takeName('getline')) return left;
    const output = codeText(
      ...textsOf(left).map((command) => (command.startsWith('/inet/') ? marks.net : this.flow.shell(command))),
    );
    const name = this.takeAnyName();
    if (name !== undefined) this.flow.variables.set(name, output);
    return output;
  }

  protected override special(word: string): CodeValue | undefined {
    if (word !== 'getline') return undefined;
    const name = this.takeAnyName() ?? '$0';
    const paths = this.takeSymbol('<') ? textsOf(this.expression(5)) : [];
    const value =
      paths[0] === undefined ? codeText(this.flow.stdin) : codeText(this.flow.machine.read(this.flow.path(paths[0])));
    this.flow.variables.set(name, value);
    return value;
  }

  /** `$0` is a line of the input, `$2` its second word; the number of the last field is unknown. */
  protected override field(): CodeValue {
    this.at++;
    const token = this.peek();
    if (token?.kind !== 'number') {
      this.at++;
      return codeText(sourcesOf(this.flow.stdin) || marks.any);
    }
    this.at++;
    const at = numberOf(codeText(token.text));
    const known = this.flow.variables.get('$0');
    const lines = known === undefined ? this.flow.inputLines() : textsOf(known);
    const values: readonly Value[] =
      at === 0 ? lines : lines.map((line) => line.split(/[ \t]+/).filter((word) => word !== '')[at - 1] ?? '');
    return values.length === 0 ? unknownCodeValue : codeText(...values);
  }
}

export const awkReader = (tokens: readonly Token[], flow: Flow): Statements => new AwkReader(tokens, flow);
