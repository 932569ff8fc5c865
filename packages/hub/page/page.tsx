import { type ComponentChildren, render } from 'preact';
import { post } from '../../anyhook/page/api.js';
import { Bar } from '../../anyhook/page/bar.js';
import { go, route } from '../../anyhook/page/route.js';
import { visible } from '../../anyhook/page/text.js';
import { DevicesPage } from './devices.js';
import { FleetPage } from './fleet.js';
import { follow, hello, openQuestions, questions, trouble } from './hub-state.js';
import { Login } from './login.js';
import { ApprovalsPage } from './questions.js';

/** The pages by their place in the address, in the order of the bar. */
const pages: readonly {
  readonly to: string;
  readonly title: string;
  /** Gets the rest of the address. */
  readonly show: (rest: string | undefined) => ComponentChildren;
}[] = [
  { to: 'fleet', title: 'Fleet', show: () => <FleetPage /> },
  { to: 'devices', title: 'Devices', show: (filter) => <DevicesPage filter={filter} /> },
  { to: 'approvals', title: 'Approvals', show: () => <ApprovalsPage /> },
];

function App() {
  if (hello.value === null) return <Login />;
  const [place = '', rest] = route.value.split('/');
  const page = pages.find(({ to }) => to === place) ?? pages[0];
  return (
    <>
      <Bar pages={pages} place={page?.to ?? ''} counts={{ approvals: openQuestions.value.length }}>
        <Who />
      </Bar>
      {trouble.value !== undefined && (
        <p class="trouble" role="status">
          {visible(trouble.value)}
        </p>
      )}
      <main>{hello.value && page?.show(rest)}</main>
    </>
  );
}

function Who() {
  if (!hello.value) return null;
  const { org, name, may } = hello.value;
  const leave = async () => {
    await post('leave', {}).catch(() => {});
    [hello.value, questions.value] = [null, []];
  };
  return (
    <span class="status who">
      <span class="dim">
        {org}, {name}, may {may}
      </span>
      <button type="button" class="plain" onClick={() => void leave()}>
        Log out
      </button>
    </span>
  );
}

addEventListener('keydown', (event) => {
  const { target, key } = event;
  const isTyping = target instanceof HTMLElement && /^(?:INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  const page = /^[1-9]$/.test(key) ? pages[Number(key) - 1] : undefined;
  if (page) go(page.to);
  else if (key === '/') {
    document.getElementById('search')?.focus();
    event.preventDefault();
  }
});

render(<App />, document.body);
void follow();
