import { readdirSync, readFileSync } from 'node:fs';
import { parseYaml } from '../../packages/anyhook/src/formats/kit/parse.js';
import { loadPacks, type PackFile } from '../../packages/guard/src/packs/load-packs.js';
import { type PackContent, packBlock } from '../../packages/guard/src/packs/table-text.js';

const folder = 'packages/guard/src/packs';

/** The files of the packs that anyhook ships. */
export const shippedPackFiles = (): readonly PackFile[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => ({ source: name, text: readFileSync(`${folder}/${name}`, 'utf8') }));

/** The letters with which the last packs of the tables begin. Tables are small, because a command loads those of its packs. */
const lastLetters = 'ar aw az b cd cl cz dock dz e f gc gh gz h j kt kz l ma mz n o p rc rz se sq sz t v z'.split(' ');

const header =
  '// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".';

/** packages/guard/src/packs/table: the packs as texts by the first letters of their names, and an index of their programs. */
export function packTableFiles(): readonly (readonly [path: string, text: string])[] {
  const packs = shippedPackContents();
  const tables = lastLetters.map((last) => {
    const blocks = packs
      .filter(({ pack }) => lastLetters.find((letters) => String(pack).slice(0, letters.length) <= letters) === last)
      .map(packBlock);
    return {
      name: `up-to-${last}`,
      last,
      constant: `packsUpTo${last.charAt(0).toUpperCase()}${last.slice(1)}`,
      blocks,
    };
  });
  return [
    ...tables.map(({ name, constant, blocks }) => {
      const text = `${header}\n\nexport const ${constant} = (): string => \`\n${blocks.join('\n\n').replaceAll('\\', '\\\\')}\n\n\`;\n`;
      return [`${folder}/table/${name}.on-demand.ts`, text] as const;
    }),
    [`${folder}/table/index.ts`, indexFile(packs, tables)],
  ];
}

/** The names and programs of all packs, and where the packs are. */
function indexFile(
  packs: readonly PackContent[],
  tables: readonly { readonly name: string; readonly last: string; readonly constant: string }[],
): string {
  const lines = packs
    .map(
      ({ pack, tools }) =>
        `${pack === (tools as readonly string[])[0] ? '' : String(pack)}: ${(tools as readonly string[]).join(' ')} \n`,
    )
    .join('');
  return [
    header,
    ...tables.map(({ name, constant }) => `import { ${constant} } from './${name}.on-demand.js';`),
    '',
    '/** The texts of the packs in the order of their names, with the letters with which the last names begin. */',
    'export const packTables: readonly (readonly [lastLetters: string, text: () => string])[] = [',
    ...tables.map(({ last, constant }) => `  ['${last}', ${constant}],`),
    '];',
    '',
    '/** A line `name: tool tool ` per pack, without the name if its first tool has it. Searching it costs as little as a map. */',
    `export const toolLines = \`\n${lines}\`;`,
    '',
  ].join('\n');
}

/** All packs that anyhook ships, checked. */
function shippedPackContents(): readonly PackContent[] {
  const files = shippedPackFiles();
  const { problems } = loadPacks(files, parseYaml);
  const wrong = problems.map(({ source, line, field, message }) => `${source}:${line ?? 1} ${field ?? ''} ${message}`);
  if (wrong.length > 0) throw new Error(`broken packs:\n${wrong.join('\n')}`);
  const packs = files.flatMap(packContents);
  const odd = packs.find(({ pack }) => !/^[a-z]/.test(String(pack)));
  if (odd) throw new Error(`expected a name of a pack that begins with a small letter, got "${String(odd.pack)}"`);
  if (packs.some((pack) => /`|\$\{/.test(packBlock(pack)))) throw new Error('expected no backtick or ${ in a pack');
  return packs;
}

/** The content of a file, which holds one pack or a list of them. */
function packContents({ text, source }: PackFile): readonly PackContent[] {
  const parsed = parseYaml(text, source);
  return 'doc' in parsed ? [parsed.doc.value as PackContent | readonly PackContent[]].flat() : [];
}
