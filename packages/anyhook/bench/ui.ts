import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { createJournalReader } from '../src/journal/store/reader.js';
import { slotMs } from '../src/journal/store/stat-counts.js';
import { openJournalStore } from '../src/journal/store/store.js';
import { createEngineClient } from '../src/resident/engine-client.js';
import { hookHealth } from '../src/ui/hook-health.js';
import { fillJournal } from './journal-fill.js';
import { benchPayload } from './sample.js';
import { type BenchRow, median } from './table.js';

const program = process.env['ANYHOOK_CHROMIUM'] ?? '/usr/bin/chromium';
/** How long the load of a thousand events per second lasts; `ANYHOOK_UI_MINUTES=10` for the full measurement. */
const burstMs = Number(process.env['ANYHOOK_UI_MINUTES'] ?? 0.5) * 60_000;

/** Measures the page of `anyhook ui` in a real Chromium, and how much it slows agents down. */
export async function uiBench(): Promise<readonly BenchRow[]> {
  const home = mkdtempSync(join(tmpdir(), 'anyhook-bench-'));
  const rows = [sizeRow(), await questionsRow(home)];
  if (!existsSync(program)) {
    console.log(`the page was not measured: ${program} is missing`);
    rmSync(home, { recursive: true, force: true });
    return rows;
  }
  const world = startWorld(home);
  try {
    await world.ready();
    const { chromium } = await import('playwright-core');
    const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] });
    try {
      const { url, end } = await world.startPage();
      const { page, openMs } = await openPage(browser, url);
      rows.push(row('open to live', `${openMs.toFixed(0)} ms`, 'at most 1000 ms', openMs <= 1_000));
      rows.push(await screenRow(world, page), ...(await burstRows(world, page)));
      await page.close();
      end();
      await wait(settleMs);
      rows.push(...(await latencyRows(world, browser)));
    } finally {
      await browser.close();
    }
    return rows;
  } finally {
    world.end();
    rmSync(home, { recursive: true, force: true });
  }
}

const row = (name: string, measured: string, promised: string, ok: boolean): BenchRow => ({
  name,
  measured,
  promised,
  ok,
});

function sizeRow(): BenchRow {
  const bytes = ['page.js', 'page.css'].reduce(
    (sum, name) => sum + statSync(resolve('packages/anyhook/dist/ui', name)).size,
    0,
  );
  const kilobytes = bytes / 1024;
  return row('all pages, minified', `${kilobytes.toFixed(0)} KB`, 'at most 150 KB', kilobytes <= 150);
}

/** The pages' journal queries, over a million decisions. */
async function questionsRow(home: string): Promise<BenchRow> {
  const state = join(home, 'million');
  const store = await openJournalStore({ state, waitMs: 1_000, now: Date.now, notify: console.error });
  fillJournal(store, state, Number(process.env['ANYHOOK_UI_DECISIONS'] ?? 1_000_000));
  const journal = createJournalReader(store.sql, () => {});
  const week = Date.now() - 7 * 24 * 3_600_000;
  const questions: Readonly<Record<string, () => unknown>> = {
    sessions: () => journal.sessions({}, 500),
    'sessions of an agent': () => journal.sessions({ host: 'codex' }, 500),
    'hooks over time': () => journal.hookCounts(week),
    'hooks with their times': () => journal.stats({ since: week }),
    'the page of hooks': () => hookHealth(journal, Math.floor(week / slotMs) * slotMs),
    'the latest denials': () => journal.list({ decision: 'deny' }, { limit: 500 }),
    'the decisions of a session': () => journal.list({ session: 'session-777' }, { limit: 500, order: 'oldest' }),
  };
  const times = Object.entries(questions).map(([name, ask]) => [name, Math.min(timeOf(ask), timeOf(ask))] as const);
  const [name, ms] = times.reduce((a, b) => (a[1] > b[1] ? a : b));
  store.close();
  return row(`slowest list over a million decisions: ${name}`, `${ms.toFixed(0)} ms`, 'at most 150 ms', ms <= 150);
}

function timeOf(act: () => unknown): number {
  const began = performance.now();
  act();
  return performance.now() - began;
}

