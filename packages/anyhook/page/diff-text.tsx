import type { DiffLine } from './diff.js';
import { visible } from './text.js';

/** What changed, line by line. */
export const DiffText = ({ lines }: { readonly lines: readonly DiffLine[] }) => (
  <pre>
    {lines.map(({ sign, text }, at) => (
      <span key={at} class={sign === '+' ? 'added' : sign === '-' ? 'removed' : ''}>
        {`${sign} ${visible(text)}\n`}
      </span>
    ))}
  </pre>
);
