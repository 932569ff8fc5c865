/**
 * The packs as texts, because that is half the size of JSON: a block of lines per pack, an empty line between two.
 * Lists are words with spaces between; `values get|list -o` belongs to subcommands. A shape begins with a dash.
 *
 *     pack kubectl
 *     tools kubectl oc
 *     values -n --namespace
 *     - delete ** : destroy cluster
 */
export type PackContent = Readonly<Record<string, unknown>>;

const lists = ['tools', 'flags', 'harmless', 'not', 'target'];
const switches = ['oneDash', 'stopsAtOperand'];

/** The block of a pack that was checked, without its examples. */
export function packBlock(content: PackContent): string {
  const { pack, values, shapes } = content;
  const lines = [
    `pack ${String(pack)}`,
    ...lists.flatMap((key) => (content[key] === undefined ? [] : [listLine(key, content[key])])),
    ...valueLines(values),
    ...switches.filter((key) => content[key] === true),
    ...(shapes as readonly Readonly<Record<string, string>>[]).flatMap((shape) =>
      Object.entries(shape).map(([words, effects]) => `- ${words} : ${effects}`),
    ),
  ];
  return lines.join('\n');
}

function listLine(key: string, list: unknown): string {
  const words = list as readonly string[];
  const odd = words.find((word) => /\s/.test(word));
  if (odd !== undefined) throw new Error(`expected no space in a word of "${key}", got "${odd}"`);
  return [key, ...words].join(' ');
}

/** Lists of subcommands follow their operands, which have no leading dash. */
function valueLines(values: unknown): readonly string[] {
  if (values === undefined) return [];
  if (Array.isArray(values)) return [listLine('values', values)];
  return Object.entries(values as object).map(([operands, list]) =>
    listLine(operands === '*' ? 'values' : `values ${operands}`, list),
  );
}

export function blockIn(table: string, name: string): string {
  const start = table.indexOf(`\npack ${name}\n`) + 1;
  return table.slice(start, table.indexOf('\n\n', start));
}

/** The content of a pack's file, from its block. */
export function contentOfBlock(block: string): PackContent {
  const content: Record<string, unknown> = {};
  const values: Record<string, readonly string[]> = {};
  const shapes: Readonly<Record<string, string>>[] = [];
  for (const line of block.split('\n')) {
    const [key = '', ...words] = line.split(' ');
    if (key === '-') {
      const middle = line.lastIndexOf(' : ');
      shapes.push({ [line.slice(2, middle)]: line.slice(middle + 3) });
    } else if (key === 'pack') content[key] = words[0];
    else if (key === 'values') {
      const first = words.findIndex((word) => /^!?-/.test(word));
      const operands = words.slice(0, first < 0 ? words.length : first).join(' ') || '*';
      values[operands] = first < 0 ? [] : words.slice(first);
    } else content[key] = switches.includes(key) ? true : words;
  }
  return { ...content, values, shapes };
}
