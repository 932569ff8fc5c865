import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { claudeFormatCodec } from '../../src/agents/claude-code/format-codec.js';
import { abilityCodec } from '../../src/formats/ability/codec.js';
import { dockerCodec } from '../../src/formats/docker/codec.js';
import { hookMdCodec } from '../../src/formats/hook-md/codec.js';
import { everyEvent } from './every-event.js';
import { testProject } from './harness.js';

const docker = dockerCodec();
const ability = abilityCodec();
const hookMdFormat = hookMdCodec();

/** Where a hook of the format reads its event name; claude and docker use the same field. */
const nameField: Readonly<Record<string, string>> = {
  'hook-md': 'event_type',
  docker: 'hook_event_name',
  claude: 'hook_event_name',
};

for (const format of [hookMdFormat, docker, ability, claudeFormatCodec()]) {
  const events = Object.keys(format.events);
  test(`each ${format.name} event, fired by its native name, reaches its hook`, async (t) => {
    const here = testProject(t, everyEvent[format.name as keyof typeof everyEvent](events));
    const kept = (event: string) => join(here.dir, `${event}.json`);
    const missing: string[] = [];
    for (const event of events) {
      const { code, stderr } = await here.run(['fire', `${format.name}:${event}`, '--trust-project'], {
        env: { KEEP: here.dir },
      });
      assert.deepEqual([code, stderr], [0, ''], event);
      if (!existsSync(kept(event))) missing.push(event);
      else {
        const stdin = JSON.parse(readFileSync(kept(event), 'utf8')) as Record<string, unknown>;
        const field = nameField[format.name];
        if (field) assert.equal(stdin[field], event);
        rmSync(kept(event));
      }
    }
    assert.deepEqual(missing, []);
  });
}
