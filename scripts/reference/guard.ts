import { parseYaml } from '../../src/formats/kit/parse.js';
import { guardLimits } from '../../src/guard/limits.js';
import { loadPacks } from '../../src/guard/packs/load-packs.js';
import type { DefaultRow } from '../../src/guard/rules/defaults.js';
import { profileRows } from '../../src/guard/rules/profiles.js';
import { guardProfiles } from '../../src/guard/rules/settings.js';
import { effectNames, placeWords, ruleWords, whereFields } from '../../src/guard/rules/words.js';
import { shippedPackFiles } from './guard-packs.js';
import { codes, inlineCode, page, table } from './markdown.js';

/** docs/reference/guard.md */
export function guardPage(): string {
  const { packs } = loadPacks(shippedPackFiles(), parseYaml);
  const tools = new Set(packs.flatMap((pack) => pack.tools));
  return page(
    'Shell guard',
    'src/guard',
    `What [shell-guard](../guides/protect-a-project.md) knows: ${effectNames.length} effects, ${Object.keys(placeWords).length} words for places, and ${packs.length} packs for ${tools.size} programs, beside the programs that need code (rm, find, git, curl, docker run, shells, interpreters …).`,
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
    `After \`where\` stands a field (${codes(whereFields)}), then \`is\` or \`is not\` with a glob, or \`~\` or \`!~\` for a part of the text; put a text with spaces in quotes. For rules that deny or ask, \`target ~\` also looks at the words of the command. For each effect the first rule that matches decides: managed config, then the user's, then the stricter of the project's and the default rules. Over all effects the strictest decision counts. Rules of a project can only make it stricter.`,
    '## Default rules',
    table(
      ['decision', 'rule', 'because'],
      profileRows.standard.map((row: DefaultRow) => [row.decide, inlineCode(row.text), row.because]),
    ),
    'Everything else passes: the guard then has no opinion, and the agent asks as it always does.',
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
        ['rounds of a loop that are told apart', String(guardLimits.rounds)],
      ],
    ),
    'What is beyond a limit is the effect `unread`, which asks.',
    '## Packs',
    table(
      ['pack', 'programs', 'uses'],
      packs.map(({ name, tools: own, shapes }) => [inlineCode(name), codes(own), String(shapes.length)]),
    ),
  );
}
