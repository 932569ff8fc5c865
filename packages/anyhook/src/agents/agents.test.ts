import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import {
  AnyhookError,
  contractOf,
  emptyVerdict,
  firstToolName,
  fromNativeInput,
  hasCall,
  isEventName,
  toNativeInput,
  toolRowFor,
} from '@anyhook/core';
import { readQuirks } from '../../../../scripts/reference/documented-agents.js';
import { decodeContext as context, recordedPayloads, wishful } from '../../test/support/agent-codec.js';
import type { Agent } from './agent.js';
import { agents, findAgent } from './index.js';

interface Fixture {
  readonly native: string;
  readonly payload: Record<string, unknown>;
}

const fixturesOf = (folder: string): Fixture[] =>
  recordedPayloads(folder).map(({ name, payload }) => ({ native: name, payload }));

/** Each agent with its fixture folders and the events for which no payload could be recorded. */
const recorded: { agent: Agent; folders: string[]; missing: string[]; count: number; fixtures: Fixture[] }[] = (
  [
    ['claude-code', ['claude-code'], ['TeammateIdle'], 30],
    ['codex', ['codex'], [], 14],
    ['gemini', ['gemini'], [], 11],
    // Two folders, because some file systems ignore case in names.
    [
      'copilot',
      ['copilot', 'copilot-pascal'],
      [
        ...['preCompact', 'PermissionRequest', 'SubagentStart', 'SubagentStop'],
        ...['PreCompact', 'Notification', 'ErrorOccurred'],
      ],
      27,
    ],
    [
      'qwen',
      ['qwen'],
      [
        ...['SessionEnd', 'PermissionRequest', 'StopFailure', 'PreCompact'],
        ...['PostCompact', 'PermissionDenied', 'SessionDelete'],
      ],
      22,
    ],
    ['droid', ['droid'], ['UserPromptSubmit', 'SubagentStop', 'PreCompact', 'Notification'], 9],
    ['cline', ['cline'], ['TaskResume', 'TaskCancel', 'TaskError', 'UserPromptSubmit', 'PreCompact'], 10],
  ] as [string, string[], string[], number][]
).map(([name, folders, missing, count]) => ({
  agent: findAgent(name),
  folders,
  missing,
  count,
  fixtures: folders.flatMap(fixturesOf),
}));

/** The payload's session, folder, transcript and input, whichever names the agent uses for them. */
function commonFields(payload: Record<string, unknown>) {
  const roots = payload['workspaceRoots'] as string[] | undefined;
  const call = (payload['tool_call'] ?? payload['tool_result']) as { input?: unknown } | undefined;
  const { rootSessionId } = (payload['sessionContext'] ?? {}) as { rootSessionId?: unknown };
  return {
    sessionId: payload['session_id'] ?? payload['sessionId'] ?? rootSessionId ?? payload['taskId'],
    cwd: payload['cwd'] ?? roots?.[0],
    transcriptPath: payload['transcript_path'] ?? payload['transcriptPath'],
    input: payload['tool_input'] ?? payload['toolArgs'] ?? payload['toolInput'] ?? call?.input,
  };
}

