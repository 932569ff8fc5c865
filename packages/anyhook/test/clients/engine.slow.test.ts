import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { clientKinds } from '../../src/install/hook-client.js';
import { controlEngine, type EngineReport } from '../../src/resident/control-engine.js';
import {
  callEntry,
  type EntryRow,
  entryCommand,
  type InitMachine,
  initMachine,
  shellPayload,
  terminal,
} from '../cli/init-world.js';

const claude: EntryRow = { agent: 'claude-code', scope: 'user', file: '~/.claude/settings.json', before: 'PreToolUse' };

/** The engine that an event has started; it ends with the test. */
async function started(t: TestContext, state: string): Promise<EngineReport> {
  for (let i = 0; i < 400; i++) {
    const report = await controlEngine(state, 'status', 1_000);
    if (report) {
      t.after(() => end(report.pid));
      return report;
    }
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error('no engine came');
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
}

const stateOf = (here: InitMachine): string => join(here.env['XDG_STATE_HOME'] ?? '', 'anyhook');

for (const kind of clientKinds) {
  test(`with the ${kind} client, the first event starts the engine, which answers later events identically`, async (t) => {
    const here = initMachine(t);
    await here.run(['trust', '--yes'], terminal);
    await here.run(['init', '--agent', 'claude-code', '--yes', '--client', kind], { env: { ANYHOOK_ENGINE: '' } });
    const command = entryCommand(here, claude);
    const ask = (words: string) =>
      callEntry(here, command, shellPayload(claude, words, here.dir), { SECRET_OF_AGENT: 'x' });
    const cold = ask('rm -rf /');
    assert.match(cold.stdout, /never that/);
    const engine = await started(t, stateOf(here));
    assert.deepEqual([ask('rm -rf /'), ask('true')], [cold, { status: 0, stdout: '', stderr: '' }]);
    assert.equal((await controlEngine(stateOf(here), 'status', 1_000))?.events, 2);
    if (existsSync(`/proc/${engine.pid}/environ`))
      assert.doesNotMatch(readFileSync(`/proc/${engine.pid}/environ`, 'utf8'), /SECRET_OF_AGENT/);
    // No second engine is started.
    writeFileSync(join(stateOf(here), 'engine.stays-down'), '');
    process.kill(engine.pid, 'SIGKILL');
    assert.deepEqual(ask('rm -rf /'), cold);
  });
}
