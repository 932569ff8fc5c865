import { useLayoutEffect, useRef } from 'preact/hooks';
import type { BegunEvent } from '../src/answer/engine-watch.js';
import type { DecisionRow } from '../src/ui/page-types.js';
import { WaitingPanel } from './approvals.js';
import { DecisionList, selected } from './decision-list.js';
import { type Lane, laneSeconds, lanes, markNames } from './lanes.js';
import {
  changeFilter,
  clock,
  filter,
  held,
  hello,
  isFiltered,
  noFilter,
  paused,
  resume,
  rowsForChoices,
  running,
} from './state.js';
import { baseName, cut, oneLine, plural, shortId, spanText } from './text.js';
import { WhyPanel } from './why.js';

export function LivePage() {
  return (
    <div class="split">
      <div class="main">
        <Lanes />
        <Running />
        <Filters />
        <DecisionList />
      </div>
      <aside class="side" aria-label="Details">
        <WaitingPanel />
        {selected.value === undefined ? <Hints /> : <WhyPanel id={selected.value} />}
      </aside>
    </div>
  );
}

const Hints = () => (
  <section class="hints">
    <h2>Keys</h2>
    <dl>
      <dt>j k</dt>
      <dd>next, previous decision</dd>
      <dt>Enter</dt>
      <dd>open it on a separate page</dd>
      <dt>/</dt>
      <dd>search</dd>
      <dt>p</dt>
      <dd>pause</dd>
      <dt>1 – 9</dt>
      <dd>pages</dd>
    </dl>
  </section>
);

const maxLanes = 8;

function Lanes() {
  // Twice a second is enough: a lane has a tick for each second.
  const now = clock.value;
  const shown = [...lanes.values()]
    .filter(({ last }) => last > now - laneSeconds * 1_000)
    .sort((a, b) => b.last - a.last);
  const stable = shown
    .slice(0, maxLanes)
    .sort((a, b) => (`${a.agent} ${a.session}` < `${b.agent} ${b.session}` ? -1 : 1));
  return (
    <section class="lanes" aria-label="Sessions of the last ten minutes">
      <h2>
        Sessions, last 10 minutes
        {shown.length > maxLanes && <span class="more">{shown.length - maxLanes} more</span>}
      </h2>
      {stable.length === 0 && <p class="empty">No agent events in the last ten minutes.</p>}
      {stable.map((lane) => (
        <LaneRow key={`${lane.agent} ${lane.session}`} lane={lane} now={now} />
      ))}
    </section>
  );
}

function LaneRow({ lane, now }: { readonly lane: Lane; readonly now: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    if (canvas.current) drawLane(canvas.current, lane, now);
  });
  const isChosen = filter.value.session === lane.session;
  const label = `${lane.agent}, session ${lane.session}: ${plural(lane.events, 'decision')}, ${lane.denied} denied`;
  return (
    <button
      type="button"
      class={`lane${isChosen ? ' chosen' : ''}`}
      title={oneLine(`${lane.root}${lane.subagent ? `, ${lane.subagent}` : ''}`)}
      aria-label={oneLine(label)}
      aria-pressed={isChosen}
      onClick={() => void changeFilter({ session: isChosen ? '' : lane.session })}
    >
      <span class="who">
        {oneLine(lane.agent)} <b>{oneLine(shortId(lane.session))}</b>
      </span>
      <canvas ref={canvas} />
    </button>
  );
}

/** One tick for each second with a decision. */
function drawLane(canvas: HTMLCanvasElement, { marks, seconds }: Lane, now: number): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const scale = devicePixelRatio || 1;
  if (canvas.width !== Math.round(width * scale)) canvas.width = Math.round(width * scale);
  if (canvas.height !== Math.round(height * scale)) canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d');
  if (!context || width === 0) return;
  const style = getComputedStyle(canvas);
  const colors = markNames.map((name) => style.getPropertyValue(`--mark-${name}`) || '#888');
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  const last = Math.floor(now / 1_000);
  const tick = Math.max(2, width / laneSeconds);
  // Weak marks first, so that a denial is never hidden.
  for (let strength = 1; strength < markNames.length; strength++) {
    context.fillStyle = colors[strength] ?? '';
    const inset = strength > 2 ? 2 : 5;
    for (let i = 0; i < laneSeconds; i++) {
      const second = seconds[i] ?? 0;
      if (marks[i] !== strength || second <= last - laneSeconds || second > last + 2) continue;
      const x = ((second - (last - laneSeconds)) / laneSeconds) * (width - tick);
      context.fillRect(Math.round(x), inset, tick, height - 2 * inset);
    }
  }
}

