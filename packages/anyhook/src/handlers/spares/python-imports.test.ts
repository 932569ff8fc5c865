import assert from 'node:assert/strict';
import { test } from 'node:test';
import { earlyImports } from './spare-family.js';

test('what a script imports at its beginning is found, once each', () => {
  const script =
    'import json, re as r\nfrom pathlib import Path\nimport os.path\nimport urllib.parse  # why\nimport json\n';
  assert.deepEqual(earlyImports(script), ['json', 're', 'pathlib', 'os.path', 'urllib.parse']);
});

test('modules of others, those that look around when they are imported, and later imports are left alone', () => {
  const script = 'import yaml, logging, ssl\nfrom . import json\ndef f():\n    import csv\nimportjson\n# import re\n';
  assert.deepEqual(earlyImports(script), []);
});

test('nothing is imported before that comes after a change of the path, because it may be found elsewhere then', () => {
  const script = 'import json\nimport sys\nsys.path.insert(0, "lib")\nimport re\n';
  assert.deepEqual(earlyImports(script), ['json']);
  assert.deepEqual(earlyImports('from sys import path\nimport re\n'), []);
});
