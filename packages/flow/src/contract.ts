/** What a caller of a policy knows about its input. */
export interface RunOptions {
  /** The input was cut at `maxStdin`. Default: `SA_HOOK_INPUT_TRUNCATED` is 1. */
  readonly truncated?: boolean;
  /** Where input is cut, in bytes. Default: `SA_HOOK_INPUT_MAX_BYTES`, else 1 MiB. */
  readonly maxStdin?: number;
}

/** An answer that is more than a text for stdout. */
export interface Structured {
  /** 0 allows, 2 blocks; anything else is an error, and errors allow. */
  readonly exitCode: number;
  /** The reason of a block, or warnings. */
  readonly stderr?: string;
  /** Replaces the echoed input. */
  readonly stdout?: string;
}

/** A policy: takes the payload as text; returns it, perhaps with guidance below, or a structured answer. */
export type Run = (raw: string, options?: RunOptions) => string | Structured;
