import { readdirSync, readFileSync } from 'node:fs';
import { importsIn, pathOf, sourceFiles } from './imports.js';

/** One stage of an event's way: the description, its file, and the packages that take part. */
interface Stage {
  readonly name: string;
  readonly about: string;
  readonly file: string;
  readonly packages: readonly string[];
}

/** The way of an event, in order. `answer/answer-event.ts` calls the stages. */
export const eventStages: readonly Stage[] = [
  {
    name: 'agent',
    about: 'Its settings call a client, which asks the running engine or starts one.',
    file: 'packages/anyhook/bin/anyhook.cjs',
    packages: ['frameworks'],
  },
  {
    name: 'decode',
    about: "The agent's payload becomes a canonical event.",
    file: 'packages/anyhook/src/answer/native-event.ts',
    packages: ['core', 'flow'],
  },
  {
    name: 'plan',
    about: 'Which of the trusted hooks (hooks/load.ts) match, and in which order.',
    file: 'packages/anyhook/src/engine/plan.ts',
    packages: ['fleet'],
  },
  {
    name: 'run',
    about: 'Each hook runs: a command, builtin, module, HTTP request or prompt.',
    file: 'packages/anyhook/src/engine/run.ts',
    packages: ['guard', 'undo', 'abilities'],
  },
  {
    name: 'merge',
    about: 'All results become one verdict: the strictest decides.',
    file: 'packages/anyhook/src/engine/merge.ts',
    packages: [],
  },
  {
    name: 'fit',
    about: 'What the agent does not support gets the closest substitute and a note.',
    file: 'packages/anyhook/src/engine/fit.ts',
    packages: [],
  },
  {
    name: 'encode',
    about: "The agent's codec.ts writes the verdict; the journal keeps it.",
    file: 'packages/anyhook/src/agents/index.ts',
    packages: [],
  },
];

/** The purpose of each package, in a few words. */
export const packagePurposes: Readonly<Record<string, string>> = {
  anyhook: 'program, library and page',
  core: 'domain types, files, processes, network; every package imports it',
  guard: 'effects of commands, rules',
  undo: 'snapshots of a project',
  abilities: 'tasks, agent runtime, MCP',
  fleet: 'signed policies, on a device',
  flow: 'the contract of Flow Agents',
  frameworks: 'adapters for frameworks',
  hub: 'the server of a fleet',
};

/** The maximum width of a text in a usual sans-serif font. */
const textWidth = (text: string, size: number): number => text.length * size * 0.6;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const sizes = { name: 15, about: 11.5, file: 10.5 } as const;

