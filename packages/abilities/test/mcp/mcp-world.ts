import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { approvalState } from '../../../anyhook/src/approvals/approval-record.js';
import { createApprovalStore } from '../../../anyhook/src/approvals/approval-store.js';
import { ProjectWorld } from '../../../anyhook/test/project-world.js';

const program = new URL('../../../anyhook/bin/anyhook.cjs', import.meta.url).pathname;

const ability = (key: string, script: string, more = '') => `key: ${key}
version: 1.0.0
summary: ${key} for the tests
${more}
implementations:
  it: { kind: script, command: node, args: [scripts/${script}.mjs] }
`;

const hook = (id: string, event: string, scope: string) => `id: ${id}
event_type: ${event}
enabled: true
blocking: true
match: { ability_scope: [${scope}] }
handler: { kind: script, command: node ./scripts/${id}.mjs }
timeout_ms: 20000
`;

const read =
  "import { readFileSync, writeFileSync } from 'node:fs';\nconst said = JSON.parse(readFileSync(0, 'utf8'));\n";

const signals = (kind: string, event: string, payload: string) => `${read}
console.log(JSON.stringify({ hook_signals: [${payload}].flat().map((one) => ({
  source_event: '${event}', hook_id: 'of-the-test', kind: '${kind}', severity: 'error', ...one })) }));
`;

const low = '.system/registry/low-level';

const files = {
  [`${low}/note.yaml`]: ability(
    'note.write',
    'note',
    `scope: { environments: [dev, staging] }
routing: { keywords: [scribble], negative_keywords: [], documents: [] }
input:
  type: object
  properties: { text: { type: string, minLength: 2 }, copies: { type: integer, maximum: 3 } }
  required: [text]
  additionalProperties: false
`,
  ),
  [`${low}/guarded.yaml`]: ability('guarded', 'note'),
  [`${low}/careful.yaml`]: ability('careful', 'note'),
  [`${low}/slow.yaml`]: ability('slow', 'slow'),
  [`${low}/echo.yaml`]: `key: echo
version: 1.0.0
summary: says what it was told
idempotent: true
implementations:
  it: { kind: builtin, use: echo }
`,
  'scripts/note.mjs': `${read}writeFileSync('note.txt', String(said.input.text));\nconsole.log(JSON.stringify({ wrote: said.input.text }));\n`,
  'scripts/slow.mjs': `${read}writeFileSync('slow.pid', String(process.pid));\nconsole.error('step one');\nsetInterval(() => console.error('still here'), 50);\n`,
  '.system/hooks/preflight.yaml': hook('preflight', 'PreAbilityCreate', 'note.write'),
  'scripts/preflight.mjs': signals(
    'ability_preflight',
    'PreAbilityCreate',
    `said.environment === 'staging' ? { code: 'ABILITY_UNAVAILABLE', payload: { ability_ref: said.ability_ref, reason: 'Staging is frozen.', suggestion: 'Use dev.' } }
    : said.input.text === 'secret' ? { code: 'ABILITY_UNAVAILABLE', payload: { reason: 'No secrets from ' + said.caller.source + ' ' + said.caller.triggered_by + '.' } } : []`,
  ),
  '.system/hooks/guard.yaml': hook('guard', 'PreAbilityCall', 'guarded'),
  'scripts/guard.mjs': signals(
    'ability_guard',
    'PreAbilityCall',
    `{ code: 'ABILITY_DENIED', payload: { ability_id: said.ability_id, reason: 'Not for ' + said.caller.source + ' ' + said.caller.triggered_by + '.' } }`,
  ),
  '.system/hooks/asks.yaml': hook('asks', 'PreAbilityCall', 'careful'),
  'scripts/asks.mjs': signals(
    'ability_guard',
    'PreAbilityCall',
    `{ code: 'ABILITY_DENIED', payload: { ability_id: said.ability_id, reason: 'Somebody must look at it.', require_human: true } }`,
  ),
};

/** A project with abilities and hooks, and clients that speak to `anyhook mcp` in it. */
export class McpWorld extends ProjectWorld {
  constructor(t: TestContext) {
    super(t, files);
  }

  /** A client of a separate server. */
  async client(t: TestContext, args: readonly string[] = ['--trust-project']): Promise<Client> {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [program, 'mcp', ...args],
      cwd: this.dir,
      env: this.env,
      stderr: 'inherit',
    });
    const client = new Client({ name: 'tester', version: '1.2.3' });
    t.after(() => client.close());
    await client.connect(transport);
    return client;
  }

  /** Approves the next waiting call, as "anyhook approve" does. */
  async approveNext(): Promise<void> {
    const store = createApprovalStore(this.user.state, { now: Date.now, minutes: 15 });
    for (;;) {
      const [record] = store.all().filter((one) => approvalState(one, Date.now()) === 'pending');
      if (record) return void (await store.decide(record.id, 'approved', { by: 'a person' }));
      await wait(20);
    }
  }

  get command(): readonly [string, string, string] {
    return [process.execPath, program, 'mcp'];
  }
}

/** The answer of a tool, as its client sees it. */
export interface McpReply {
  readonly isError: boolean;
  readonly text: string;
  readonly data: Record<string, unknown> & {
    readonly status: string;
    readonly task_key: string;
    readonly error: { readonly code: string; readonly violations: readonly { readonly path: string }[] };
  };
}

export async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<McpReply> {
  return mcpReplyOf((await client.callTool({ name, arguments: args })) as CallToolResult);
}

export function mcpReplyOf({ isError = false, content, structuredContent }: CallToolResult): McpReply {
  const [first] = content;
  return {
    isError,
    text: first?.type === 'text' ? first.text : '',
    data: structuredContent as McpReply['data'],
  };
}
