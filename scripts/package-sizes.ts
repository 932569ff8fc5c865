import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The limits of the packages; docs/decisions/size.md has the rule. */
export const sizeFile = 'packages/anyhook/test/size.json';

/** The counted parts of a package: sources without tests, and the names that its doors export. */
export interface PackageSize {
  readonly lines: number;
  readonly files: number;
  readonly names: number;
  /** Top-level commands; only the product has some. */
  readonly commands: number;
}

export type SizeTable = Readonly<Record<string, PackageSize>>;

export const readSizeTable = (): SizeTable => JSON.parse(readFileSync(sizeFile, 'utf8'));

export const sizeUnits = ['lines', 'files', 'names', 'commands'] as const satisfies readonly (keyof PackageSize)[];

/** The sizes of all packages now. */
export function measureSizes(): SizeTable {
  const packages = readdirSync('packages').filter((name) => existsSync(join('packages', name, 'src')));
  return Object.fromEntries(packages.sort().map((name) => [name, measure(name)]));
}

function measure(name: string): PackageSize {
  const src = join('packages', name, 'src');
  const texts = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(src, file), 'utf8'));
  return {
    lines: texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0),
    files: texts.length,
    names: ['index.ts', 'library.ts'].reduce((sum, door) => sum + exportedNames(join(src, door)), 0),
    commands: name === 'anyhook' ? topLevelCommands() : 0,
  };
}

/** The number of names that a door exports. */
function exportedNames(door: string): number {
  if (!existsSync(door)) return 0;
  const lists = readFileSync(door, 'utf8').matchAll(/^export (?:type )?\{([^}]*)\}/gm);
  return [...lists].flatMap(([, list = '']) => list.split(',').filter((one) => one.trim() !== '')).length;
}

/** The reference is generated from the commands, and a test compares the two. */
const topLevelCommands = (): number =>
  readFileSync('docs/reference/cli.md', 'utf8').match(/^## anyhook /gm)?.length ?? 0;
