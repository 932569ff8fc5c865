import assert from 'node:assert/strict';
import { test } from 'node:test';
import { earlyImports } from './spare-family.js';

test('imports at the start of a script are found, each once', () => {
  const script =
    'import json, re as r\nfrom pathlib import Path\nimport os.path\nimport urllib.parse  # why\nimport json\n';
  assert.deepEqual(earlyImports(script), ['json', 're', 'pathlib', 'os.path', 'urllib.parse']);
});

test('third-party modules, modules that inspect the process on import, and later imports are skipped', () => {
  const script = 'import yaml, logging, ssl\nfrom . import json\ndef f():\n    import csv\nimportjson\n# import re\n';
  assert.deepEqual(earlyImports(script), []);
});

test('imports after a change of sys.path are skipped, because they may resolve differently', () => {
  const script = 'import json\nimport sys\nsys.path.insert(0, "lib")\nimport re\n';
  assert.deepEqual(earlyImports(script), ['json']);
  assert.deepEqual(earlyImports('from sys import path\nimport re\n'), []);
});
