import { firstItems } from '../../left-out.js';
import type { LaunchOptions, Machine } from '../../machine.js';
import { hasUnknown, isFullyKnown, marks, sourcesOf, type Value } from '../../value.js';
import { destructiveNames } from '../cmdlets/system.js';
import { noteWindowsWrite } from '../file-effects.js';
import { ReadingEnd, WindowsSession } from '../session.js';
import { joinedWindowsPath, windowsProgramName, windowsWords, withWildcards } from '../windows-paths.js';
import { cmdBuiltins, cmdWords } from './builtins.js';
import { expandCmd } from './expand-cmd.js';
import { type CmdNode, type CmdRedirect, CmdRefusal, CmdSyntaxTrouble, parseCmd } from './parse-cmd.js';

/**
 * Reads text for cmd, on a command line or in a batch file, and runs it on the simulated machine; returns its output.
 * Variables have the value at the time when a command runs (cmd replaces them a line earlier), both sides of `if` run,
 * `for` runs once per word, and `goto` and labels are not followed.
 */
export function runCmd(text: Value, machine: Machine, options: LaunchOptions = {}): Value {
  const session = new WindowsSession(machine, options);
  if (text.trim() === marks.any) {
    machine.note({ do: 'run', code: 'unknown' });
    return marks.any;
  }
  try {
    return new CmdRunner(session, options.args ?? []).runText(text, options.stdin);
  } catch (end) {
    if (!(end instanceof ReadingEnd)) throw end;
    return marks.any;
  }
}

const maxRounds = 48;
const filledLines = (texts: readonly Value[]): Value => texts.filter((text) => text !== '').join('\n');

class CmdRunner {
  private readonly loop = new Map<string, Value>();

  constructor(
    private readonly session: WindowsSession,
    private readonly args: readonly Value[],
  ) {}

  runText(text: Value, stdin?: Value): Value {
    const { session } = this;
    if (session.noteSource(text) || session.isTooLong(text)) return marks.any;
    if (startsItself(text)) session.machine.note({ do: 'exhaust', what: 'starts itself forever' });
    return session.deeper(() => {
      try {
        return this.run(parseCmd(text), stdin);
      } catch (trouble) {
        if (!(trouble instanceof CmdSyntaxTrouble)) throw trouble;
        const words = text.toLowerCase().split(/[\s&|()/]+/);
        if (!(trouble instanceof CmdRefusal) && words.some((word) => destructiveNames.includes(word)))
          session.machine.note({ do: 'unread', why: 'syntax' });
        return marks.any;
      }
    });
  }

  private expand(text: Value): Value {
    return expandCmd(text, { session: this.session, loop: this.loop, args: this.args });
  }

  private run(node: CmdNode, stdin: Value | undefined): Value {
    this.session.step();
    if (node.kind === 'list') return filledLines(node.parts.map((part) => this.run(part, stdin)));
    if (node.kind === 'for') return this.runFor(node);
    if (node.kind === 'block') return this.redirected(node.redirects, stdin, (given) => this.run(node.body, given));
    if (node.kind === 'simple') return this.redirected(node.redirects, stdin, (given) => this.simple(node.text, given));
    if (node.kind === 'pipe')
      return node.stages.reduce<Value | undefined>((passed, stage) => this.run(stage, passed), stdin) ?? '';
    this.expand(node.test);
    return filledLines([this.run(node.yes, stdin), node.no ? this.run(node.no, stdin) : '']);
  }

  private redirected(
    redirects: readonly CmdRedirect[],
    stdin: Value | undefined,
    run: (stdin: Value | undefined) => Value,
  ): Value {
    const { session } = this;
    const source = redirects.find(({ how }) => how === 'input');
    const given = source ? session.machine.read(session.absolute(this.expand(source.to))) : stdin;
    let output = run(given);
    const written = output;
    for (const { how, stream, to } of redirects) {
      if (how === 'input' || to === '') continue;
      noteWindowsWrite(session, this.expand(to), how, stream === '1' ? written : undefined);
      if (stream === '1') output = '';
    }
    return output;
  }

