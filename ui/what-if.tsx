import { useSignal } from '@preact/signals';
import type { WhatIfView } from '../src/ui/page-types.js';
import { get } from './api.js';
import { go } from './route.js';
import { hello } from './state.js';
import { cut, oneLine, plural, timeText, visible } from './text.js';

const spans: readonly (readonly [string, string])[] = [
  ['1440', 'the last day'],
  ['10080', 'the last week'],
  ['', 'everything recorded'],
];

/** Decides recorded events again with the hooks as they are now in the folder. */
export function WhatIfPage() {
  const against = useSignal('');
  const minutes = useSignal('10080');
  const result = useSignal<WhatIfView | 'asking' | undefined>(undefined);
  const problem = useSignal<string | undefined>(undefined);
  const ask = async () => {
    problem.value = undefined;
    result.value = 'asking';
    try {
      const query = { against: against.value, minutes: minutes.value };
      result.value = await get<WhatIfView>('what-if', query);
    } catch (error) {
      result.value = undefined;
      problem.value = (error as Error).message;
    }
  };
  return (
    <div class="page">
      <h1>
        What if <small>the hooks of {oneLine(hello.value?.folder ?? '')}, as they are now, had decided then</small>
      </h1>
      <form
        class="filters flat"
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
      >
        <select
          aria-label="since"
          value={minutes.value}
          onChange={(event) => (minutes.value = event.currentTarget.value)}
        >
          {spans.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <input
          aria-label="git revision"
          placeholder="against a git revision, such as HEAD (empty: what was decided)"
          value={against.value}
          onInput={(event) => (against.value = event.currentTarget.value)}
        />
        <button type="submit">Decide again</button>
      </form>
      {problem.value !== undefined && <p class="problem">{visible(problem.value)}</p>}
      {result.value === 'asking' && <p class="empty">deciding again; no program of a hook is started …</p>}
      {result.value !== undefined && result.value !== 'asking' && <Result view={result.value} />}
    </div>
  );
}

function Result({
  view: { total, flipped, notReplayed, unknown, flips, left, notices },
}: {
  readonly view: WhatIfView;
}) {
  const byHook = new Map<string, number>();
  for (const { hook = 'several hooks' } of flips) byHook.set(hook, (byHook.get(hook) ?? 0) + 1);
  return (
    <>
      <p class="verdict-line">
        <b class="number">{flipped.toLocaleString('en')}</b> of {plural(total, 'decision')} would change
        <span class="dim">
          {notReplayed + unknown > 0 &&
            `; ${plural(notReplayed + unknown, 'other')} cannot be decided without running a program`}
        </span>
      </p>
      {notices.map((text, i) => (
        <p key={i} class="dim">
          {visible(text)}
        </p>
      ))}
      {byHook.size > 0 && (
        <p class="legend">
          {[...byHook].map(([hook, count]) => (
            <span key={hook}>
              {oneLine(hook)} <b>{count}</b>
            </span>
          ))}
        </p>
      )}
      {flips.length > 0 && (
        <table class="list">
          <thead>
            <tr>
              <th>when</th>
              <th>agent</th>
              <th>before</th>
              <th>after</th>
              <th>hook</th>
              <th>call</th>
              <th class="wide">why</th>
            </tr>
          </thead>
          <tbody>
            {flips.map((flip) => (
              <tr key={flip.id}>
                <td class="number">
                  <button type="button" class="plain" onClick={() => go(`why/${flip.id}`)}>
                    {timeText(Date.parse(flip.at))}
                  </button>
                </td>
                <td>{flip.host}</td>
                <td>{oneLine(flip.before)}</td>
                <td>
                  <b>{oneLine(flip.after)}</b>
                </td>
                <td>{oneLine(flip.hook ?? '')}</td>
                <td class="code">{cut(oneLine(flip.about), 120)}</td>
                <td class="dim wide">{visible(cut(flip.why, 200))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {left.length > 0 && (
        <details>
          <summary>{plural(notReplayed + unknown, 'decision')} not compared</summary>
          <ul>
            {left.map(({ hook, why, count }, i) => (
              <li key={i}>
                {count} × {oneLine(hook ?? '')} {visible(why)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
