import { spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { parse } from 'smol-toml';
import { sha256 } from '../../../core/src/platform/hash.js';
import { loadInstalls } from '../../src/agents/index.js';
import { type InstallScope, scopesOf } from '../../src/agents/kit/install.js';
import { readConnection } from '../../src/install/plugin.js';
import { hookMdWithScript, type TestProject, testProject } from './harness.js';

const installs = await loadInstalls();

export const terminal = { columns: 100, env: { NO_COLOR: '1' } };

/** A guard that refuses `rm -rf /`, and a hook at the end of a turn. */
export const guards = {
  ...hookMdWithScript(
    'no-rm',
    'before_tool',
    'case $(cat) in *"rm -rf /"*) echo "never that" >&2; exit 2;; esac',
    'matcher:\n  tool: Shell\n',
  ),
  ...hookMdWithScript('at-stop', 'before_stop', 'exit 0'),
};

export interface InitMachine extends TestProject {
  readonly home: string;
  at(path: string): string;
  put(path: string, text: string | Buffer): void;
  get(path: string): string;
  /** Every file below home and project except ours: path → content hash, mode, link target. */
  tree(): Readonly<Record<string, string>>;
}

/** A project with guards, and a home in which agents have their folders. */
export function initMachine(t: TestContext, files: Readonly<Record<string, string>> = guards): InitMachine {
  const here = testProject(t, files);
  const home = here.env['HOME'] ?? '';
  const at = (path: string) => (path.startsWith('~/') ? join(home, path.slice(2)) : join(here.dir, path));
  return {
    ...here,
    home,
    at,
    put(path, text) {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), text);
    },
    get: (path) => readFileSync(at(path), 'utf8'),
    tree: () => ({ ...treeOf(home), ...treeOf(here.dir) }),
  };
}

function treeOf(root: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const path = join(root, name);
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) found[path] = `-> ${readlinkSync(path)}`;
    else if (stat.isDirectory()) found[path] = 'folder';
    else found[path] = `${(stat.mode & 0o777).toString(8)} ${sha256(readFileSync(path))}`;
  }
  return found;
}

/** Where each agent's entries are, below `~/` or the project, with the event before a tool and one payload of it. */
export interface EntryRow {
  readonly agent: string;
  readonly scope: InstallScope;
  readonly file: string;
  readonly before: string;
}

const places: Readonly<Record<string, readonly [string, string, string]>> = {
  'claude-code': ['~/.claude/settings.json', '.claude/settings.json', 'PreToolUse'],
  codex: ['~/.codex/hooks.json', '.codex/hooks.json', 'PreToolUse'],
  gemini: ['~/.gemini/settings.json', '.gemini/settings.json', 'BeforeTool'],
  copilot: ['~/.copilot/hooks/anyhook.json', '.github/hooks/anyhook.json', 'preToolUse'],
  qwen: ['~/.qwen/settings.json', '.qwen/settings.json', 'PreToolUse'],
  droid: ['~/.factory/hooks.json', '.factory/hooks.json', 'PreToolUse'],
  cline: ['~/.cline/hooks/PreToolUse', '.clinerules/hooks/PreToolUse', 'PreToolUse'],
  kiro: ['~/.kiro/hooks/anyhook.json', '.kiro/hooks/anyhook.json', 'PreToolUse'],
  cursor: ['~/.cursor/hooks.json', '.cursor/hooks.json', 'preToolUse'],
  kimi: ['~/.kimi/config.toml', '', 'PreToolUse'],
  'docker-agent': ['~/.config/cagent/hooks.d/50-anyhook.yaml', '', 'pre_tool_use'],
  windsurf: ['~/.codeium/windsurf/hooks.json', '.windsurf/hooks.json', 'pre_run_command'],
  opencode: ['~/.config/opencode/plugins/anyhook.ts', '.opencode/plugins/anyhook.ts', 'tool.execute.before'],
  pi: ['~/.pi/agent/extensions/anyhook.ts', '.pi/extensions/anyhook.ts', 'tool_call'],
};

export const entryRows: readonly EntryRow[] = installs.flatMap((install) => {
  const { agent } = install;
  const [user, shared, before] = places[agent] ?? ['', '', ''];
  return scopesOf(install).map((scope) => ({ agent, scope, file: scope === 'user' ? user : shared, before }));
});

/** A real payload of that agent before a shell command, with its command replaced. */
export function shellPayload({ agent, before }: EntryRow, command: string, cwd: string): string {
  const name = agent === 'kiro' ? `v3.${before}` : before;
  const fixture = JSON.parse(readFileSync(`packages/anyhook/fixtures/${agent}/${name}.json`, 'utf8')) as {
    stdin?: object;
  };
  if (agent === 'kiro') return JSON.stringify({ ...fixture.stdin, cwd, tool_name: 'shell', tool_input: { command } });
  return JSON.stringify(fixture.stdin ?? fixture)
    .replaceAll(/echo hello > out\.txt(?:; echo ran| && cat out\.txt)?/g, command)
    .replaceAll('/home/dev/project', JSON.stringify(cwd).slice(1, -1));
}

/** Runs an entry as an agent does: by a shell, in the project, with little in the environment. */
export function callEntry(
  here: InitMachine,
  command: string,
  input: string,
  env: Readonly<Record<string, string>> = {},
) {
  const small = { PATH: '/usr/bin:/bin', HOME: here.home, XDG_STATE_HOME: here.env['XDG_STATE_HOME'] ?? '' };
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd: here.dir,
    input,
    encoding: 'utf8',
    env: { ...small, ANYHOOK_ENGINE: 'off', ANYHOOK_MANAGED_CONFIG: here.env['ANYHOOK_MANAGED_CONFIG'] ?? '', ...env },
  });
  return { status, stdout, stderr };
}

/** The command that an agent would start for an event. */
export function entryCommand(here: InitMachine, { agent, file, before }: EntryRow): string {
  const text = here.get(file);
  if (agent === 'cline') return here.at(file);
  const plugin = readConnection(text);
  if (plugin) return `${plugin.command} --timeout ${plugin.timeouts[before]}`;
  if (agent === 'kimi') {
    const { hooks } = parse(text) as unknown as { hooks: { event: string; command: string }[] };
    return hooks.findLast(({ event }) => event === before)?.command ?? '';
  }
  const value = JSON.parse(text) as Record<string, unknown>;
  if (agent === 'kiro') {
    const list = value['hooks'] as { trigger: string; action: { command: string } }[];
    return list.findLast(({ trigger }) => trigger === before)?.action.command ?? '';
  }
  const events = (agent === 'droid' || agent === 'docker-agent' ? value : value['hooks']) as Record<
    string,
    Record<string, unknown>[]
  >;
  const element = events[before]?.at(-1);
  const handler = ((element?.['hooks'] as Record<string, unknown>[] | undefined)?.[0] ?? element) as Record<
    string,
    unknown
  >;
  return String(handler['command'] ?? handler['bash']);
}
