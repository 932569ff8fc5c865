import type { Rule } from '../../src/records/redact/rule.js';
import { rules } from '../../src/records/redact/rules.js';
import { code, page, table } from './markdown.js';

/** docs/reference/secrets.md */
export function secretsPage(): string {
  const kinds = new Map<string, Rule[]>();
  for (const rule of rules) kinds.set(rule.id, [...(kinds.get(rule.id) ?? []), rule]);
  const rows = [...kinds].map(([id, of]) => [
    code(id),
    [...new Set(of.map(({ vendor }) => vendor))].join('; '),
    of.map(({ what }) => what).join('; '),
  ]);
  return page(
    'Secrets',
    'src/records/redact/rules',
    `What is taken out of the journal, by its look or its place: ${kinds.size} kinds. The kind stands in the mark that takes the place of a secret. [Guide](../guides/secrets.md)`,
    table(['kind', 'whose', 'what'], rows),
    '## By other signs',
    table(
      ['kind', 'what'],
      [
        [code('assigned-secret'), 'a value under a name such as `DB_PASSWORD`, `apiKey`, `--token`, `<secret>`'],
        [code('secretlint'), 'what a rule of secretlint found in what was left'],
      ],
    ),
  );
}
