import type { EventName } from '@anyhook/core';

/** Events at which a builtin may give the model context. */
export const contextEvents: readonly EventName[] = ['session.start', 'turn.start', 'prompt.submit', 'subagent.start'];

export const takesContext = (name: EventName): boolean => contextEvents.includes(name);
