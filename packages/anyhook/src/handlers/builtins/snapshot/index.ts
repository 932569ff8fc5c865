import { type Event, type EventName, hasCall, pass, realPath } from '@anyhook/core';
import { unsupportedRootReason } from '@anyhook/undo';
import type { Builtin } from '../builtin.js';
import { projectRoot } from '../kit/project-root.js';
import { flattenText } from '../kit/text.js';
import { takeFileSnapshot } from './store.js';

const events: readonly EventName[] = [
  'session.start',
  'turn.start',
  'turn.end',
  'tool.before',
  'tool.after',
  'tool.failure',
  'session.end',
];

/** Keeps the project's files in a shadow repository, so that changes of an agent can be undone. */
export const snapshot: Builtin = {
  name: 'snapshot',
  summary: 'keeps the project files in a shadow git repository',
  events,
  decides: false,
  async run(event, _args, context) {
    if (!events.includes(event.name)) return pass();
    const root = realPath(projectRoot(event.cwd));
    const tooWideReason = unsupportedRootReason(root, context.env);
    if (tooWideReason) return pass({ logs: [`snapshot: not taken, ${root} ${tooWideReason}`] });
    const taken = await takeFileSnapshot(root, labelOf(event), context);
    return taken ? pass({ logs: [`snapshot ${taken.id.slice(0, 12)} taken`] }) : pass();
  },
};

function labelOf(event: Event): string {
  const tool = hasCall(event) ? ` ${event.call.nativeName}` : '';
  return flattenText(`${event.name}${tool} (session ${event.sessionId || 'unknown'})`, 200);
}
