import { useSignal } from '@preact/signals';
import type { HookCount, OutcomeStats } from '../src/journal/query.js';
import type { HookHealth } from '../src/ui/page-types.js';
import { Loaded } from './loaded.js';
import { go } from './route.js';
import { changeFilter, noFilter } from './state.js';
import { agoText, cut, msText, oneLine, plural, visible } from './text.js';

export const HooksPage = () => (
  <div class="page">
    <h1>
      Hooks <small>their activity in the last seven days</small>
    </h1>
    <Loaded<readonly HookHealth[]> path="hooks" everyMs={15_000} show={(hooks) => <HookTable hooks={hooks} />} />
  </div>
);

const slowMs = 500;

/** What it did; for a hook that ran only as a shadow, what it would have done. */
const statsOf = ({ stats, shadowStats }: HookHealth) => stats ?? shadowStats;

const failures = (hook: HookHealth): number => {
  const { failed = 0, timeout = 0 } = statsOf(hook)?.outcomes ?? {};
  return failed + timeout;
};

/** Problems that need attention, one word each. */
function concerns(hook: HookHealth): readonly string[] {
  return [
    ...(failures(hook) > 0 ? ['fails'] : []),
    ...((statsOf(hook)?.p95 ?? 0) > slowMs ? ['slow'] : []),
    ...(hook.idle !== undefined ? ['off'] : []),
    ...(!statsOf(hook) && hook.idle === undefined ? ['never matched'] : []),
  ];
}

function HookTable({ hooks }: { readonly hooks: readonly HookHealth[] }) {
  const open = useSignal<string | undefined>(undefined);
  if (hooks.length === 0) return <p class="empty">No hook took part in a decision yet.</p>;
  const rank = (hook: HookHealth): number =>
    concerns(hook).includes('fails') ? 2 : concerns(hook).includes('slow') ? 1 : 0;
  const sorted = [...hooks].sort((a, b) => rank(b) - rank(a) || (statsOf(b)?.count ?? 0) - (statsOf(a)?.count ?? 0));
  return (
    <table class="list hooks">
      <thead>
        <tr>
          <th>hook</th>
          <th class="wide">format</th>
          <th class="wide roomy">events</th>
          <th class="wide">week</th>
          <th class="right">calls</th>
          <th class="right">deny</th>
          <th class="right wide">ask</th>
          <th class="right">failed</th>
          <th class="right wide roomy">p50</th>
          <th class="right">p95</th>
          <th />
        </tr>
      </thead>
      <tbody>
        {sorted.map((hook) => (
          <HookRow
            key={hook.id}
            hook={hook}
            isOpen={open.value === hook.id}
            toggle={() => (open.value = open.value === hook.id ? undefined : hook.id)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface HookRowProps {
  readonly hook: HookHealth;
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

function HookRow({ hook, isOpen, toggle }: HookRowProps) {
  const { id, dialect: format = '', events = [], counts, mode } = hook;
  const stats = statsOf(hook);
  const count = (n: number | undefined, mark: string, width = '') => (
    <td class={`right number ${width} ${n ? `mark-${mark}` : 'zero'}`}>{n ?? 0}</td>
  );
  return (
    <>
      <tr class={isOpen ? 'open' : ''}>
        <td>
          <button type="button" class="plain name" aria-expanded={isOpen} onClick={toggle}>
            {oneLine(id)}
          </button>
          {(mode === 'shadow' || (stats && !hook.stats)) && <i class="shadow">shadow</i>}
        </td>
        <td class="dim wide short">{oneLine(format)}</td>
        <td class="dim wide roomy">{cut(oneLine(events.join(', ')), 40)}</td>
        <td class="wide">
          <Spark counts={counts} />
        </td>
        <td class="right number">{(stats?.count ?? 0).toLocaleString('en')}</td>
        {count(stats?.decisions.deny, 'deny')}
        {count(stats?.decisions.ask, 'ask', 'wide')}
        {count(failures(hook), 'broken')}
        <td class="right number dim wide roomy">{stats ? msText(stats.p50) : ''}</td>
        <td class="right number dim">{stats ? msText(stats.p95) : ''}</td>
        <td class="concerns">
          {concerns(hook).map((word) => (
            <span key={word} class={`tag ${word.replace(' ', '-')}`}>
              {word}
            </span>
          ))}
        </td>
      </tr>
      {isOpen && (
        <tr class="details">
          <td colSpan={11}>
            <HookDetails hook={hook} />
          </td>
        </tr>
      )}
    </>
  );
}

function HookDetails({ hook }: { readonly hook: HookHealth }) {
  const { id, source, handler, idle, failure, shadowStats } = hook;
  const showDecisions = (shadow: '' | '1') => {
    void changeFilter({ ...noFilter, hook: id, shadow });
    go('live');
  };
  return (
    <>
      <dl class="fields">
        {source !== undefined && (
          <>
            <dt>file</dt>
            <dd>{oneLine(source)}</dd>
          </>
        )}
        {handler !== undefined && (
          <>
            <dt>runs</dt>
            <dd>{oneLine(handler)}</dd>
          </>
        )}
        {idle !== undefined && (
          <>
            <dt>off</dt>
            <dd>{visible(idle)}</dd>
          </>
        )}
        {!statsOf(hook) && idle === undefined && (
          <>
            <dt>dead?</dt>
            <dd>It matched nothing in seven days. Try an event with "anyhook fire".</dd>
          </>
        )}
        {shadowStats && (
          <>
            <dt>as a shadow</dt>
            <dd>{shadowText(shadowStats)}</dd>
          </>
        )}
        {failure && (
          <>
            <dt>last failure</dt>
            <dd>
              {agoText(failure.at)}: {visible(failure.reason ?? 'no reason was recorded')}
              {failure.logs?.map((text, i) => (
                <pre key={i}>{visible(text)}</pre>
              ))}
            </dd>
          </>
        )}
      </dl>
      <p class="actions">
        <button type="button" onClick={() => showDecisions('')}>
          Its decisions
        </button>
        {shadowStats && (
          <button type="button" onClick={() => showDecisions('1')}>
            Its shadow decisions
          </button>
        )}
        {failure && (
          <button type="button" onClick={() => go(`why/${failure.id}`)}>
            Why it failed
          </button>
        )}
      </p>
    </>
  );
}

/** What a shadow would have changed. */
function shadowText({ count, decisions }: OutcomeStats): string {
  const would = (['deny', 'ask', 'allow'] as const).filter((one) => decisions[one] > 0);
  const list = would.map((one) => `${one} ${decisions[one].toLocaleString('en')}`).join(', ');
  return `Of ${plural(count, 'call')} it would ${list === '' ? 'have changed none' : list}.`;
}

const spanMs = 6 * 3_600_000;
const spans = 28;

/** Calls per six hours over a week; denials and failures are marked. */
function Spark({ counts }: { readonly counts: readonly HookCount[] }) {
  const first = Math.floor(Date.now() / spanMs) - spans + 1;
  const most = Math.max(1, ...counts.map(({ count }) => count));
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <svg class="spark" viewBox={`0 0 ${spans * 4} 18`} role="img" aria-label={`${total} calls in seven days`}>
      {counts.map(({ at, count, denied, failed }) => {
        const x = (Math.floor(at / spanMs) - first) * 4;
        if (x < 0) return null;
        const height = Math.max(1.5, (count / most) * 16);
        const mark = failed > 0 ? 'broken' : denied > 0 ? 'deny' : 'pass';
        return <rect key={at} class={`fill-${mark}`} x={x} y={17 - height} width={3} height={height} />;
      })}
    </svg>
  );
}
