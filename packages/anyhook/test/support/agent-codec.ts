import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import type { Event } from '../../../core/src/event.js';
import { emptyVerdict, type Verdict } from '../../../core/src/verdict.js';
import type { Agent, DecodeContext } from '../../src/agents/agent.js';

type Fields = Record<string, unknown>;

/** The context in which tests decode payloads. */
export const decodeContext: DecodeContext = { env: {}, cwd: '/somewhere', now: '2030-01-02T03:04:05.000Z' };

const fixtures = new URL('../../fixtures/', import.meta.url);

/** A recorded payload. Agents that call a plugin in their own process have no stdin: there the file is the payload. */
export function recordedPayload(folder: string, name: string): Fields {
  const file = JSON.parse(readFileSync(new URL(`${folder}/${name}.json`, fixtures), 'utf8'));
  return file.stdin ?? file;
}

/** All recorded payloads of a folder, by the names of their files. */
export const recordedPayloads = (folder: string): readonly { readonly name: string; readonly payload: Fields }[] =>
  readdirSync(new URL(`${folder}/`, fixtures)).map((file) => {
    const name = file.replace(/\.json$/, '');
    return { name, payload: recordedPayload(folder, name) };
  });

/** Helpers for the tests of one agent's codec. */
export function codecHarness(agent: Agent) {
  const payloadOf = (name: string): Fields => recordedPayload(agent.name, name);
  const encode = (event: Event, verdict: Partial<Verdict>) =>
    agent.encode(event, { ...emptyVerdict, ...verdict }, decodeContext);
  return {
    context: decodeContext,
    payloadOf,
    /** The event of a recorded payload, with some fields replaced. */
    decode: (name: string, more: Fields = {}): Event => agent.decode({ ...payloadOf(name), ...more }, decodeContext),
    /** The JSON on stdout of an answer that must end with exit 0 and an empty stderr; undefined if there is none. */
    answer(event: Event, verdict: Partial<Verdict>): unknown {
      const { stdout, stderr, exitCode } = encode(event, verdict);
      assert.deepEqual([stderr, exitCode], ['', 0]);
      return stdout === '' ? undefined : JSON.parse(stdout);
    },
    /** The JSON on stdout, or the text of a refusal by exit 2. */
    answerOrExit2(event: Event, verdict: Partial<Verdict>): unknown {
      const { stdout, stderr, exitCode } = encode(event, verdict);
      if (exitCode === 2) return { exit2: stderr };
      return stdout === '' ? undefined : JSON.parse(stdout);
    },
    /** Both texts of an answer that is not JSON; `blocked` holds the text of a refusal by exit 2. */
    plainAnswer(event: Event, verdict: Partial<Verdict>): unknown {
      const { stdout, stderr, exitCode } = encode(event, verdict);
      return exitCode === 2 ? { blocked: stderr, stdout } : { stdout, stderr };
    },
  };
}

/** A `hookSpecificOutput` as Claude Code and its look-alikes read it. */
export const hookSpecific = (hookEventName: string, fields: object) => ({
  hookSpecificOutput: { hookEventName, ...fields },
});

/** A verdict that sets every field. */
export const wishful = (decision: Verdict['decision']): Verdict => ({
  ...emptyVerdict,
  decision,
  reason: 'because',
  context: ['know this'],
  messages: ['hear this'],
  notes: ['a note'],
  stop: 'enough',
});
