import { folderOf, importsIn, sourceFiles } from './imports.js';
import { rooms } from './rooms.js';

const box = { width: 158, height: 46, gap: 22, floor: 96 };
const margin = 24;

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** docs/assets/architecture.svg: the folders of src as rooms, an arrow where one imports another. */
export function architecturePicture(): string {
  const graph = folderGraph();
  const floors = floorsOf(graph);
  const widest = Math.max(...floors.map((floor) => floor.length));
  const width = margin * 2 + widest * (box.width + box.gap) - box.gap;
  const height = margin * 2 + floors.length * box.floor - (box.floor - box.height);
  const places = placesOf(floors, width, height);
  const arrows = [...needed(graph)].flatMap(([from, targets]) => [...targets].map((to) => arrow(from, to, places)));
  const boxes = [...places].map(([name, place]) => room(name, place));
  return svg(width, height, [...arrows, ...boxes]);
}

/** Which folder imports which, whatever the kind of import. */
export function folderGraph(): Graph {
  const files = sourceFiles();
  const graph = new Map<string, Set<string>>();
  for (const [file, text] of files) {
    const from = folderOf(file);
    if (from === '' || isPlugin(file)) continue;
    const targets = graph.get(from) ?? new Set<string>();
    graph.set(from, targets);
    for (const { to } of importsIn(file, text)) {
      if (files.has(to) && folderOf(to) !== from && folderOf(to) !== '') targets.add(folderOf(to));
    }
  }
  return graph;
}

/** Code that runs inside an agent, not inside anyhook. */
const isPlugin = (file: string): boolean => /^agents\/.*\/plugin(?:-[^/]+)?\.ts$/.test(file);

/** Folders by their distance from the ground: each stands above everything it imports. */
function floorsOf(graph: Graph): readonly (readonly string[])[] {
  const level = (name: string, path: readonly string[] = []): number => {
    if (path.includes(name)) throw new Error(`folders import each other: ${[...path, name].join(' → ')}`);
    return Math.max(-1, ...[...(graph.get(name) ?? [])].map((to) => level(to, [...path, name]))) + 1;
  };
  const levels = new Map([...graph.keys()].map((name) => [name, level(name)]));
  const top = Math.max(...levels.values());
  const floors = Array.from({ length: top + 1 }, (_, n) =>
    [...levels].filter(([, at]) => at === n).map(([name]) => name),
  );
  return untangled(floors, graph);
}

/** Moves each folder above the middle of those it imports, so that few arrows cross. */
function untangled(floors: readonly (readonly string[])[], graph: Graph): readonly (readonly string[])[] {
  const ordered = floors.map((floor) => [...floor].sort());
  const kept = needed(graph);
  const users = (name: string) => [...kept].filter(([, targets]) => targets.has(name)).map(([from]) => from);
  const at = (name: string): number => {
    const floor = ordered.find((names) => names.includes(name)) ?? [];
    return (floor.indexOf(name) + 0.5) / floor.length;
  };
  const middle = (names: readonly string[], own: number) =>
    names.length === 0 ? own : names.reduce((sum, name) => sum + at(name), 0) / names.length;
  for (let round = 0; round < 12; round++) {
    for (const floor of round % 2 === 0 ? ordered : [...ordered].reverse()) {
      const neighbours = (name: string) => (round % 2 === 0 ? [...(kept.get(name) ?? [])] : users(name));
      const wish = new Map(floor.map((name) => [name, middle(neighbours(name), at(name))]));
      floor.sort((a, b) => (wish.get(a) ?? 0) - (wish.get(b) ?? 0) || (a < b ? -1 : 1));
    }
  }
  return ordered;
}

/** The imports that do not follow from others: what a room reaches through another room needs no arrow of its own. */
function needed(graph: Graph): Graph {
  const reach = (name: string, seen = new Set<string>()): ReadonlySet<string> => {
    for (const to of graph.get(name) ?? []) {
      if (seen.has(to)) continue;
      seen.add(to);
      reach(to, seen);
    }
    return seen;
  };
  return new Map(
    [...graph].map(([name, targets]) => {
      const others = (to: string) => [...targets].filter((other) => other !== to);
      return [name, new Set([...targets].filter((to) => !others(to).some((other) => reach(other).has(to))))];
    }),
  );
}

interface Place {
  readonly x: number;
  readonly y: number;
}

function placesOf(floors: readonly (readonly string[])[], width: number, height: number): ReadonlyMap<string, Place> {
  return new Map(
    floors.flatMap((floor, level) => {
      const all = floor.length * (box.width + box.gap) - box.gap;
      const y = height - margin - box.height - level * box.floor;
      return floor.map((name, i): [string, Place] => [name, { x: (width - all) / 2 + i * (box.width + box.gap), y }]);
    }),
  );
}

function arrow(from: string, to: string, places: ReadonlyMap<string, Place>): string {
  const [a, b] = [places.get(from) as Place, places.get(to) as Place];
  const [x1, y1] = [a.x + box.width / 2, a.y + box.height];
  const [x2, y2] = [b.x + box.width / 2, b.y - 3];
  const bend = Math.min(46, (y2 - y1) / 2);
  const path = `M${x1} ${y1} C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}`;
  return `<path class="line" d="${path}" marker-end="url(#tip)"><title>${from} imports ${to}</title></path>`;
}

function room(name: string, { x, y }: Place): string {
  const middle = x + box.width / 2;
  return [
    `<rect class="room" x="${x}" y="${y}" width="${box.width}" height="${box.height}" rx="8"/>`,
    `<text class="name" x="${middle}" y="${y + 19}">${name}</text>`,
    `<text class="about" x="${middle}" y="${y + 35}">${rooms[name] ?? ''}</text>`,
  ].join('');
}

function svg(width: number, height: number, parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="t d" font-family="ui-sans-serif, system-ui, -apple-system, 'Segoe UI', sans-serif" text-anchor="middle">
<title id="t">The folders of src and who imports whom</title>
<desc id="d">Each box is a folder. An arrow points to a folder that it imports. Imports that follow from other arrows are left out.</desc>
<style>
.room { fill: #f6f8fa; stroke: #8c959f; }
.name { fill: #0550ae; font-size: 15px; font-weight: 600; }
.about { fill: #59636e; font-size: 11px; }
.line { fill: none; stroke: #8c959f; stroke-width: 1.3; }
.tip { fill: #8c959f; }
@media (prefers-color-scheme: dark) {
.room { fill: #161b22; stroke: #6e7681; }
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
