import * as v from 'valibot';
import { commandFields, eventMapSchema, groupSchema } from '../../formats/kit/claude-like-load.js';
import { strict } from '../../formats/kit/parse.js';
import { droidCodec } from './format-codec.js';

const droid = droidCodec();

/** One handler: droid knows only commands. */
export const droidHandlerSchema = strict(commandFields('Seconds; default 60.'));

/** The handlers for what the matcher matches. */
export const droidGroupSchema = groupSchema(droidHandlerSchema);

/** A hooks.json: the map of events itself. */
export const droidFileSchema = eventMapSchema(droid.events, droidGroupSchema);

/** A settings file; only its hooks are read. */
export const droidSettingsSchema = v.looseObject({ hooks: v.optional(droidFileSchema) });
