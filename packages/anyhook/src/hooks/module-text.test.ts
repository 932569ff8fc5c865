import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moduleTextProblem } from './config-hooks.js';

const wrong = [
  'export default { run: () => ({ decision: "deny" }) }',
  'export default { on: undefined, run() {} }',
  'export default { on: null, run() {} }',
  'export default { on: "", run() {} }',
  'export default { on: [], run() {} }',
  'export default { on: [ ], run() {} }',
  "export default { on: 'tool.befor', run() {} }",
  'export default { on: ["tool.before", "nope"], run() {} }',
  "export default { on: ['tool.before', undefined], run() {} }".replace(', undefined', ", ''"),
  'import { defineHook } from "anyhook";\nexport default defineHook({\n  // on: "tool.before"\n  run() {},\n});',
  'export const hook = { run() {} };',
  'export const hook: ModuleHook = { run() {} };',
  'export default defineHook<"tool.before">({ run() {} });',
];
for (const text of wrong)
  test(`a module without any event is an error: ${text.replace(/\s+/g, ' ').slice(0, 70)}`, () => {
    assert.match(moduleTextProblem(text) ?? '', /"on": expected an event such as "tool\.before", got /);
  });

const fine = [
  'export default { on: "tool.before", run() {} }',
  "export default { on: ['tool.before', 'tool.after',], run() {} }",
  'export default defineHook({ run() {}, on: "prompt.submit" })',
  'const on = "tool.before";\nexport default { on, run() {} };',
  'const base = { on: "tool.before" };\nexport default { ...base, run() {} };',
  'export default { on: events, run() {} }',
  'export default { "on": events(), run() {} }',
  'const hook = make();\nexport default hook;',
  'export { default } from "./other.js";',
  'export default () => {};',
  '',
];
for (const text of fine)
  test(`a module with events, or with events that cannot be determined, is accepted: ${text.replace(/\s+/g, ' ').slice(0, 60)}`, () => {
    assert.equal(moduleTextProblem(text), undefined);
  });
