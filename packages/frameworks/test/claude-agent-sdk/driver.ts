import { EventEmitter, on } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSdkMcpServer, type Options, query, tool } from '@anthropic-ai/claude-agent-sdk';
import { features, hookQuery } from 'anyhook/claude-agent-sdk';
import { z } from 'zod';
import { contractSuite } from '../contract.js';
import {
  type RunResult,
  type ScriptedRun,
  scriptPlayer,
  type ToolName,
  type ToolTexts,
  toolFields,
} from '../driver.js';
import { type Say, scriptedModel } from './model.js';

const prefix = 'mcp__suite__';

const serverOf = ({ tools }: ScriptedRun) =>
  createSdkMcpServer({
    name: 'suite',
    version: '1.0.0',
    tools: (Object.keys(toolFields) as ToolName[]).map((name) => {
      const schema = Object.fromEntries(toolFields[name].map((field) => [field, z.string()]));
      return tool(name, name, schema, async (input) => ({
        content: [{ type: 'text', text: await tools[name](input as ToolTexts) }],
      }));
    }),
  });

/** The tools of the suite have longer names in Claude Code. */
const named = (say: Say): Say =>
  'text' in say ? say : { calls: say.calls.map((call) => ({ ...call, tool: nativeName(call.tool) })) };
const nativeName = (name: string): string => (Object.hasOwn(toolFields, name) ? `${prefix}${name}` : name);

interface Scene {
  readonly next: () => Say;
  readonly prompts?: readonly string[];
  readonly options?: Partial<Options>;
}

async function act(play: ScriptedRun, { next, prompts = [play.prompt], options }: Scene): Promise<RunResult> {
  const tools = { [`${prefix}bash`]: 'shell', [`${prefix}write_file`]: 'write' } as const;
  const ask = hookQuery(query, play.engine, { ...play.options, tools });
  const seen: string[] = [];
  let asked = 0;
  await using model = await scriptedModel((body) => {
    seen.push(JSON.stringify([body.system, body.messages]));
    const isHelper = JSON.stringify(body.system).includes('You are the helper');
    return isHelper ? { text: 'helped' } : named(next());
  });
  const home = mkdtempSync(join(tmpdir(), 'anyhook-claude-sdk-'));
  let text = '';
  let said = '';
  const answers = new EventEmitter();
  const answered = on(answers, 'result');
  try {
    const messages = ask({
      prompt: prompts.length === 1 ? (prompts[0] ?? '') : stream(prompts, answered),
      options: {
        ...options,
        cwd: home,
        model: 'claude-sonnet-4-5',
        settingSources: [],
        persistSession: false,
        includePartialMessages: play.stream,
        mcpServers: { suite: serverOf(play) },
        canUseTool: async (_, input) => {
          asked += 1;
          return play.approve ? { behavior: 'allow', updatedInput: input } : { behavior: 'deny', message: 'not today' };
        },
        // A person is asked only if a hook requires it.
        allowedTools: Object.keys(tools).map((name) => `${name}(*)`),
        env: environment(home, model.url),
      },
    });
    for await (const message of messages) {
      if (message.type === 'result' && message.subtype === 'success') text = message.result;
      if (message.type === 'result') answers.emit('result');
      if (message.type === 'system' || message.type === 'result') said += JSON.stringify(message);
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  return { seen, text, asked, ...(seen.length === 0 && { blocked: text + said }) };
}

/** Sends prompts in sequence, each after the previous answer. */
async function* stream(prompts: readonly string[], answered: AsyncIterator<unknown>) {
  for (const content of prompts) {
    yield { type: 'user' as const, message: { role: 'user' as const, content }, parent_tool_use_id: null };
    await answered.next();
  }
}

const environment = (home: string, url: string) => ({
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  CLAUDE_CONFIG_DIR: join(home, '.claude'),
  ANTHROPIC_BASE_URL: url,
  ANTHROPIC_API_KEY: 'sk-ant-none',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_TELEMETRY: '1',
  DISABLE_ERROR_REPORTING: '1',
  DISABLE_AUTOUPDATER: '1',
  DO_NOT_TRACK: '1',
});

const manifest = new URL('../../node_modules/@anthropic-ai/claude-agent-sdk/package.json', import.meta.url);

contractSuite({
  name: 'claude-agent-sdk',
  version: JSON.parse(readFileSync(manifest, 'utf8')).version,
  features,
  play: (play) => act(play, { next: scriptPlayer(play.script) }),
  delegate(play) {
    const input = { description: 'help', prompt: 'help', subagent_type: 'helper' };
    const script: Say[] = [{ calls: [{ tool: 'Task', input }] }, ...play.script];
    let turn = 0;
    const helper = { description: 'Helps.', prompt: 'You are the helper.' };
    return act(play, { next: () => script[turn++] ?? { text: 'nothing left' }, options: { agents: { helper } } });
  },
  compact: (play) => act(play, { next: scriptPlayer(play.script), prompts: [play.prompt, '/compact'] }),
});
