import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { EventName } from '../../../core/src/contract.js';
import { undo } from '../../src/handlers/builtins/undo.js';
import { contextWith, eventAt, initRepository } from '../builtin-world.js';
import { testProject } from './harness.js';

export const lines = (count: number) => Array.from({ length: count }, (_, i) => `line ${i}\n`).join('');
export const undoFiles = {
  'src/total.ts': lines(20),
  'src/index.ts': lines(3),
  'docs/old.md': lines(80),
  'bin/run.sh': 'echo\n',
  '.gitignore': 'node_modules\n',
};

/** A repository in which agents work with the builtin enabled. */
export function withAgents(t: TestContext) {
  const here = testProject(t);
  rmSync(join(here.dir, '.git'), { recursive: true });
  initRepository(here.dir, undoFiles);
  const context = contextWith(here.env);
  let calls = 0;
  const send = (agent: string, name: EventName, fields: Readonly<Record<string, unknown>> = {}) =>
    Promise.resolve(
      undo.run(eventAt(name, here.dir, { host: agent, sessionId: agent, ...fields }), undefined, context),
    );
  return {
    ...here,
    send,
    /** One turn with one command. */
    async turn(agent: string, prompt: string, act: () => unknown, isEnded = true) {
      const call = { call: { kind: 'shell', nativeName: 'Bash', id: `c${++calls}`, input: { command: 'make' } } };
      await send(agent, 'prompt.submit', { prompt });
      await send(agent, 'tool.before', call);
      await act();
      if (!isEnded) return;
      await send(agent, 'tool.after', { ...call, result: { ok: true, text: '' } });
      await send(agent, 'agent.done');
    },
    at: (path: string) => join(here.dir, path),
  };
}

type AgentsWorld = ReturnType<typeof withAgents>;

/** An agent's work in a turn: one file for each kind of change. */
export function workInTurn({ at }: AgentsWorld): void {
  writeFileSync(at('src/total.ts'), `${lines(18)}new 1\nnew 2\nnew 3\n`);
  writeFileSync(at('src/cache.ts'), lines(60));
  rmSync(at('docs/old.md'));
  chmodSync(at('bin/run.sh'), 0o755);
}

/** Replaces times by HH:MM for stable screens; a turn may begin in one minute and end in the next. */
export const timeless = (text: string) => text.replace(/\d\d:\d\d/g, 'HH:MM').replaceAll('HH:MM to HH:MM', 'HH:MM');
