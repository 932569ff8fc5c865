import * as v from 'valibot';
import { strict } from '../formats/kit/parse.js';

const described = <S extends v.GenericSchema>(schema: S, text: string) => v.pipe(schema, v.description(text));

const text = v.pipe(v.string(), v.minLength(1, 'expected a non-empty text'));
const list = v.array(text);
const oneOrMore = v.union([text, v.pipe(list, v.minLength(1, 'expected at least one'))]);
const priority = v.pipe(
  v.number(),
  v.integer('expected a whole number'),
  v.minValue(0, 'expected 0 to 1000'),
  v.maxValue(1000, 'expected 0 to 1000'),
);
const timeout = v.pipe(
  v.number(),
  v.minValue(100, 'expected 100 to 600000 milliseconds'),
  v.maxValue(600_000, 'expected 100 to 600000 milliseconds'),
);
const onFailure = v.picklist(['open', 'closed', 'ask']);
const mode = v.picklist(['enforce', 'shadow']);
const pure = 'The answer depends only on the event and the hook changes nothing: `anyhook replay` may run it.';
const profile = v.picklist(['minimal', 'standard', 'strict']);

/** When a hook of the config runs. */
export const matchSchema = strict({
  tool: v.optional(described(text, 'Regular expression over the whole tool name.')),
  input: v.optional(described(text, 'Regular expression searched in each text of the tool input.')),
  subject: v.optional(
    described(text, 'Regular expression over the session source, compaction trigger or notification type.'),
  ),
  paths: v.optional(described(oneOrMore, 'Globs over the paths of the tool call, relative to the working directory.')),
  abilities: v.optional(described(oneOrMore, 'Globs over ability ids such as run_command or mcp.github.*.')),
  changedPaths: v.optional(described(oneOrMore, 'At session.end: globs over the files that the session changed.')),
  minDurationMs: v.optional(described(v.pipe(v.number(), v.minValue(0)), 'Only calls slower than this.')),
  agent: v.optional(described(text, 'Only events of this subagent; root is the main agent.')),
});

const shared = {
  blocking: v.optional(described(v.boolean(), 'false: its decisions never block, and it is not graded by them.')),
  onFailure: v.optional(described(onFailure, 'What happens when the hook does not finish.')),
  mode: v.optional(described(mode, 'shadow: run and record, change nothing.')),
  profiles: v.optional(described(v.array(profile), 'Profiles in which the hook runs; all if empty.')),
  parallel: v.optional(described(v.boolean(), 'The hook never rewrites: run it last, in parallel with others.')),
  recheck: v.optional(described(v.boolean(), 'false: do not run it again on a rewritten input.')),
  priority: v.optional(described(priority, 'Higher runs first; default 100.')),
  timeoutMs: v.optional(described(timeout, 'Time the hook may take.')),
  pure: v.optional(described(v.boolean(), pure)),
};

/** A hook that the config switches on. */
export const entrySchema = v.pipe(
  strict({
    id: v.optional(described(text, 'Name of the hook; made from `use` when absent.')),
    on: described(oneOrMore, 'Event or events, canonical (tool.before) or of a dialect (docker:pre_tool_use).'),
    use: v.optional(described(text, 'Name of a builtin, or path of a JavaScript or TypeScript module.')),
    run: v.optional(
      described(text, 'Command line; payload on stdin, exit 0 passes, exit 2 blocks with stderr as the reason.'),
    ),
    url: v.optional(described(text, 'Address that gets the event by POST; must be in http.allow of the user config.')),
    prompt: v.optional(described(text, 'Question to the configured model.')),
    args: v.optional(described(v.unknown(), 'Arguments for the builtin or module.')),
    match: v.optional(matchSchema),
    enabled: v.optional(v.boolean()),
    async: v.optional(described(v.boolean(), 'Start it without waiting for it.')),
    ...shared,
  }),
  v.check(
    (entry) => [entry.use, entry.run, entry.url, entry.prompt].filter((how) => how !== undefined).length === 1,
    'expected exactly one of "use", "run", "url", "prompt"',
  ),
);

export const overrideSchema = strict({ enabled: v.optional(v.boolean()), ...shared });

const model = strict({
  api: v.picklist(['anthropic', 'openai']),
  baseUrl: v.pipe(text, v.url('expected a URL')),
  model: text,
  apiKeyEnv: described(text, 'Name of the environment variable that holds the key.'),
  maxTokens: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000)), 1024),
  inputPrice: v.optional(described(v.pipe(v.number(), v.minValue(0)), 'US dollars per million tokens.')),
  outputPrice: v.optional(described(v.pipe(v.number(), v.minValue(0)), 'US dollars per million tokens.')),
  maxCost: v.optional(described(v.pipe(v.number(), v.minValue(0)), 'Most that one hook call may cost, in US dollars.')),
});

