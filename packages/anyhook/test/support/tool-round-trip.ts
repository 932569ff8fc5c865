import assert from 'node:assert/strict';
import {
  fromNativeInput,
  type ToolInput,
  type ToolKind,
  type ToolMap,
  type ToolRow,
  toNativeInput,
  toolKinds,
} from '../../../core/src/tool.js';

/** For tests: checks for many inputs of every kind that a shown call converts back to the same call. */
export function assertToolRoundTrip(tools: ToolMap, rounds = 200): void {
  const random = generator(7);
  for (const [name, row] of [...Object.entries(tools), ['(no row)', undefined] as const]) {
    for (let round = 0; round < rounds; round++) {
      const input = someInput(row, random);
      const label = `${name} ${JSON.stringify(input)}`;
      assert.deepEqual(fromNativeInput(row, toNativeInput(row, input)), input, label);
    }
  }
}

type RandomBelow = (below: number) => number;

function generator(seed: number): RandomBelow {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const values: readonly unknown[] = [
  '',
  'ls -la',
  'a\nb',
  'é漢字😀',
  0,
  -1.5,
  true,
  false,
  null,
  [],
  ['a', 'b'],
  {},
  { old: 'x', new: 'y', deep: [{ path: 1 }] },
];
const extras = ['timeout', 'description', 'replace_all', 'offset', 'Zz', 'constructor', 'toString', 'text_2', ''];

/** Canonical fields and others; a name that the side uses for something else cannot be shown and is left out. */
function someInput(row: ToolRow | undefined, random: RandomBelow): ToolInput {
  const kind: ToolKind = row?.kind ?? 'other';
  const canonical = toolKinds[kind].fields;
  const full = toNativeInput(row, Object.fromEntries(canonical.map((name) => [name, 'x'])));
  const free = extras.filter((name) => !Object.hasOwn(full, name));
  const chosen = [...canonical, ...free].filter(() => random(3) > 0);
  return Object.fromEntries(chosen.map((name) => [name, values[random(values.length)]]));
}
