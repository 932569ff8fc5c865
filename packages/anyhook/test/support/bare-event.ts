import type { EventName } from '../../../core/src/contract.js';
import type { Event, EventFields, EventOf } from '../../../core/src/event.js';
import type { Hook } from '../../../core/src/hook.js';

/** For tests: an event that has the common fields and these, and no other. */
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

/** For tests: the hook of a load that must give one. */
export function onlyHook(hooks: readonly Hook[]): Hook {
  const [hook, ...others] = hooks;
  if (!hook || others.length > 0) throw new Error(`expected one hook, got ${hooks.length}`);
  return hook;
}