type BenchWorld = ReturnType<typeof startWorld>;

/** An engine with ten hooks, and an `anyhook ui`. */
function startWorld(folder: string) {
  const home = join(folder, 'home');
  const cwd = join(home, 'project');
  mkdirSync(join(home, '.config', 'anyhook'), { recursive: true });
  mkdirSync(cwd);
  const hooks = Array.from(
    { length: 10 },
    (_, i) => `  - { id: hook-${i}, on: tool.before, use: config-protection }\n`,
  );
  writeFileSync(join(home, '.config', 'anyhook', 'config.yaml'), `hooks:\n${hooks.join('')}`);
  const env = { HOME: home, PATH: process.env['PATH'] ?? '' };
  const start = (...args: readonly string[]): ChildProcess =>
    spawn(process.execPath, [resolve('packages/anyhook/bin/anyhook.cjs'), ...args], {
      env,
      cwd,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
  const processes = [start('engine', 'start', '--foreground')];
  const state = join(home, '.local', 'state', 'anyhook');
  const client = createEngineClient(state);
  const request = { args: ['--host', 'claude-code'], cwd, env };
  const ask = async (session: string): Promise<number> => {
    const payload = Buffer.from(JSON.stringify({ ...benchPayload, cwd, session_id: session }));
    const began = performance.now();
    const reply = await client.ask({ ...request, payload });
    if (reply.kind === 'none') throw new Error(`no answer: ${reply.why}`);
    return performance.now() - began;
  };
  return {
    ask,
    async ready() {
      while (!existsSync(join(state, 'engine.sock'))) await wait(50);
      for (let i = 0; i < 300; i++) await ask('warm');
      // Files younger than two seconds are read again.
      await wait(2_500);
    },
    /** Starts `anyhook ui`; its address opens the page once. */
    startPage(): Promise<{ readonly url: string; readonly end: () => void }> {
      const ui = start('ui', '--no-open');
      processes.push(ui);
      return new Promise((found) => {
        let text = '';
        ui.stdout?.on('data', (chunk) => {
          text += chunk;
          const [url] = /http:\/\/localhost:\d+\/#code=[\w-]+/.exec(text) ?? [];
          if (url !== undefined) found({ url, end: () => ui.kill('SIGKILL') });
        });
      });
    },
    end() {
      client.close();
      for (const one of processes) one.kill('SIGKILL');
    },
  };
}

async function openPage(browser: Browser, url: string): Promise<{ readonly page: Page; readonly openMs: number }> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const began = performance.now();
  await page.goto(url);
  await page.locator('.status.live').waitFor();
  return { page, openMs: performance.now() - began };
}

/** The time from the agent's answer to the row in the document. */
async function screenRow(world: BenchWorld, page: Page): Promise<BenchRow> {
  await page.evaluate(`
    globalThis.shown = [];
    globalThis.rowsBefore = Number(document.querySelector('.decisions').ariaRowCount);
    new MutationObserver(() => {
      const rows = Number(document.querySelector('.decisions').ariaRowCount);
      for (; rowsBefore < rows; rowsBefore++) shown.push(Date.now());
    }).observe(document.querySelector('.decisions'), { attributes: true });
  `);
  const answered: number[] = [];
  for (let i = 0; i < 200; i++) {
    await world.ask('screen');
    answered.push(Date.now());
    await wait(20);
  }
  await wait(300);
  const shown = await page.evaluate<readonly number[]>('globalThis.shown');
  const lags = answered.map((at, i) => (shown[i] ?? Number.POSITIVE_INFINITY) - at).sort((a, b) => a - b);
  const p95 = lags[Math.floor(lags.length * 0.95)] ?? Number.POSITIVE_INFINITY;
  return row('decision to screen, p95', `${p95.toFixed(0)} ms`, 'at most 50 ms', p95 <= 50);
}

/** A thousand events per second. */
async function burstRows(world: BenchWorld, page: Page): Promise<readonly BenchRow[]> {
  await page.evaluate(`
    globalThis.longTasks = [];
    new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
      .observe({ entryTypes: ['longtask'] });
  `);
  const devtools = await page.context().newCDPSession(page);
  const usedMegabytes = async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    const heap = (await devtools.send('Runtime.getHeapUsage')).usedSize / 1024 / 1024;
    return { heap, process: await rendererMegabytes(page) };
  };
  const send = async (ms: number) => {
    const began = performance.now();
    let sent = 0;
    while (performance.now() - began < ms) {
      const due = Math.min(200, Math.floor(performance.now() - began) - sent);
      await Promise.all(Array.from({ length: Math.max(0, due) }, () => world.ask(`s${sent++ % 20}`)));
      await wait(5);
    }
    return (sent / ms) * 1_000;
  };
  await send(5_000);
  const before = await usedMegabytes();
  await page.evaluate('globalThis.longTasks.length = 0');
  const rate = await send(burstMs);
  const longTasks = await page.evaluate<readonly number[]>('globalThis.longTasks');
  const after = await usedMegabytes();
  const grown = { heap: after.heap - before.heap, process: after.process - before.process };
  const longest = Math.max(0, ...longTasks);
  return [
    row(
      `${rate.toFixed(0)} events a second for ${burstMs / 1_000} s: tasks over 50 ms`,
      `${longTasks.length} (longest ${longest.toFixed(0)} ms)`,
      'none',
      longTasks.length === 0,
    ),
    row('memory that its script gained meanwhile', `${grown.heap.toFixed(1)} MB`, 'at most 5 MB', grown.heap <= 5),
    row(
      `memory that its process gained meanwhile (${after.process.toFixed(0)} MB in all)`,
      `${grown.process.toFixed(0)} MB`,
      'at most 60 MB',
      grown.process <= 60,
    ),
  ];
}

