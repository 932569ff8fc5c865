import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { pluginText } from '../../src/install/plugin.js';

export type PiFields = Record<string, unknown>;
type Handler = (event: PiFields, ctx: PiFields) => Promise<unknown>;

const source = readFileSync(new URL('../../dist/plugins/pi.ts', import.meta.url), 'utf8');
export const parentVariable = 'ANYHOOK_PI_SESSION';

/** Every event at which an answer has an effect. */
const asked = [
  'session_start',
  'input',
  'turn_start',
  'context',
  'message_end',
  'tool_call',
  'tool_result',
  'agent_before_settle',
  'agent_end',
  'session_before_compact',
];

interface ExtensionSettings {
  /** A shell script that replaces the launcher. */
  readonly script?: string;
  /** What the engine is given; without these only the launcher is asked. */
  readonly args?: readonly string[];
  readonly failClosed?: boolean;
  /** The extension starts the launcher without a shell, as a user's extension does. */
  readonly isDirect?: boolean;
  readonly timeoutMs?: number;
  readonly events?: readonly string[];
}

export interface LoadedProject {
  /** The return value of an event's handler. */
  fire(name: string, event?: PiFields, ctx?: PiFields): Promise<unknown>;
  /** Sets the launcher's answer from now on. */
  answer(value: unknown): void;
  /** The arguments and payloads of its calls. */
  calls(): readonly { args: string; payload: PiFields }[];
  /** What pi was told to do or to show. */
  readonly done: unknown[][];
  readonly handlers: ReadonlyMap<string, Handler>;
  readonly dir: string;
}

/** The extension as `init` installs it, connected to a real script; pi itself is a list of handlers. */
export async function loadExtension(t: TestContext, setting: ExtensionSettings = {}): Promise<LoadedProject> {
  const dir = mkdtempSync(join(tmpdir(), 'anyhook-pi-'));
  const before = process.env[parentVariable];
  t.after(() => {
    rmSync(dir, { recursive: true, force: true });
    if (before === undefined) delete process.env[parentVariable];
    else process.env[parentVariable] = before;
  });
  const at = (name: string) => join(dir, name);
  const usual = `cat > ${at('in')}; { echo "$*"; cat ${at('in')}; echo; } >> ${at('calls')}; cat ${at('answer')}`;
  writeFileSync(at('launcher'), `#!/bin/sh\n${setting.script ?? usual}\n`, { mode: 0o755 });
  writeFileSync(at('answer'), '');
  writeFileSync(at('calls'), '');
  const { events = asked, timeoutMs = 30_000, failClosed = false, isDirect = false } = setting;
  const args = setting.args ?? (isDirect ? ['pi', '--fixed', 'ANYHOOK_ENGINE=off'] : []);
  const direct = isDirect && { launcher: at('launcher') };
  const timeouts = Object.fromEntries(events.map((name) => [name, timeoutMs]));
  const connection = { command: `sh ${at('launcher')} pi`, args, ...direct, failClosed, timeouts };
  writeFileSync(at('anyhook.ts'), pluginText(source, connection));
  const { default: extension } = (await import(pathToFileURL(at('anyhook.ts')).href)) as {
    default: (pi: unknown) => void;
  };
  const handlers = new Map<string, Handler>();
  const done: unknown[][] = [];
  const noting =
    (what: string) =>
    (...args: unknown[]) =>
      void done.push([what, ...args]);
  extension({
    on: (name: string, handler: Handler) => handlers.set(name, handler),
    sendUserMessage: noting('sendUserMessage'),
  });
  const context = {
    cwd: dir,
    mode: 'tui',
    hasUI: true,
    ui: { notify: noting('notify'), confirm: async () => false },
    sessionManager: { getSessionId: () => 'session-1', getSessionFile: () => '/sessions/1.jsonl' },
    model: { provider: 'some', id: 'model' },
    signal: undefined,
    abort: noting('abort'),
  };
  return {
    dir,
    done,
    handlers,
    fire: async (name, event = {}, ctx = {}) =>
      handlers.get(name)?.(Object.assign(event, { type: name }), { ...context, ...ctx }),
    answer: (value) => writeFileSync(at('answer'), typeof value === 'string' ? value : JSON.stringify(value)),
    calls: () => {
      const lines = readFileSync(at('calls'), 'utf8').trimEnd().split('\n');
      return lines.flatMap((args, i) =>
        i % 2 === 0 && lines[i + 1] ? [{ args, payload: JSON.parse(lines[i + 1] ?? '') }] : [],
      );
    },
  };
}

export const bashCall = (command: string): PiFields => ({ toolName: 'bash', toolCallId: 'call-1', input: { command } });
export const textBlocks = (...texts: string[]) => texts.map((one) => ({ type: 'text', text: one }));
export const settledEvent = { outcome: 'completed', entries: [], continue: false };
