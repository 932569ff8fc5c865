import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ability } from '../../src/dialects/ability/codec.js';
import { claude } from '../../src/dialects/claude/codec.js';
import { docker } from '../../src/dialects/docker/codec.js';
import { hookMd as hookMdDialect } from '../../src/dialects/hook-md/codec.js';
import { hookMd, project } from './harness.js';

/** Keeps what the hook got on stdin. */
const keep = (event: string): string => `cat >"$KEEP/${event}.json"`;

const toolEvents = ['pre_tool_use', 'post_tool_use', 'permission_request'];

/** A project that has one hook for each event of a dialect. */
const projects: Readonly<Record<string, (events: readonly string[]) => Record<string, string>>> = {
  'hook-md': (events) =>
    Object.assign({}, ...events.map((event) => hookMd(event.replaceAll('_', '-'), event, keep(event)))),
  docker: (events) => {
    const hook = (event: string) => `{type: command, command: '${keep(event)}'}`;
    const lines = events.map((event) =>
      toolEvents.includes(event) ? `  ${event}: [{hooks: [${hook(event)}]}]` : `  ${event}: [${hook(event)}]`,
    );
    return { '.agents/hooks.yaml': `hooks:\n${lines.join('\n')}\n` };
  },
  ability: (events) =>
    Object.fromEntries(
      events.map((event) => [
        `.system/hooks/${event}.yaml`,
        `id: ${event.toLowerCase()}\nevent_type: ${event}\nenabled: true\nblocking: true\nhandler: {kind: script, command: '${keep(event)}'}\n`,
      ]),
    ),
  claude: (events) => ({
    'hooks/hooks.json': JSON.stringify({
      hooks: Object.fromEntries(
        events.map((event) => [event, [{ hooks: [{ type: 'command', command: keep(event) }] }]]),
      ),
    }),
  }),
};

/** Where a hook of the dialect reads the name of its event; claude and docker call it alike. */
const nameField: Readonly<Record<string, string>> = {
  'hook-md': 'event_type',
  docker: 'hook_event_name',
  claude: 'hook_event_name',
};

for (const dialect of [hookMdDialect, docker, ability, claude]) {
  const events = Object.keys(dialect.events);
  test(`each event of ${dialect.name}, fired by its own name, reaches its hook`, async (t) => {
    const here = project(t, projects[dialect.name]?.(events) ?? {});
    const kept = (event: string) => join(here.dir, `${event}.json`);
    const missing: string[] = [];
    for (const event of events) {
      const { code, stderr } = await here.run(['fire', `${dialect.name}:${event}`, '--trust-project'], {
        env: { KEEP: here.dir },
      });
      assert.deepEqual([code, stderr], [0, ''], event);
      if (!existsSync(kept(event))) missing.push(event);
      else {
        const stdin = JSON.parse(readFileSync(kept(event), 'utf8')) as Record<string, unknown>;
        const field = nameField[dialect.name];
        if (field) assert.equal(stdin[field], event.replaceAll('-', '_'));
        rmSync(kept(event));
      }
    }
    assert.deepEqual(missing, []);
  });
}
