import { contextBuiltin } from './add-context.js';
import type { Builtin } from './builtin.js';

/** Tells the model which day it is, in the agent's time zone. */
export const addDate: Builtin = contextBuiltin({
  name: 'add_date',
  summary: "gives the model today's date",
  texts: (event, _args, { env }) => [`Today's date: ${formatDay(event.timestamp, env['TZ'])}`],
});

function formatDay(timestamp: string, zone: string | undefined): string {
  const time = new Date(timestamp);
  if (Number.isNaN(time.getTime())) return timestamp.slice(0, 10);
  const formatter = zone ? formatterFor(zone) : undefined;
  if (formatter) return formatter.format(time);
  const twoDigits = (value: number) => (value < 10 ? `0${value}` : `${value}`);
  return `${time.getFullYear()}-${twoDigits(time.getMonth() + 1)}-${twoDigits(time.getDate())}`;
}

let lastFormatter: { readonly zone: string; readonly formatter: Intl.DateTimeFormat | undefined } | undefined;

// Creating a formatter is far more expensive than using it.
function formatterFor(zone: string): Intl.DateTimeFormat | undefined {
  if (lastFormatter?.zone !== zone) lastFormatter = { zone, formatter: makeFormatter(zone.replace(/^:/, '')) };
  return lastFormatter.formatter;
}

function makeFormatter(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  } catch {
    return undefined;
  }
}
