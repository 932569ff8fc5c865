import { readdirSync, readFileSync } from 'node:fs';
import { parseYaml } from '../../src/formats/kit/parse.js';
import { loadPacks, type PackFile } from '../../src/guard/packs/load-packs.js';
import { type PackContent, packBlock } from '../../src/guard/packs/table-text.js';

const folder = 'src/guard/packs';

/** The files of the packs that anyhook ships. */
export const shippedPackFiles = (): readonly PackFile[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => ({ source: name, text: readFileSync(`${folder}/${name}`, 'utf8') }));

/** src/guard/packs/table.ts: all packs as one text. */
export function packTableFile(): string {
  const files = shippedPackFiles();
  const { problems } = loadPacks(files, parseYaml);
  const wrong = problems.map(({ source, line, field, message }) => `${source}:${line ?? 1} ${field ?? ''} ${message}`);
  if (wrong.length > 0) throw new Error(`broken packs:\n${wrong.join('\n')}`);
  const text = files.flatMap(packContents).map(packBlock).join('\n\n');
  if (/[`\\]|\$\{/.test(text)) throw new Error('expected no backtick, backslash or ${ in a pack');
  return [
    '// Generated from the YAML files beside it by scripts/generate.ts. Do not edit; run "npm run generate".',
    '',
    '/** All packs; table-text.ts reads it. */',
    `export const packTable = \`\n${text}\n\`;`,
    '',
  ].join('\n');
}

/** The content of a file, which holds one pack or a list of them. */
function packContents({ text, source }: PackFile): readonly PackContent[] {
  const parsed = parseYaml(text, source);
  return 'doc' in parsed ? [parsed.doc.value as PackContent | readonly PackContent[]].flat() : [];
}
