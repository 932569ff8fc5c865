import { lintedKind, redactionMarks, type SecretSpan } from './find-secrets.js';
import { isPlaceholder, isSampleSecret } from './placeholder.js';
import { createMarker, type Redaction, type RedactOptions, redactSecrets, replaceSpans } from './redact-secrets.js';
import { loadSecretLint, type SecretLint } from './secretlint.js';

/** The findings of both passes. */
interface DeepRedaction extends Redaction {
  /** Whether secretlint ran as well; our own rules always do. */
  readonly linted: boolean;
}

/** Removes secrets by our rules, then secretlint's, which load slowly: not on the agent's path. Never throws. */
export async function redactDeep(value: unknown, options: RedactOptions): Promise<DeepRedaction> {
  const own = redactSecrets(value, options);
  const texts: string[] = [];
  mapTexts(own.value, (text) => {
    if (text.length >= shortestSecret) texts.push(text);
    return text;
  });
  try {
    lintLoading ??= loadSecretLint();
    const spans = lintFindings(texts, await lintLoading);
    if (spans.size === 0) return { ...own, linted: true };
    const marker = createMarker(options.key);
    const rest = mapTexts(own.value, (text) => replaceSpans(text, spans.get(text) ?? [], marker));
    const kinds = [...new Set([...own.kinds, ...marker.kinds()])].sort();
    return { value: rest, found: own.found + marker.found(), kinds, linted: true };
  } catch {
    return { ...own, linted: false };
  }
}

let lintLoading: Promise<SecretLint> | undefined;

/** No format of secretlint is shorter than this. */
const shortestSecret = 12;
/** Separates texts, so that no rule matches across two of them. */
const textSeparator = '\n\u0000\n';

/** What secretlint finds in each text; texts without findings are not in the map. */
function lintFindings(texts: readonly string[], lint: SecretLint): ReadonlyMap<string, readonly SecretSpan[]> {
  const found = new Map<string, SecretSpan[]>();
  const distinct = [...new Set(texts)];
  if (distinct.length === 0) return found;
  const ranges = lint(distinct.join(textSeparator));
  let from = 0;
  let next = 0;
  for (const text of distinct) {
    const end = from + text.length;
    const spans: SecretSpan[] = [];
    for (let range = ranges[next]; range && range[0] < end; range = ranges[++next]) {
      if (range[0] >= from && range[1] <= end) addSpan(spans, text, range[0] - from, range[1] - from);
    }
    if (spans.length > 0) found.set(text, spans);
    from = end + textSeparator.length;
  }
  return found;
}

function addSpan(spans: SecretSpan[], text: string, start: number, end: number): void {
  const last = spans.at(-1);
  const secret = text.slice(start, end);
  if (start >= end || (last && start < last.end) || isPlaceholder(secret) || isSampleSecret(secret)) return;
  // A finding around a mark was already found by our own rules.
  if (redactionMarks(text).some((mark) => start < mark.end && mark.start < end)) return;
  spans.push({ start, end, kind: lintedKind });
}

/** The value with every string and key replaced by `change`; the same object if nothing changed. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => mapTexts(item, change));
    return items.every((item, i) => item === value[i]) ? value : items;
  }
  const pairs = Object.entries(value);
  const entries = pairs.map(([key, child]): [string, unknown] => [change(key), mapTexts(child, change)]);
  const same = entries.every(([key, child], i) => key === pairs[i]?.[0] && child === pairs[i]?.[1]);
  return same ? value : Object.fromEntries(entries);
}