describe('findAgent', () => {
  test('finds every agent by its own name', () => {
    const folders = readdirSync(new URL('.', import.meta.url), { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && entry.name !== 'kit',
    );
    const known = folders.map(({ name }) => (name === 'canonical' ? 'anyhook' : name));
    assert.deepEqual(agents.map(({ name }) => name).sort(), known.sort());
    for (const agent of agents) assert.equal(findAgent(agent.name), agent);
  });

  test("suggests the nearest agent for a misspelled name, and does not take an object's own property for an agent", () => {
    assert.throws(() => findAgent('claud-code'), /did you mean "claude-code"/);
    for (const name of ['constructor', '__proto__', 'toString', ''])
      assert.throws(
        () => findAgent(name),
        (error) => error instanceof AnyhookError && error.code === 'UNKNOWN_HOST',
      );
  });
});

describe('the tables', () => {
  for (const agent of agents) {
    test(`${agent.name}: events and capabilities use canonical names, and capabilities stay within the contract`, () => {
      for (const name of Object.values(agent.events)) assert.ok(isEventName(name), name);
      if (agent.name === 'anyhook') return;
      for (const [name, capability] of Object.entries(agent.capabilities)) {
        assert.ok(isEventName(name), name);
        const contract = contractOf(name);
        for (const wish of ['deny', 'ask', 'allow'] as const)
          if (capability[wish]) assert.ok(contract.decisions.includes(wish), `${name} ${wish}`);
        if (capability.rewrite) assert.ok(contract.rewrites, `${name} rewrite`);
        if (capability.context) assert.ok(contract.context, `${name} context`);
      }
    });
  }

  for (const agent of agents.filter(({ name }) => name !== 'anyhook')) {
    test(`${agent.name}: quirks are numbered from 1, each with version, behavior, answer and source`, () => {
      const quirks = readQuirks(`packages/anyhook/src/agents/${agent.name}`);
      assert.ok(quirks.length > 0);
      assert.deepEqual(
        quirks.map((quirk) => quirk.id),
        quirks.map((_, index) => index + 1),
      );
      for (const quirk of quirks) {
        assert.ok(quirk.versions && quirk.behaviour && quirk.answer);
        assert.match(quirk.source, agent.documentedOnly ? /^documented$/ : /^(measured|documented)$/);
      }
    });
  }
});

describe('tools', () => {
  const samples: Record<string, Record<string, unknown>> = {
    shell: { command: 'ls -la', description: 'list' },
    read: { path: '/a/b.ts', offset: 3 },
    write: { path: '/a/b.ts', content: 'x\n' },
    edit: { path: '/a/b.ts', oldText: 'x', newText: 'y', replace_all: true },
    patch: { content: '*** Begin Patch\n*** Add File: a.txt\n+x\n*** End Patch', paths: ['a.txt'] },
    list: { path: '/a', query: '*.ts' },
    search: { path: '/a', query: 'TODO' },
    fetch: { url: 'https://example.com/x', prompt: 'read https://example.com/x please' },
    websearch: { query: 'hooks' },
    task: { prompt: 'look into it', subagent_type: 'general' },
    todo: { todos: [{ text: 'one' }] },
    mcp: { any: 1 },
    other: { any: 1 },
  };

  for (const agent of agents)
    for (const [name, row] of Object.entries(agent.tools))
      test(`${agent.name} ${name}: input fields survive a round trip`, () => {
        const input = samples[row.kind] ?? {};
        assert.deepEqual(fromNativeInput(row, toNativeInput(row, input)), input);
      });

  for (const agent of agents)
    test(`${agent.name}: a call from another agent gets the first tool name of its kind`, () => {
      for (const row of Object.values(agent.tools)) {
        const name = firstToolName(agent.tools, row.kind);
        assert.equal(toolRowFor(agent.tools, { kind: row.kind, nativeName: 'unheard of' }), agent.tools[name ?? '']);
      }
    });
});

describe('recorded payloads', () => {
  for (const { agent, fixtures } of recorded) {
    for (const { native, payload } of fixtures) {
      const where = `${agent.name} ${native}`;
      const event = agent.decode(payload, context);

      test(`${where}: is decoded to the table's event, with the original payload as raw`, () => {
        assert.equal(event.name, agent.events[native]);
        assert.equal(event.nativeName, native);
        assert.equal(event.host, agent.name);
        assert.equal(event.raw, payload);
        assert.deepEqual(event.raw, structuredClone(payload));
        const { sessionId, cwd, transcriptPath } = commonFields(payload);
        assert.ok(sessionId && cwd);
        assert.deepEqual([event.sessionId, event.cwd, event.transcriptPath], [sessionId, cwd, transcriptPath]);
        assert.equal(event.caller, 'ai_session');
      });

      test(`${where}: an empty verdict writes nothing and exits 0`, () => {
        assert.deepEqual(agent.encode(event, emptyVerdict, context), { stdout: '', stderr: '', exitCode: 0 });
      });

      test(`${where}: the answer to every verdict is one that the agent can parse`, () => {
        for (const decision of ['pass', 'allow', 'ask', 'deny'] as const) {
          const wire = agent.encode(event, wishful(decision), context);
          if (wire.exitCode === 2) assert.ok(wire.stderr.length > 0 && wire.stdout === '');
          else assert.equal(wire.stderr, '');
          if (wire.stdout === '') continue;
          const body = JSON.parse(wire.stdout);
          assert.equal(body.hookSpecificOutput?.hookEventName ?? native, native);
          assert.ok(!wire.stdout.startsWith(' '));
        }
      });

      if (hasCall(event))
        test(`${where}: the tool input is encoded back unchanged`, () => {
          assert.ok(commonFields(payload).input);
          assert.deepEqual(agent.nativeInput(event, event.call.input), commonFields(payload).input);
        });

      test(`${where}: a missing field or one of the wrong type never throws`, () => {
        for (const hostile of mutations(payload)) {
          const seen = agent.decode(hostile, context);
          assert.equal(seen.raw, hostile);
          agent.encode(seen, wishful('deny'), context);
          agent.encode(seen, { ...emptyVerdict, rewrite: { of: 'input', value: { command: 'x' } } }, context);
          if (hasCall(seen)) agent.nativeInput(seen, seen.call.input);
        }
      });
    }
  }

  /** Yields the payload with each field, nested ones included, removed or replaced by another type. */
  function* mutations(payload: Record<string, unknown>): Generator<Record<string, unknown>> {
    for (const key of Object.keys(payload)) {
      const { [key]: value, ...rest } = payload;
      yield rest;
      for (const other of [null, 5, true, [], ['x'], {}, '', { __proto__: null }]) yield { ...payload, [key]: other };
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        for (const inner of mutations(value as Record<string, unknown>)) yield { ...payload, [key]: inner };
    }
  }

  test('every event has a recorded payload, except those listed as missing', () => {
    for (const { agent, fixtures, missing, count } of recorded) {
      const names = Object.keys(agent.events);
      const without = names.filter((name) => !fixtures.some(({ native }) => native === name));
      assert.deepEqual(without, missing, agent.name);
      assert.equal(names.length, count, agent.name);
    }
  });
});

describe('every agent', () => {
  const natives: [agent: Agent, before: string, end?: string][] = [
    [findAgent('claude-code'), 'PreToolUse'],
    [findAgent('codex'), 'PreToolUse'],
    [findAgent('gemini'), 'BeforeTool'],
    [findAgent('copilot'), 'preToolUse'],
    [findAgent('copilot'), 'PreToolUse'],
    [findAgent('qwen'), 'PreToolUse'],
    [findAgent('droid'), 'PreToolUse'],
    [findAgent('cline'), 'PreToolUse', 'SessionShutdown'],
    [findAgent('flow'), 'PreToolUse'],
  ];

  for (const [agent, native, end = 'SessionEnd'] of natives) {
    const decode = (text: string) => agent.decode(JSON.parse(text), context);

    test(`${agent.name}: a payload that is not an object is an error that names the agent and the value`, () => {
      for (const payload of [null, undefined, 5, 'text', [], [{}], true])
        assert.throws(
          () => agent.decode(payload, context),
          (error) =>
            error instanceof AnyhookError &&
            error.code === 'BAD_PAYLOAD' &&
            error.message.startsWith(`${agent.name}: `) &&
            error.message.includes(payload === undefined ? 'nothing' : JSON.stringify(payload)),
        );
    });

    test(`${agent.name}: the payload's event name wins over the one passed from outside`, () => {
      assert.equal(agent.decode({}, { ...context, event: native }).name, 'tool.before');
      const named = agent.decode({ hook_event_name: end }, { ...context, event: native });
      assert.deepEqual([named.name, named.nativeName], ['session.end', end]);
    });

    test(`${agent.name}: an unknown event is decoded as other with its whole payload, and cannot imitate another event`, () => {
      const event = decode(`{"hook_event_name":"Brand New","detail":{"a":1},"name":"tool.before","host":"x","raw":1,
        "recheck":true,"synthetic":true,"derivedFrom":"tool.before","agent":"boss","caller":"manual_cli",
        "sessionId":"forged","nativeName":"forged","__proto__":{"polluted":true},"constructor":"c"}`);
      const { raw: _raw, ...seen } = event;
      assert.deepEqual(seen, {
        hook_event_name: 'Brand New',
        detail: { a: 1 },
        constructor: 'c',
        name: 'other',
        host: agent.name,
        nativeName: 'Brand New',
        // Only this agent uses the session id under this name.
        sessionId: agent.name === 'copilot' ? 'forged' : '',
        cwd: '/somewhere',
        timestamp: '2030-01-02T03:04:05.000Z',
        caller: 'ai_session',
      });
      assert.equal((event as Record<string, unknown>)['polluted'], undefined);
      assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
    });

    test(`${agent.name}: names of inherited object properties are neither events nor tools`, () => {
      for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
        assert.equal(agent.decode({ hook_event_name: name }, context).name, 'other');
        const event = agent.decode({ hook_event_name: native, tool_name: name, tool_input: {} }, context);
        assert.ok(hasCall(event));
        assert.deepEqual(event.call, { kind: 'other', nativeName: name, input: {} });
      }
    });

    test(`${agent.name}: a __proto__ field of a tool input changes no prototype and is returned to the agent`, () => {
      const shell = firstToolName(agent.tools, 'shell') ?? '';
      for (const tool of [shell, 'unheard_of']) {
        const event = decode(
          `{"hook_event_name":"${native}","tool_name":"${tool}","tool_input":{"command":"ls","__proto__":{"path":"/etc"}}}`,
        );
        assert.ok(hasCall(event));
        assert.deepEqual(event.call.input, { command: 'ls' });
        assert.equal(Object.getPrototypeOf(event.call.input), Object.prototype);
        const native2 = agent.nativeInput(event, JSON.parse('{"command":"ls -h","__proto__":{"x":1}}'));
        assert.equal(JSON.stringify(native2), '{"command":"ls -h","__proto__":{"path":"/etc"}}');
      }
    });

    test(`${agent.name}: a rewrite keeps the other fields of the input and adds new ones`, () => {
      const shell = firstToolName(agent.tools, 'shell') ?? '';
      const input = { command: 'ls', description: 'x', timeout: 5, nested: { deep: [1] } };
      const event = agent.decode({ hook_event_name: native, tool_name: shell, tool_input: input }, context);
      assert.ok(hasCall(event));
      const after = agent.nativeInput(event, { ...event.call.input, command: 'ls -h', extra: true });
      assert.deepEqual(after, { command: 'ls -h', description: 'x', timeout: 5, nested: { deep: [1] }, extra: true });
      assert.equal(after['nested'], input.nested);
    });
  }
});
