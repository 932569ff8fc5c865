import { type DialectName, dialectNames } from '../../src/core/hook.js';
import { dialects } from '../../src/formats/index.js';
import { fieldTable } from './fields.js';
import { code, codes, page, table, yesNo } from './markdown.js';
import { formats, jsonSchema, partSchema } from './schemas.js';

interface About {
  readonly title: string;
  /** Where its files are found. */
  readonly found: string;
  readonly schemas: readonly string[];
  /** How its hooks answer, one line each. */
  readonly answers: readonly string[];
}

const about: Readonly<Record<DialectName, About>> = {
  'hook-md': {
    title: 'hook-md: HOOK.md folders',
    found:
      '`.agents/hooks/<name>/HOOK.md` from the working directory up to the repository root, and `$XDG_CONFIG_HOME/agents/hooks/<name>/HOOK.md` (default `~/.config`). The script is `scripts/run.*`, else the only executable in `scripts/`.',
    schemas: ['hook-md'],
    answers: [
      'Exit 0: JSON on stdout is read: `decision` (`allow`, `deny`, `ask`), `reason`, `log`, `updated_input`, `additional_context`. Empty stdout means no opinion.',
      'Exit 2: blocks; stderr is the reason.',
      'Any other exit code, a timeout, invalid JSON or a missing script: a warning, and the agent continues.',
      'Hooks run one after another, higher `priority` first. The first block stops the rest of the list. Hooks with `async: true` run in the background and cannot block.',
    ],
  },
  docker: {
    title: 'docker: hooks of docker-agent',
    found:
      '`.agents/hooks.yaml` or `hooks.yaml` (also `.yml`) at the project root, files named under `files:` in the config, and the same names in `$XDG_CONFIG_HOME/agents`. The hooks are in a map `hooks` at the top, or in `agents.<name>.hooks`: those of `root` apply to the main agent, others to the subagent of that name.',
    schemas: ['docker'],
    answers: [
      'Exit 0: JSON on stdout, in snake_case or camelCase: `decision`, `reason`, `continue`, `system_message`, and under `hook_specific_output` `permission_decision`, `permission_decision_reason`, `updated_input`, `updated_output`, `updated_prompt`, `updated_messages`, `summary`, `additional_context`. Plain text is context at events that accept context.',
      'Exit 2: blocks; stderr is the reason.',
      'Other failures follow `on_error`: `warn` (default), `ignore`, `block`.',
      'If something can be rewritten, hooks run in order and each sees the last rewrite. At other events they run together and merge in file order.',
    ],
  },
  ability: {
    title: 'ability: .system/hooks',
    found: '`.system/hooks/*.yaml` (or `.yml`) at the project root, one hook per file.',
    schemas: ['ability'],
    answers: [
      'Exit 0: a JSON `HookResult` on stdout: `logs`, `usage_recorded`, `hook_signals`, `error`.',
      'Signals: `routing_hint` and `normalized_intent` (PromptSubmit) become context; `ability_preflight` (PreAbilityCreate) and `ability_guard` (PreAbilityCall) decide. `ABILITY_DENIED` and `ABILITY_UNAVAILABLE` deny. A code that ends in `_REQUIRES_HUMAN`, or `require_human: true` in the payload, asks and wins over a denial.',
      'A signal that does not belong to its event is dropped, with a note. PostAbilityCall and SessionStop accept no signals.',
      '`error` or any other exit code is a failure: a warning, and the agent continues, unless an override says otherwise.',
      'stdin of PreAbilityCall also has `args`, the whole input in canonical fields, and stdin of PreAbilityCreate has `input`, because a summary may be cut and contains no secrets. PreAbilityCall has `environment` if the task names one.',
    ],
  },
  claude: {
    title: 'claude: Claude Code plugins and settings',
    found:
      "`hooks/hooks.json` at the project root (the plugin rule), `.claude/settings.json`, `.claude/settings.local.json` and `~/.claude/settings.json` (Claude Code's own rule). anyhook's own entries are never loaded.",
    schemas: ['claude-plugin', 'claude-settings'],
    answers: [
      'In a plugin: hooks run in array order. On an event that may block, any exit code except 0 blocks and stops the rest, and so do a timeout and a failed start. JSON is read at any exit code. `continue: false` denies; the reason is `systemMessage`, else stderr.',
      'In settings: exit 2 blocks with stderr as the reason, other exit codes warn, `continue: false` stops the agent.',
      'Variables: `CLAUDE_PLUGIN_ROOT`, `CLAUDE_PROJECT_DIR`, `TOOL_NAME`, `TOOL_INPUT`.',
      '`prompt` handlers ask the model that the user config names; without a model they are skipped with a note. `http` handlers may call only addresses that the user config allows.',
    ],
  },
  flow: {
    title: 'flow: policies, modules and commands of the config',
    found: '`hooks:` in `.agents/anyhook.yaml`, in the user config and in the managed config.',
    schemas: [],
    answers: [
      'A command (`run:`) gets the native payload on stdin. Exit 0 passes, exit 2 blocks with stderr as the reason, and any other exit code is a failure.',
      'On stdout, text after an empty line and a line `---` is guidance for the model.',
      'Builtins and modules answer in canonical words. [Config](../config.md) lists the fields of an entry, [builtins](../builtins.md) the builtins.',
    ],
  },
};

/** docs/reference/dialects/<name>.md */
export function dialectPages(): ReadonlyMap<string, string> {
  return new Map(dialectNames.map((name) => [`docs/reference/dialects/${name}.md`, dialectPage(name)]));
}

function dialectPage(name: DialectName): string {
  const { title, found, schemas, answers } = about[name];
  return page(
    title,
    `src/formats/${name}`,
    found,
    ...schemas.flatMap((schema) => {
      const format = formats[schema];
      if (!format) return [];
      return [
        `JSON Schema: [schemas/${schema}.schema.json](../../../schemas/${schema}.schema.json)`,
        ...(format.parts ? [] : ['## Fields', fieldTable(jsonSchema(format))]),
      ];
    }),
    ...Object.entries(formats[schemas[0] ?? '']?.parts ?? {})
      .filter(([part]) => part !== 'handler')
      .map(([part, schema]) => `## Fields: ${part}\n\n${fieldTable(partSchema(schema), { flat: part === 'group' })}`),
    '## Events',
    table(
      ['event', 'canonical', 'blocks', 'context', 'rewrites'],
      Object.entries(dialects[name].events).map(([native, row]) => [
        code(native),
        codes(row.events),
        yesNo(row.blocks),
        yesNo(row.context),
        yesNo(row.rewrites),
      ]),
    ),
    '## How a hook answers',
    answers.map((line) => `- ${line}`).join('\n'),
  );
}
