import assert from 'node:assert/strict';
import { join, resolve, sep } from 'node:path';
import { test } from 'node:test';
import type { AgentSettings } from './agent.js';
import { findAgent, loadInstalls } from './index.js';
import { type InstallPlace, scopesOf, targetsOf } from './kit/install.js';
import { folderVariableOf, movedFolderOf } from './moved-folders.js';

const installs = await loadInstalls();

const place: Omit<InstallPlace, 'scope'> = {
  home: resolve('/h'),
  env: {},
  root: resolve('/p'),
  isWindows: false,
  realPath: (path) => path,
  namesIn: () => ['one.json', 'notes.md'],
};

/** Events that need explicit registration: they replace something, fire per chunk, or accompany another event. */
const unsafe: Readonly<Record<string, readonly string[]>> = {
  'claude-code': ['WorktreeCreate', 'MessageDisplay', 'FileChanged'],
  gemini: ['AfterModel', 'PreCompress', 'BeforeToolSelection'],
  qwen: ['MessageDisplay'],
  kiro: ['Manual'],
  cursor: [
    'beforeShellExecution',
    'beforeMCPExecution',
    'beforeReadFile',
    'beforeTabFileRead',
    'afterTabFileEdit',
    'afterAgentThought',
  ],
  windsurf: ['post_cascade_response_with_transcript'],
  kimi: [],
  'docker-agent': ['tool_guard', 'tool_input_transform', 'tool_response_transform', 'before_compaction'],
};

for (const install of installs) {
  const { events, documentedOnly } = findAgent(install.agent);

  test(`${install.agent}: every event registered by default is one of the agent's events, and safe to register`, () => {
    for (const event of install.defaultEvents) assert.ok(Object.hasOwn(events, event), event);
    assert.equal(new Set(install.defaultEvents).size, install.defaultEvents.length);
    for (const event of unsafe[install.agent] ?? []) assert.ok(!install.defaultEvents.includes(event), event);
    if (documentedOnly)
      assert.deepEqual(
        Object.keys(events).filter((event) => !install.defaultEvents.includes(event)),
        Object.keys(events).filter((event) => unsafe[install.agent]?.includes(event)),
      );
  });

  const { settings } = findAgent(install.agent);
  const variable = settings && folderVariableOf(settings);
  if (variable !== undefined)
    test(`${install.agent}: ${variable} moves its folder, both for entries and for loaded hooks`, () => {
      const moved = resolve('/moved');
      const env = { [variable]: moved };
      const folder = install.folder({ ...place, env });
      assert.equal(folder, movedFolderOf(settings as AgentSettings, env, place.home));
      assert.ok(join(folder, sep).startsWith(join(moved, sep)), folder);
    });

  for (const scope of scopesOf(install)) {
    test(`${install.agent}, ${scope}: files are in its folder or the project, and entries have the command and its timeout`, () => {
      const base = join(scope === 'user' ? place.home : place.root, sep);
      for (const target of targetsOf(install, { ...place, scope })) {
        const file = target.kind === 'files' ? target.file('E') : target.file;
        assert.ok(file.startsWith(base), file);
        if (target.kind !== 'entries') continue;
        const event = install.defaultEvents.find((name) => target.acceptsEvent?.(name) ?? true) ?? '';
        const entry = JSON.stringify(target.entry({ event, command: 'CALL', timeoutMs: 31_500, failClosed: false }));
        assert.match(entry, /"CALL(?: --entry [a-z-]+)?"/);
        assert.doesNotMatch(entry, /failClosed/);
        // Windsurf has no equivalent.
        if (install.agent !== 'windsurf') assert.match(entry, /:(?:32|31500)\b/);
        if (target.eventKey !== undefined) assert.ok(entry.includes(`"${target.eventKey}":"${event}"`), entry);
      }
    });
  }
}

test('agents that do not trust a project by default have a trust step to follow', () => {
  const told = installs
    .filter((install) => install.userSteps?.({ ...place, scope: 'project' }).some((step) => /trust/.test(step)))
    .map(({ agent }) => agent);
  assert.deepEqual(told, ['pi', 'gemini', 'copilot', 'qwen', 'cursor']);
  for (const install of installs)
    for (const step of install.userSteps?.({ ...place, scope: 'project' }) ?? [])
      assert.ok(step.includes(place.root), step);
});

test('an entry counts as run by a POSIX shell only where a real agent showed it, and the entry is shell text', () => {
  const known = installs.filter(({ posixShell }) => posixShell);
  assert.deepEqual(
    known.map(({ agent }) => agent),
    ['claude-code', 'gemini', 'copilot', 'qwen', 'droid'],
  );
  for (const install of known) {
    assert.ok(!findAgent(install.agent).documentedOnly, install.agent);
    for (const target of targetsOf(install, { ...place, scope: 'user' })) assert.equal(target.kind, 'entries');
  }
});
