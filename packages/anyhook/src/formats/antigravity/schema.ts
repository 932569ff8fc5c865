import * as v from 'valibot';
import { filledText, nullish, optional, strict, withDescription } from '../kit/parse.js';

/** Runs a program. */
export const commandSchema = strict({
  type: v.optional(v.literal('command'), 'command'),
  command: withDescription(filledText, 'The command line. It starts in the project.'),
  timeout: optional(v.number(), 'Seconds; default 30.'),
});

/** The handlers for the tools whose name matches. */
export const groupSchema = strict({
  matcher: nullish(v.string(), 'A regex over the whole name of the tool; empty or * means all.'),
  hooks: withDescription(v.array(commandSchema), 'The handlers, in order.'),
});

const groups = v.optional(v.array(groupSchema));
const handlers = v.optional(v.array(commandSchema));

/** One named hook. */
export const hookSchema = strict({
  enabled: optional(v.boolean(), 'false switches the hook off.'),
  PreToolUse: groups,
  PostToolUse: groups,
  PreInvocation: handlers,
  PostInvocation: handlers,
  Stop: handlers,
  SessionStart: handlers,
});

/** A hooks.json of Antigravity: hooks by their names. */
export const antigravitySchema = v.record(v.string(), hookSchema);
