import { AnyhookError } from '../core/errors.js';
import type { FormatName } from '../core/hook.js';
import { ability } from './ability/codec.js';
import { antigravity } from './antigravity/codec.js';
import { claude } from './claude/codec.js';
import { cline } from './cline/codec.js';
import { codex } from './codex/codec.js';
import { copilot } from './copilot/codec.js';
import { cursor } from './cursor/codec.js';
import { docker } from './docker/codec.js';
import { droid } from './droid/codec.js';
import { flow } from './flow/codec.js';
import type { Format, HookLoader } from './format.js';
import { gemini } from './gemini/codec.js';
import { hookMd } from './hook-md/codec.js';
import { kiro } from './kiro/codec.js';
import { qwen } from './qwen/codec.js';
import { windsurf } from './windsurf/codec.js';

/**
 * Every hook file format, one row each: the codec is loaded with the table, code that needs parsers is imported on
 * first use. Hooks of the same scope and priority run in the order of the rows.
 */
export const formats: Readonly<Record<FormatName, Format>> = {
  'hook-md': {
    ...hookMd,
    loader: async () => (await import('./hook-md/load.js')).hookMdLoader,
    writer: async () => (await import('./hook-md/write.js')).hookMdWriter,
    promptBlock: async () => (await import('./hook-md/prompt.js')).availableHooks,
  },
  docker: {
    ...docker,
    loader: async () => (await import('./docker/load.js')).dockerLoader,
    writer: async () => (await import('./docker/write.js')).dockerWriter,
  },
  ability: {
    ...ability,
    loader: async () => (await import('./ability/load.js')).abilityLoader,
    writer: async () => (await import('./ability/write.js')).abilityWriter,
  },
  claude: {
    ...claude,
    loader: async () => (await import('./claude/load.js')).claudeLoader,
    writer: async () => (await import('./claude/write.js')).claudeWriter,
  },
  codex: {
    ...codex,
    loader: async () => (await import('./codex/load.js')).codexLoader,
    writer: async () => (await import('./codex/write.js')).codexWriter,
  },
  qwen: {
    ...qwen,
    loader: async () => (await import('./qwen/load.js')).qwenLoader,
    writer: async () => (await import('./qwen/write.js')).qwenWriter,
  },
  cursor: {
    ...cursor,
    loader: async () => (await import('./cursor/load.js')).cursorLoader,
    writer: async () => (await import('./cursor/write.js')).cursorWriter,
  },
  windsurf: {
    ...windsurf,
    loader: async () => (await import('./windsurf/load.js')).windsurfLoader,
    writer: async () => (await import('./windsurf/write.js')).windsurfWriter,
  },
  antigravity: {
    ...antigravity,
    loader: async () => (await import('./antigravity/load.js')).antigravityLoader,
    writer: async () => (await import('./antigravity/write.js')).antigravityWriter,
  },
  kiro: {
    ...kiro,
    loader: async () => (await import('./kiro/load.js')).kiroLoader,
    writer: async () => (await import('./kiro/write.js')).kiroWriter,
  },
  droid: {
    ...droid,
    loader: async () => (await import('./droid/load.js')).droidLoader,
    writer: async () => (await import('./droid/write.js')).droidWriter,
  },
  gemini: {
    ...gemini,
    loader: async () => (await import('./gemini/load.js')).geminiLoader,
    writer: async () => (await import('./gemini/write.js')).geminiWriter,
  },
  copilot: {
    ...copilot,
    loader: async () => (await import('./copilot/load.js')).copilotLoader,
    writer: async () => (await import('./copilot/write.js')).copilotWriter,
  },
  cline: {
    ...cline,
    loader: async () => (await import('./cline/load.js')).clineLoader,
    writer: async () => (await import('./cline/write.js')).clineWriter,
  },
  flow: {
    ...flow,
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
