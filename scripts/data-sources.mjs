// Sources made of the YAML files beside the code: their texts by their paths from the root. make-sources.mjs writes them.
import { parse } from 'yaml';

const product = 'packages/anyhook';

/** The sources of the product; `read` gives the text of a file from its path. */
export const dataSources = (read) => new Map([[`${product}/.cache/causes.ts`, causes(read)]]);

/** packages/anyhook/src/doctor/causes.yaml */
function causes(read) {
  const rows = parse(read(`${product}/src/doctor/causes.yaml`));
  return [
    "import type { Cause } from '../src/doctor/finding.js';",
    '',
    `export const causes = ${literal(rows)} as const satisfies Readonly<Record<string, Cause>>;`,
    '',
  ].join('\n');
}

const literal = (value) => JSON.stringify(value, undefined, 2);
