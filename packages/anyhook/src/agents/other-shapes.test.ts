import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AnyhookError, emptyVerdict, firstToolName, hasCall, type Verdict } from '@anyhook/core';
import { decodeContext as context, recordedPayloads, wishful } from '../../test/support/agent-codec.js';
import type { Wire } from './agent.js';
import { findAgent } from './index.js';

type Fields = Record<string, unknown>;

/** The layout of an agent's payloads, for agents whose fields differ from Claude Code's. */
interface Speech {
  readonly agent: string;
  /** The native name of tool.before. */
  readonly before: string;
  /** Maps a fixture's file name to the native event. */
  readonly native?: (file: string) => string;
  readonly session: (payload: Fields) => unknown;
  readonly cwd: (payload: Fields) => unknown;
  /** Extracts the native arguments of a tool call. */
  readonly args: (payload: Fields) => unknown;
  readonly make: (fields: { event?: string; tool?: string; input?: unknown }) => Fields;
  /** Events without a recorded payload. */
  readonly without?: readonly string[];
  /** Fixtures that decode to another event than the table says, because the payload is more specific. */
  readonly refined?: Readonly<Record<string, string>>;
  /** The answer is plain text. */
  readonly plain?: boolean;
  /** The agent shows a failed hook's output to the user. */
  readonly warns?: true;
}

const fieldAt = (value: unknown, ...keys: string[]): unknown =>
  keys.reduce<unknown>((inner, key) => (inner as Fields | undefined)?.[key], value);

const claudePayload = ({ event, tool, input }: { event?: string; tool?: string; input?: unknown }): Fields => ({
  ...(event !== undefined && { hook_event_name: event }),
  ...(tool !== undefined && { tool_name: tool, tool_input: input }),
});

const layouts: readonly Speech[] = [
  {
    agent: 'opencode',
    before: 'tool.execute.before',
    session: (payload) =>
      fieldAt(payload, 'input', 'sessionID') ??
      fieldAt(payload, 'event', 'properties', 'sessionID') ??
      fieldAt(payload, 'output', 'messages', '0', 'info', 'sessionID') ??
      '',
    cwd: (payload) => fieldAt(payload, 'event', 'properties', 'info', 'directory') ?? fieldAt(payload, 'input', 'cwd'),
    args: (payload) => fieldAt(payload, 'output', 'args') ?? fieldAt(payload, 'input', 'args'),
    make: ({ event, tool, input }) => ({
      ...(event !== undefined && { hook: event }),
      ...(tool !== undefined && { input: { tool }, output: { args: input } }),
    }),
    without: [
      ...['event.session.deleted', 'dispose', 'experimental.provider.small_model', 'permission.ask'],
      ...['event.installation.updated', 'event.lsp.client.diagnostics', 'event.lsp.updated', 'event.server.connected'],
      ...['event.message.part.removed', 'event.message.removed', 'event.tui.command.execute'],
      ...['event.tui.prompt.append', 'event.tui.toast.show'],
    ],
    refined: { 'event.message.part.updated': 'other' },
  },
  {
    agent: 'pi',
    before: 'tool_call',
    session: (payload) => fieldAt(payload, 'ctx', 'sessionId') ?? '',
    cwd: (payload) => fieldAt(payload, 'ctx', 'cwd'),
    args: (payload) => fieldAt(payload, 'event', 'input'),
    make: ({ event, tool, input }) => ({
      ...(event !== undefined && { hook: event }),
      ...(tool !== undefined && { event: { toolName: tool, input } }),
    }),
    without: ['cache_warming_decision', 'session_before_tree', 'session_tree', 'thinking_level_select'],
    refined: { message_end: 'other' },
  },
  {
    agent: 'kiro',
    before: 'preToolUse',
    // Some file systems ignore case in names.
    native: (file) => file.replace(/^v\d\./, ''),
    session: (payload) => payload['session_id'],
    cwd: (payload) => payload['cwd'],
    args: (payload) => payload['tool_input'],
    make: claudePayload,
    plain: true,
    warns: true,
  },
  {
    agent: 'cursor',
    before: 'preToolUse',
    session: (payload) => payload['conversation_id'],
    cwd: (payload) => fieldAt(payload, 'workspace_roots', '0'),
    args: ({ tool_input: input, command, file_path }) =>
      typeof input === 'string' ? JSON.parse(input) : (input ?? (command ? { command } : { file_path })),
    make: claudePayload,
  },
  {
    agent: 'kimi',
    before: 'PreToolUse',
    session: (payload) => payload['session_id'],
    cwd: (payload) => payload['cwd'],
    args: (payload) => payload['tool_input'],
    make: claudePayload,
  },
  {
    agent: 'docker-agent',
    before: 'pre_tool_use',
    session: (payload) => payload['session_id'],
    cwd: (payload) => payload['cwd'],
    args: (payload) => payload['tool_input'],
    make: claudePayload,
  },
  {
    agent: 'windsurf',
    before: 'pre_run_command',
    session: (payload) => payload['trajectory_id'],
    cwd: (payload) => fieldAt(payload, 'tool_info', 'cwd'),
    args: (payload) => fieldAt(payload, 'tool_info', 'mcp_tool_arguments') ?? payload['tool_info'],
    make: ({ event, tool, input }) => ({
      ...(event !== undefined && { agent_action_name: event }),
      ...(tool !== undefined && { tool_info: input }),
    }),
    plain: true,
  },
];

