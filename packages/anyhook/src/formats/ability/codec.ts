import {
  done,
  type Ending,
  failed,
  type Hook,
  pass,
  type Result,
  type ToolKind,
  type ToolMap,
  toolKinds,
} from '@anyhook/core';
import type { Codec, ProcessOutput } from '../kit/format.js';
import {
  BadOutput,
  failOnBadOutput,
  firstField,
  flagField,
  isDeeper,
  type JsonObject,
  misspeltKeys,
  parseStdout,
} from '../kit/hook-output.js';
import { events } from './events.js';
import { readSignals } from './signals.js';
import { abilityStdin } from './stdin.js';

/** The protocol of the scripts in `.system/hooks`. */
const ability: Codec = {
  name: 'ability',
  events,
  tools: abilityTools(),
  mcpName: (server, tool) => `mcp.${server}.${tool}`,
  singlePath: false,
  readsDuration: true,
  bindable: true,
  stdin: abilityStdin,
  env: (event, hook) => ({ ANYHOOK_EVENT: event.name, ANYHOOK_HOOK_ID: hook.id, ANYHOOK_HOST: event.host }),
  read: (output, hook) => failOnBadOutput(output, () => read(output, hook)),
};

/** Each tool by its ability id, with canonical fields. */
function abilityTools(): ToolMap {
  const kinds = Object.keys(toolKinds) as ToolKind[];
  return Object.fromEntries(
    kinds.filter((kind) => toolKinds[kind].ability !== '').map((kind) => [toolKinds[kind].ability, { kind }]),
  );
}

const keys = ['logs', 'usage_recorded', 'hook_signals', 'error'];
const maxLevels = 100;

function read(output: ProcessOutput, hook: Hook): Ending {
  const { exitCode, stdout, stderr } = output;
  if (exitCode !== 0) return failed('exit', `exit code ${exitCode}`, stderr);
  const { json, text } = parseStdout(stdout);
  if (!json && text === '') return done(pass());
  if (!json) throw new BadOutput('stdout must be empty or one JSON HookResult; print anything else to stderr');
  if (isDeeper(json, maxLevels)) throw new BadOutput(`stdout is nested more than ${maxLevels} levels deep`);
  const error = firstField(json, 'error');
  if (error !== undefined && error !== false && error !== '') return failed('error', errorText(error), stderr);
  return done(toResult(json, hook));
}

function toResult(json: JsonObject, hook: Hook): Result {
  const { decision, reasons, context, signals, notes } = readSignals(listField(json, 'hook_signals'), hook);
  const logs = [...stringListField(json, 'logs'), ...(flagField(json, 'usage_recorded') ? ['usage recorded'] : [])];
  const allNotes = [...misspeltKeys(json, keys), ...notes];
  return {
    decision,
    ...(decision !== 'pass' && reasons.length > 0 && { reason: [...new Set(reasons)].join('\n') }),
    ...(context.length > 0 && { context }),
    ...(signals.length > 0 && { signals }),
    ...(logs.length > 0 && { logs }),
    ...(allNotes.length > 0 && { notes: allNotes }),
  };
}

function listField(json: JsonObject, name: string): readonly unknown[] {
  const value = firstField(json, name) ?? [];
  if (Array.isArray(value)) return value;
  throw new BadOutput(`"${name}" must be a list`);
}

function stringListField(json: JsonObject, name: string): readonly string[] {
  const found = listField(json, name);
  if (found.every((item) => typeof item === 'string')) return found as readonly string[];
  throw new BadOutput(`"${name}" must be a list of strings`);
}

function errorText(error: unknown): string {
  if (typeof error !== 'object') return String(error);
  const { code, message } = error as Record<string, unknown>;
  const parts = [code, message].filter((part) => typeof part === 'string' && part !== '');
  return parts.length > 0 ? parts.join(': ') : 'the hook reported an error without a message';
}

export const abilityCodec = (): Codec => ability;
