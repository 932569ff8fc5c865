import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { emptyVerdict } from '../../../core/src/verdict.js';
import { findAgent } from '../../src/agents/index.js';
import { derive } from '../../src/engine/derive.js';
import { undo } from '../../src/handlers/builtins/undo.js';
import { decodeContext, recordedPayload } from '../support/agent-codec.js';
import { undoWorld } from './undo-world.js';

/** Recorded payloads that begin and end a turn, by agent. Without a prompt, the first call begins it. */
const rows: readonly (readonly [agent: string, begin: string | undefined, ends: readonly string[]])[] = [
  ['claude-code', 'UserPromptSubmit', ['Stop', 'SessionEnd']],
  ['codex', 'UserPromptSubmit', ['Stop', 'SessionEnd']],
  ['opencode', 'chat.message', ['event.session.idle']],
  ['pi', 'input', ['agent_settled', 'session_shutdown']],
  ['gemini', 'BeforeAgent', ['AfterAgent', 'SessionEnd']],
  ['copilot', 'userPromptSubmitted', ['agentStop', 'sessionEnd']],
  ['qwen', 'UserPromptSubmit', ['Stop']],
  ['droid', undefined, ['Stop', 'SessionEnd']],
  ['cline', undefined, ['TaskComplete', 'SessionShutdown']],
  ['kimi', 'UserPromptSubmit', ['Stop', 'SessionEnd']],
  ['cursor', 'beforeSubmitPrompt', ['stop', 'sessionEnd']],
  ['windsurf', 'pre_user_prompt', ['post_cascade_response']],
];

for (const [name, begin, ends] of rows)
  for (const end of ends)
    test(`${name}: a turn begins at ${begin ?? 'the first call'} and ends at ${end}`, async () => {
      const agent = findAgent(name);
      assert.ok(agent);
      using here = undoWorld({ 'a.txt': 'a\n' });
      /** The event of a recorded payload in this project, and those that the engine derives from it. */
      const send = async (payload: string) => {
        const decoded = agent.decode(recordedPayload(name, payload), { ...decodeContext, event: payload });
        const event = { ...decoded, host: 'test', sessionId: 's', cwd: here.root };
        const native = new Set(Object.values(agent.events));
        for (const one of [event, ...derive(event, emptyVerdict, native)])
          if (undo.events.includes(one.name)) await undo.run(one, undefined, here.context);
      };
      if (begin !== undefined) {
        await send(begin);
        assert.equal(here.turns().length, 1, 'the prompt begins a turn');
        assert.notEqual(here.turns()[0]?.prompt ?? '', '');
      }
      await here.shell('s', 'make', () => writeFileSync(here.at('a.txt'), 'agent\n'));
      assert.deepEqual(
        here.turns().map(({ endedAt }) => endedAt),
        [undefined],
      );
      await send(end);
      assert.notEqual(here.turns()[0]?.endedAt, undefined, 'the turn is over');
      assert.deepEqual((await here.undo()).taken, ['a.txt']);
    });