function box(
  kind: 'step' | 'package',
  { x, y, width, height }: Box,
  lines: readonly (readonly [keyof typeof sizes, string])[],
) {
  const middle = y + height / 2 - (lines.length - 1) * 9;
  const texts = lines.map(([size, text], i) => {
    if (textWidth(text, sizes[size]) > width - 12) throw new Error(`too long for its box: ${text}`);
    return `<text class="${size}" x="${x + width / 2}" y="${middle + i * 18 + 5}">${escaped(text)}</text>`;
  });
  return `<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}" rx="8"/>${texts.join('')}`;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const arrow = (from: readonly [number, number], to: readonly [number, number], kind = 'line'): string =>
  `<path class="${kind}" d="M${from.join(' ')} L${to.join(' ')}" marker-end="url(#tip)"/>`;

/** docs/assets/architecture.svg: the way of an event, with its packages. */
export function architecturePicture(): string {
  const step = { x: 24, width: 520, height: 70, gap: 20 };
  const beside = { x: 584, width: 124, height: 36, gap: 12 };
  const parts = eventStages.flatMap(({ name, about, file, packages }, i) => {
    const y = 24 + i * (step.height + step.gap);
    const middle = y + step.height / 2;
    const rowY = middle - beside.height / 2;
    return [
      box('step', { ...step, y }, [
        ['name', name],
        ['about', about],
        ['file', file],
      ]),
      ...(i + 1 < eventStages.length
        ? [arrow([step.x + step.width / 2, y + step.height], [step.x + step.width / 2, y + step.height + step.gap - 2])]
        : []),
      ...(packages.length > 0
        ? [`<path class="with" d="M${step.x + step.width} ${middle} L${beside.x} ${middle}"/>`]
        : []),
      ...packages.map((one, k) =>
        box('package', { ...beside, x: beside.x + k * (beside.width + beside.gap), y: rowY }, [['name', one]]),
      ),
    ];
  });
  const width = beside.x + 3 * (beside.width + beside.gap) - beside.gap + 24;
  const height = 24 + eventStages.length * (step.height + step.gap) - step.gap + 24;
  return svg(width, height, parts, {
    title: 'The way of an event',
    about: `Seven stages from top to bottom: ${eventStages.map(({ name }) => name).join(', ')}. Next to each stage are the packages that take part.`,
  });
}

/** The imports between packages; `anyhook` imports the features only through its list. */
function packageGraph(): ReadonlyMap<string, ReadonlySet<string>> {
  const graph = new Map<string, Set<string>>(Object.keys(packagePurposes).map((name) => [name, new Set()]));
  const files = sourceFiles();
  for (const [file, text] of files)
    for (const { to } of file === 'features.ts' ? [] : importsIn(file, text))
      if (files.has(to) && packageOf(to) !== packageOf(file)) graph.get(packageOf(file))?.add(packageOf(to));
  // A program of its own, which the build of the other packages does not read.
  for (const file of readdirSync('packages/hub/src').filter((name) => name.endsWith('.ts')))
    for (const [, to = ''] of readFileSync(`packages/hub/src/${file}`, 'utf8').matchAll(/from '@anyhook\/(\w+)'/g))
      graph.get('hub')?.add(to);
  return graph;
}

const packageOf = (file: string): string => pathOf(file).split('/')[1] ?? '';

/** docs/assets/packages.svg: the packages and their imports. */
export function packagesPicture(): string {
  const size = { width: 216, height: 66, across: 20, down: 40 };
  const rows = [['abilities', 'flow', 'fleet', 'hub'], ['anyhook'], ['frameworks', 'guard', 'undo'], ['core']];
  const fullWidth = 4 * size.width + 3 * size.across;
  const places = new Map<string, Box>();
  for (const [row, names] of rows.entries())
    for (const [i, name] of names.entries()) {
      // Every package imports the last row.
      const width = row + 1 === rows.length ? fullWidth : size.width;
      const rowWidth = names.length * (width + size.across) - size.across;
      const x = 24 + (fullWidth - rowWidth) / 2 + i * (width + size.across);
      places.set(name, { x, y: 24 + row * (size.height + size.down), width, height: size.height });
    }
  const at = (name: string): Box => places.get(name) as Box;
  const boxes = [...places].map(([name, place]) =>
    box('package', place, [
      ['name', name],
      ['about', packagePurposes[name] ?? ''],
      ['file', name === 'hub' ? 'a separate program' : `packages/${name}/src/index.ts`],
    ]),
  );
  const graph = packageGraph();
  const lines = [...places.keys()].flatMap((to) => {
    // Arrows to core are drawn from the row above it only.
    const from = rows.slice(0, to === 'core' ? undefined : -1).flat();
    const users = from.filter((name) => graph.get(name)?.has(to) && (to !== 'core' || rows.at(-2)?.includes(name)));
    return users.map((name, i) => between(at(name), at(to), to === 'core' ? 'below' : (i + 1) / (users.length + 1)));
  });
  return svg(fullWidth + 48, 24 + rows.length * (size.height + size.down) - size.down + 24, [...lines, ...boxes], {
    title: 'The packages and their doors',
    about:
      'An arrow points to a package that another one imports; all import core. The program takes in the features above it through one list, packages/anyhook/src/features.ts.',
  });
}

/** An arrow to a neighbor, straight down, or to this part of the other box's width. */
function between(from: Box, to: Box, end: 'below' | number): string {
  if (from.y === to.y)
    return arrow([from.x, from.y + from.height / 2], [to.x + to.width + 2, from.y + from.height / 2]);
  const start = from.x + from.width / 2;
  return arrow([start, from.y + from.height], [end === 'below' ? start : to.x + to.width * end, to.y - 2]);
}

function svg(
  width: number,
  height: number,
  parts: readonly string[],
  { title, about }: { title: string; about: string },
) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="t d" font-family="ui-sans-serif, system-ui, -apple-system, 'Segoe UI', sans-serif" text-anchor="middle">
<title id="t">${title}</title>
<desc id="d">${about}</desc>
<style>
.step { fill: #f6f8fa; stroke: #8c959f; }
.package { fill: #ddf4ff; stroke: #0969da; }
.name { fill: #0550ae; font-size: ${sizes.name}px; font-weight: 600; }
.about { fill: #59636e; font-size: ${sizes.about}px; }
.file { fill: #59636e; font-size: ${sizes.file}px; font-family: ui-monospace, monospace; }
.line { fill: none; stroke: #8c959f; stroke-width: 1.3; }
.with { fill: none; stroke: #0969da; stroke-width: 1.3; stroke-dasharray: 3 3; }
.tip { fill: #8c959f; }
@media (prefers-color-scheme: dark) {
.step { fill: #161b22; stroke: #6e7681; }
.package { fill: #0c2d4d; stroke: #4493f8; }
.name { fill: #79c0ff; }
.about, .file { fill: #a8b1bb; }
.line { stroke: #6e7681; }
.tip { fill: #6e7681; }
}
</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="tip" d="M0 0 L8 4 L0 8 z"/></marker></defs>
${parts.join('\n')}
</svg>
`;
}
