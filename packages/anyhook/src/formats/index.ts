import { AnyhookError, type FormatName } from '@anyhook/core';
import { abilityCodec } from './ability/on-demand.js';
import { antigravityCodec } from './antigravity/on-demand.js';
import { claudeCodec } from './claude/on-demand.js';
import { clineCodec } from './cline/on-demand.js';
import { codexCodec } from './codex/on-demand.js';
import { copilotCodec } from './copilot/on-demand.js';
import { cursorCodec } from './cursor/on-demand.js';
import { dockerCodec } from './docker/on-demand.js';
import { droidCodec } from './droid/on-demand.js';
import { flow } from './flow/codec.js';
import { flowPolicies } from './flow/policies.js';
import type { Format, HookLoader } from './format.js';
import { geminiCodec } from './gemini/on-demand.js';
import { hookMdCodec } from './hook-md/on-demand.js';
import { kiroCodec } from './kiro/on-demand.js';
import { formatOf } from './kit/format-of.js';
import { qwenCodec } from './qwen/on-demand.js';
import { windsurfCodec } from './windsurf/on-demand.js';

/**
 * Every hook file format, one row each. The codec is loaded when a hook of the format is there, code that needs parsers
 * when files are read. Hooks of the same scope and priority run in the order of the rows.
 */
export const formats: Readonly<Record<FormatName, Format>> = {
  'hook-md': formatOf(
    {
      name: 'hook-md',
      locations: ['.agents'],
      loader: async () => (await import('./hook-md/load.js')).hookMdLoader,
      writer: async () => (await import('./hook-md/write.js')).hookMdWriter,
      promptBlock: async () => (await import('./hook-md/prompt.js')).availableHooks,
    },
    hookMdCodec,
  ),
  docker: formatOf(
    {
      name: 'docker',
      locations: ['.agents'],
      loader: async () => (await import('./docker/load.js')).dockerLoader,
      writer: async () => (await import('./docker/write.js')).dockerWriter,
    },
    dockerCodec,
  ),
  ability: formatOf(
    {
      name: 'ability',
      locations: ['.system'],
      loader: async () => (await import('./ability/load.js')).abilityLoader,
      writer: async () => (await import('./ability/write.js')).abilityWriter,
    },
    abilityCodec,
  ),
  claude: formatOf(
    {
      name: 'claude',
      locations: ['.claude', '.claude-plugin', 'hooks/hooks.json'],
      loader: async () => (await import('./claude/load.js')).claudeLoader,
      writer: async () => (await import('./claude/write.js')).claudeWriter,
    },
    claudeCodec,
  ),
  codex: formatOf(
    {
      name: 'codex',
      locations: ['.codex'],
      startsOff: true,
      loader: async () => (await import('./codex/load.js')).codexLoader,
      writer: async () => (await import('./codex/write.js')).codexWriter,
    },
    codexCodec,
  ),
  qwen: formatOf(
    {
      name: 'qwen',
      locations: ['.qwen'],
      startsOff: true,
      loader: async () => (await import('./qwen/load.js')).qwenLoader,
      writer: async () => (await import('./qwen/write.js')).qwenWriter,
    },
    qwenCodec,
  ),
  cursor: formatOf(
    {
      name: 'cursor',
      locations: ['.cursor/hooks.json', 'hooks/hooks-cursor.json'],
      startsOff: true,
      loader: async () => (await import('./cursor/load.js')).cursorLoader,
      writer: async () => (await import('./cursor/write.js')).cursorWriter,
    },
    cursorCodec,
  ),
  windsurf: formatOf(
    {
      name: 'windsurf',
      locations: ['.windsurf/hooks.json'],
      startsOff: true,
      loader: async () => (await import('./windsurf/load.js')).windsurfLoader,
      writer: async () => (await import('./windsurf/write.js')).windsurfWriter,
    },
    windsurfCodec,
  ),
  antigravity: formatOf(
    {
      name: 'antigravity',
      locations: ['.agents'],
      startsOff: true,
      loader: async () => (await import('./antigravity/load.js')).antigravityLoader,
      writer: async () => (await import('./antigravity/write.js')).antigravityWriter,
    },
    antigravityCodec,
  ),
  kiro: formatOf(
    {
      name: 'kiro',
      locations: ['.kiro'],
      startsOff: true,
      loader: async () => (await import('./kiro/load.js')).kiroLoader,
      writer: async () => (await import('./kiro/write.js')).kiroWriter,
    },
    kiroCodec,
  ),
  droid: formatOf(
    {
      name: 'droid',
      locations: ['.factory'],
      startsOff: true,
      loader: async () => (await import('./droid/load.js')).droidLoader,
      writer: async () => (await import('./droid/write.js')).droidWriter,
    },
    droidCodec,
  ),
  gemini: formatOf(
    {
      name: 'gemini',
      locations: ['.gemini/settings.json', 'hooks/hooks.json'],
      startsOff: true,
      loader: async () => (await import('./gemini/load.js')).geminiLoader,
      writer: async () => (await import('./gemini/write.js')).geminiWriter,
    },
    geminiCodec,
  ),
  copilot: formatOf(
    {
      name: 'copilot',
      locations: ['.github/hooks'],
      startsOff: true,
      loader: async () => (await import('./copilot/load.js')).copilotLoader,
      writer: async () => (await import('./copilot/write.js')).copilotWriter,
    },
    copilotCodec,
  ),
  cline: formatOf(
    {
      name: 'cline',
      locations: ['.clinerules/hooks', '.cline/hooks'],
      startsOff: true,
      loader: async () => (await import('./cline/load.js')).clineLoader,
      writer: async () => (await import('./cline/write.js')).clineWriter,
    },
    clineCodec,
  ),
  // Hooks of the config and builtins: always needed.
  flow: {
    ...flow,
    locations: ['.agents'],
    policies: flowPolicies,
    writer: async () => (await import('./flow/write.js')).flowWriter,
  },
};

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
