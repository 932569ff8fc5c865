// Writes the packs that anyhook ships as tables of text, because parsing YAML takes longer than a command may.
// make-sources.mjs runs this when a pack has changed.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseYaml } from '../packages/anyhook/src/formats/kit/parse.js';
import { loadPacks, type PackFile } from '../packages/guard/src/packs/load-packs.js';
import { type PackContent, packBlock } from '../packages/guard/src/packs/table-text.js';

const folder = 'packages/guard/src/packs';

/** Characters of a table: a command loads the tables of its packs, so they are small. */
const tableLength = 7_000;

/** The files of the packs that anyhook ships. */
export const shippedPackFiles = (): readonly PackFile[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => ({ source: name, text: readFileSync(`${folder}/${name}`, 'utf8') }));

/** The generated modules: the packs sorted by name, split into tables, and an index of their programs. */
export function packTableFiles(files: readonly PackFile[]): ReadonlyMap<string, string> {
  const packs = packContents(files);
  const tables: { last: string; text: string }[] = [];
  for (const [name, block] of packs.map((pack) => [String(pack.pack), packBlock(pack)] as const).sort(byName)) {
    const open = tables.at(-1);
    if (open !== undefined && open.text.length + block.length < tableLength) {
      open.last = name;
      open.text += `${block}\n\n`;
    } else tables.push({ last: name, text: `\n${block}\n\n` });
  }
  return new Map([
    ...tables.map(
      ({ last, text }) =>
        [`up-to-${last}.ts`, `export const packTable = (): string => \`${text.replaceAll('\\', '\\\\')}\`;\n`] as const,
    ),
    ['index.ts', indexFile(packs, tables)],
  ]);
}

const byName = ([a]: readonly [string, ...unknown[]], [b]: readonly [string, ...unknown[]]): number => (a < b ? -1 : 1);

/** The names and programs of all packs, and where the packs are. */
const indexFile = (packs: readonly PackContent[], tables: readonly { readonly last: string }[]): string =>
  [
    ...tables.map(({ last }, at) => `import { packTable as table${at} } from './up-to-${last}.js';`),
    '/** The texts of the packs in the order of their names, each with the name of its last one. */',
    'export const packTables: readonly (readonly [lastName: string, text: () => string])[] = [',
    ...tables.map(({ last }, at) => `  ['${last}', table${at}],`),
    '];',
    '/** A line `name: tool tool ` per pack, without the name if its first tool has it. Searching it costs as little as a map. */',
    `export const toolLines = \`\n${packs.map(toolLine).join('')}\`;`,
    '',
  ].join('\n');

function toolLine({ pack, tools }: PackContent): string {
  const [first, ...others] = tools as readonly string[];
  return `${pack === first ? '' : String(pack)}: ${[first, ...others].join(' ')} \n`;
}

/** The content of all packs, checked. */
function packContents(files: readonly PackFile[]): readonly PackContent[] {
  const { problems } = loadPacks(files, parseYaml);
  const wrong = problems.map(({ source, line, field, message }) => `${source}:${line ?? 1} ${field ?? ''} ${message}`);
  if (wrong.length > 0) throw new Error(`broken packs:\n${wrong.join('\n')}`);
  const packs = files.flatMap(({ text, source }) => {
    const parsed = parseYaml(text, source);
    return 'doc' in parsed ? [parsed.doc.value as PackContent | readonly PackContent[]].flat() : [];
  });
  // The name of a table is also the name of a file and of a part of the program.
  const odd = packs.find(({ pack }) => !/^[a-z][a-z0-9-]*$/.test(String(pack)));
  if (odd) throw new Error(`expected a name of a pack with small letters, digits and -, got "${String(odd.pack)}"`);
  if (packs.some((pack) => /`|\$\{/.test(packBlock(pack)))) throw new Error('expected no backtick or ${ in a pack');
  return packs;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [, , target = ''] = process.argv;
  const made = `${target}-${process.pid}`;
  mkdirSync(made, { recursive: true });
  for (const [name, text] of packTableFiles(shippedPackFiles())) writeFileSync(`${made}/${name}`, text);
  rmSync(target, { recursive: true, force: true });
  renameSync(made, target);
}
