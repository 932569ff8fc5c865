import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { findAgent } from '../../src/agents/index.js';
import { callEntry, entryCommand, entryRows, initMachine, shellPayload, terminal } from './init-world.js';

/** A hook in a settings file of Claude Code that leaves a mark each time it runs. */
const marking = (file: string): string =>
  JSON.stringify({
    hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: `echo ran >> ${file}` }] }] },
  });

for (const row of entryRows.filter(({ scope }) => scope === 'user')) {
  const own = findAgent(row.agent).hooksRunByAgent?.find(({ format }) => format === 'claude');
  const itself = { project: own !== undefined, user: own !== undefined && own.scope === undefined };
  const means = (is: boolean) => (is ? 'left to the agent' : 'run once');

  test(`${row.agent}: hooks in Claude's settings are ${means(itself.project)} for a project, ${means(itself.user)} for the user`, async (t) => {
    const here = initMachine(t);
    here.put('.claude/settings.json', marking(`${here.home}/project-ran`));
    here.put('~/.claude/settings.json', marking(`${here.home}/user-ran`));
    await here.run(['trust', '--yes'], terminal);
    await here.run(['init', '--agent', row.agent, '--yes']);
    const { status } = callEntry(here, entryCommand(here, row), shellPayload(row, 'ls', here.dir));
    assert.equal(status, 0);
    for (const scope of ['project', 'user'] as const) {
      const file = `${here.home}/${scope}-ran`;
      assert.equal(existsSync(file) ? readFileSync(file, 'utf8') : '', itself[scope] ? '' : 'ran\n', scope);
    }
  });
}
