import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyVerdict, type Verdict } from '@anyhook/core';
import { decodeContext } from '../../test/support/agent-codec.js';
import { bareEvent } from '../../test/support/bare-event.js';
import { fit } from '../engine/fit.js';
import { agents } from './index.js';

/** Fields that make some agents continue when they are about to stop. */
const goesOn = /"(?:additionalContext|followup_message|reason|deny|continue)":|"decision":"(?:block|deny)"/;

const texts: readonly Partial<Verdict>[] = [
  { context: ['all checks passed'] },
  { messages: ['all checks passed'] },
  { context: ['all checks passed'], messages: ['m'], notes: ['n'] },
];

for (const agent of agents)
  for (const name of ['agent.stop', 'subagent.stop'] as const)
    for (const stopHookActive of [false, true])
      for (const text of texts)
        test(`${agent.name}: ${Object.keys(text).join(', ')} without a block at ${name} lets the agent stop (${stopHookActive})`, () => {
          const event = bareEvent(name, { subagent: {}, stopHookActive } as never, { host: agent.name });
          const verdict = fit({ ...emptyVerdict, ...text }, agent, name);
          const { stdout, stderr, exitCode } = agent.encode(event, verdict, decodeContext);
          // Exit 1 is a warning at an agent that shows it; only exit 2 blocks.
          assert.notEqual(exitCode, 2);
          assert.doesNotMatch(stdout, goesOn);
          const isHeard = `${stdout}${stderr}`.includes('all checks passed');
          const isNoted = verdict.notes.some((note) => /it was left out|in the record only/.test(note));
          assert.ok(isHeard || isNoted, 'the text was dropped silently');
        });
