import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** A page by its place in the address. */
export interface BarPage {
  readonly to: string;
  readonly title: string;
}

interface BarProps {
  readonly pages: readonly BarPage[];
  /** The page that is shown. */
  readonly place: string;
  /** How many items are pending on a page. */
  readonly counts: Readonly<Record<string, number>>;
  /** The content at its end. */
  readonly children: ComponentChildren;
}

export function Bar({ pages, place, counts, children }: BarProps) {
  const current = useRef<HTMLAnchorElement>(null);
  useEffect(() => showInBar(current.current), [place]);
  return (
    <header class="bar">
      <span class="brand">anyhook</span>
      <nav aria-label="Pages">
        {pages.map(({ to, title }) => (
          <a
            key={to}
            ref={to === place ? current : null}
            href={`#/${to}`}
            aria-current={to === place ? 'page' : undefined}
          >
            {title}
            {(counts[to] ?? 0) > 0 && <span class="count">{counts[to]}</span>}
          </a>
        ))}
      </nav>
      {children}
    </header>
  );
}

/** A narrow bar shows only some pages. Not `scrollIntoView`, which also moves the start of Tab. */
function showInBar(link: HTMLAnchorElement | null): void {
  const bar = link?.parentElement;
  if (bar) bar.scrollLeft = link.offsetLeft - bar.offsetLeft - (bar.clientWidth - link.offsetWidth) / 2;
}
