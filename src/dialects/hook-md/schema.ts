import * as v from 'valibot';
import { noList, strict } from '../parse.js';
import { triggers } from './events.js';

const milliseconds = 'expected whole milliseconds from 100 to 600000';
const rank = 'expected a whole number from 0 to 1000';

/** What the format itself has no word for; the same words as an override in the config. */
export const anyhookSchema = strict({
  onFailure: v.optional(v.picklist(['open', 'closed', 'ask'])),
  mode: v.optional(v.picklist(['enforce', 'shadow'])),
  profiles: v.optional(v.array(v.pipe(v.string(), v.minLength(1, 'expected the name of a profile')))),
  parallel: v.optional(v.boolean()),
  recheck: v.optional(v.boolean()),
  warnOnFailure: v.optional(v.boolean()),
});

/** The frontmatter of a HOOK.md. */
export const hookMdSchema = strict({
  name: v.pipe(
    v.string(),
    v.minLength(1, 'expected 1 to 64 characters'),
    v.maxLength(64, 'expected 1 to 64 characters'),
  ),
  description: v.pipe(
    v.string(),
    v.minLength(1, 'expected 1 to 1024 characters'),
    v.maxLength(1024, 'expected 1 to 1024 characters'),
  ),
  trigger: v.picklist(triggers),
  matcher: v.optional(strict({ tool: v.optional(v.string()), pattern: v.optional(v.string()) })),
  timeout: v.optional(
    v.pipe(v.number(), v.integer(milliseconds), v.minValue(100, milliseconds), v.maxValue(600_000, milliseconds)),
    30_000,
  ),
  async: v.optional(v.boolean(), false),
  priority: v.optional(v.pipe(v.number(), v.integer(rank), v.minValue(0, rank), v.maxValue(1000, rank)), 100),
  metadata: v.optional(noList(v.looseObject({ anyhook: v.optional(anyhookSchema) }))),
});

export type Frontmatter = v.InferOutput<typeof hookMdSchema>;
