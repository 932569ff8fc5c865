import type { Colors, Io } from './io.js';

/** Marks at the start of a line. Colour is never the only information. */
export interface Symbols {
  readonly good: string;
  readonly bad: string;
  readonly warning: string;
}

/** The marks that the locale can show, coloured on a terminal. */
export function symbolsFor({ env }: Pick<Io, 'env'>, { green, red, yellow }: Colors): Symbols {
  const [good, bad, warning] = showsUnicode(env) ? ['✓', '✗', '!'] : ['ok', 'no', '!!'];
  return { good: green(good), bad: red(bad), warning: yellow(warning) };
}

/** A locale decides if set; programs without one run in modern terminals. */
function showsUnicode({ LC_ALL, LC_CTYPE, LANG }: Io['env']): boolean {
  const locale = LC_ALL || LC_CTYPE || LANG;
  return !locale || /utf-?8/i.test(locale);
}
