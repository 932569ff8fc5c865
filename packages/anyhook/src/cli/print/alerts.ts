import { isWithin, now, userPaths } from '@anyhook/core';
import { alertShownMs, openAlertStore } from '../../sessions/alert-store.js';
import { colorsFor, type Io, print, terminalWidth } from '../terminal/io.js';
import { countNoun, oneLine, wrap } from '../terminal/text.js';
import { timeText } from './journal-rows.js';

const maxShown = 5;

/** Prints the calls of the last week that bypassed the guard, for one project or all. */
export function printAlerts(io: Io, root: string | undefined): void {
  const { red } = colorsFor(io);
  const { state } = userPaths(io.env, io.home);
  const alerts = openAlertStore(state)
    .list(now() - alertShownMs)
    .filter((alert) => root === undefined || isWithin(alert.root, root));
  for (const { at, text } of alerts.slice(-maxShown))
    print(io, red(wrap(`${timeText(at, now())}  ${oneLine(text)}`, terminalWidth(io), 10)));
  const more = alerts.length - maxShown;
  if (more > 0) print(io, red(`and ${countNoun(more, 'earlier alert')} in the last week`));
}
