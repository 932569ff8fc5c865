import type { EventName } from '../../../core/src/contract.js';
import type { Event, EventFields, EventOf } from '../../../core/src/event.js';

/** An event with the common fields and these. */
export function bareEvent<N extends EventName>(name: N, fields: EventFields[N], more: Partial<Event> = {}): EventOf<N> {
  const base = {
    host: 'sample-host',
    nativeName: 'Native',
    sessionId: 'sess-1',
    cwd: '/home/user/project',
    timestamp: '2026-01-15T10:30:00Z',
    caller: 'ai_session',
    raw: {},
  };
  return { ...base, name, ...fields, ...more } as unknown as EventOf<N>;
}
