import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Ancestry, AnyhookError, showHidden, showHiddenKeepColors } from '@anyhook/core';
import pc from 'picocolors';
import type { World } from '../../answer/engine.js';

/** An output stream for text. */
export interface Sink {
  write(text: string): unknown;
  /** Writes what another program reads byte for byte; `write` makes hidden characters visible. */
  writeExact?(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Input, output and environment of a command; tests pass their own. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: Sink;
  readonly stderr: Sink;
  /** The processes that led to this one; undefined if the system does not tell. */
  readonly ancestry: () => Ancestry | undefined;
  /** The operating system by its name in Node; default: this one. */
  readonly system?: string;
}

/**
 * The same streams, which escape hidden characters in all output. In JSON the result is equal after parsing. Colours
 * pass only where we use them: on a terminal.
 */
export function withVisibleOutput(io: Io): Io {
  const visible = (sink: Sink): Sink => {
    const show = sink.isTTY === true ? showHiddenKeepColors : showHidden;
    return {
      write: (text) => sink.write(show(text)),
      writeExact: (text) => sink.write(text),
      get isTTY() {
        return sink.isTTY ?? false;
      },
      get columns() {
        return sink.columns ?? 0;
      },
    };
  };
  return { ...io, stdout: visible(io.stdout), stderr: visible(io.stderr) };
}

export type Colors = ReturnType<typeof pc.createColors>;

/** Exit codes of every command except `run`, which uses those of the agent. */
export const exitCodes = { ok: 0, error: 1, denied: 2 } as const;

/** Colours on a terminal, unless NO_COLOR is set. */
export const colorsFor = ({ stdout, env }: Io): Colors =>
  pc.createColors(stdout.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb');

/** Maximum line width; undefined without a terminal. A terminal that does not know its width reports 0. */
export const terminalWidth = ({ stdout }: Io): number | undefined =>
  stdout.isTTY === true ? Math.max(40, stdout.columns || 80) : undefined;

/** Output for people: stream and layout. */
export interface PrintTarget {
  readonly io: Io;
  readonly colors: Colors;
  /** Undefined: lines are not cut. */
  readonly width: number | undefined;
}

export const print = (io: Io, text: string): void => void io.stdout.write(`${text}\n`);

/** A function that prints notices for the user on stderr. */
export const noticePrinter =
  ({ stderr }: Io) =>
  (text: string): void =>
    void stderr.write(`anyhook: ${text}\n`);

export const printJson = (io: Io, value: unknown): void => print(io, JSON.stringify(value, null, 2));

/** Folder and environment of a command, with the folder from `--cwd`. */
export function worldOf(io: Pick<Io, 'cwd' | 'env' | 'home'>, cwd?: string): World {
  const folder = cwd === undefined ? io.cwd : resolve(io.cwd, cwd);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new AnyhookError('BAD_ARGUMENT', `--cwd: expected a folder, got ${folder}`);
  return { cwd: folder, env: io.env, home: io.home };
}
