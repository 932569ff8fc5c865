// A package of this repository is imported through its door, `packages/<name>/src/index.ts`. Bundles and compiled tests
// import the files behind the door instead, so that a process loads only what it uses.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const scope = '@anyhook/';
const names = String.raw`\{([\w\s,$]*)\}`;
const doorName = `'${scope}([a-z]+)'`;

/** The product. Its door is for packages that build on it. */
export const product = 'anyhook';

/** The packages with a door for others of this repository, such as `core`. */
export const packageNames = readdirSync(join(root, 'packages')).filter(
  (name) => name !== product && doorText(name) !== undefined,
);

/** @type {Map<string, ReadonlyMap<string, string>>} */
const doors = new Map();

/** The file that defines each name of a package's door: `judgeCall` → `packages/guard/src/guard.ts`. */
export function doorOf(name) {
  if (!doors.has(name)) doors.set(name, readDoor(name));
  return doors.get(name);
}

function readDoor(name) {
  const text = doorText(name);
  if (text === undefined) throw new Error(`${scope}${name}: there is no packages/${name}/src/index.ts`);
  const exported = text.matchAll(new RegExp(`^export (?:type )?${names} from '\\./([^']+)\\.js';`, 'gm'));
  return new Map(
    [...exported].flatMap(([, list, file]) => listed(list).map((one) => [one.as, `packages/${name}/src/${file}.ts`])),
  );
}

function doorText(name) {
  try {
    return readFileSync(join(root, 'packages', name, 'src/index.ts'), 'utf8');
  } catch {
    return undefined;
  }
}

/** Rewrites imports of doors in a text; `specifier` returns how this text names the source file of a name. */
export function throughDoors(text, specifier) {
  if (!text.includes(scope)) return text;
  const fileOf = (door, name) => {
    const file = doorOf(door).get(name);
    if (file === undefined) throw new Error(`${scope}${door} exports no "${name}"`);
    return specifier(file, name);
  };
  return text
    .replace(
      new RegExp(`^(import|export) (type )?${names} from ${doorName};`, 'gm'),
      (_, kind, type = '', list, door) => {
        const byFile = new Map();
        for (const one of listed(list)) {
          const file = fileOf(door, one.name);
          byFile.set(file, [...(byFile.get(file) ?? []), one.text]);
        }
        return [...byFile].map(([file, all]) => `${kind} ${type}{ ${all.join(', ')} } from '${file}';`).join(' ');
      },
    )
    .replace(new RegExp(`${names} = await import\\(${doorName}\\)`, 'g'), (_, list, door) => {
      const files = new Set(listed(list).map((one) => fileOf(door, one.name)));
      return `{${list}} = { ${[...files].map((file) => `...(await import('${file}'))`).join(', ')} }`;
    })
    .replace(
      new RegExp(`import\\((['"])${scope}([a-z]+)\\1\\)(?=\\.then\\(\\(\\{ (\\w+) \\}\\)|\\)?\\.(\\w+))`, 'g'),
      (_, quote, door, taken, member) => `import(${quote}${fileOf(door, taken ?? member)}${quote})`,
    );
}

/** The names between braces: `a`, `type B`, `c as d`. */
const listed = (list) =>
  list
    .split(',')
    .map((text) => text.trim())
    .filter(Boolean)
    .map((text) => {
      const [name, as = name] = text.replace(/^type /, '').split(' as ');
      return { text, name, as };
    });
