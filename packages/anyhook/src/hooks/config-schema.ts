import { exitRules, exitRuleTexts, isFullPath } from '@anyhook/core';
import * as v from 'valibot';
import { approvalParts } from '../approvals/approval-record.js';
import { strict } from '../formats/kit/parse.js';

/** A key that may be missing, with its text for the JSON Schema and the reference. */
const optional = <S extends v.GenericSchema>(schema: S, text: string) => v.optional(described(schema, text));
const described = <S extends v.GenericSchema>(schema: S, text: string) => v.pipe(schema, v.description(text));
const flag = (text: string) => optional(v.boolean(), text);
const wholeNumber = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

const nonEmptyText = v.pipe(v.string(), v.minLength(1, 'expected a non-empty text'));
const textList = v.array(nonEmptyText);
const oneOrMore = v.union([nonEmptyText, v.pipe(textList, v.minLength(1, 'expected at least one'))]);
const [noPriority, noTimeout] = ['expected 0 to 1000', 'expected 100 to 600000 milliseconds'];
const priority = v.pipe(
  v.number(),
  v.integer('expected a whole number'),
  v.minValue(0, noPriority),
  v.maxValue(1000, noPriority),
);
const timeout = v.pipe(v.number(), v.minValue(100, noTimeout), v.maxValue(600_000, noTimeout));
const positive = v.pipe(v.number(), v.minValue(0));
const onFailure = v.picklist(['open', 'closed', 'ask']);
const mode = v.picklist(['enforce', 'shadow']);
const profile = v.picklist(['minimal', 'standard', 'strict']);

/** When a hook of the config runs. */
const matchSchema = strict({
  tool: optional(nonEmptyText, 'Regular expression over the whole tool name.'),
  input: optional(nonEmptyText, 'Regular expression searched in each text of the tool input.'),
  subject: optional(
    nonEmptyText,
    'Regular expression over the session source, compaction trigger or notification type.',
  ),
  paths: optional(oneOrMore, 'Globs over the paths of the tool call, relative to the working directory.'),
  abilities: optional(oneOrMore, 'Globs over ability ids such as run_command or mcp.github.*.'),
  changedPaths: optional(oneOrMore, 'At session.end: globs over the files that the session changed.'),
  minDurationMs: optional(positive, 'Only calls slower than this.'),
  agent: optional(nonEmptyText, 'Only events of this subagent; root is the main agent.'),
});

const shared = {
  blocking: flag('false: its decisions never block, and it is not graded by them.'),
  onFailure: optional(onFailure, 'What happens when the hook does not finish.'),
  mode: optional(mode, 'shadow: run and record, change nothing.'),
  profiles: optional(v.array(profile), 'Profiles in which the hook runs; all if empty.'),
  parallel: flag('The hook never rewrites: run it last, in parallel with others.'),
  recheck: flag('false: do not run it again on a rewritten input.'),
  priority: optional(priority, 'Higher runs first; default 100.'),
  timeoutMs: optional(timeout, 'Time the hook may take.'),
  pure: flag('The answer depends only on the event and the hook changes nothing: `anyhook replay` may run it.'),
  spare: flag('false: its interpreter is always started anew, never a prestarted one of the resident engine.'),
};

/** A hook that the config switches on. */
const entrySchema = v.pipe(
  strict({
    id: optional(nonEmptyText, 'Name of the hook; made from `use` when absent.'),
    on: described(oneOrMore, 'Event or events, canonical (tool.before) or of a format (docker:pre_tool_use).'),
    use: optional(nonEmptyText, 'Name of a builtin, or path of a JavaScript or TypeScript module.'),
    run: optional(
      nonEmptyText,
      'Command line; payload on stdin, exit 0 passes, exit 2 blocks with stderr as the reason.',
    ),
    url: optional(nonEmptyText, 'Address that gets the event by POST; must be in http.allow of the user config.'),
    prompt: optional(nonEmptyText, 'Question to the configured model.'),
    args: optional(v.unknown(), 'Arguments for the builtin or module.'),
    match: v.optional(matchSchema),
    enabled: v.optional(v.boolean()),
    async: flag('Start it without waiting for it.'),
    ...shared,
  }),
  v.check(
    (entry) => [entry.use, entry.run, entry.url, entry.prompt].filter((how) => how !== undefined).length === 1,
    'expected exactly one of "use", "run", "url", "prompt"',
  ),
);

