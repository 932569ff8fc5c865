import * as v from 'valibot';
import { optional, refuseList, strict, wholeNumberOf, withDescription } from '../kit/parse.js';
import { triggers } from './events.js';

const priorityMessage = 'expected a whole number from 0 to 1000';

/** Settings that the format itself does not have, named as in an override of the config. */
const anyhookSchema = strict({
  blocking: optional(v.boolean(), 'false: its decisions never block, and `anyhook doctor` does not grade it by them.'),
  onFailure: optional(v.picklist(['open', 'closed', 'ask']), 'What happens when the hook does not finish.'),
  mode: optional(v.picklist(['enforce', 'shadow']), 'shadow: run and record, change nothing.'),
  profiles: optional(
    v.array(v.pipe(v.string(), v.minLength(1, 'expected the name of a profile'))),
    'Profiles in which the hook runs; none named means all.',
  ),
  parallel: optional(v.boolean(), 'The hook never rewrites: run it last, in parallel with others like it.'),
  recheck: optional(v.boolean(), 'false: do not ask it again about a rewritten input.'),
  pure: optional(
    v.boolean(),
    'Its answer depends only on the event and it changes nothing: `anyhook replay` may run it.',
  ),
  spare: optional(
    v.boolean(),
    'false: its interpreter is always started anew, never a prestarted one of the resident engine.',
  ),
  warnOnFailure: optional(v.boolean(), 'false: a failure is kept in the record only.'),
});

/** The frontmatter of a HOOK.md. */
export const hookMdSchema = strict({
  name: v.pipe(
    v.string(),
    v.minLength(1, 'expected 1 to 64 characters'),
    v.maxLength(64, 'expected 1 to 64 characters'),
    v.description("The folder's name: lowercase letters, digits and single hyphens inside."),
  ),
  description: v.pipe(
    v.string(),
    v.minLength(1, 'expected 1 to 1024 characters'),
    v.maxLength(1024, 'expected 1 to 1024 characters'),
    v.description('What the hook does, in a sentence.'),
  ),
  trigger: withDescription(v.picklist(triggers), 'The event on which it runs.'),
  matcher: optional(
    strict({
      tool: optional(v.string(), 'Regular expression over the whole tool name, such as Shell.'),
      pattern: optional(v.string(), 'Regular expression searched in each text of the tool input.'),
    }),
    'On tool triggers: which calls start the hook. Both must match.',
  ),
  timeout: v.optional(wholeNumberOf(100, 600_000, 'milliseconds', 'Milliseconds the script may take.'), 30_000),
  async: v.optional(withDescription(v.boolean(), 'Started and never waited for; it cannot block.'), false),
  priority: v.optional(
    v.pipe(
      v.number(),
      v.integer(priorityMessage),
      v.minValue(0, priorityMessage),
      v.maxValue(1000, priorityMessage),
      v.description('Higher runs first.'),
    ),
    100,
  ),
  metadata: optional(
    refuseList(
      v.looseObject({
        anyhook: optional(anyhookSchema, 'Settings that HOOK.md itself does not define.'),
      }),
    ),
    'Anything; only `anyhook` is read here.',
  ),
});

export type Frontmatter = v.InferOutput<typeof hookMdSchema>;
