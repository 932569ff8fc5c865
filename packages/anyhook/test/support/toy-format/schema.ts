import * as v from 'valibot';
import { strict } from '../../../src/formats/kit/parse.js';

/** One toy hook, as its file says it. */
export const toySchema = strict({
  name: v.string(),
  when: v.picklist(['before', 'prompt']),
  tools: v.optional(v.string()),
  run: v.string(),
});

export type ToyHook = v.InferOutput<typeof toySchema>;
