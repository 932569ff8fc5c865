import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import type { Hook } from '../../../core/src/hook.js';
import type { ToolCall } from '../../../core/src/tool.js';
import { makeEvent } from '../../src/agents/canonical/event.js';
import type { World } from '../../src/answer/engine.js';
import { selfProtectionHook } from '../../src/answer/self-protection.js';
import { someStringMatches } from '../../src/engine/match.js';
import { compileTextPattern } from '../../src/engine/pattern.js';
import { selfProtection } from '../../src/handlers/builtins/self-protection/index.js';

/** A machine with the files of anyhook; Claude Code, Codex, Qwen Code, Kimi CLI and Cline CLI are connected. */
export const base = realpathSync(mkdtempSync(join(tmpdir(), 'anyhook-self-')));
after(() => rmSync(base, { recursive: true, force: true }));
export const home = join(base, 'home');
export const cwd = join(base, 'project');
const world: World = { cwd, home, env: { HOME: home, ANYHOOK_MANAGED_CONFIG: join(base, 'etc', 'managed.yaml') } };

function put(path: string, text = ''): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
const entry = '{"hooks":{"PreToolUse":[{"hooks":[{"command":"/x/anyhook-hook claude-code"}]}]}}';
put(join(home, '.local/state/anyhook/trust.json'));
put(join(home, '.config/anyhook/config.yaml'));
put(join(home, '.config/agents/hooks/guard/HOOK.md'));
put(join(home, '.local/share/anyhook/bin/anyhook-hook'));
put(join(home, '.local/share/anyhook/versions/1.0.0-0123456789abcdef/bin/anyhook.cjs'));
put(join(home, '.claude/settings.json'), entry);
put(join(home, '.codex/hooks.json'), entry.replace('claude-code', 'codex'));
put(join(home, '.kimi/config.toml'), '[[hooks]]\ncommand = "/x/anyhook-hook kimi"\n');
put(join(cwd, '.agents/anyhook.yaml'));
put(join(cwd, '.agents/hooks/own/HOOK.md'));
put(join(cwd, '.claude/settings.json'), entry);
put(join(cwd, '.gemini/settings.json'), '{}');
put(
  join(cwd, '.qwen/settings.json'),
  entry.replace('/x/anyhook-hook claude-code', 'node /x/anyhook.cjs run --host qwen'),
);
put(join(cwd, '.clinerules/hooks/PreToolUse'), '#!/bin/sh\nexec anyhook-hook cline\n');
put(join(cwd, 'src/settings.json'), '{}');
put(join(base, 'etc', 'managed.yaml'));
symlinkSync(join(home, '.local/state'), join(cwd, 'src/elsewhere'));

const hook = selfProtectionHook(world);
assert.ok(hook.match.input);
const isLookedAt = await compileTextPattern(hook.match.input);

/** The same machine with the home folder under another name. */
export function saidInHome(otherHome: string, tool: string, input: Readonly<Record<string, unknown>>): string {
  return saidBy(selfProtectionHook({ ...world, home: otherHome, env: { HOME: otherHome } }), tool, input);
}

/** The same machine for an agent that works in another folder. */
export const saidIn = (folder: string, tool: string, input: Readonly<Record<string, unknown>>): string =>
  saidBy(selfProtectionHook({ ...world, cwd: folder }), tool, input, undefined, folder);

/** The hook's decision on a call; `pass` also if its matcher does not select the call. */
export const said = (tool: string, input: Readonly<Record<string, unknown>>, nativeName?: string): string =>
  saidBy(hook, tool, input, nativeName);

/** The hook's decision on a shell call while another Node.js runs hooks. */
export async function saidWithNode(node: string, command: string): Promise<string> {
  const { execPath } = process;
  process.execPath = node;
  try {
    const other = selfProtectionHook(world);
    const matcher = await compileTextPattern(other.match.input ?? assert.fail('the hook has no matcher'));
    return saidBy(other, 'shell', { command }, undefined, cwd, matcher);
  } finally {
    process.execPath = execPath;
  }
}

function saidBy(
  hook: Hook,
  tool: string,
  input: Readonly<Record<string, unknown>>,
  nativeName?: string,
  folder = cwd,
  matcher = isLookedAt,
): string {
  const event = makeEvent({
    name: 'tool.before',
    tool,
    input,
    cwd: folder,
    sessionId: 's',
    now: '2030-01-02T03:04:05.000Z',
  });
  assert.ok(event.name === 'tool.before');
  const call: ToolCall = nativeName === undefined ? event.call : { ...event.call, nativeName };
  if (hook.match.input && !someStringMatches(input, matcher)) return 'pass';
  const args = hook.handler.kind === 'builtin' ? hook.handler.args : undefined;
  const result = selfProtection.run({ ...event, call }, args, { hook, env: world.env, timeoutMs: 1_000 });
  assert.ok('decision' in result);
  return result.decision;
}
