import * as v from 'valibot';
import { strict, withDescription } from '../../formats/kit/parse.js';

const text = v.pipe(v.string(), v.minLength(1, 'expected a string that is not empty'));

/** Runs a program. */
export const commandActionSchema = strict({
  type: v.literal('command'),
  command: withDescription(text, 'The command line. It starts in the project.'),
});

/** A prompt to the agent, which only Kiro can give. */
const agentActionSchema = v.looseObject({ type: v.literal('agent') });

/** One hook of a `.kiro/hooks/*.json`. */
export const hookSchema = strict({
  name: v.optional(withDescription(v.string(), 'Name of the hook; its id is made from it.')),
  description: v.optional(withDescription(v.string(), 'What the hook does, for people.')),
  trigger: withDescription(text, 'The event.'),
  matcher: v.nullish(withDescription(v.string(), 'A regex over the tool, the prompt or the path of a saved file.')),
  action: v.union([commandActionSchema, agentActionSchema]),
  timeout: v.optional(withDescription(v.number(), 'Seconds; default 60, 0 means no limit (here an hour).')),
  enabled: v.optional(withDescription(v.boolean(), 'false switches the hook off.')),
});

/** A file of CLI 3 and IDE 1. */
export const hooksFileSchema = strict({
  $schema: v.optional(v.string()),
  version: v.optional(withDescription(v.string(), 'Always v1.')),
  hooks: v.array(hookSchema),
});

/** One hook of an agent of CLI 2. */
export const agentHookSchema = strict({
  command: withDescription(text, 'The command line. It starts in the folder of the agent.'),
  matcher: v.nullish(withDescription(v.string(), 'A tool: fs_write, fs_*, @server, @server/tool, @builtin or *.')),
  timeout_ms: v.optional(withDescription(v.number(), 'Milliseconds; default 30000.')),
  cache_ttl_seconds: v.optional(withDescription(v.number(), 'Not supported: the hook runs every time.')),
  max_output_size: v.optional(withDescription(v.number(), 'Not used.')),
  description: v.optional(withDescription(v.string(), 'What the hook does, for people.')),
});

const list = v.optional(v.array(agentHookSchema));

/** An agent of CLI 2; only its `hooks` are read. */
export const agentSchema = v.looseObject({
  name: v.optional(v.string()),
  hooks: v.optional(
    strict({ agentSpawn: list, userPromptSubmit: list, preToolUse: list, postToolUse: list, stop: list }),
  ),
});

/** A hook of the older IDE. */
export const ideHookSchema = strict({
  enabled: v.optional(withDescription(v.boolean(), 'false switches the hook off.')),
  name: v.optional(v.string()),
  description: v.optional(v.string()),
  version: v.optional(v.unknown()),
  shortName: v.optional(v.unknown()),
  workspaceFolderName: v.optional(v.unknown()),
  when: v.looseObject({
    type: withDescription(text, 'The event.'),
    patterns: v.optional(withDescription(v.array(v.string()), 'Globs over the paths of files.')),
    toolTypes: v.optional(withDescription(v.array(v.string()), 'read, write, shell, web, *, or regexes over tools.')),
  }),
  // biome-ignore lint/suspicious/noThenProperty: the word is Kiro's.
  then: v.looseObject({
    type: withDescription(v.picklist(['runCommand', 'askAgent']), 'A command, or a prompt that only Kiro can give.'),
    command: v.optional(v.string()),
    prompt: v.optional(v.string()),
    timeout: v.optional(withDescription(v.number(), 'Seconds; default 60, 0 means no limit (here an hour).')),
  }),
});
