import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallAlert } from '../../../core/src/call-alert.js';
import { openAlertStore } from '../../src/sessions/alert-store.js';
import type { InitMachine } from '../cli/init-world.js';

/** An entry's answer to an agent. */
export interface EntryAnswer {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

/** A session of Claude Code, as far as its hooks see it: payloads go through the entries that init wrote. */
export interface AgentSession {
  send(event: string, fields?: object): Promise<EntryAnswer>;
  /** Sends an event and leaves it open; `end` ends the process. */
  open(event: string, fields?: object): { readonly child: ChildProcess; readonly end: Promise<EntryAnswer> };
  start(source?: string): Promise<EntryAnswer>;
  before(id: string, command?: string, more?: object): Promise<EntryAnswer>;
  after(id: string, command?: string, more?: object): Promise<EntryAnswer>;
}

export const stateOf = (here: InitMachine): string => join(here.env['XDG_STATE_HOME'] ?? '', 'anyhook');

export const alertsIn = (here: InitMachine): readonly CallAlert[] => openAlertStore(stateOf(here)).list(0);

export function agentSession(
  here: InitMachine,
  id: string,
  env: Readonly<Record<string, string>> = { ANYHOOK_ENGINE: 'off' },
  settings = '~/.claude/settings.json',
): AgentSession {
  const open: AgentSession['open'] = (event, fields = {}) => {
    const payload = {
      ...{ hook_event_name: event, session_id: id, cwd: here.dir, transcript_path: join(here.home, `${id}.jsonl`) },
      ...fields,
    };
    const child = spawn('sh', ['-c', commandOf(here, settings, event)], {
      cwd: here.dir,
      env: {
        ...{ PATH: '/usr/bin:/bin', HOME: here.home, XDG_STATE_HOME: here.env['XDG_STATE_HOME'] ?? '' },
        ...{ ANYHOOK_MANAGED_CONFIG: here.env['ANYHOOK_MANAGED_CONFIG'] ?? '', ...env },
      },
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (data: Buffer) => out.push(data));
    child.stderr.on('data', (data: Buffer) => err.push(data));
    child.stdin.on('error', () => {});
    child.stdin.end(`${JSON.stringify(payload)}\n`);
    const end = new Promise<EntryAnswer>((done) => {
      child.on('close', (code) => done({ stdout: `${Buffer.concat(out)}`, stderr: `${Buffer.concat(err)}`, code }));
    });
    return { child, end };
  };
  const send: AgentSession['send'] = (event, fields) => open(event, fields).end;
  const tool = (call: string, command: string) => ({
    ...{ tool_name: 'Bash', tool_use_id: call, tool_input: { command } },
  });
  return {
    open,
    send,
    start: (source = 'startup') => send('SessionStart', { source }),
    before: (call, command = 'echo hi', more = {}) => send('PreToolUse', { ...tool(call, command), ...more }),
    after: (call, command = 'echo hi', more = {}) =>
      send('PostToolUse', { ...tool(call, command), tool_response: { stdout: 'hi', stderr: '' }, ...more }),
  };
}

interface Settings {
  readonly hooks: Readonly<Record<string, readonly { readonly hooks: readonly { readonly command: string }[] }[]>>;
}

function commandOf(here: InitMachine, settings: string, event: string): string {
  const { hooks } = JSON.parse(readFileSync(here.at(settings), 'utf8')) as Settings;
  const command = hooks[event]?.at(-1)?.hooks[0]?.command;
  if (command === undefined) throw new Error(`no entry for ${event}`);
  return command;
}

/** The text for the user in an answer of Claude Code's form. */
export const messageOf = ({ stdout }: EntryAnswer): string =>
  stdout.trim() === '' ? '' : ((JSON.parse(stdout) as { systemMessage?: string }).systemMessage ?? '');