  private simple(raw: Value, stdin: Value | undefined): Value {
    const { session } = this;
    const text = this.expand(raw).replace(/^[\s@]+/, '');
    if (text === '') return '';
    // A variable may contain several commands.
    if (text !== raw && /[&|<>]/.test(withoutQuoted(text)) && !/[&|<>]/.test(withoutQuoted(raw)))
      return this.runText(text, stdin);
    const { name, line } = nameAndLine(text);
    const builtin = cmdBuiltins.get(name.toLowerCase());
    if (builtin) {
      const call = { name: name.toLowerCase(), line, words: cmdWords(line), stdin };
      return builtin(call, session, (inner) => session.deeper(() => this.runText(inner, stdin))) ?? '';
    }
    return this.program(name, line, stdin);
  }

  private program(written: Value, line: Value, stdin: Value | undefined): Value {
    const { session } = this;
    if (hasUnknown(written)) return this.unknownProgram(written, line);
    const name = windowsProgramName(written);
    if (/^[a-z]:$/i.test(written)) {
      session.cwd = `${written}/`;
      return '';
    }
    const isPath = /[\\/]/.test(written);
    if (isPath || /\.\w{1,4}$/.test(written)) {
      const content = session.machine.read(session.absolute(written));
      if (session.noteSource(content)) return marks.any;
      if (/\.(?:bat|cmd)$/i.test(written) && isFullyKnown(content) && content !== '')
        return this.runText(content, stdin);
    }
    // These take the rest of the line unchanged.
    if (name === 'cmd') return session.startProgram([name, ...commandWords(line)], stdin);
    const quoted = new Set(line.match(/"[^"]*"/g) ?? []);
    const words = windowsWords(line).map((word) =>
      /[*?]/.test(word) && !quoted.has(`"${word}"`) ? withWildcards(word.replaceAll('[', '`[')) : word,
    );
    const isOwnFile = isPath && !/^(?:[a-z]:)?[\\/]/i.test(written);
    return session.startProgram([isOwnFile ? written.replaceAll('\\', '/') : name, ...words], stdin);
  }

  /** An unknown name counts if its words would be a dangerous delete. */
  private unknownProgram(written: Value, line: Value): Value {
    const { session } = this;
    const words = cmdWords(line);
    const harmful = ['root', 'system', 'home', 'above', 'project', 'git', 'outside', 'in-home', 'unset'];
    const isDeep = words.some((word) => /^(?:\/s|-r|-rf|-fr|-recurse)$/i.test(word));
    const paths = words.filter((word) => !/^(?:\/[a-z]|-)/i.test(word));
    if (!session.noteSource(written) && isDeep)
      if (paths.some((path) => harmful.includes(session.machine.place(session.absolute(withWildcards(path))).scope)))
        session.machine.note({ do: 'run', code: 'unknown' });
    return marks.any + sourcesOf(line).replaceAll(marks.any, '');
  }

  private runFor(node: CmdNode & { kind: 'for' }): Value {
    const { session } = this;
    const options = node.options.toLowerCase();
    const before = this.loop.get(node.variable);
    if (/\/l\b/.test(options) && isEndless(node.list) && startsWork(node.body))
      session.machine.note({ do: 'exhaust', what: 'starts processes forever' });
    const values = this.loopValues(node, options);
    const outputs = firstItems(values, maxRounds, 'rounds').map((value) => {
      this.loop.set(node.variable, value);
      return this.run(node.body, undefined);
    });
    if (before === undefined) this.loop.delete(node.variable);
    else this.loop.set(node.variable, before);
    return filledLines(outputs);
  }

  private loopValues(node: CmdNode & { kind: 'for' }, options: string): readonly Value[] {
    const list = this.expand(node.list).trim();
    if (/\/f\b/.test(options)) return this.lines(list, options);
    if (/\/l\b/.test(options)) return cmdWords(list).slice(0, 1);
    const names = cmdWords(list);
    if (!/\/r\b/.test(options)) return names;
    const folder = /\/r\s+("[^"]*"|[^\s/]\S*)/i.exec(this.expand(node.options))?.[1]?.replaceAll('"', '') ?? '.';
    return names.map((name) => joinedWindowsPath(this.session.absolute(folder), name === '.' ? '*' : name));
  }

  /** `for /f`: lines of a command's output, of a text, or of a file. */
  private lines(list: Value, options: string): readonly Value[] {
    const quote = options.includes('usebackq') ? '`' : "'";
    let text: Value;
    if (list.startsWith(quote) && list.endsWith(quote)) text = this.runText(list.slice(1, -1));
    else if (list.startsWith('"') && !options.includes('usebackq')) text = list.replaceAll('"', '');
    else text = this.session.machine.read(this.session.absolute(list.replaceAll('"', '')));
    const isWhole = /delims=(?:"|$|\s)|tokens=(?:1?\*)/.test(options);
    const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
    return isWhole ? lines : lines.map((line) => line.trim().split(/\s+/)[0] ?? '');
  }
}

/** `%0|%0`, or a label, a start and a jump back to the label. */
function startsItself(text: Value): boolean {
  if (/%0 {0,3}\| {0,3}(?:start )?%0/.test(text)) return true;
  const label = /^\s{0,20}:(\w{1,40})/.exec(text)?.[1]?.toLowerCase();
  const words = text.toLowerCase().split(/[\s&|:]+/);
  return (
    label !== undefined &&
    words.includes('start') &&
    words.lastIndexOf(label) > words.indexOf('goto') &&
    words.includes('goto')
  );
}

const withoutQuoted = (text: Value): Value => text.replaceAll(/"[^"]*"?/g, '');

/** The command's name and the rest; builtins of cmd need no space after their name. */
function nameAndLine(text: Value): { readonly name: Value; readonly line: Value } {
  if (text.startsWith('"')) {
    const end = text.indexOf('"', 1);
    if (end > 0) return { name: text.slice(1, end), line: text.slice(end + 1).trim() };
  }
  const letters = /^[A-Za-z]+/.exec(text)?.[0] ?? '';
  const next = text[letters.length] ?? ' ';
  if (
    cmdBuiltins.has(letters.toLowerCase()) &&
    /[\s/\\.,;:=("]/.test(next) &&
    !/^\.[A-Za-z]/.test(text.slice(letters.length))
  )
    return { name: letters, line: next === ' ' ? text.slice(letters.length + 1) : text.slice(letters.length) };
  const glued = /^([A-Za-z0-9_-]+(?:\.exe)?)(\/[A-Za-z]\S*.*)$/s.exec(text);
  if (glued) return { name: glued[1] as string, line: glued[2] as string };
  // `r""d` and `r"m"` are names too: quotes in a word only group.
  let end = 0;
  let isQuoted = false;
  while (end < text.length && (isQuoted || !/[\s,;=]/.test(text[end] as string))) {
    if (text[end] === '"') isQuoted = !isQuoted;
    end++;
  }
  return { name: text.slice(0, end).replaceAll('"', ''), line: text.slice(end).trim() };
}

/** The words of an inner `cmd`: switches, then one text. */
function commandWords(line: Value): readonly Value[] {
  const found = /\/[ckr]/i.exec(line);
  if (!found) return windowsWords(line);
  const before = windowsWords(line.slice(0, found.index));
  return [...before, found[0], line.slice(found.index + 2).trim()];
}

/** `(1,0,2)` never ends. */
const isEndless = (list: Value): boolean => {
  const [, step] = cmdWords(list);
  return step !== undefined && Number(step) === 0;
};

function startsWork(node: CmdNode): boolean {
  if (node.kind === 'simple') return /^start\b/i.test(node.text);
  if (node.kind === 'block') return startsWork(node.body);
  return node.kind === 'list' && node.parts.some(startsWork);
}

/** Commands of cmd that other shells do not have or read differently, and its special characters. */
const chars =
  /(?:^|[\s&|(@"'])(?:(?:del|erase|rd|rmdir|ren|rename|copy|move|xcopy|robocopy|type|mklink|assoc|ftype|start|call|pushd)\s|set\s+["\w]+=|for\s+[%/]|if\s+(?:exist|not|defined|errorlevel|\/i|\S+==))|\^|%[\w~]/i;

/** May this text be one for cmd, on Windows? */
export const mayBeCmd = (text: string): boolean => chars.test(text);
