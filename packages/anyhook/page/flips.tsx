import type { WhatIfView } from '../src/ui/page-types.js';
import { go } from './route.js';
import { cut, oneLine, plural, timeText, visible } from './text.js';

/** How many decisions would change, because of which hook, and the list of them. */
export function Flips({
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
                <td class="short">{oneLine(flip.host)}</td>
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
