/** The longest delay that a Node timer accepts; a longer one fires immediately. */
export const maxTimerMs = 2 ** 31 - 1;

/** The longest time that a caller may request: a day. */
export const maxWaitMs = 86_400_000;

/** The largest event payload that anyhook reads. */
export const maxPayloadBytes = 50 * 1024 * 1024;

/** The largest hook or ability file whose content is compared. */
export const maxHashedBytes = 64 * 1024 * 1024;

/** The largest file of its own that anyhook reads: trust, locks and caches. */
export const maxStateFileBytes = 64 * 1024 * 1024;

/** Limit for all hashed content of a project's hooks; a file counts once, even with several links to it. */
export const maxProjectHashedBytes = maxHashedBytes;

/** How many entries are checked in a search for hooks. */
export interface SearchLimits {
  /** In a folder of hooks. */
  readonly folderEntries: number;
  /** Below the `scripts` folders of all hooks together. */
  readonly scriptEntries: number;
}

export const searchLimits: SearchLimits = { folderEntries: 20_000, scriptEntries: 50_000 };

/** The limits for an event in a project without trusted hooks. */
export const untrustedSearchLimits: SearchLimits = { folderEntries: 500, scriptEntries: 1_000 };

/**
 * What an event may spend on untrusted files of a project. Their hooks do not run, so only their number is needed.
 * Commands that users run (`list`, `validate`, `trust`) read everything.
 */
export const untrustedLimits = {
  files: 100,
  bytes: 512 * 1024,
  /** Punctuation characters; each costs parsing time. */
  marks: 4_000,
  /** How many names in commands are looked up as files. */
  lookups: 1_000,
} as const;

/** The deepest nesting of a payload. */
export const maxPayloadDepth = 500;

/** The largest module whose text is searched for the events of its hook. */
export const maxModuleBytes = 256 * 1024;

export const modLimits = { files: 20_000, bytes: 256 * 1024 * 1024 } as const;

/** The largest package of hooks that is accepted. */
export const packageLimits = { files: 5_000, bytes: 20 * 1024 * 1024, hooks: 200 } as const;

type Env = Readonly<Record<string, string | undefined>>;

/** Limits that the environment may set for each runtime (the calling program), with defaults in milliseconds. */
export const defaultRuntimeTimeouts = { TELEMETRY: 10_000, HOOK: 30_000 } as const;

const maxMs = 600_000;

/**
 * Milliseconds from `FLOW_AGENTS_<RUNTIME>_<LIMIT>_TIMEOUT_MS`; undefined if unset or invalid. The first word of the
 * runtime's name is enough.
 */
export function runtimeTimeout(
  env: Env,
  runtime: string,
  limit: keyof typeof defaultRuntimeTimeouts,
): number | undefined {
  const fullName = runtime.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  const valueOf = (runtimeName: string) => env[`FLOW_AGENTS_${runtimeName}_${limit}_TIMEOUT_MS`]?.trim();
  // claude-code is CLAUDE_CODE, or CLAUDE as Flow Agents itself writes it.
  const setting = valueOf(fullName) || valueOf(fullName.split('_', 1)[0] as string);
  if (!setting) return undefined;
  const ms = Number(setting);
  return ms > 0 ? Math.min(ms, maxMs) : undefined;
}