for (const layout of layouts) {
  const agent = findAgent(layout.agent);
  const fixtures = recordedPayloads(agent.name).map(({ name, payload }) => ({
    native: layout.native?.(name) ?? name,
    payload,
  }));

  describe(`${agent.name}: payloads`, () => {
    for (const { native, payload } of fixtures) {
      const event = agent.decode(payload, context);

      test(`${native}: is decoded to the table's event, with the original payload as raw`, () => {
        assert.equal(event.name, layout.refined?.[native] ?? agent.events[native]);
        assert.equal(event.nativeName, native);
        assert.equal(event.host, agent.name);
        assert.equal(event.raw, payload);
        assert.deepEqual(event.raw, structuredClone(payload));
        assert.equal(event.sessionId, layout.session(payload));
        assert.equal(event.cwd, layout.cwd(payload) ?? '/somewhere');
        assert.equal(event.caller, 'ai_session');
      });

      test(`${native}: an empty verdict writes nothing and exits 0`, () => {
        assert.deepEqual(agent.encode(event, emptyVerdict, context), { stdout: '', stderr: '', exitCode: 0 });
      });

      test(`${native}: the answer to every verdict is one that the agent can parse`, () => {
        for (const decision of ['pass', 'allow', 'ask', 'deny'] as const)
          readable(agent.encode(event, wishful(decision), context));
      });

      test(`${native}: an effect that the table calls impossible is never in an answer`, () => {
        const capability = agent.capabilities[event.name] ?? {};
        const answerTo = (wish: Partial<Verdict>) => agent.encode(event, { ...emptyVerdict, ...wish }, context).stdout;
        if (!capability.context) assert.equal(answerTo({ context: ['know this'] }), '');
        if (!capability.message) assert.equal(answerTo({ messages: ['hear this'] }), '');
        if (!capability.allow) assert.equal(answerTo({ decision: 'allow' }), '');
        if (!capability.stop) assert.equal(answerTo({ stop: 'enough' }), '');
      });

      if (hasCall(event) && event.name !== 'tool.permission')
        test(`${native}: the tool input is encoded back unchanged`, () => {
          assert.deepEqual(agent.nativeInput(event, event.call.input), layout.args(payload));
        });

      test(`${native}: a missing field or one of the wrong type never throws`, () => {
        for (const hostile of mutations(payload)) {
          const seen = agent.decode(hostile, context);
          assert.equal(seen.raw, hostile);
          agent.encode(seen, wishful('deny'), context);
          agent.encode(seen, { ...emptyVerdict, rewrite: { of: 'input', value: { command: 'x' } } }, context);
          const messages = [{ role: 'user', content: 'x' }];
          agent.encode(seen, { ...emptyVerdict, rewrite: { of: 'messages', value: messages } }, context);
          if (hasCall(seen)) agent.nativeInput(seen, seen.call.input);
        }
      });
    }

    test('every event has a payload, except those listed as unavailable', () => {
      const without = Object.keys(agent.events).filter((name) => !fixtures.some(({ native }) => native === name));
      assert.deepEqual(without.sort(), [...(layout.without ?? [])].sort());
    });

    function readable({ stdout, stderr, exitCode }: Wire): void {
      if (exitCode === 2 || (exitCode === 1 && layout.warns)) assert.ok(stderr.length > 0 && stdout === '');
      else if (exitCode === 1) assert.fail("exit 1 is for agents that show a failed hook's output");
      else assert.equal(stderr, '');
      if (stdout === '' || layout.plain) return;
      assert.equal(typeof JSON.parse(stdout), 'object');
    }
  });

  describe(`${agent.name}: every payload`, () => {
    const shell = firstToolName(agent.tools, 'shell') ?? '';
    const command = agent.tools[shell]?.fields?.['command'] ?? 'command';

    test('that is not an object is an error that names the agent and the value', () => {
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

    test('keeps its own event name if another is passed from outside', () => {
      assert.equal(agent.decode({}, { ...context, event: layout.before }).name, 'tool.before');
      const named = agent.decode(layout.make({ event: 'unheard of' }), { ...context, event: layout.before });
      assert.deepEqual([named.name, named.nativeName], ['other', 'unheard of']);
    });

    test('of an unknown event is decoded as other with all its fields, and cannot imitate another event', () => {
      const forged = JSON.parse(`{"detail":{"a":1},"name":"tool.before","raw":1,"recheck":true,"synthetic":true,
        "derivedFrom":"tool.before","agent":"boss","caller":"manual_cli","host":"x","sessionId":"forged",
        "nativeName":"forged","__proto__":{"polluted":true},"constructor":"c"}`);
      const payload = { ...layout.make({ event: 'Brand New' }), ...forged };
      const { raw, ...seen } = agent.decode(payload, context);
      assert.equal(raw, payload);
      assert.deepEqual(seen, {
        ...layout.make({ event: 'Brand New' }),
        detail: { a: 1 },
        constructor: 'c',
        name: 'other',
        host: agent.name,
        nativeName: 'Brand New',
        sessionId: '',
        cwd: '/somewhere',
        timestamp: '2030-01-02T03:04:05.000Z',
        caller: 'ai_session',
      });
      assert.equal(({} as Fields)['polluted'], undefined);
    });

    test('does not take the name of an inherited object property for an event or a tool', () => {
      for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
        assert.equal(agent.decode(layout.make({ event: name }), context).name, 'other');
        if (agent.name === 'windsurf') continue;
        const event = agent.decode(layout.make({ event: layout.before, tool: name, input: {} }), context);
        assert.ok(hasCall(event));
        assert.deepEqual(event.call, { kind: 'other', nativeName: name, input: {} });
      }
    });

    test('with a __proto__ in a tool input changes no prototype, and gets the field back', () => {
      const input = JSON.parse(`{"${command}":"ls","__proto__":{"path":"/etc"}}`);
      const event = agent.decode(layout.make({ event: layout.before, tool: shell, input }), context);
      assert.ok(hasCall(event));
      assert.deepEqual(event.call.input, { command: 'ls' });
      assert.equal(Object.getPrototypeOf(event.call.input), Object.prototype);
      const after = agent.nativeInput(event, JSON.parse('{"command":"ls -h","__proto__":{"x":1}}'));
      assert.equal(JSON.stringify(after), `{"${command}":"ls -h","__proto__":{"path":"/etc"}}`);
    });

    test('keeps the other fields of a rewritten input, and gets new ones', () => {
      const input = { [command]: 'ls', description: 'x', timeout: 5, nested: { deep: [1] } };
      const event = agent.decode(layout.make({ event: layout.before, tool: shell, input }), context);
      assert.ok(hasCall(event));
      const after = agent.nativeInput(event, { ...event.call.input, command: 'ls -h', extra: true });
      assert.deepEqual(after, { ...input, [command]: 'ls -h', extra: true });
      assert.equal(after['nested'], input.nested);
    });
  });
}

/** Yields the payload with each field, nested ones included, removed or replaced by another type. */
function* mutations(payload: Fields, depth = 0): Generator<Fields> {
  for (const key of Object.keys(payload)) {
    const { [key]: value, ...rest } = payload;
    yield rest;
    for (const other of [null, 5, true, [], ['x'], [null], {}, '', { __proto__: null }])
      yield { ...payload, [key]: other };
    if (depth < 3 && typeof value === 'object' && value !== null && !Array.isArray(value))
      for (const inner of mutations(value as Fields, depth + 1)) yield { ...payload, [key]: inner };
  }
}
