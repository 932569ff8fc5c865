import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { opencode } from '../../src/agents/opencode/agent.js';
import { pluginText } from '../../src/install/plugin.js';

type Fields = Record<string, unknown>;
type OpencodeHook = (input: unknown, output?: unknown) => Promise<void>;

/** Every event that matters to hooks; the plugin sends these. */
export const events = Object.keys(opencode.events).filter((event) => opencode.events[event] !== 'other');

interface OpencodeWorldOptions {
  /** Shell text that answers an event, such as `echo '{"deny":"no"}'` or `exit 2`; the others get no answer. */
  readonly answers?: Readonly<Record<string, string>>;
  /** Another launcher, which records nothing. */
  readonly launcher?: string;
  /** What the engine is given; without these only the launcher is asked. */
  readonly args?: readonly string[];
  readonly timeouts?: Readonly<Record<string, number>>;
  readonly failClosed?: boolean;
  /** The plugin starts the launcher without a shell, as a user's plugin does. */
  readonly isDirect?: boolean;
  /** As `opencode run`, and not as its server. */
  readonly isRun?: boolean;
  /** What opencode knows of sessions. */
  readonly info?: Readonly<Record<string, Fields>>;
  /** Every call of the client fails. */
  readonly isClientBroken?: boolean;
}

/** The installed plugin as opencode loads it, with a launcher that records its input. */
export interface World {
  readonly dir: string;
  readonly exported: Fields;
  hook(name: string): OpencodeHook;
  event(type: string, properties: Fields): Promise<void>;
  /** The launcher's inputs, in order. */
  asked(): readonly Fields[];
  /** Calls of opencode's client, by name. */
  readonly sent: { readonly name: string; readonly options: Fields }[];
  /** Messages to the user. */
  told(): readonly unknown[];
  /** Loads the plugin again in the same opencode, as for the project in addition to the home. */
  again(timeouts: Readonly<Record<string, number>>): Promise<Fields>;
}

const launcher = `#!/bin/sh
dir=\${0%/*}
payload=$(cat)
printf '%s\\n' "$payload" >> "$dir/asked.jsonl"
printf '%s\\n' "$*" >> "$dir/args.txt"
hook=$(printf '%s' "$payload" | sed -n 's/^{"hook":"\\([^"]*\\)".*/\\1/p')
if [ -f "$dir/$hook.sh" ]; then . "$dir/$hook.sh"; fi
`;

export async function opencodeWorld(t: TestContext, options: OpencodeWorldOptions = {}): Promise<World> {
  const dir = mkdtempSync(join(tmpdir(), 'anyhook-opencode-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  writeFileSync(join(dir, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(join(dir, 'launcher'), options.launcher ?? launcher, { mode: 0o755 });
  for (const [event, text] of Object.entries(options.answers ?? {})) writeFileSync(join(dir, `${event}.sh`), text);
  const timeouts = options.timeouts ?? Object.fromEntries(events.map((event) => [event, 10_000]));
  const source = readFileSync(new URL('../../dist/plugins/opencode.ts', import.meta.url), 'utf8');
  const sent: World['sent'] = [];
  const context = { client: clientOf(sent, options), directory: dir };
  const install = async (name: string, times: typeof timeouts) => {
    const { failClosed = false, isDirect = false } = options;
    const args = options.args ?? (isDirect ? ['opencode', '--fixed', 'ANYHOOK_ENGINE=off'] : []);
    const direct = isDirect && { launcher: join(dir, 'launcher') };
    const connection = { command: `'${dir}/launcher' opencode`, args, ...direct, failClosed };
    writeFileSync(join(dir, name), pluginText(source, { ...connection, timeouts: times }));
    const exported = await load(join(dir, name), options.isRun ?? false);
    const plugin = exported['Anyhook'] as (context: unknown) => Promise<Record<string, OpencodeHook>>;
    return { exported, hooks: await plugin(context) };
  };
  const { exported, hooks } = await install('anyhook.ts', timeouts);
  const hook = (name: string): OpencodeHook =>
    hooks[name] ?? (() => Promise.reject(new Error(`there is no hook "${name}"`)));
  return {
    dir,
    exported,
    hook,
    event: (type, properties) => hook('event')({ event: { type, properties } }),
    asked: () => (existsSync(join(dir, 'asked.jsonl')) ? linesOf(join(dir, 'asked.jsonl')) : []),
    sent,
    again: async (times) => (await install('again.ts', times)).hooks,
    told: () =>
      sent.filter(({ name }) => name === 'showToast').map(({ options: { body } }) => (body as Fields)['message']),
  };
}

const linesOf = (file: string): readonly Fields[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Fields);

/** The plugin looks at the command line when it is loaded. */
async function load(file: string, isRun: boolean): Promise<Fields> {
  const { argv } = process;
  process.argv = ['opencode', 'opencode', '--print-logs', ...(isRun ? ['run', 'do it'] : ['serve'])];
  try {
    return (await import(pathToFileURL(file).href)) as Fields;
  } finally {
    process.argv = argv;
  }
}

function clientOf(sent: World['sent'], { info = {}, isClientBroken }: OpencodeWorldOptions) {
  const call =
    (name: string) =>
    async (options: Fields): Promise<unknown> => {
      sent.push({ name, options });
      if (isClientBroken) throw new Error('the client is broken');
      const id = (options['path'] as Fields | undefined)?.['id'];
      return name === 'get' ? { data: info[String(id)] } : {};
    };
  return {
    session: { get: call('get'), promptAsync: call('promptAsync'), abort: call('abort') },
    tui: { showToast: call('showToast') },
    _client: { post: call('post') },
    postSessionIdPermissionsPermissionId: call('permission'),
  };
}

/** A call of a tool as opencode hands it to hooks. */
export const opencodeCall = (id = 'c1', args: Fields = { command: 'ls' }) => ({
  input: { tool: 'bash', sessionID: 's1', callID: id },
  output: { args },
});

/** A prompt as opencode hands it to hooks. */
export const opencodePrompt = (text: string, sessionID = 's1') => ({
  input: { sessionID },
  output: {
    message: { id: 'm1', sessionID, agent: 'plan', model: { providerID: 'p', modelID: 'm' } },
    parts: [{ id: 'prt_1', type: 'text', text }] as Fields[],
  },
});

/** The end of a step. */
export const opencodeStep = (messageID = 'm2', reason = 'stop', sessionID = 's1') => ({
  part: { type: 'step-finish', reason, messageID, sessionID },
});

/** Shell text that answers with this. */
export const answerScript = (answer: unknown): string => `cat <<'END'\n${JSON.stringify(answer)}\nEND\n`;

/** Waits without a limit until something is true. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
}
