import { secretRules } from '../../packages/anyhook/.cache/secret-rules.js';
import type { SecretRule } from '../../packages/anyhook/src/redact/rule.js';
import { inlineCode, page, table } from './markdown.js';

/** docs/reference/secrets.md */
export function secretsPage(): string {
  const kinds = new Map<string, SecretRule[]>();
  for (const rule of secretRules) kinds.set(rule.id, [...(kinds.get(rule.id) ?? []), rule]);
  const rows = [...kinds].map(([id, of]) => [
    inlineCode(id),
    [...new Set(of.map(({ vendor }) => vendor))].join('; '),
    of.map(({ what }) => what).join('; '),
  ]);
  return page(
    'Secrets',
    'packages/anyhook/src/redact/rules.yaml',
    `anyhook removes ${kinds.size} kinds of secrets from the journal, by their form or their place. The mark that replaces a secret names its kind. [Guide](../guides/secrets.md)`,
    table(['kind', 'whose', 'what'], rows),
    '## By other signs',
    table(
      ['kind', 'what'],
      [
        [inlineCode('assigned-secret'), 'a value under a name such as `DB_PASSWORD`, `apiKey`, `--token`, `<secret>`'],
        [inlineCode('secretlint'), 'found by a rule of secretlint in the remaining text'],
      ],
    ),
  );
}
