import * as v from 'valibot';
import { strict } from '../parse.js';
import { eventTypes } from './events.js';

const milliseconds = 'expected whole milliseconds from 100 to 600000';
const glob = v.pipe(
  v.string(),
  v.minLength(1, 'expected a glob'),
  v.maxLength(1000, 'expected a glob of at most 1000 characters'),
);
const globs = v.union([glob, v.pipe(v.array(glob), v.minLength(1, 'expected at least one glob'))]);

/** One `.system/hooks` file. */
export const abilitySchema = strict({
  id: v.pipe(
    v.string(),
    v.regex(/^[a-z0-9]+([-_][a-z0-9]+)*$/, 'expected an id in kebab-case or snake_case'),
    v.maxLength(128, 'expected an id of at most 128 characters'),
  ),
  event_type: v.picklist(eventTypes),
  enabled: v.boolean(),
  blocking: v.boolean(),
  summary: v.optional(v.string()),
  match: v.optional(
    strict({
      ability_scope: v.optional(globs),
      min_duration_ms: v.optional(v.pipe(v.number(), v.minValue(0, 'expected milliseconds, 0 or more'))),
      only_if_changed_paths: v.optional(globs),
    }),
  ),
  handler: strict({
    kind: v.picklist(['script']),
    command: v.pipe(v.string(), v.regex(/\S/, 'expected the path of a script or executable')),
  }),
  effects: v.optional(v.array(v.unknown())),
  timeout_ms: v.optional(
    v.pipe(v.number(), v.integer(milliseconds), v.minValue(100, milliseconds), v.maxValue(600_000, milliseconds)),
    30_000,
  ),
});

export type AbilityHook = v.InferOutput<typeof abilitySchema>;
