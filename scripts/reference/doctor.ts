import { causes } from '../../packages/anyhook/.cache/causes.js';
import { featureDoctors } from '../../packages/anyhook/src/doctor/examine.js';
import type { Cause } from '../../packages/anyhook/src/doctor/finding.js';
import { inlineCode, page, table } from './markdown.js';

/** docs/reference/doctor.md */
export async function doctorPage(): Promise<string> {
  const ofFeatures = (await featureDoctors()).map((doctor) => doctor.causes);
  const rows = Object.entries<Cause>(Object.assign({}, causes, ...ofFeatures));
  const of = (severity: Cause['severity']) =>
    table(
      ['cause', 'what it means', 'how it is found', 'what to do'],
      rows
        .filter(([, cause]) => cause.severity === severity)
        .map(([id, { title, found, fix }]) => [inlineCode(id), title, spoken(found), spoken(fix)]),
    );
  return page(
    'Causes of dead hooks',
    'packages/anyhook/src/doctor/causes.yaml',
    `\`anyhook doctor\` knows ${rows.length} causes. [Guide](../guides/doctor.md)`,
    '## Dead',
    'A hook that should run does not. `doctor` exits 1.',
    of('dead'),
    '## Warnings',
    'Hooks run, but something about them is unusual and may be intended. `doctor` exits 0.',
    of('warning'),
  );
}

/** `doctor` fills in the `{placeholders}`. */
const spoken = (text: string): string => text.replace(/\{(\w+)\}/g, '‹$1›');
