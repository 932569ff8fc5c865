import { readdirSync, readFileSync } from 'node:fs';
import { parseYaml } from '../../src/formats/kit/parse.js';
import { loadPacks, type PackFile } from '../../src/guard/packs/load-packs.js';

const folder = 'src/guard/packs';

/** The files of the packs that anyhook ships. */
export const shippedPackFiles = (): readonly PackFile[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => ({ source: name, text: readFileSync(`${folder}/${name}`, 'utf8') }));

/** src/guard/packs/table.ts: one JSON text per pack, and the packs of each program. */
export function packTableFile(): string {
  const files = shippedPackFiles();
  const { packs, problems } = loadPacks(files, parseYaml);
  const wrong = problems.map(({ source, line, field, message }) => `${source}:${line ?? 1} ${field ?? ''} ${message}`);
  if (wrong.length > 0) throw new Error(`broken packs:\n${wrong.join('\n')}`);
  const texts = files.flatMap(packContents).map(textWithoutExamples);
  const tools = new Map<string, string[]>();
  for (const { name, tools: names } of packs) {
    for (const tool of new Set(names)) tools.set(tool, [...(tools.get(tool) ?? []), name]);
  }
  const toolRows = [...tools].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    '// biome-ignore-all format: one line per pack and per program is easy to review',
    '// Generated from the YAML files beside it by scripts/generate.ts. Do not edit; run "npm run generate".',
    '',
    '/** Each pack as JSON, without its examples. */',
    'export const packTexts: Readonly<Record<string, string>> = {',
    ...packs.map(({ name }, index) => `  ${keyOf(name)}: ${literalOf(texts[index] ?? '')},`),
    '};',
    '',
    '/** The names of the packs that know a program, with spaces between. */',
    'export const packNamesByTool: Readonly<Record<string, string>> = {',
    ...toolRows.map(([tool, names]) => `  ${keyOf(tool)}: ${literalOf(names.join(' '))},`),
    '};',
    '',
  ].join('\n');
}

type PackContent = Readonly<Record<string, unknown>>;

/** The content of a file, which holds one pack or a list of them. */
function packContents({ text, source }: PackFile): readonly PackContent[] {
  const parsed = parseYaml(text, source);
  return 'doc' in parsed ? [parsed.doc.value as PackContent | readonly PackContent[]].flat() : [];
}

const textWithoutExamples = ({ examples, ...rest }: PackContent): string => JSON.stringify(rest);

const keyOf = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : literalOf(name));

const literalOf = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
