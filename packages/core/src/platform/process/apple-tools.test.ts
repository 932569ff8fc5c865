import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { opensDialog } from './find-program.js';

const tools = mkdtempSync(join(tmpdir(), 'anyhook-apple-'));
after(() => rmSync(tools, { recursive: true, force: true }));

test("only the macOS system git opens a dialog, and only without Apple's tools", () => {
  assert.equal(opensDialog('/usr/bin/git', 'darwin', [tools]), true);
  assert.equal(opensDialog('/opt/homebrew/bin/git', 'darwin', [tools]), false);
  assert.equal(opensDialog('/usr/bin/git', 'linux', [tools]), false);
  mkdirSync(join(tools, 'usr/bin'), { recursive: true });
  writeFileSync(join(tools, 'usr/bin/git'), '');
  assert.equal(opensDialog('/usr/bin/git', 'darwin', ['/nonexistent', tools]), false);
});
