import { signal, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { DecisionRow } from '../src/ui/page-types.js';
import { markOf } from './lanes.js';
import { memo } from './memo.js';
import { go } from './route.js';
import { createRowPlaces, elementAt } from './row-places.js';
import { isFiltered, shownRows } from './state.js';
import { cut, msText, oneLine, timeText } from './text.js';

/** The decision that is explained in the panel next to the list. */
export const selected = signal<string | undefined>(undefined);

/** The height of a row, as in the style sheet. */
const rowHeight = 26;
const extraRows = 6;
const selectedRow = 'selected-row';

export function DecisionList() {
  const list = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const height = useSignal(600);
  const all = shownRows.value;
  const places = useMemo(createRowPlaces, []);
  const elements = Math.ceil(height.value / rowHeight) + 2 * extraRows;
  const { first: origin, added } = useMemo(() => places(all, elements), [all, elements]);
  useLayoutEffect(() => {
    // Keep the position of users who have scrolled down when rows are added above.
    if (list.current && added > 0 && top.peek() > 0) list.current.scrollTop += added * rowHeight;
  }, [all]);
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    // Elements above the list appear and disappear.
    const sizes = new ResizeObserver(() => {
      height.value = box.clientHeight;
    });
    sizes.observe(box);
    return () => sizes.disconnect();
  }, []);
  const first = Math.max(0, Math.floor(top.value / rowHeight) - extraRows);
  const chosen = selected.value;
  const shown = all.slice(first, first + elements);
  return (
    <div
      class="decisions"
      ref={list}
      role="grid"
      aria-label="Decisions, newest first"
      aria-rowcount={all.length}
      // The list has the focus, never a row: rows are reused, and browsers scroll to the focused element.
      tabIndex={0}
      aria-activedescendant={chosen === undefined ? undefined : selectedRow}
      onScroll={(event) => {
        top.value = event.currentTarget.scrollTop;
      }}
    >
      {all.length === 0 && (
        <p class="empty">
          {isFiltered.value ? 'No decision matches.' : 'Nothing has been decided yet. The first decision appears here.'}
        </p>
      )}
      <div class="sizer" style={{ height: `${all.length * rowHeight}px` }}>
        <div class="sheet" style={{ transform: `translateY(${-origin * rowHeight}px)` }}>
          {/* No element is created or removed per decision, so a burst leaves none behind. */}
          {shown.map((row, i) => {
            const place = origin + first + i;
            return (
              <Row key={elementAt(place, elements)} row={row} y={place * rowHeight} isSelected={row.id === chosen} />
            );
          })}
        </div>
      </div>
    </div>
  );
}

export const deciders = ({ decision, hooks }: DecisionRow): string => {
  const failed = hooks.filter(({ outcome }) => outcome === 'failed' || outcome === 'timeout');
  const said = (wanted: string) => hooks.filter((run) => !run.shadow && run.decision === wanted);
  // A denial may replace an ask that the agent cannot show.
  const own = decision === 'pass' ? failed : said(decision);
  const made = own.length === 0 && decision === 'deny' ? said('ask') : own;
  return [...new Set(made.map(({ hook }) => hook))].join(', ');
};

const shadowText = ({ hooks, decision }: DecisionRow): string => {
  const other = hooks.find((run) => run.shadow && run.decision !== undefined && run.decision !== decision);
  return other ? `shadow ${other.hook} would ${other.decision}` : '';
};

interface RowProps {
  readonly row: DecisionRow;
  readonly y: number;
  readonly isSelected: boolean;
}

const Row = memo(({ row, y, isSelected }: RowProps) => {
  const mark = markOf(row);
  const verdict = row.alert
    ? 'ALERT'
    : mark === 'broken'
      ? 'broken'
      : `${row.decision}${row.rewrites ? '*' : ''}${row.stop ? '!' : ''}`;
  const shadow = shadowText(row);
  return (
    <div
      role="row"
      id={isSelected ? selectedRow : undefined}
      aria-selected={isSelected}
      class={`row mark-${mark}${isSelected ? ' selected' : ''}`}
      style={{ top: `${y}px` }}
      // At once: the row may have moved before the button is released.
      onMouseDown={() => {
        selected.value = row.id;
      }}
      onDblClick={() => go(`why/${selected.value ?? row.id}`)}
    >
      <span role="gridcell" class="time">
        {timeText(row.at)}
      </span>
      <span role="gridcell" class={`verdict mark-${mark}`}>
        {verdict}
      </span>
      <span role="gridcell" class="host">
        {oneLine(row.host)}
      </span>
      <span role="gridcell" class="event">
        {row.event}
      </span>
      <span role="gridcell" class="ms">
        {msText(row.ms)}
      </span>
      <span role="gridcell" class="hook">
        {cut(oneLine(deciders(row)), 40)}
      </span>
      <span role="gridcell" class="subject">
        {shadow !== '' && <i class="shadow">{oneLine(shadow)}</i>}
        {cut(oneLine(row.text ?? row.toolName ?? ''), 300)}
      </span>
    </div>
  );
});

/** Moves the selection by keys, and the list with it. */
export function moveSelection(step: number, event: KeyboardEvent): void {
  event.preventDefault();
  const all = shownRows.value;
  const at = all.findIndex(({ id }) => id === selected.value);
  const next = all[Math.max(0, Math.min(all.length - 1, at < 0 ? 0 : at + step))];
  if (!next) return;
  selected.value = next.id;
  const list = document.querySelector('.decisions');
  const y = all.indexOf(next) * rowHeight;
  if (!list) return;
  if (y < list.scrollTop) list.scrollTop = y;
  else if (y + rowHeight > list.scrollTop + list.clientHeight) list.scrollTop = y + rowHeight - list.clientHeight;
}
