import { folderOf, importsIn, sourceFiles } from './imports.js';
import { folderPurposes } from './rooms.js';

const box = { width: 164, height: 46 };
const gap = { across: 20, floor: 92 };
const margin = 24;

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** docs/assets/architecture.svg: the folders of src as boxes, with an arrow for each import. */
export function architecturePicture(): string {
  const graph = withoutBaseFolders(folderGraph());
  const arrows = neededArrows(graph);
  const levels = levelsOf(graph);
  const rows = untangled(floorsWithPaths(levels, arrows), arrows);
  const width = margin * 2 + Math.max(...rows.map(widthOf));
  const bottomY = margin + rows.length * gap.floor - (gap.floor - box.height);
  const height = bottomY + margin + baseFolders.length * (box.height + 10) + margin;
  const places = placesOf(rows, width, bottomY);
  const lines = arrows.map((arrow) => line(arrow, places));
  const boxes = [...levels.keys()].map((name) => folderBox(name, places.get(name) as Place));
  const baseBoxes = baseFolders.map((name, i) => baseBox(name, bottomY + margin + i * (box.height + 10), width));
  return svg(width, height, [...lines, ...boxes, ...baseBoxes]);
}

/** Every folder imports these, so arrows to them would hide the others. The upper one imports the lower one. */
const baseFolders = ['platform', 'core'];

const withoutBaseFolders = (graph: Graph): Graph =>
  new Map(
    [...graph]
      .filter(([name]) => !baseFolders.includes(name))
      .map(([name, targets]) => [name, new Set([...targets].filter((to) => !baseFolders.includes(to)))]),
  );

/** Which folder imports which, for all kinds of imports. */
export function folderGraph(): Graph {
  const files = sourceFiles();
  const graph = new Map<string, Set<string>>();
  for (const [file, text] of files) {
    const from = folderOf(file);
    if (!file.includes('/') || isPlugin(file)) continue;
    const targets = graph.get(from) ?? new Set<string>();
    graph.set(from, targets);
    for (const { to } of importsIn(file, text)) {
      // The list of features stands above the folders.
      const isBelow = to.includes('/') && folderOf(to) !== from;
      if (files.has(to) && isBelow) targets.add(folderOf(to));
    }
  }
  return graph;
}

/** Code that runs inside an agent, not inside anyhook. */
const isPlugin = (file: string): boolean => /^agents\/.*\/plugin(?:-[^/]+)?\.ts$/.test(file);

/** The row of each folder: above everything that it imports, and as close as possible to its importers. */
function levelsOf(graph: Graph): ReadonlyMap<string, number> {
  const lowest = (name: string, path: readonly string[] = []): number => {
    if (path.includes(name)) throw new Error(`folders import each other: ${[...path, name].join(' → ')}`);
    return Math.max(-1, ...[...(graph.get(name) ?? [])].map((to) => lowest(to, [...path, name]))) + 1;
  };
  const levels = new Map([...graph.keys()].map((name) => [name, lowest(name)]));
  const top = Math.max(...levels.values());
  const byHeight = [...levels].sort(([, a], [, b]) => b - a).map(([name]) => name);
  for (const name of byHeight) {
    const users = [...graph].filter(([, targets]) => targets.has(name)).map(([user]) => levels.get(user) ?? top);
    if (users.length > 0 || graph.get(name)?.size === 0) levels.set(name, Math.min(top + 1, ...users) - 1);
  }
  return levels;
}

/** An import that does not follow from others, with the points where its line crosses the rows between. */
interface Arrow {
  readonly from: string;
  readonly to: string;
  /** Names of the points, from top to bottom. */
  readonly path: readonly string[];
}

/** Drops imports that already follow from other arrows. */
function neededArrows(graph: Graph): readonly Arrow[] {
  const levels = levelsOf(graph);
  const reach = (name: string, seen = new Set<string>()): ReadonlySet<string> => {
    for (const to of graph.get(name) ?? []) {
      if (seen.has(to)) continue;
      seen.add(to);
      reach(to, seen);
    }
    return seen;
  };
  return [...graph].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => ![...targets].some((other) => other !== to && reach(other).has(to)))
      .map((to) => {
        const floors = (levels.get(from) ?? 0) - (levels.get(to) ?? 0) - 1;
        // Lines to the same box share their points.
        const path = Array.from({ length: floors }, (_, i) => `·${to} ${(levels.get(from) ?? 0) - i - 1}`);
        return { from, to, path };
      }),
  );
}

/** The folders of each row, and the points where lines cross it; bottom row first. */
function floorsWithPaths(levels: ReadonlyMap<string, number>, arrows: readonly Arrow[]): string[][] {
  const floors: string[][] = Array.from({ length: Math.max(...levels.values()) + 1 }, () => []);
  for (const [name, level] of levels) floors[level]?.push(name);
  for (const { from, path } of arrows) {
    for (const [i, point] of path.entries()) {
      const floor = floors[(levels.get(from) ?? 0) - i - 1];
      if (!floor?.includes(point)) floor?.push(point);
    }
  }
  return floors;
}

