import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import type { FieldPath } from './explain-issue.js';
import { offsetFinder } from './parse.js';

const texts: readonly string[] = [
  '{"hooks": {"Stop": [{"matcher": "a", "hooks": [1, {"x": "}"}]}]}}',
  '{\n "a\\"b": [ [], {}, [true, null, -1.5e3] ],\n "c": "\\\\",\n "": {"d": "[{:,}]"}\n}',
  '[{"a": 1}, "text", [[["deep"]]]]',
  '"only a text"',
  '  12 ',
];

/** Every path of a value. */
function pathsIn(value: unknown, base: FieldPath = []): readonly FieldPath[] {
  if (typeof value !== 'object' || value === null) return [base];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [base, ...keys.flatMap((key) => pathsIn((value as Record<string, unknown>)[key], [...base, key]))];
}

test("a value's offset is found correctly, whatever its strings contain", () => {
  for (const text of texts) {
    const tree = parseTree(text);
    const offsetOf = offsetFinder(text);
    for (const path of pathsIn(JSON.parse(text))) {
      const node = tree && findNodeAtLocation(tree, [...path]);
      const wanted = node?.parent?.type === 'property' ? node.parent.offset : node?.offset;
      assert.equal(offsetOf(path), wanted, `${text} at ${path.join('.')}`);
    }
  }
});

test('a path that does not exist resolves to its nearest existing parent', () => {
  const offsetOf = offsetFinder('{"a": [1, 2]}');
  assert.equal(offsetOf(['a', 5]), 1);
  assert.equal(offsetOf(['a', 1, 'x']), 10);
  assert.equal(offsetOf(['b']), 0);
});
