import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnyhookError, eventNames } from '@anyhook/core';
import { formatNamed, formatNames, formats } from '../formats/index.js';
import { eventByName } from './event-names.js';

const named = (text: string) => eventByName(text, formats);
const fails = (text: string, message: RegExp) =>
  assert.throws(
    () => named(text),
    (error: unknown) => {
      assert.ok(error instanceof AnyhookError && error.code === 'UNKNOWN_EVENT');
      assert.match(error.message, message);
      return true;
    },
  );

test('canonical names map to themselves', () => {
  for (const name of eventNames) assert.deepEqual(named(name), { events: [name], nativeName: name });
});

test('dialect:name is accepted for every event of every format', () => {
  for (const format of formatNames())
    for (const [name, { events, byName }] of Object.entries(formatNamed(format).events))
      assert.deepEqual(named(`${format}:${name}`), { events, nativeName: name, ...(byName && { byName }) });
});

test('an unambiguous native name is accepted, for an ambiguous one the choices are listed', () => {
  for (const name of new Set(formatNames().flatMap((format) => Object.keys(formatNamed(format).events)))) {
    if ((eventNames as readonly string[]).includes(name)) continue;
    const all = formatNames().flatMap((format) =>
      Object.entries(formatNamed(format).events).flatMap(([own, { events }]) =>
        own === name ? [{ dialect: format, events }] : [],
      ),
    );
    const settled = all.filter(({ dialect: format }) => !formatNamed(format).requiresOptIn);
    const meanings = settled.length > 0 ? settled : all;
    const lists = new Set(meanings.map(({ events }) => events.join()));
    if (lists.size === 1 && meanings[0]?.events.length === 1) assert.deepEqual(named(name).events, meanings[0].events);
    else
      for (const { dialect: format, events } of meanings)
        fails(name, new RegExp(`say which: .*${format}:${name} \\(${events.join(', ')}\\)`));
  }
});

test('formats added later do not change the meaning of existing names', () => {
  assert.deepEqual(named('PostToolUse').events, ['tool.after']);
  assert.deepEqual(named('beforeShellExecution').events, ['tool.before']);
  const before = Object.fromEntries(Object.entries(formats).filter(([, { requiresOptIn }]) => !requiresOptIn));
  for (const { events } of Object.values(before))
    for (const name of Object.keys(events)) {
      const meaning = (among: typeof formats) => {
        try {
          return eventByName(name, among);
        } catch (error) {
          return (error as Error).message;
        }
      };
      assert.deepEqual(meaning(formats), meaning(before), name);
    }
});

for (const [name, choices] of [
  ['stop', /docker:stop \(agent\.done\), flow:stop \(agent\.stop/],
  ['post_tool_use', /docker:post_tool_use \(tool\.after, tool\.failure\), or a canonical name/],
] as const)
  test(`${name} is ambiguous`, () => fails(name, choices));

for (const [text, message] of [
  ['tool.befor', /no event is called "tool\.befor"; did you mean "tool\.before"\?/],
  ['dokcer:pre_tool_use', /did you mean "docker:pre_tool_use"\?/],
  ['docker:PreToolUse', /no event is called/],
  ['something else', /canonical names: session\.start/],
  ['__proto__', /no event is called/],
  ['constructor', /no event is called/],
  ['docker:constructor', /no event is called/],
  ['', /no event is called ""/],
] as const)
  test(`"${text}" is not an event, with a suggestion`, () => fails(text, message));
