import { leftOut } from '../left-out.js';
import { marks, type Value } from '../value.js';
import { type CodeValue, codeText, derivedValue, firstText, flatItems, joinValues } from './code-values.js';
import { numberOf } from './computed.js';
import { characterOf } from './quotes.js';

/** Characters by their codes, joined. */
export function characters(codeValues: readonly CodeValue[]): CodeValue {
  const codes = flatItems(codeValues).map(numberOf);
  return codes.some(Number.isNaN) ? derivedValue(...codeValues) : codeText(codes.map(characterOf).join(''));
}

/** Values for a longer form are omitted. */
const maxFormLength = 1_024;

/** `'{} {0} {name}'.format(…)`, `'%s %d' % (…)` and `sprintf`. */
export function formattedText(
  form: Value,
  values: readonly CodeValue[],
  named: ReadonlyMap<string, CodeValue>,
): CodeValue {
  if (form.length > maxFormLength) return codeText(form + leftOut('codeText', ...values.map(firstText)));
  let result: CodeValue = codeText('');
  let plain = '';
  let next = 0;
  const add = (codeValue: CodeValue | undefined) => {
    result = joinValues(plain === '' ? result : joinValues(result, codeText(plain)), codeValue ?? codeText(marks.any));
    plain = '';
  };
  for (let at = 0; at < form.length; at++) {
    const char = form[at] as string;
    const after = form[at + 1] ?? '';
    if ((char === '{' || char === '}' || char === '%') && after === char) {
      plain += char;
      at++;
    } else if (char === '{') {
      const close = form.indexOf('}', at);
      const key = form.slice(at + 1, close < 0 ? undefined : close).split(/[:!]/)[0] ?? '';
      add(key === '' ? values[next++] : (named.get(key) ?? values[Number(key)]));
      at = close < 0 ? form.length : close;
    } else if (char === '%') {
      const found = readDirective(form, at + 1);
      const value = found.key === undefined ? values[next++] : named.get(found.key);
      add(found.letter === 'c' && value !== undefined && !Number.isNaN(numberOf(value)) ? characters([value]) : value);
      at = found.end;
    } else plain += char;
  }
  return plain === '' ? result : joinValues(result, codeText(plain));
}

/** One `%s`, `%-5d`, `%(name)s`, `%1$s` or `%{name}`. */
function readDirective(form: Value, start: number): { key?: string; letter: string; end: number } {
  const open = form[start] ?? '';
  if (open === '(' || open === '{' || open === '<') {
    const close = form.indexOf(open === '(' ? ')' : open === '{' ? '}' : '>', start);
    const end = close < 0 ? form.length : open === '{' ? close : close + 1;
    return { key: form.slice(start + 1, close < 0 ? undefined : close), letter: form[end] ?? '', end };
  }
  let at = start;
  while (at < form.length && '0123456789.-+ #$*'.includes(form[at] as string)) at++;
  return { letter: form[at] ?? '', end: at };
}
