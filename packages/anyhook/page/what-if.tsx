import { useSignal } from '@preact/signals';
import type { WhatIfView } from '../src/ui/page-types.js';
import { get } from './api.js';
import { Flips } from './flips.js';
import { hello } from './state.js';
import { oneLine, visible } from './text.js';
import { TypedRule } from './typed-rule.js';

const spans: readonly (readonly [string, string])[] = [
  ['1440', 'the last day'],
  ['10080', 'the last week'],
  ['', 'everything recorded'],
];

/** Decides recorded events again with the current hooks of the folder. */
export function WhatIfPage({ file }: { readonly file: string | undefined }) {
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
        What if <small>other hooks in {oneLine(hello.value?.folder ?? '')} had decided recorded events</small>
      </h1>
      <h2>A rule while you type it</h2>
      <TypedRule file={file} />
      <h2>Current hooks</h2>
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
          placeholder="compare with a git revision (empty: recorded decisions)"
          value={against.value}
          onInput={(event) => (against.value = event.currentTarget.value)}
        />
        <button type="submit">Decide again</button>
      </form>
      {problem.value !== undefined && <p class="problem">{visible(problem.value)}</p>}
      {result.value === 'asking' && <p class="empty">deciding again; only programs declared pure are started …</p>}
      {result.value !== undefined && result.value !== 'asking' && <Flips view={result.value} />}
    </div>
  );
}
