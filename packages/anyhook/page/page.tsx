import { effect } from '@preact/signals';
import { type ComponentChildren, render } from 'preact';
import type { HelloView, WhyView } from '../src/ui/page-types.js';
import { enter, get } from './api.js';
import { ApprovalsPage, notifyOfWaiting } from './approvals.js';
import { Bar } from './bar.js';
import { moveSelection, selected } from './decision-list.js';
import { DoctorPage } from './doctor.js';
import { HooksPage } from './hooks.js';
import { LivePage, togglePause } from './live.js';
import { MatrixPage } from './matrix.js';
import { go, readRoute, route } from './route.js';
import { SessionsPage } from './sessions.js';
import { clock, connection, engine, follow, hello, problem, trouble, waiting } from './state.js';
import { TasksPage } from './tasks.js';
import { msText, oneLine, spanText, visible } from './text.js';
import { UndoPage } from './undo.js';
import { WhatIfPage } from './what-if.js';
import { Why, WhyPanel } from './why.js';

/** The pages by their place in the address, in the order of the bar. */
const pages: readonly {
  readonly to: string;
  readonly title: string;
  /** Gets the rest of the address. */
  readonly show: (rest: string | undefined) => ComponentChildren;
}[] = [
  { to: 'live', title: 'Live', show: () => <LivePage /> },
  { to: 'approvals', title: 'Approvals', show: () => <ApprovalsPage /> },
  { to: 'sessions', title: 'Sessions', show: () => <SessionsPage /> },
  { to: 'hooks', title: 'Hooks', show: () => <HooksPage /> },
  { to: 'matrix', title: 'Matrix', show: () => <MatrixPage /> },
  { to: 'what-if', title: 'What if', show: (file) => <WhatIfPage file={file} /> },
  { to: 'tasks', title: 'Tasks', show: () => <TasksPage /> },
  { to: 'undo', title: 'Undo', show: () => <UndoPage /> },
  { to: 'doctor', title: 'Doctor', show: () => <DoctorPage /> },
];

function App() {
  if (problem.value !== undefined) return <Closed text={problem.value} />;
  const [place = '', id] = route.value.split('/');
  const page = pages.find(({ to }) => to === place);
  return (
    <>
      <Bar pages={pages} place={place} counts={{ approvals: openCalls() }}>
        <Status />
      </Bar>
      {trouble.value !== undefined && (
        <p class="trouble" role="status">
          {visible(trouble.value)}
        </p>
      )}
      <main>
        {place === 'why' && id !== undefined ? (
          <div class="page narrow">
            <WhyPanel id={id} isPage />
          </div>
        ) : (
          (page ?? pages[0])?.show(id === undefined ? undefined : decodeURIComponent(id))
        )}
      </main>
    </>
  );
}

/** Calls that can still be decided. */
const openCalls = (): number => waiting.value.filter(({ expiresAt }) => expiresAt > clock.value).length;

const connectionTexts = {
  opening: 'opening',
  live: 'live',
  polling: 'from the journal',
  gone: 'gone',
} as const;

function Status() {
  const report = engine.value;
  const up = report
    ? `engine up ${spanText(clock.value - Date.parse(report.startedAt))}, p95 ${msText(report.latency.p95)}`
    : '';
  const journal = report?.journal.trouble ?? '';
  return (
    <span class={`status ${connection.value}`} role="status">
      <span class="dim">
        {report === null ? 'engine stopped; starts with the next event' : up}
        {journal !== '' && `, journal: ${oneLine(journal)}`}
      </span>
      <span class="dot" aria-hidden="true" />
      {connectionTexts[connection.value]}
    </span>
  );
}

/** The page without a token. */
const Closed = ({ text }: { readonly text: string }) => (
  <div class="closed">
    <h1>anyhook</h1>
    <p>{visible(text)}</p>
    <p>
      Press Enter in the terminal in which <code>anyhook ui</code> runs: it opens this page with a new code. A code
      works once, and the page keeps its token only in memory.
    </p>
  </div>
);

function onKey(event: KeyboardEvent): void {
  const { target, key } = event;
  const isTyping = target instanceof HTMLElement && /^(?:INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
  if (key === 'Escape' && target instanceof HTMLElement) {
    target.blur();
    if (route.value.startsWith('why/')) history.back();
    else selected.value = undefined;
  }
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  const page = /^[1-9]$/.test(key) ? pages[Number(key) - 1] : undefined;
  const isLive = route.value === 'live';
  const isInList = target instanceof HTMLElement && target.classList.contains('decisions');
  if (page) go(page.to);
  else if (isLive && (key === 'j' || (isInList && key === 'ArrowDown'))) moveSelection(1, event);
  else if (isLive && (key === 'k' || (isInList && key === 'ArrowUp'))) moveSelection(-1, event);
  else if (isLive && key === 'p') togglePause();
  else if (isLive && key === 'Enter' && selected.value !== undefined && !isControl(target)) go(`why/${selected.value}`);
  else if (key === '/') {
    document.getElementById('search')?.focus();
    event.preventDefault();
  }
}

/** Does Enter already have a meaning there? */
const isControl = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && /^(?:A|BUTTON|SUMMARY)$/.test(target.tagName);

/** Shows a decision that was saved as a file. */
function showSaved(text: string): void {
  const view = JSON.parse(text) as WhyView;
  render(
    <main class="page narrow">
      <Why view={view} />
    </main>,
    document.body,
  );
}

async function start(): Promise<void> {
  render(<App />, document.body);
  // The page takes keys at once: a key may be pressed before the server has answered.
  addEventListener('keydown', onKey);
  problem.value = await enter().catch((error: Error) => error.message);
  readRoute();
  if (problem.value !== undefined) return;
  effect(notifyOfWaiting);
  void follow();
  hello.value = await get<HelloView>('hello');
}

const saved = document.getElementById('saved');
if (saved) showSaved(saved.textContent ?? '');
else void start();
