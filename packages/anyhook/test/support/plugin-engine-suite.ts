import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fixedArguments } from '../../../core/src/fixed-variables.js';
import { encodeFrame, frameKinds } from '../../src/resident/protocol.js';
import { fakeEngine } from '../clients/fake-engine.js';
import { hostileEnvironments, plantEvil } from '../environment/hostile-environments.js';
import { anyhookProgram, engineWorld, until } from '../resident/engine-world.js';

/** A plugin loaded in this process, which acts as the agent. */
export interface LoadedPlugin {
  /** Its project, which has the launcher in it. */
  readonly dir: string;
  /** The reason for refusing this command; undefined if it may run. */
  refusal(command: string): Promise<string | undefined>;
}

/** The Node client, which records each start. */
const launcher = [
  '#!/bin/sh',
  'echo >> "${0%/*}/launches"',
  `exec '${process.execPath}' '${anyhookProgram}' run --resident --host "$@"`,
  '',
].join('\n');

const hook = {
  'HOOK.md': '---\nname: guard\ndescription: refuses rm\ntrigger: before_tool\n---\n',
  'scripts/run.sh': `#!/bin/sh\nif grep -q '"rm'; then echo "no rm for $WHO" >&2; exit 2; fi\n`,
};

/** Tests for every plugin, with the engine or the launcher answering. */
export function pluginEngineSuite(
  load: (t: TestContext, launcher: string, fixed: readonly string[]) => Promise<LoadedPlugin>,
): void {
  async function world(t: TestContext, isFixed = false) {
    const engine = engineWorld(t);
    const before = { ...process.env };
    process.env = { ...engine.env, WHO: 'Ada' };
    t.after(() => {
      process.env = before;
    });
    const fixed = isFixed ? fixedArguments({ HOME: engine.home }) : [];
    const script = launcher.replace('"$@"', () => `"$@" ${fixed.map((word) => `'${word}'`).join(' ')}`);
    const { dir, refusal } = await load(t, script, fixed);
    mkdirSync(join(dir, '.agents/hooks/guard/scripts'), { recursive: true });
    for (const [name, text] of Object.entries(hook))
      writeFileSync(join(dir, '.agents/hooks/guard', name), text, { mode: 0o755 });
    const counter = join(dir, 'launches');
    return { ...engine, refusal, launched: () => (existsSync(counter) ? readFileSync(counter, 'utf8').length : 0) };
  }
  const refused = '[guard] no rm for Ada';

  test('a running engine answers every event, also concurrently, and no launcher is started', async (t) => {
    const { up, status, refusal, launched } = await world(t);
    await up();
    assert.equal(await refusal('rm a'), refused);
    process.env['WHO'] = 'Bob';
    const commands = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? `rm ${i}` : `ls ${i}`));
    const expected = commands.map((command) => (command.startsWith('rm') ? '[guard] no rm for Bob' : undefined));
    assert.deepEqual(await Promise.all(commands.map(refusal)), expected);
    assert.equal(launched(), 0);
    assert.equal((await status())?.events, 21);
  });

  for (const engine of ['a running engine', 'the launcher'])
    test(`agent variables do not loosen what init fixed: ${engine} answers`, async (t) => {
      const { home, state, up, status, refusal, launched } = await world(t, true);
      const evil = join(home, '..', 'evil');
      plantEvil({ project: join(home, '..'), evil });
      if (engine === 'a running engine') await up();
      else stayDown(state);
      const usual = { ...process.env };
      for (const [what, variables] of hostileEnvironments) {
        // The agent itself reads these when it starts, and this test's launcher does not remove them for its Node.
        if (/Node\.js|a depth|OpenSSL|certificates|a channel|a pipe|on PATH/.test(what)) continue;
        process.env = { ...usual, ...variables({ project: evil, evil }) };
        assert.equal(await refusal('rm a'), refused, what);
      }
      if (engine !== 'a running engine') return;
      assert.equal(launched(), 0, 'no variable keeps the engine from being asked');
      assert.ok(((await status())?.events ?? 0) > 10);
    });

  test('killing the engine loses no verdict, and the launcher starts it again', async (t) => {
    const { up, status, refusal, launched } = await world(t);
    await up();
    assert.equal(await refusal('rm a'), refused);
    for (let round = 1; round <= 3; round++) {
      const before = launched();
      process.kill((await status())?.pid ?? assert.fail('no engine'), 'SIGKILL');
      assert.deepEqual(await Promise.all(['rm b', 'ls'].map(refusal)), [refused, undefined]);
      assert.ok(launched() > before);
      await until(async () => (await status()) !== undefined);
      const since = launched();
      assert.equal(await refusal('rm c'), refused);
      assert.equal(launched(), since, 'the new engine has answered');
    }
  });

  test("the launcher decides if there is no engine or it declines; the agent's ANYHOOK_ENGINE=off has no effect", async (t) => {
    const { state, refusal, launched } = await world(t);
    stayDown(state);
    assert.equal(await refusal('rm a'), refused);
    const declining = await fakeEngine(state, {
      act: ({ id }, socket) => void socket.write(encodeFrame(frameKinds.decline, id)),
    });
    t.after(() => declining.close());
    assert.equal(await refusal('rm b'), refused);
    const { length } = declining.requests;
    assert.ok(length > 0, 'it was asked');
    process.env['ANYHOOK_ENGINE'] = 'off';
    assert.equal(await refusal('rm c'), refused);
    assert.equal(launched(), 3);
    assert.ok(declining.requests.length > length, 'it was asked again');
    assert.equal(existsSync(join(state, 'engine.starting')), false, 'none is started that is to stay down');
  });
}

/** No event starts an engine. */
function stayDown(state: string): void {
  mkdirSync(state, { recursive: true, mode: 0o700 });
  writeFileSync(join(state, 'engine.stays-down'), '');
}
