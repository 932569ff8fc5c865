import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { openSqlite } from '../../core/src/platform/sqlite.js';
import { journalPaths } from '../src/journal/journal-files.js';
import { type RunningUi, startUi } from '../src/ui/start-ui.js';
import { hookMdWithScript } from '../test/cli/harness.js';
import { dialProtocol, type EngineWorld, engineWorld, until } from '../test/resident/engine-world.js';

/** Debian's location; nothing is downloaded. */
const program = process.env['ANYHOOK_CHROMIUM'] ?? '/usr/bin/chromium';

/** Why the tests cannot run here; undefined if they can. */
export const whyNoBrowser = existsSync(program)
  ? false
  : `${program} is missing: apt-get install chromium, or name one in ANYHOOK_CHROMIUM`;

let browser: Browser | undefined;

/** A new browser window with its own cookies. */
export async function newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  browser ??= await chromium.launch({
    executablePath: program,
    args: ['--no-sandbox', '--host-resolver-rules=MAP evil.test 127.0.0.1'],
  });
  const context = await browser.newContext(options);
  context.setDefaultTimeout(maxMilliseconds);
  return context;
}

export const newPage = async (options?: BrowserContextOptions): Promise<Page> => (await newContext(options)).newPage();

/** Longer than any step takes on a busy machine, and shorter than the timeout of a test file. */
const maxMilliseconds = 120_000;

export const closeBrowser = async (): Promise<void> => browser?.close();

/** The page in a real browser, connected to an engine with hooks of every kind. */
export interface UiWorld extends EngineWorld {
  readonly ui: RunningUi;
  /** The lines of the terminal. */
  readonly told: string[];
  /** Opens the page as a person would. */
  open(options?: PageOptions): Promise<Page>;
  /** The token of a page. */
  token(): Promise<string>;
  /** Sends a shell command of an agent to the engine. */
  shell(agent: string, session: string, command: string): Promise<void>;
}

export interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'dark' | 'light';
}

/** A hook for everything that the page shows. */
export const allHooks = `trust: project
hooks:
  - { id: no-force, on: tool.before, run: "echo 'Force pushes rewrite history that others have.' >&2; exit 2", match: { input: 'push --force' } }
  - { id: slow-scan, on: tool.before, run: "sleep 1.5", match: { input: 'scan' } }
  - { id: broken-check, on: tool.before, run: "echo 'cannot open rules.json' >&2; exit 7", match: { input: 'check' } }
  - { id: no-curl, on: tool.before, mode: shadow, run: "exit 2", match: { input: 'curl' } }
  - { id: never, on: tool.before, run: "exit 2", match: { input: 'nothing has this' } }
`;

/** Asks before the database is touched. */
const askingHook = hookMdWithScript(
  'prod-guard',
  'before_tool',
  `case "$(cat)" in *psql*) echo '{"decision":"ask","reason":"writes to production need a person"}';; esac`,
);

interface WorldOptions {
  readonly config?: string;
  /** Without an engine, as before the first event. */
  readonly isDown?: boolean;
  readonly whyNoDecisions?: string;
  /** Without the hook that asks, because it starts a program. */
  readonly withoutAsking?: boolean;
  /** With a journal that a later version wrote. */
  readonly newerJournal?: boolean;
  /** With a journal that is not a database. */
  readonly brokenJournal?: boolean;
  readonly clock?: () => number;
}

export async function uiWorld(t: TestContext, options: WorldOptions = {}): Promise<UiWorld> {
  const { config = allHooks, isDown = false, whyNoDecisions, withoutAsking = false, clock } = options;
  const world = engineWorld(t);
  mkdirSync(join(world.home, '.config/anyhook'), { recursive: true });
  writeFileSync(join(world.home, '.config/anyhook/config.yaml'), config);
  if (!withoutAsking) for (const [path, text] of Object.entries(askingHook)) world.write(path, text);
  if (options.newerJournal) await writeNewerJournal(world.state);
  if (options.brokenJournal) writeBrokenJournal(world.state);
  if (!isDown) await world.up();
  const told: string[] = [];
  const ui = await startUi({
    world: { cwd: world.project, env: world.env, home: world.home },
    port: 0,
    notify: (text) => void told.push(text),
    whyNoDecisions,
    ...(clock && { clock }),
  });
  const contexts: BrowserContext[] = [];
  world.endFirst(async () => {
    for (const context of contexts) await context.close();
    ui.close();
    await ui.ended;
  });
  let line: ReturnType<typeof dialProtocol> | undefined;
  return {
    ...world,
    ui,
    told,
    async open({ width = 1440, height = 900, colorScheme = 'dark' } = {}) {
      const context = await newContext({ viewport: { width, height }, colorScheme });
      contexts.push(context);
      const page = await context.newPage();
      await page.goto(ui.openUrl());
      await page.locator('.status.live, .status.polling').waitFor();
      return page;
    },
    async token() {
      const response = await fetch(`${ui.url}/api/enter`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: ui.url },
        body: JSON.stringify({ code: ui.openUrl().split('#code=')[1] }),
      });
      return ((await response.json()) as { readonly token: string }).token;
    },
    async shell(agent, session, command) {
      line ??= dialProtocol(world);
      const payload = {
        session_id: session,
        hook_event_name: agent === 'gemini' ? 'BeforeTool' : 'PreToolUse',
        tool_name: agent === 'gemini' ? 'run_shell_command' : 'Bash',
        tool_input: { command },
        cwd: world.project,
      };
      await line.ask(world, payload, { args: ['--host', agent] });
    },
  };
}

async function writeNewerJournal(state: string): Promise<void> {
  const { dir, database } = journalPaths(state);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const sql = await openSqlite(database, 100);
  sql.exec('PRAGMA user_version = 99');
  sql.close();
}

function writeBrokenJournal(state: string): void {
  const { dir, database } = journalPaths(state);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  writeFileSync(database, 'this is no database '.repeat(500));
}

export { until };
