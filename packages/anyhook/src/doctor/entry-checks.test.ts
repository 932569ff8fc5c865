import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findAgent, loadInstalls } from '../agents/index.js';
import type { AgentInstall } from '../agents/kit/install.js';
import type { ScopeEntries } from './entries.js';
import { entryChecks } from './entry-checks.js';

const install = (await loadInstalls()).find(({ agent }) => agent === 'codex') as AgentInstall;

for (const [hooksFile, trustFile] of [
  ['/h/.codex/hooks.json', '/h/.codex/config.toml'],
  ['C:\\h\\.codex\\hooks.json', 'C:\\h\\.codex\\config.toml'],
] as const)
  test(`a finding about ${trustFile} names that file, not the file with the entries`, () => {
    const entries: ScopeEntries = {
      scope: 'user',
      file: hooksFile,
      registeredEvents: [{ event: 'Stop', timeoutMs: 600_000, file: hooksFile, times: 1, state: 'own' }],
      editProblem: `${trustFile}: expected a table; nothing was changed`,
      unread: [],
      distrusted: false,
      possibleEvents: ['Stop'],
    };
    const agent = findAgent('codex');
    const [check] = entryChecks({ agent, install, used: [entries], wanted: [], hooks: [], isRecorded: false });
    assert.deepEqual(
      check?.findings.map(({ cause, what }) => [cause, what]),
      [['settings-broken', `${trustFile}: expected a table; nothing was changed`]],
    );
  });
