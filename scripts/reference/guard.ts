import { parseYaml } from '../../packages/anyhook/src/formats/kit/parse.js';
import { guardLimits } from '../../packages/guard/src/limits.js';
import { loadPacks } from '../../packages/guard/src/packs/load-packs.js';
import type { PackKey } from '../../packages/guard/src/packs/pack.js';
import type { DefaultRow } from '../../packages/guard/src/rules/defaults.js';
import { profileRows } from '../../packages/guard/src/rules/profiles.js';
import { guardProfiles } from '../../packages/guard/src/rules/settings.js';
import {
  effectNames,
  placeWords,
  ruleWords,
  type WhereField,
  whereFields,
} from '../../packages/guard/src/rules/words.js';
import { shippedPackFiles } from '../pack-tables.js';
import { codes, inlineCode, page, table } from './markdown.js';

const whereTexts: Readonly<Record<WhereField, string>> = {
  target: 'what the effect hits, as the pack of the program names it: a database, a cluster, an environment',
  what: 'what the effect is in words, as `anyhook guard explain` shows it',
  host: 'the machine that something is sent to',
  branch: 'the branch of a push, or that is deleted or rewritten',
  path: 'the place that changes',
  mode: 'the new permissions, such as `777`',
  call: 'the command that has the effect, after variables and wrappers',
  via: 'the wrappers around it, such as `sudo > bash`',
  source: 'who knows the effect: `shell`, or the program and its pack, such as `aws:aws`',
};

const packKeyTexts: Readonly<Record<PackKey, string>> = {
  pack: 'its name, for `off: [pack:NAME]`',
  tools: 'the programs',
  values:
    'options that take a value, so that the value is not an operand; also by subcommand: `{ "*": [...], deploy: [...] }`',
  flags: 'long options, if the program accepts them abbreviated; `[]` if the shapes name all of them',
  oneDash: '`true`: long options have one dash (`-name`)',
  stopsAtOperand: '`true`: options after the first operand are not its own',
  harmless: 'options with which no shape applies, such as `--dry-run`, `--help`, `-h`',
  not: 'first operands about which the pack says nothing',
  target: 'options whose value is the target of its effects',
  shapes: 'uses of the program, and what each does; all that fit count',
  examples: '`caught`: commands that the default rules deny or ask about; `passed`: commands that they let pass',
};

/** docs/reference/guard.md */
export function guardPage(): string {
  const { packs } = loadPacks(shippedPackFiles(), parseYaml);
  const tools = new Set(packs.flatMap((pack) => pack.tools));
  return page(
    'Shell guard',
    'packages/guard/src',
    `What [shell-guard](../guides/protect-a-project.md) knows: ${effectNames.length} effects, ${Object.keys(placeWords).length} words for places, and ${packs.length} packs for ${tools.size} programs, in addition to the programs that need code (rm, find, git, curl, docker run, shells, interpreters …).`,
    '## Effects',
    table(
      ['effect', 'the command', 'words that a rule may add'],
      effectNames.map((name) => {
        const { description, flags = [], kinds = [], places, to } = ruleWords[name];
        const more = [codes([...flags, ...kinds]), places ? 'a place' : '', to ? `\`to\` a ${to}` : ''];
        return [inlineCode(name), description, more.filter((one) => one !== '').join('; ')];
      }),
    ),
    '## Places',
    table(
      ['word', 'means'],
      Object.entries(placeWords).map(([word, { text }]) => [inlineCode(word), text]),
    ),
    'A rule can also name a path after `in`: `delete in ~/.cache/shop`. `.` is the project.',
    '## Rules',
    'A rule is `deny`, `ask` or `pass`, an effect (or `*`), and what narrows it:',
    '```yaml\nrules:\n  - deny: delete outside\n  - ask: push to main, release/*\n  - deny: destroy * where target ~ prod\n  - { ask: publish, because: a person tags releases, instead: open a pull request, until: 2027-01-31 }\n```',
    `\`where\` is followed by a field (${codes(whereFields)}), and \`is\` or \`is not\` with a glob, or \`~\` or \`!~\` for a part of the text; put a text with spaces in quotes. For rules that deny or ask, \`target ~\` also checks the words of the command. For each effect the first rule that matches decides: managed config, then the user's, then the stricter of the project's and the default rules; of two that decide the same, the project's is shown. Over all effects the strictest decision wins. Rules of a project can only make it stricter.`,
    table(
      ['field', 'is'],
      whereFields.map((field) => [inlineCode(field), whereTexts[field]]),
    ),
    '`where` ignores case. `target ~ prod` also stops `delete production-old --env staging`; `target is prod*` checks only the target. In the short form `{ ask: … }` of YAML, put a rule with a comma in quotes.',
    'A guard file with an error is ignored, completely or in part. Until it is fixed, the guard asks before every call, or denies it if the hook has `onFailure: closed`, and names the file, the line and the error.',
    '## Default rules',
    table(
      ['decision', 'rule', 'because'],
      profileRows.standard.map((row: DefaultRow) => [row.decide, inlineCode(row.text), row.because]),
    ),
    'Everything else passes: the guard then has no opinion, and the agent asks as usual.',
    '## Profiles',
    table(
      ['profile', 'what it does'],
      Object.entries(guardProfiles).map(([name, text]) => [inlineCode(name), text]),
    ),
    '## Limits',
    table(
      ['of one command', 'limit'],
      [
        ['characters', String(guardLimits.commandLength)],
        ['texts within texts', String(guardLimits.depth)],
        ['steps', String(guardLimits.steps)],
        [
          'rounds of a loop that are distinguished',
          `${guardLimits.rounds}, and more as long as there are steps for it`,
        ],
        ['characters of a value', String(guardLimits.valueLength)],
        ['values that a variable can have', String(guardLimits.alternatives)],
        ['combinations of such values', String(guardLimits.combinations)],
      ],
    ),
    'What is beyond a limit is the effect `unread`, which asks. What a limit leaves out of a value (the last words of a long ' +
      'loop, the end of a long text) is only asked about where it would be run, name a file that changes, or be sent; the ' +
      'question names the limit.',
    '## What a pack says',
    table(
      ['key', 'means'],
      Object.entries(packKeyTexts).map(([key, text]) => [inlineCode(key), text]),
    ),
    'How shapes are written: [teach it a program](../guides/protect-a-project.md#teach-it-a-program).',
    '## Packs',
    table(
      ['pack', 'programs', 'uses'],
      packs.map(({ name, tools: own, shapes }) => [inlineCode(name), codes(own), String(shapes.length)]),
    ),
  );
}
