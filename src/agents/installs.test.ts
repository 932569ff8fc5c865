import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findHost } from './index.js';
import { renders } from './installs.js';
import { type InstallPlace, scopesOf, targetsOf } from './kit/install.js';

const place: Omit<InstallPlace, 'scope'> = {
  home: '/h',
  env: {},
  root: '/p',
  isWindows: false,
  realPath: (path) => path,
  namesIn: () => ['one.json', 'notes.md'],
};

/** Events that are registered only by name: they replace something, fire for each chunk, or come beside another. */
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
};

for (const render of renders) {
  const { events, documentedOnly } = findHost(render.host);

  test(`${render.host}: every event that is registered by itself is one of the agent's, and does no harm`, () => {
    for (const event of render.safe) assert.ok(Object.hasOwn(events, event), event);
    assert.equal(new Set(render.safe).size, render.safe.length);
    for (const event of unsafe[render.host] ?? []) assert.ok(!render.safe.includes(event), event);
    if (documentedOnly)
      assert.deepEqual(
        Object.keys(events).filter((event) => !render.safe.includes(event)),
        Object.keys(events).filter((event) => unsafe[render.host]?.includes(event)),
      );
  });

  for (const scope of scopesOf(render)) {
    test(`${render.host}, ${scope}: files are below its folder or the project, and entries hold the command and its time`, () => {
      const base = scope === 'user' ? '/h/' : '/p/';
      for (const target of targetsOf(render, { ...place, scope })) {
        const file = target.kind === 'files' ? target.file('E') : target.file;
        assert.ok(file.startsWith(base), file);
        if (target.kind !== 'entries') continue;
        const event = target.takes?.[0] ?? render.safe[0] ?? '';
        const entry = JSON.stringify(target.entry({ event, command: 'CALL', timeoutMs: 31_500, failClosed: false }));
        assert.match(entry, /"CALL(?: --entry [a-z-]+)?"/);
        assert.doesNotMatch(entry, /failClosed/);
        // Windsurf has no word for it.
        if (render.host !== 'windsurf') assert.match(entry, /:(?:32|31500)\b/);
        if (target.eventKey !== undefined) assert.ok(entry.includes(`"${target.eventKey}":"${event}"`), entry);
      }
    });
  }
}

test('agents that trust no project by themselves are named with what to do', () => {
  const told = renders
    .filter((render) => render.steps?.({ ...place, scope: 'project' }).some((step) => /trust/.test(step)))
    .map(({ host }) => host);
  assert.deepEqual(told, ['gemini', 'copilot', 'qwen', 'pi', 'cursor']);
  for (const render of renders)
    for (const step of render.steps?.({ ...place, scope: 'project' }) ?? []) assert.match(step, /\/p/);
});

test('a command is known to reach a POSIX shell only where a real agent showed it, in entries that are shell text', () => {
  const known = renders.filter(({ posixShell }) => posixShell);
  assert.deepEqual(
    known.map(({ host }) => host),
    ['claude-code', 'gemini', 'copilot', 'qwen', 'droid'],
  );
  for (const render of known) {
    assert.ok(!findHost(render.host).documentedOnly, render.host);
    for (const target of targetsOf(render, { ...place, scope: 'user' })) assert.equal(target.kind, 'entries');
  }
});
