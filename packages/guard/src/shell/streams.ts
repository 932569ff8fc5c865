import { isPlain, leftOut } from '../left-out.js';
import { guardLimits } from '../limits.js';
import { hasUnknown, isFullyKnown, marks, sourcesOf, type Value } from '../value.js';

/** The source of a command's input, or the target of its output. */
export interface Stream {
  /** All remaining input; undefined if there never is any. It is kept: it is unknown how much a program reads. */
  read(): Value | undefined;
  /** Takes the next line, without its end; undefined at the end of input. `end`: the line delimiter. */
  readLine(end?: string): Value | undefined;
  write(text: Value): void;
  /** Whether the other end is on the network. */
  readonly isNetwork?: boolean;
}

/** A text to read, such as that of a pipe or a here-document. */
export class TextStream implements Stream {
  /** The text after an unknown last line, which may be many lines. */
  private after: Value = '';
  /** The text before a program consumed part of it; it may have consumed more or less than it printed. */
  private whole: Value | undefined;
  private wasKnown: boolean | undefined;
  /** How often a shell got `spelledOut` instead. */
  spelledOutRuns = 0;

  /**
   * `spelledOut`: the last known text of the pipe, if an unknown program produced this one. A literal command that is
   * piped through `perl -pe` or `nl | cut` to a shell counts as that command.
   */
  constructor(
    private text: Value | undefined,
    readonly spelledOut?: Value,
    /** The file of this stream; a program may write to it through the path of its descriptor. */
    readonly file?: Value,
  ) {}

  read(): Value | undefined {
    if (this.text === '') return this.after || this.whole || '';
    return this.whole === undefined || this.text === undefined ? this.text : `${this.text}\n${this.whole}`;
  }

  readLine(end = '\n'): Value | undefined {
    if (this.text === undefined || this.text === '') return this.after || undefined;
    const at = this.text.indexOf(end);
    return this.take(at < 0 ? this.text.length : at, at < 0 ? 0 : end.length);
  }

  /** Takes `length` characters and drops the next `leftOut` characters. */
  take(length: number, leftOut = 0): Value {
    const taken = (this.text ?? '').slice(0, length);
    this.text = (this.text ?? '').slice(length + leftOut);
    if (this.text === '' && hasUnknown(taken)) this.after = marks.any + sourcesOf(taken);
    return taken;
  }

  /** A program printed this. If the text starts with it, a program such as `head` took that part. */
  takePrinted(printed: Value): void {
    const text = this.text ?? '';
    if (printed === '' || printed.length >= text.length || !isFullyKnown(text) || !text.startsWith(printed)) return;
    this.keepWhole();
    this.take(printed.length);
  }

  /** From now on it is unknown whether reads really happen. */
  keepWhole(): void {
    this.whole ??= this.text;
  }

  /** A program certainly read all of it. */
  drain(): void {
    this.text = '';
    this.after = '';
    this.whole = undefined;
  }

  /** The rest counts as one unknown line, after the first lines that are not plain names. */
  forget(): void {
    const lines = (this.text ?? '').split('\n').filter((line) => line !== '');
    const odd = new Set(lines.filter((line) => !isPlain(line)).slice(0, guardLimits.rounds));
    const others = lines.filter((line) => !odd.has(line));
    this.text = [...odd, ...(others.length > 0 ? [leftOut('rounds', ...others)] : [])].join('\n');
    this.wasKnown = false;
  }

  /** Appends to it. */
  add(text: Value): void {
    this.text = (this.text ?? '') + text;
    this.wasKnown = undefined;
  }

  /** Whether all of it is known and always was. */
  get isKnown(): boolean {
    this.wasKnown ??= this.text !== undefined && !hasUnknown(this.text);
    return this.wasKnown;
  }

  /** How many more characters may be read as lines. */
  get left(): number {
    return this.text?.length ?? 0;
  }

  write(): void {}
}

/** Captures the output of a command: for a pipe, a substitution, or the transcript. */
export class OutputStream implements Stream {
  private text: Value = '';

  read(): Value | undefined {
    return undefined;
  }

  readLine(): Value | undefined {
    return undefined;
  }

  write(text: Value): void {
    this.text += text;
    if (this.text.length > guardLimits.valueLength) this.text = leftOut('valueLength', this.text);
  }

  get written(): Value {
    return this.text;
  }
}

/** A stream with a callback for each write: files, sockets, `>(…)`. */
export class WriteStream implements Stream {
  constructor(
    private readonly writeText: (text: Value) => void,
    private readonly readText: () => Value | undefined = () => undefined,
    readonly isNetwork = false,
  ) {}

  read(): Value | undefined {
    return this.readText();
  }

  readLine(): Value | undefined {
    return this.readText();
  }

  write(text: Value): void {
    this.writeText(text);
  }
}

/** /dev/null, and closed descriptors. */
export const nothing: Stream = { read: () => '', readLine: () => undefined, write: () => {} };
export const closed: Stream = { ...nothing };