/** The memory of the largest renderer process: there is one page. */
async function rendererMegabytes(page: Page): Promise<number> {
  const devtools = await page.context().browser()?.newBrowserCDPSession();
  const { processInfo = [] } = (await devtools?.send('SystemInfo.getProcessInfo')) ?? {};
  const kilobytes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0));
  await devtools?.detach();
  return Math.max(0, ...kilobytes) / 1024;
}

/** The interval of events while agents' waits are measured, and their number per round. */
const paces = [
  { name: 'one event after the other', pauseMs: 1, events: 300 },
  { name: '50 events a second', pauseMs: 20, events: 60 },
] as const;
const rounds = 8;
/** The pause after opening or closing a page, which still compiles its script or is still cleaned up. */
const settleMs = 2_500;

/**
 * How long agents wait with and without a following page. Each round measures both, in alternating order, so that
 * a machine that gets slower or faster meanwhile does not affect the result.
 */
async function latencyRows(world: BenchWorld, browser: Browser): Promise<readonly BenchRow[]> {
  const ratios = paces.map((): number[] => []);
  const waits = paces.map((): number[] => []);
  const measure = async () => {
    const medians: number[] = [];
    for (const { pauseMs, events } of paces) {
      const times: number[] = [];
      for (let i = 0; i < events; i++) {
        times.push(await world.ask('latency'));
        await wait(pauseMs);
      }
      medians.push(median(times));
    }
    return medians;
  };
  const measureOpen = async () => {
    const { url, end } = await world.startPage();
    const { page } = await openPage(browser, url);
    await wait(settleMs);
    const medians = await measure();
    await page.close();
    end();
    await wait(settleMs);
    return medians;
  };
  for (let round = 0; round < rounds; round++) {
    const first = round % 2 === 0 ? await measure() : await measureOpen();
    const second = round % 2 === 0 ? await measureOpen() : await measure();
    const [closed, open] = round % 2 === 0 ? [first, second] : [second, first];
    for (const i of paces.keys()) {
      ratios[i]?.push((open[i] ?? Number.NaN) / (closed[i] ?? Number.NaN));
      waits[i]?.push(closed[i] ?? Number.NaN);
    }
  }
  return paces.map(({ name }, i) => {
    const ratio = median(ratios[i] ?? []);
    const measured = `${ratio.toFixed(2)} times (${(1_000 * median(waits[i] ?? [])).toFixed(0)} µs without)`;
    return row(`what agents wait with a page open, ${name}`, measured, 'at most 1.05 times', ratio <= 1.05);
  });
}