/** Slow events, with the hooks that they wait for. */
function Running() {
  const all = [...running.value.values()];
  if (all.length === 0) return null;
  return (
    <section class="running" aria-label="Running now" aria-live="polite">
      {all.slice(0, 6).map((event) => (
        <RunningRow key={event.n} event={event} />
      ))}
      {all.length > 6 && <p class="empty">and {all.length - 6} more</p>}
    </section>
  );
}

const RunningRow = ({ event }: { readonly event: BegunEvent }) => (
  <p>
    <span class="pulse" aria-hidden="true" />
    <b>{event.hooks.length > 0 ? event.hooks.map(({ hook }) => oneLine(hook)).join(', ') : 'anyhook'}</b> has been at
    work for <b class="number">{spanText(Math.max(0, clock.value - (event.hooks[0]?.at ?? event.at)))}</b>
    <span class="dim">
      {oneLine(event.host)} · {event.event} · {oneLine(event.toolName ?? '')} · {baseName(oneLine(event.cwd))}
    </span>
  </p>
);

const decisions = ['deny', 'ask', 'allow', 'pass'];
const spans: readonly (readonly [string, string])[] = [
  ['', 'any time'],
  ['15', 'last 15 min'],
  ['60', 'last hour'],
  ['1440', 'last day'],
  ['10080', 'last week'],
];

function Filters() {
  const { value } = filter;
  const all = rowsForChoices.value;
  const distinct = (pick: (row: DecisionRow) => readonly string[], chosen: string) =>
    [...new Set([...all.flatMap(pick), ...(chosen === '' ? [] : [chosen])])]
      .sort()
      .map((one): readonly [string, string] => [one, one]);
  return (
    <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <input
        id="search"
        type="search"
        placeholder="/ search"
        aria-label="Search the shown decisions"
        value={value.text}
        onInput={(event) => void changeFilter({ text: event.currentTarget.value })}
      />
      <Choice name="verdict" field="decision" options={decisions.map((one) => [one, one] as const)} />
      <Choice
        name="agent"
        field="host"
        options={(hello.value?.agents ?? []).map(({ name }) => [name, name] as const)}
      />
      <Choice name="event" field="event" options={distinct(({ event }) => [event], value.event)} />
      <Choice
        name="tool"
        field="tool"
        options={distinct(({ tool, toolName }) => [tool, toolName].filter((one) => one !== undefined), value.tool)}
      />
      <Choice name="hook" field="hook" options={distinct(({ hooks }) => hooks.map(({ hook }) => hook), value.hook)} />
      <Choice
        name="project"
        field="root"
        options={distinct(({ root }) => [root], value.root).map(([root]) => [root, baseName(root)] as const)}
      />
      <Choice name="since" field="minutes" options={spans.slice(1)} />
      <label class="check">
        <input
          type="checkbox"
          checked={value.shadow === '1'}
          onChange={(event) => void changeFilter({ shadow: event.currentTarget.checked ? '1' : '' })}
        />
        shadow
      </label>
      {isFiltered.value && (
        <button type="button" class="plain" onClick={() => void changeFilter(noFilter)}>
          clear
        </button>
      )}
      <button
        type="button"
        class={`pause${paused.value ? ' on' : ''}`}
        aria-pressed={paused.value}
        onClick={togglePause}
      >
        {paused.value ? `resume${held.value.length > 0 ? ` (${held.value.length} new)` : ''}` : 'pause'}
      </button>
    </form>
  );
}

export const togglePause = (): void => {
  if (paused.value) resume();
  else paused.value = true;
};

interface ChoiceProps {
  readonly name: string;
  readonly field: 'decision' | 'host' | 'event' | 'tool' | 'hook' | 'root' | 'minutes';
  readonly options: readonly (readonly [string, string])[];
}

function Choice({ name, field, options }: ChoiceProps) {
  const value = filter.value[field];
  return (
    <select
      aria-label={name}
      class={value === '' ? '' : 'set'}
      value={value}
      onChange={(event) => void changeFilter({ [field]: event.currentTarget.value })}
    >
      <option value="">{name}</option>
      {options.map(([one, text]) => (
        <option key={one} value={one}>
          {cut(oneLine(text), 40)}
        </option>
      ))}
    </select>
  );
}
