import type { Hook } from '@anyhook/core';
import { specificFields } from '../../../.cache/formats/docker/tables.js';
import { BadOutput, type JsonObject } from '../kit/hook-output.js';
import { hasMark } from './codec.js';
import { dockerEvents } from './events.js';

const topKeys = ['continue', 'stop_reason', 'suppress_output', 'system_message', 'decision', 'reason'];

/** Rejects what `strict_output` forbids: unknown fields, and fields that the event does not read. */
export function checkStrictOutput(json: JsonObject | undefined, text: string, hook: Hook): void {
  const native = hook.nativeEvent;
  if (!json) {
    if (text !== '')
      throw new BadOutput('"strict_output" expects one JSON object or nothing on stdout, got plain text');
    return;
  }
  refuseUnknown(json, [...topKeys, 'hook_specific_output'], '');
  if (json['suppress_output'] === true)
    throw new BadOutput('"suppress_output" has no effect: print diagnostics to stderr ("strict_output" refuses it)');
  if (dockerEvents[native]?.blocks === false && (json['continue'] === false || json['decision'] === 'block'))
    throw new BadOutput(`${native} cannot block ("strict_output" refuses it)`);
  const specific = json['hook_specific_output'];
  if (typeof specific !== 'object' || specific === null) return;
  const fields = specific as JsonObject;
  refuseUnknown(fields, ['hook_event_name', ...Object.keys(specificFields)], 'hook_specific_output.');
  const named = fields['hook_event_name'];
  if (named && named !== native)
    throw new BadOutput(`"hook_event_name": expected "${native}", got ${JSON.stringify(named)}`);
  for (const [field, events] of Object.entries(specificFields)) {
    const isRead = events.includes(native) || (field === 'metadata' && hasMark(hook, 'guard'));
    if (isGiven(fields[field]) && !isRead) throw new BadOutput(`${native} does not read "${field}"`);
  }
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

function refuseUnknown(json: JsonObject, known: readonly string[], prefix: string): void {
  const unknown = Object.keys(json).find((key) => !known.includes(key));
  if (unknown !== undefined)
    throw new BadOutput(`unknown field "${prefix}${unknown}" ("strict_output" refuses it); known: ${known.join(', ')}`);
}