/** Orders each row so that few lines cross: everything moves toward the average position of its neighbours. */
function untangled(floors: readonly (readonly string[])[], arrows: readonly Arrow[]): readonly (readonly string[])[] {
  const ordered = floors.map((floor) => [...floor].sort());
  const links = arrows.flatMap(({ from, to, path }) => {
    const points = [from, ...path, to];
    return points.slice(1).map((below, i) => [points[i] as string, below] as const);
  });
  const at = (name: string): number => {
    const floor = ordered.find((names) => names.includes(name)) ?? [];
    return (floor.indexOf(name) + 0.5) / floor.length;
  };
  for (let round = 0; round < 24; round++) {
    const down = round % 2 === 0;
    for (const floor of down ? [...ordered].reverse() : ordered) {
      const near = (name: string) =>
        links.flatMap(([above, below]) => (down ? (below === name ? [above] : []) : above === name ? [below] : []));
      const middle = (name: string) => {
        const places = near(name).map(at);
        return places.length === 0 ? at(name) : places.reduce((sum, x) => sum + x, 0) / places.length;
      };
      const targetPosition = new Map(floor.map((name) => [name, middle(name)]));
      floor.sort((a, b) => (targetPosition.get(a) ?? 0) - (targetPosition.get(b) ?? 0) || (a < b ? -1 : 1));
    }
  }
  return ordered;
}

/** The middle of a box's upper edge, or a point of a line. */
interface Place {
  readonly x: number;
  readonly y: number;
}

const isPoint = (name: string): boolean => name.startsWith('·');
const widthAt = (name: string): number => (isPoint(name) ? 8 : box.width);
const widthOf = (floor: readonly string[]): number =>
  floor.reduce((sum, name) => sum + widthAt(name) + gap.across, -gap.across);

function placesOf(floors: readonly (readonly string[])[], width: number, bottomY: number): ReadonlyMap<string, Place> {
  return new Map(
    floors.flatMap((floor, level) => {
      const y = bottomY - box.height - level * gap.floor;
      let x = (width - widthOf(floor)) / 2;
      return floor.map((name): [string, Place] => {
        const place = { x: Math.round(x + widthAt(name) / 2), y };
        x += widthAt(name) + gap.across;
        return [name, place];
      });
    }),
  );
}

function line({ from, to, path }: Arrow, places: ReadonlyMap<string, Place>): string {
  const start = places.get(from) as Place;
  const end = places.get(to) as Place;
  const stops = [
    { ...start, y: start.y + box.height },
    ...path.flatMap((name) => {
      const { x, y } = places.get(name) as Place;
      return [
        { x, y },
        { x, y: y + box.height },
      ];
    }),
    { ...end, y: end.y - 3 },
  ];
  const parts = stops.slice(1).map((stop, i) => {
    const before = stops[i] as Place;
    if (before.x === stop.x) return `L${stop.x} ${stop.y}`;
    const bend = (before.y + stop.y) / 2;
    return `C${before.x} ${bend} ${stop.x} ${bend} ${stop.x} ${stop.y}`;
  });
  const first = stops[0] as Place;
  const title = `<title>${from} imports ${to}</title>`;
  return `<path class="line" d="M${first.x} ${first.y} ${parts.join(' ')}" marker-end="url(#tip)">${title}</path>`;
}

function folderBox(name: string, { x, y }: Place): string {
  return [
    `<rect class="room" x="${x - box.width / 2}" y="${y}" width="${box.width}" height="${box.height}" rx="8"/>`,
    `<text class="name" x="${x}" y="${y + 19}">${name}</text>`,
    `<text class="about" x="${x}" y="${y + 35}">${folderPurposes[name] ?? ''}</text>`,
  ].join('');
}

function baseBox(name: string, y: number, width: number): string {
  return [
    `<rect class="ground" x="${margin}" y="${y}" width="${width - margin * 2}" height="${box.height}" rx="8"/>`,
    `<text class="name" x="${width / 2}" y="${y + 19}">${name}</text>`,
    `<text class="about" x="${width / 2}" y="${y + 35}">${folderPurposes[name] ?? ''}</text>`,
  ].join('');
}

function svg(width: number, height: number, parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="t d" font-family="ui-sans-serif, system-ui, -apple-system, 'Segoe UI', sans-serif" text-anchor="middle">
<title id="t">The folders of src and who imports whom</title>
<desc id="d">Each box is a folder. An arrow points to a folder that it imports. Imports that follow from other arrows are left out, and so are those of platform and core, which every folder may import.</desc>
<style>
.room { fill: #f6f8fa; stroke: #8c959f; }
.ground { fill: #ddf4ff; stroke: #0969da; }
.name { fill: #0550ae; font-size: 15px; font-weight: 600; }
.about { fill: #59636e; font-size: 11px; }
.line { fill: none; stroke: #8c959f; stroke-width: 1.3; }
.tip { fill: #8c959f; }
@media (prefers-color-scheme: dark) {
.room { fill: #161b22; stroke: #6e7681; }
.ground { fill: #0c2d4d; stroke: #4493f8; }
.name { fill: #79c0ff; }
.about { fill: #a8b1bb; }
.line { stroke: #6e7681; }
.tip { fill: #6e7681; }
}
</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="tip" d="M0 0 L8 4 L0 8 z"/></marker></defs>
${parts.join('\n')}
</svg>
`;
}
