import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRelocator } from './relocate.js';

const move = createRelocator([
  { from: '/home/ann/app', to: '/ci/app' },
  { from: '/home/ann', to: '/root' },
]);

for (const [text, expected] of [
  ['/home/ann/app', '/ci/app'],
  ['/home/ann/app/src/a.ts', '/ci/app/src/a.ts'],
  ['cd /home/ann/app && make', 'cd /ci/app && make'],
  ['--dir=/home/ann/app/x "/home/ann/app"', '--dir=/ci/app/x "/ci/app"'],
  ['/home/ann/application', '/root/application'],
  ['/home/ann/app-2', '/root/app-2'],
  ['/home/ann/app.bak/x', '/root/app.bak/x'],
  ['see /home/ann/app.', 'see /ci/app.'],
  ['/home/anna/x', '/home/anna/x'],
  ['/mnt/home/ann/app', '/mnt/home/ann/app'],
  ['/home/ann/.config', '/root/.config'],
  ['nothing', 'nothing'],
] as const)
  test(`${text} becomes ${expected}`, () => {
    assert.equal(move(text), expected);
  });

test('strings at any depth are relocated, keys stay, and an unchanged value is the same object', () => {
  const same = { list: [1, true, null, 'x'] };
  const value = { '/home/ann': ['/home/ann/app', { deep: '/home/ann' }], same };
  const moved = move(value);
  assert.deepEqual(moved, { '/home/ann': ['/ci/app', { deep: '/root' }], same });
  assert.equal(moved.same, same);
  assert.equal(move(same), same);
});

test('a key named __proto__ stays a key', () => {
  const moved = move(JSON.parse('{"__proto__": {"a": "/home/ann"}}')) as object;
  assert.equal(JSON.stringify(moved), '{"__proto__":{"a":"/root"}}');
  assert.equal(({} as { a?: string }).a, undefined);
});

test('the root folder, and a folder that does not move, relocate nothing', () => {
  const still = createRelocator([
    { from: '/', to: '/x' },
    { from: '', to: '/y' },
    { from: '/p', to: '/p' },
  ]);
  assert.equal(still('/p/a / b'), '/p/a / b');
});

test('special pattern characters in a path are literal', () => {
  assert.equal(createRelocator([{ from: '/a+b (1)/[x]', to: '/y' }])('/a+b (1)/[x]/z'), '/y/z');
});