export const overrideSchema = strict({
  enabled: v.optional(v.boolean()),
  ...shared,
  exitRule: optional(
    v.picklist(exitRules),
    `For hooks of the claude format: ${exitRules.map((rule) => `\`${rule}\`: ${exitRuleTexts[rule]}`).join('; ')}.`,
  ),
});

const model = strict({
  api: v.picklist(['anthropic', 'openai']),
  baseUrl: v.pipe(nonEmptyText, v.url('expected a URL')),
  model: nonEmptyText,
  apiKeyEnv: described(nonEmptyText, 'Name of the environment variable that holds the key.'),
  maxTokens: v.optional(wholeNumber(1, 100_000), 1024),
  inputPrice: optional(positive, 'US dollars per million tokens.'),
  outputPrice: optional(positive, 'US dollars per million tokens.'),
  maxCost: optional(positive, 'Most that one hook call may cost, in US dollars.'),
});

const channel = v.picklist(['full', 'analytics']);
const headers = optional(
  v.record(nonEmptyText, v.string()),
  'Values may name environment variables: $NAME or ${NAME}.',
);
const noFullPath = 'expected an absolute path, or one that begins with ~/';
const fullPath = v.pipe(
  nonEmptyText,
  v.regex(/^(?:\/|~\/|[A-Za-z]:[\\/]|\\\\)/, noFullPath),
  v.check((path) => path.startsWith('~/') || isFullPath(path), noFullPath),
);
const address = v.pipe(nonEmptyText, v.url('expected a URL'), v.regex(/^https?:\/\//i, 'expected http:// or https://'));
const sinkChannel = v.optional(described(channel, 'What is sent: the records of this channel.'), 'analytics');

const telemetry = strict({
  enabled: v.optional(described(v.boolean(), 'false: nothing is recorded, not even for the flow agent.'), true),
  channels: v.optional(described(v.array(channel), 'Local files to write.'), ['full', 'analytics']),
  dir: optional(fullPath, 'Folder of the local files; default $XDG_STATE_HOME/anyhook/telemetry.'),
  redact: optional(
    textList,
    'Paths of fields that are removed in addition to those of each channel, such as context.cwd.',
  ),
  http: optional(
    strict({ url: address, headers, channel: sinkChannel }),
    'Address that gets the records by POST, as JSON.',
  ),
  otel: optional(
    strict({ endpoint: address, headers, channel: sinkChannel }),
    'OTLP/HTTP receiver of OpenTelemetry logs. You install its packages.',
  ),
});

const sizeText = 'Megabytes that the journal may take; the oldest decisions are deleted first.';
const payloadsText = 'What is kept of payloads, reasons and answers: without secrets, or nothing.';
const syncText = 'Wait for the disk before each answer: survives a power cut, costs time.';

const journal = strict({
  enabled: v.optional(described(v.boolean(), 'false: decisions are not recorded.'), true),
  days: v.optional(described(wholeNumber(1, 3650), 'Days for which decisions are kept.'), 30),
  maxMb: v.optional(described(wholeNumber(10, 1_000_000), sizeText), 512),
  payloads: v.optional(described(v.picklist(['redacted', 'none']), payloadsText), 'redacted'),
  sync: v.optional(described(v.boolean(), syncText), false),
});

const textLike = (pattern: RegExp, message: string) => v.pipe(v.string(), v.regex(pattern, message));
const base64url = (what: string) => textLike(/^[\w-]{16,2000}$/, `expected ${what} in base64url`);

const approvals = strict({
  origin: described(
    textLike(/^https:\/\/[\w.-]+(?::\d{1,5})?$/, 'expected an address such as https://hub.acme.example'),
    'The page of the hub, on which approvers decide; their passkeys belong to it.',
  ),
  people: described(
    v.pipe(
      v.array(
        strict({
          name: textLike(/^[\p{L}\p{N}][\p{L}\p{N} .@_-]{0,63}$/u, 'expected a name of at most 64 characters'),
          id: base64url('the id of a passkey'),
          publicKey: base64url('a public key (SubjectPublicKeyInfo)'),
        }),
      ),
      v.minLength(1, 'expected at least one approver'),
      v.maxLength(100, 'expected at most 100 approvers'),
    ),
    "Who may decide, with the passkey that the hub's page made.",
  ),
  sends: v.optional(
    described(
      v.array(v.picklist(approvalParts)),
      'What approvers see besides names of agent, tool, hooks and kinds of effects: `reason` (of the hooks), `call` (folder and arguments, without secrets). Default: neither.',
    ),
    [],
  ),
});

/** One schema for the project, user and managed file. */
export const configSchema = strict({
  $schema: v.optional(v.string()),
  version: v.optional(v.literal(1), 1),
  hooks: optional(v.array(entrySchema), 'Builtins, modules and commands that this file switches on.'),
  overrides: optional(
    v.record(v.string(), overrideSchema),
    'By hook id, or by the path of a file or folder for all hooks in it (`./hooks.yaml`): settings that its format does not have.',
  ),
  mode: optional(
    mode,
    'For all hooks: shadow runs and records them without effect. In a project config, only for its own hooks.',
  ),
  spare: flag(
    'false: for all hooks, interpreters are started when a hook runs and never before. In a project config, only for its own hooks.',
  ),
  files: optional(textList, 'Further docker-agent files with hooks, relative to the project.'),
  profile: optional(
    profile,
    'Profile of hooks; for the policies of Flow Agents, SA_HOOK_PROFILE wins. In a project config, only for its own hooks.',
  ),
  failClosed: flag('Block when anyhook itself is broken. A project may only set true.'),
  stopLimit: optional(
    wholeNumber(0, 100),
    'Stop blocks in a row; default 8. A project may only lower it, to at least 1.',
  ),
  approvalMinutes: optional(
    wholeNumber(1, 1440),
    'How long an approval, or the question for one, is valid; default 15. User or managed config only.',
  ),
  taskDays: optional(
    wholeNumber(1, 3650),
    'Days for which ended tasks and sessions of the agent runtime are kept; default 90. User or managed config only.',
  ),
  plugins: optional(
    textList,
    'Plugins that you installed with Claude Code, Codex CLI or droid, as name@marketplace: their hooks also run on your other agents. User or managed config only.',
  ),
  agentFolders: optional(
    v.record(v.string(), v.union([fullPath, v.pipe(v.array(fullPath), v.minLength(1, 'expected at least one'))])),
    'Further folders in which agents keep their settings, by the format of their hooks (`codex: /data/codex`): hooks there also run. User or managed config only.',
  ),
  approvals: optional(
    approvals,
    'Who may approve calls remotely, with the hub as a mailbox. Works only in the policy of a fleet.',
  ),
  terminals: optional(
    textList,
    'Additional programs in which a person can confirm: names of system programs, or full paths. Works only in the system config.',
  ),
  disabled: optional(textList, 'Ids of hooks that do not run. User or managed config only.'),
  trust: optional(
    v.picklist(['ask', 'lock', 'project']),
    'How project hooks become trusted. User or managed config only.',
  ),
  share: flag(
    "false: hooks in an agent's own settings run in that agent only, and not in the others. User or managed config only.",
  ),
  http: optional(strict({ allow: textList }), 'URL prefixes that http hooks may call. User or managed config only.'),
  model: optional(model, 'Model that prompt hooks ask. User or managed config only.'),
  telemetry: optional(telemetry, 'Record what agents do. User or managed config only.'),
  journal: optional(journal, 'How decisions are recorded. User or managed config only.'),
});

export type ConfigFile = v.InferOutput<typeof configSchema>;
export type ConfigHookEntry = v.InferOutput<typeof entrySchema>;
