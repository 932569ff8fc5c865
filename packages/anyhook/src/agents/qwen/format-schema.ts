import * as v from 'valibot';
import {
  commandFields,
  eventMapSchema,
  groupSchema,
  postSchema,
  questionSchema,
} from '../../formats/kit/claude-like-load.js';
import { strict, withDescription } from '../../formats/kit/parse.js';
import { qwenCodec } from './format-codec.js';

const qwen = qwenCodec();

/** Runs a program. */
export const qwenCommandSchema = strict({
  ...commandFields('Seconds; default 60. A number of 1000 or more is in thousandths.'),
  env: v.optional(withDescription(v.record(v.string(), v.string()), 'Variables for the command.')),
  shell: v.optional(withDescription(v.picklist(['bash', 'powershell']), 'The shell; default bash.')),
});

export const qwenPostSchema = postSchema('Seconds; default 600.');
export const qwenQuestionSchema = questionSchema('Seconds; default 30.');

/** One handler. */
export const qwenHandlerSchema = v.variant('type', [qwenCommandSchema, qwenPostSchema, qwenQuestionSchema]);

/** The fields of a group that other agents do not have. */
export const qwenGroupFields = {
  sequential: v.optional(withDescription(v.boolean(), 'The handlers run one after another, not together.')),
};

/** The handlers for what the matcher matches. */
export const qwenGroupSchema = groupSchema(qwenHandlerSchema, qwenGroupFields);

/** A settings file; only its hooks, and what switches them off, are read. */
export const qwenSettingsSchema = v.looseObject({
  hooks: v.optional(eventMapSchema(qwen.events, qwenGroupSchema)),
  disableAllHooks: v.optional(withDescription(v.boolean(), 'true switches the hooks of this file off.')),
});
