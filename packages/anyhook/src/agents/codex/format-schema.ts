import * as v from 'valibot';
import { commandFields, eventMapSchema, groupSchema } from '../../formats/kit/claude-like-load.js';
import { strict, withDescription } from '../../formats/kit/parse.js';
import { codexCodec } from './format-codec.js';

const codex = codexCodec();

/** One handler. Codex runs commands; other types are left out. */
export const codexHandlerSchema = strict({
  ...commandFields('Seconds; default 600. SessionEnd and Interrupt: default 1, at most 3.'),
  commandWindows: v.optional(withDescription(v.string(), 'Not used: the command line for Windows.')),
});

/** The handlers for what the matcher matches. */
export const codexGroupSchema = groupSchema(codexHandlerSchema);

/** A hooks.json. */
export const codexFileSchema = v.looseObject({ hooks: v.optional(eventMapSchema(codex.events, codexGroupSchema)) });
