import { guardLimits } from '../limits.js';
import { hasUnknown, marks, sourcesOf, type Value } from '../value.js';

/** Where a command's input comes from, or its output goes. */
export interface Stream {
  /** Everything that is left to read; undefined if nothing ever comes. */
  read(): Value | undefined;
  /** The next line without its end; undefined at the end. */
  readLine(): Value | undefined;
  write(text: Value): void;
  /** Whether somebody on the network is at the other end. */
  readonly isNetwork?: boolean;
}

/** A text to read, such as that of a pipe or a here-document. */
export class TextStream implements Stream {
  /** What follows a last line that nobody knows: it may be many lines. */
  private after: Value = '';

  constructor(
    private text: Value | undefined,
    readonly isNetwork = false,
  ) {}

  read(): Value | undefined {
    const all = this.text === '' ? this.after : this.text;
    if (all !== undefined && !this.isNetwork) this.text = '';
    this.after = '';
    return all;
  }

  readLine(): Value | undefined {
    if (this.text === undefined || this.text === '') return this.after || undefined;
    const end = this.text.indexOf('\n');
    const line = end < 0 ? this.text : this.text.slice(0, end);
    if (!this.isNetwork) this.text = end < 0 ? '' : this.text.slice(end + 1);
    if (this.text === '' && hasUnknown(line)) this.after = marks.any + sourcesOf(line);
    return line;
  }

  /** Somebody writes more of it. */
  add(text: Value): void {
    this.text = (this.text ?? '') + text;
  }

  /** Whether all that is left is known. */
  get isKnown(): boolean {
    return this.hasMore && !hasUnknown(this.text ?? '');
  }

  /** Whether there are more lines to read. */
  get hasMore(): boolean {
    return !this.isNetwork && this.text !== undefined && this.text !== '';
  }

  write(): void {}
}

/** What a command prints, kept: for a pipe, a substitution, or the transcript. */
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
    if (this.text.length > guardLimits.valueLength) this.text = marks.any + sourcesOf(this.text);
  }

  get written(): Value {
    return this.text;
  }
}

/** A stream that calls back for each write: files, sockets, `>(…)`. */
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

/** /dev/null, and descriptors that are closed. */
export const nothing: Stream = { read: () => '', readLine: () => undefined, write: () => {} };
