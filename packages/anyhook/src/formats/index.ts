import { AnyhookError, type FormatName } from '@anyhook/core';
import { agentRows } from '../agents/index.js';
import type { AgentRow } from '../agents/table.js';
import { abilityCodec } from './ability/codec.js';
import { antigravityCodec } from './antigravity/codec.js';
import { dockerCodec } from './docker/codec.js';
import { flow } from './flow/codec.js';
import { flowPolicies } from './flow/policies.js';
import { hookMdCodec } from './hook-md/codec.js';
import type { Format, HookLoader } from './kit/format.js';
import { formatOf } from './kit/format-of.js';

/**
 * The formats that belong to no agent: one folder here and one row each. An agent with hook files has its format in its
 * own folder and names it in its own row. A codec is loaded with the first hook of its format, code that needs parsers
 * when files are read.
 */
const sharedFormats: readonly Format[] = [
  formatOf(
    {
      name: 'hook-md',
      locations: ['.agents'],
      loader: async () => (await import('./hook-md/load.js')).hookMdLoader,
      writer: async () => (await import('./hook-md/write.js')).hookMdWriter,
      promptBlock: async () => (await import('./hook-md/prompt.js')).availableHooks,
    },
    hookMdCodec,
  ),
  formatOf(
    {
      name: 'docker',
      locations: ['.agents'],
      loader: async () => (await import('./docker/load.js')).dockerLoader,
      writer: async () => (await import('./docker/write.js')).dockerWriter,
    },
    dockerCodec,
  ),
  formatOf(
    {
      name: 'ability',
      locations: ['.system'],
      loader: async () => (await import('./ability/load.js')).abilityLoader,
      writer: async () => (await import('./ability/write.js')).abilityWriter,
    },
    abilityCodec,
  ),
  formatOf(
    {
      name: 'antigravity',
      locations: ['.agents'],
      requiresOptIn: true,
      loader: async () => (await import('./antigravity/load.js')).antigravityLoader,
      writer: async () => (await import('./antigravity/write.js')).antigravityWriter,
    },
    antigravityCodec,
  ),
  // Hooks of the config and builtins: always needed.
  {
    ...flow,
    locations: ['.agents'],
    policies: flowPolicies,
    writer: async () => (await import('./flow/write.js')).flowWriter,
  },
];

/** Hooks of the same scope and priority run in this order; those of other formats come last. */
const order: readonly FormatName[] = [
  ...['hook-md', 'docker', 'ability', 'claude', 'codex', 'qwen', 'cursor', 'windsurf', 'antigravity', 'kiro'],
  ...['droid', 'gemini', 'copilot', 'cline', 'flow'],
];

/** The formats of these agents and those of no agent, by their names. */
export function formatTable(agents: readonly AgentRow[]): Readonly<Record<FormatName, Format>> {
  const rank = ({ name }: Format): number => (order.includes(name) ? order.indexOf(name) : order.length);
  const sorted = [...sharedFormats, ...agents.flatMap(({ format }) => format ?? [])].sort((a, b) => rank(a) - rank(b));
  return Object.fromEntries(sorted.map((format) => [format.name, format]));
}

/** Every hook file format. */
export const formats = formatTable(agentRows);

/** The format of hooks in the config, and of hooks that come with anyhook. */
export const configFormat: FormatName = flow.name;

/** The format of this name; throws when the table has no such row. */
export function formatNamed(name: FormatName): Format {
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
  if (!format)
    throw new AnyhookError('FAILED', `there is no hook format "${name}" (known: ${formatNames().join(', ')})`);
  return format;
}

/** The names of all formats, in the order of the table. */
export const formatNames = (): readonly FormatName[] => Object.keys(formats);

/** Imports the loaders of all formats that have hook files. */
export async function loadLoaders(): Promise<Readonly<Record<FormatName, HookLoader>>> {
  const loaders = Object.values(formats).map(async ({ name, loader }) =>
    loader ? [[name, await loader()] as const] : [],
  );
  return Object.fromEntries((await Promise.all(loaders)).flat());
}
