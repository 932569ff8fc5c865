import { useSignal } from '@preact/signals';
import type { DecisionRow, SessionView } from '../src/ui/page-types.js';
import { deciders } from './decision-list.js';
import { markOf } from './lanes.js';
import { Loaded } from './loaded.js';
import { go } from './route.js';
import { agoText, baseName, cut, msText, oneLine, plural, shortId, spanText, timeText } from './text.js';

export function SessionsPage() {
  const open = useSignal<SessionView | undefined>(undefined);
  return (
    <div class="split">
      <div class="main scroll">
        <h1>Sessions</h1>
        <Loaded<readonly SessionView[]>
          path="sessions"
          everyMs={5_000}
          show={(all) => <SessionTable all={all} open={open.value} choose={(one) => (open.value = one)} />}
        />
      </div>
      <aside class="side" aria-label="Time line of the session">
        {open.value ? <TimeLine session={open.value} /> : <p class="empty">Choose a session to see its time line.</p>}
      </aside>
    </div>
  );
}

interface SessionTableProps {
  readonly all: readonly SessionView[];
  readonly open: SessionView | undefined;
  readonly choose: (session: SessionView) => void;
}

type PlacedSession = SessionView & { readonly depth: number };
const maxDepth = 8;

/** Subagents are listed below the session that started them; sessions in a cycle are listed separately. */
function inOrder(all: readonly SessionView[]): readonly PlacedSession[] {
  const childrenOf = new Map<string, SessionView[]>();
  const ids = new Set(all.map(({ session }) => session));
  const hasParent = ({ session, parent }: SessionView) => parent !== undefined && parent !== session && ids.has(parent);
  for (const one of all)
    if (hasParent(one)) childrenOf.set(one.parent ?? '', [...(childrenOf.get(one.parent ?? '') ?? []), one]);
  const placed = new Set<SessionView>();
  const place = (one: SessionView, depth: number): readonly PlacedSession[] => {
    if (placed.has(one)) return [];
    placed.add(one);
    const below = depth < maxDepth ? (childrenOf.get(one.session) ?? []) : [];
    return [{ ...one, depth }, ...below.flatMap((child) => place(child, depth + 1))];
  };
  const fromRoots = all.filter((one) => !hasParent(one)).flatMap((one) => place(one, 0));
  return [...fromRoots, ...all.flatMap((one) => place(one, 0))];
}

function SessionTable({ all, open, choose }: SessionTableProps) {
  if (all.length === 0) return <p class="empty">No session is recorded yet.</p>;
  return (
    <table class="list">
      <thead>
        <tr>
          <th>last</th>
          <th>agent</th>
          <th>session</th>
          <th class="wide">project</th>
          <th class="right wide">for</th>
          <th class="right">events</th>
          <th class="right">deny</th>
          <th class="right">ask</th>
        </tr>
      </thead>
      <tbody>
        {inOrder(all).map((one) => (
          <tr key={`${one.host} ${one.session}`} class={open?.session === one.session ? 'open' : ''}>
            <td class="number dim">{agoText(one.last)}</td>
            <td class="short">{oneLine(one.host)}</td>
            <td>
              <button
                type="button"
                class="plain name"
                style={{ marginLeft: `${one.depth * 16}px` }}
                onClick={() => choose(one)}
              >
                {one.depth > 0 && '└ '}
                {oneLine(shortId(one.session))}
              </button>
              {one.agent !== undefined && <i class="dim"> {oneLine(one.agent)}</i>}
            </td>
            <td class="dim wide" title={oneLine(one.root)}>
              {oneLine(baseName(one.root))}
            </td>
            <td class="right number dim wide">{spanText(one.last - one.first)}</td>
            <td class="right number">{one.events.toLocaleString('en')}</td>
            <td class={`right number${one.denied ? ' mark-deny' : ' zero'}`}>{one.denied}</td>
            <td class={`right number${one.asked ? ' mark-ask' : ' zero'}`}>{one.asked}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const TimeLine = ({ session }: { readonly session: SessionView }) => (
  <section class="timeline">
    <h2>
      {oneLine(session.host)} {oneLine(shortId(session.session))}
    </h2>
    <p class="meta">
      {oneLine(session.session)} · {oneLine(session.cwd)} · {plural(session.events, 'decision')} in{' '}
      {spanText(session.last - session.first)}
    </p>
    <Loaded<readonly DecisionRow[]>
      path="decisions"
      everyMs={5_000}
      query={{ session: session.session, order: 'oldest' }}
      show={(rows) => <Steps rows={rows} />}
    />
  </section>
);

/** Pauses longer than this are shown. */
const pauseMs = 60_000;

function Steps({ rows }: { readonly rows: readonly DecisionRow[] }) {
  return (
    <ol class="steps">
      {rows.map((row, i) => {
        const pause = row.at - (rows[i - 1]?.at ?? row.at);
        return (
          <li key={row.id} class={`mark-${markOf(row)}`}>
            {pause > pauseMs && <span class="gap">{spanText(pause)} later</span>}
            <button type="button" class="plain" onClick={() => go(`why/${row.id}`)}>
              <span class="time">{timeText(row.at)}</span>
              <span class={`verdict mark-${markOf(row)}`}>{row.decision}</span>
              <span class="event">{row.event}</span>
              <span class="subject">{cut(oneLine(row.text ?? row.toolName ?? ''), 160)}</span>
              <span class="ms">{msText(row.ms)}</span>
            </button>
            {deciders(row) !== '' && <i class="dim">{oneLine(deciders(row))}</i>}
          </li>
        );
      })}
      {rows.length === 500 && <li class="dim">The first 500 decisions are shown.</li>}
    </ol>
  );
}
