import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { claudeShellCall, dialProtocol, engineWorld, until } from '../resident/engine-world.js';

const entry = (more = '') => `hooks:\n  - { id: by-node, on: tool.before, run: node hook.cjs${more} }\n`;
const hookMd = (more = '') => ({
  '.agents/hooks/by-node/HOOK.md': `---\nname: by-node\ndescription: Does nothing\ntrigger: before_tool\n${more}---\n`,
  '.agents/hooks/by-node/scripts/run.mjs': '#!/usr/bin/env node\n',
});
const optsOut = 'metadata:\n  anyhook:\n    spare: false\n';
const override = (id: string) => `overrides:\n  ${id}: { spare: false }\n`;

/** Files of a project, and the user's config. */
const ways: readonly (readonly [string, { spares: boolean; files: Record<string, string>; user?: string }])[] = [
  ['an entry that says nothing', { spares: true, files: { '.agents/anyhook.yaml': entry() } }],
  ['an entry', { spares: false, files: { '.agents/anyhook.yaml': entry(', spare: false') } }],
  ['an override', { spares: false, files: { '.agents/anyhook.yaml': `${entry()}${override('by-node')}` } }],
  ['the config of the project', { spares: false, files: { '.agents/anyhook.yaml': `spare: false\n${entry()}` } }],
  ['the config of the user', { spares: false, user: 'spare: false\n', files: { '.agents/anyhook.yaml': entry() } }],
  ['a HOOK.md that says nothing', { spares: true, files: hookMd() }],
  ['a HOOK.md', { spares: false, files: hookMd(optsOut) }],
];

for (const [way, { spares, files, user = '' }] of ways)
  test(`${way}: ${spares ? 'spares wait' : 'no spare waits'}`, { skip: process.platform !== 'linux' }, async (t) => {
    const world = engineWorld(t, { 'hook.cjs': '', ...files });
    writeFileSync(join(world.home, '.config/anyhook/config.yaml'), `trust: project\n${user}`);
    await world.up();
    const waiting = async () => Object.keys((await world.status())?.spares?.waiting ?? {}).length;
    const line = dialProtocol(world);
    await line.ask(world, claudeShellCall(world.project, 'ls'));
    if (spares) await until(async () => (await waiting()) > 0);
    else {
      await wait(1_500);
      assert.equal(await waiting(), 0);
    }
    await line.ask(world, claudeShellCall(world.project, 'ls'));
    assert.equal(((await world.status())?.spares?.used ?? 0) > 0, spares);
  });
