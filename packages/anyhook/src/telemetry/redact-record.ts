import type { TelemetryRecord } from './record.js';

/** The channels, and the paths that each removes by default. */
export const channels = {
  full: ['hook.raw_input', 'turn.prompt_text', 'tool.input', 'tool.output'],
  analytics: [
    ...['tool.input', 'tool.output', 'turn.prompt_text', 'delegation.targets.query', 'context.cwd', 'hook.raw_input'],
  ],
} as const satisfies Record<string, readonly string[]>;

export type Channel = keyof typeof channels;

/** The environment variable that replaces a channel's list in local files. */
export const redactVariable = (channel: Channel): string => `TELEMETRY_CHANNEL_${channel.toUpperCase()}_REDACT`;

type Env = Readonly<Record<string, string | undefined>>;

/** The paths removed from local files: of the channel's variable, else its own and the config's. `none`: nothing. */
export function redactedPaths(channel: Channel, env: Env, configured: readonly string[] = []): readonly string[] {
  const given = givenPaths(channel, env);
  return given.length > 0 ? given : [...channels[channel], ...configured];
}

/** The paths that a channel removes from sent records: a variable may add some, but removes none. */
export const sentRedactedPaths = (
  channel: Channel,
  env: Env,
  configured: readonly string[] = [],
): readonly string[] => [...channels[channel], ...configured, ...givenPaths(channel, env)];

const givenPaths = (channel: Channel, env: Env): readonly string[] =>
  (env[redactVariable(channel)] ?? '')
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path !== '');

/** The record without these paths. Paths go through lists; a path that does not exist changes nothing. */
export function redactRecord(record: TelemetryRecord, paths: readonly string[]): object {
  return removePaths(record, pathTree([...paths, ...copiesOf(record, paths)])) as object;
}

/** User content; the raw payload contains all of it again. */
const contentPaths = ['turn.prompt_text', 'tool.input', 'tool.output', 'delegation.targets.query', 'context.cwd'];

/** Other fields with the same text, which must be removed as well. */
function copiesOf(record: TelemetryRecord, paths: readonly string[]): readonly string[] {
  const isRemoved = (content: string) => paths.some((path) => overlaps(path, content));
  return [
    ...(contentPaths.some(isRemoved) ? ['hook.raw_input'] : []),
    ...(isRemoved('tool.output') ? ['tool.error.message'] : []),
    // If a subagent is called as a tool, its task is the tool's input.
    ...(record.tool && isRemoved('tool.input') ? ['delegation.targets.query'] : []),
  ];
}

const overlaps = (a: string, b: string): boolean => a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);

/** Paths as a tree; `gone` marks the end of a path. */
type PathTree = Map<string, PathTree | 'gone'>;

function pathTree(paths: readonly string[]): PathTree {
  const root: PathTree = new Map();
  for (const path of paths) addPath(root, path.split('.'));
  return root;
}

function addPath(tree: PathTree, [key = '', ...rest]: readonly string[]): void {
  const subtree = tree.get(key);
  // It is removed as a whole.
  if (subtree === 'gone') return;
  if (rest.length === 0) tree.set(key, 'gone');
  else {
    const branch = subtree ?? new Map();
    tree.set(key, branch);
    addPath(branch, rest);
  }
}

function removePaths(value: unknown, tree: PathTree): unknown {
  if (Array.isArray(value)) return value.map((item) => removePaths(item, tree));
  if (typeof value !== 'object' || value === null) return value;
  const kept: [string, unknown][] = [];
  for (const key of Object.keys(value)) {
    const child = (value as Record<string, unknown>)[key];
    const subtree = tree.get(key);
    if (subtree !== 'gone') kept.push([key, subtree ? removePaths(child, subtree) : child]);
  }
  // Not assigned: a key may be `__proto__`.
  return Object.fromEntries(kept);
}