const channel = v.picklist(['full', 'analytics']);
const headers = v.optional(
  described(v.record(text, v.string()), 'Values may name environment variables: $NAME or ${NAME}.'),
);
const address = v.pipe(text, v.url('expected a URL'), v.regex(/^https?:\/\//i, 'expected http:// or https://'));
const sinkChannel = v.optional(described(channel, 'What is sent: the records of this channel.'), 'analytics');

const telemetry = strict({
  enabled: v.optional(described(v.boolean(), 'false: nothing is recorded, not even for the flow host.'), true),
  channels: v.optional(described(v.array(channel), 'Local files to write.'), ['full', 'analytics']),
  dir: v.optional(
    described(
      v.pipe(text, v.regex(/^(?:\/|~\/)/, 'expected an absolute path, or one that begins with ~/')),
      'Folder of the local files; default $XDG_STATE_HOME/anyhook/telemetry.',
    ),
  ),
  http: v.optional(
    described(
      strict({ url: address, headers, channel: sinkChannel }),
      'Address that gets the records by POST, as JSON.',
    ),
  ),
  otel: v.optional(
    described(
      strict({ endpoint: address, headers, channel: sinkChannel }),
      'OTLP/HTTP receiver of OpenTelemetry logs. You install its packages.',
    ),
  ),
});

const journal = strict({
  enabled: v.optional(described(v.boolean(), 'false: decisions are not recorded.'), true),
  days: v.optional(
    described(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3650)), 'Days for which decisions are kept.'),
    30,
  ),
  maxMb: v.optional(
    described(
      v.pipe(v.number(), v.integer(), v.minValue(10), v.maxValue(1_000_000)),
      'Megabytes that the journal may take; the oldest decisions are deleted first.',
    ),
    512,
  ),
  payloads: v.optional(
    described(
      v.picklist(['redacted', 'none']),
      'What is kept of payloads, reasons and answers: without secrets, or nothing.',
    ),
    'redacted',
  ),
  sync: v.optional(
    described(v.boolean(), 'Wait for the disk before each answer: survives a power cut, costs time.'),
    false,
  ),
});

/** One schema for the project, user and managed file. */
export const configSchema = strict({
  $schema: v.optional(v.string()),
  version: v.optional(v.literal(1), 1),
  hooks: v.optional(described(v.array(entrySchema), 'Builtins, modules and commands that this file switches on.')),
  overrides: v.optional(
    described(
      v.record(v.string(), overrideSchema),
      'By hook id, or by the path of a file or folder for all hooks in it (`./hooks.yaml`): settings that its format does not have.',
    ),
  ),
  mode: v.optional(
    described(
      mode,
      'For all hooks: shadow runs and records them without effect. In a project config, only for its own hooks.',
    ),
  ),
  files: v.optional(described(list, 'Further docker-agent files with hooks, relative to the project.')),
  profile: v.optional(
    described(profile, 'Profile when SA_HOOK_PROFILE is not set. In a project config, only for its own hooks.'),
  ),
  failClosed: v.optional(described(v.boolean(), 'Block when anyhook itself is broken. A project may only set true.')),
  stopLimit: v.optional(
    described(
      v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
      'Stop blocks in a row; default 8. A project may only lower it, to at least 1.',
    ),
  ),
  approvalMinutes: v.optional(
    described(
      v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1440)),
      'How long an approval, or the question for one, is valid; default 15. User or managed config only.',
    ),
  ),
  taskDays: v.optional(
    described(
      v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3650)),
      'Days for which ended tasks and sessions of the agent runtime are kept; default 90. User or managed config only.',
    ),
  ),
  disabled: v.optional(described(list, 'Ids of hooks that do not run. User or managed config only.')),
  trust: v.optional(
    described(v.picklist(['ask', 'lock', 'project']), 'How project hooks become trusted. User or managed config only.'),
  ),
  http: v.optional(
    described(strict({ allow: list }), 'URL prefixes that http hooks may call. User or managed config only.'),
  ),
  model: v.optional(described(model, 'Model that prompt hooks ask. User or managed config only.')),
  telemetry: v.optional(described(telemetry, 'Record what agents do. User or managed config only.')),
  journal: v.optional(described(journal, 'How decisions are recorded. User or managed config only.')),
});

export type ConfigFile = v.InferOutput<typeof configSchema>;
export type ConfigHookEntry = v.InferOutput<typeof entrySchema>;
