import * as v from 'valibot';
import { optional, strict, wholeNumberOf, withDescription } from '../kit/parse.js';
import { eventTypes } from './events.js';

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
    v.description('Name of the hook, unique in the repository.'),
  ),
  event_type: withDescription(v.picklist(eventTypes), 'The event on which it runs.'),
  enabled: withDescription(v.boolean(), 'false: the hook is listed and never runs.'),
  blocking: withDescription(v.boolean(), 'false: its decisions never block.'),
  summary: optional(v.string(), 'A description of the hook.'),
  match: v.optional(
    strict({
      ability_scope: optional(
        globs,
        'Globs over ability ids, such as edit_file or mcp.github.*. Calls that write a new or a whole file are write_file, not edit_file: a guard over files needs [edit_file, write_file]. A patch (apply_patch) counts as both.',
      ),
      min_duration_ms: optional(
        v.pipe(v.number(), v.minValue(0, 'expected milliseconds, 0 or more')),
        'On PostAbilityCall: only calls that took longer.',
      ),
      only_if_changed_paths: optional(globs, 'On SessionStop: only if the session changed such a file.'),
    }),
  ),
  handler: strict({
    kind: withDescription(v.picklist(['script']), 'How the hook runs.'),
    command: withDescription(
      v.pipe(v.string(), v.regex(/\S/, 'expected the path of a script or executable')),
      'Script or command line, started in the project root.',
    ),
  }),
  effects: optional(v.array(v.unknown()), 'A description of the handler. Not read.'),
  timeout_ms: v.optional(wholeNumberOf(100, 600_000, 'milliseconds', 'Milliseconds the script may take.'), 30_000),
});

export type AbilityHook = v.InferOutput<typeof abilitySchema>;
