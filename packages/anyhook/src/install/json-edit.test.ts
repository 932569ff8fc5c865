import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addElement, addProperty, findProperty, type JsonText, parseJsonObject, removeChild } from './json-edit.js';

const parsed = (text: string): JsonText => {
  const doc = parseJsonObject(text);
  if (typeof doc === 'string') throw new Error(doc);
  return doc;
};

const entry = { hooks: [{ type: 'command' }] };

/** Objects before and after `"hooks"` was added at the end. */
const objects: readonly [string, string, string][] = [
  ['an empty object', '{}', '{\n  "hooks": {}\n}'],
  ['an empty object of two lines', '{\n}\n', '{\n  "hooks": {}\n}\n'],
  ['one line', '{"a":1}', '{"a":1,"hooks":{}}'],
  ['one line with spaces', '{ "a": 1, "b": 2 }\n', '{ "a": 1, "b": 2, "hooks":{} }\n'],
  ['two spaces', '{\n  "a": 1\n}\n', '{\n  "a": 1,\n  "hooks": {}\n}\n'],
  ['four spaces', '{\n    "a": 1\n}', '{\n    "a": 1,\n    "hooks": {}\n}'],
  ['tabs', '{\n\t"a": 1\n}\n', '{\n\t"a": 1,\n\t"hooks": {}\n}\n'],
  ['CRLF', '{\r\n  "a": 1\r\n}\r\n', '{\r\n  "a": 1,\r\n  "hooks": {}\r\n}\r\n'],
  ['a trailing comma', '{\n  "a": 1,\n}\n', '{\n  "a": 1,\n  "hooks": {},\n}\n'],
  ['a comment after the last property', '{\n  "a": 1 // one\n}\n', '{\n  "a": 1, // one\n  "hooks": {}\n}\n'],
  [
    'a comment below the last property',
    '{\n  "a": 1\n  // no more\n}\n',
    '{\n  "a": 1,\n  // no more\n  "hooks": {}\n}\n',
  ],
  ['only a comment', '{\n  // nothing\n}\n', '{\n  // nothing\n  "hooks": {}\n}\n'],
  ['a brace on the last line', '{ "a": 1,\n  "b": 2 }', '{ "a": 1,\n  "b": 2,\n  "hooks": {} }'],
];
for (const [what, before, after] of objects) {
  test(`a property is added to ${what}, and removed again without a trace`, () => {
    const doc = parsed(before);
    assert.equal(addProperty(doc, doc.root, 'hooks', {}), after);
    const again = parsed(after);
    const child = again.root.children?.find(({ children }) => children?.[0]?.value === 'hooks');
    assert.ok(child);
    const back = removeChild(again, again.root, child);
    // An empty object ends up on one line.
    assert.equal(back, before === '{\n}\n' ? '{}\n' : before);
  });
}

const lists: readonly [string, string, string][] = [
  ['an empty list', '{\n  "l": []\n}', '{\n  "l": [\n    { "hooks": [{ "type": "command" }] }\n  ]\n}'],
  ['a list on one line', '{\n  "l": [1]\n}', '{\n  "l": [1,{"hooks":[{"type":"command"}]}]\n}'],
  [
    'a list on several lines',
    '{\n  "l": [\n    1\n  ]\n}',
    '{\n  "l": [\n    1,\n    { "hooks": [{ "type": "command" }] }\n  ]\n}',
  ],
  [
    'a list with a comment at its end',
    '{\n  "l": [\n    1 /* one */\n    // end\n  ]\n}',
    '{\n  "l": [\n    1, /* one */\n    // end\n    { "hooks": [{ "type": "command" }] }\n  ]\n}',
  ],
];
for (const [what, before, after] of lists) {
  test(`an element is added to ${what}, and removed again without a trace`, () => {
    const doc = parsed(before);
    const list = findProperty(doc.root, 'l');
    assert.ok(list);
    assert.equal(addElement(doc, list, entry), after);
    const again = parsed(after);
    const longer = findProperty(again.root, 'l');
    const last = longer?.children?.at(-1);
    assert.ok(longer && last);
    assert.equal(removeChild(again, longer, last), before);
  });
}

test("removing a middle element removes its comma and keeps the user's comments", () => {
  const doc = parsed('{ "l": [\n  1, // one\n  2, // two\n  3 // three\n] }');
  const list = findProperty(doc.root, 'l');
  assert.ok(list?.children?.[1]);
  const text = removeChild(doc, list, list.children[1]);
  assert.deepEqual(JSON.parse(text.replace(/\/\/.*/g, '')), { l: [1, 3] });
  for (const comment of ['// one', '// two', '// three']) assert.ok(text.includes(comment), text);
});

test('removing the first of several elements on a line keeps the others and a line comment above', () => {
  const doc = parsed('{ "l": [ // note\n  1, 2 ] }');
  const list = findProperty(doc.root, 'l');
  assert.ok(list?.children?.[0]);
  assert.equal(removeChild(doc, list, list.children[0]), '{ "l": [ // note\n   2 ] }');
});

test('the last of two properties with the same name is edited', () => {
  assert.equal(findProperty(parsed('{"a":1,"a":2}').root, 'a')?.value, 2);
});

for (const [text, problem] of [
  ['{"a":', /^line 1: /],
  ['{\n"a": 1\n"b": 2}', /^line 3: comma expected$/],
  ['[]', /expected an object/],
  ['"x"', /expected an object/],
] as const) {
  test(`${JSON.stringify(text)} is rejected with the line`, () => {
    const doc = parseJsonObject(text);
    assert.ok(typeof doc === 'string');
    assert.match(doc, problem);
  });
}
