import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeImports, pythonImports } from './interpreters.js';

test('the modules that an ES module imports are imported alone', () => {
  const script = `#!/usr/bin/env node
import { a,
  b } from 'node:fs';
import path from "node:path";
import './side.mjs';
const late = await import('late');
`;
  assert.deepEqual(nodeImports(script), [
    '--input-type=module',
    '-e',
    'import "node:fs";import "node:path";import "./side.mjs";',
  ]);
});

test('so are those that a CommonJS script requires at its beginning', () => {
  const script = `const { a } = require('node:fs');
require("./side");
function later() {
  return require('late');
}
`;
  assert.deepEqual(nodeImports(script), ['-e', 'require("node:fs");require("./side");']);
  assert.deepEqual(nodeImports('console.log(1)'), ['-e', '0']);
});

test('and those of a Python script', () => {
  const script =
    'import json, re as r  # why\nfrom pathlib import Path\nfrom . import own\ndef f():\n    import late\n';
  assert.deepEqual(pythonImports(script), ['import json, re as r', 'import pathlib']);
});
