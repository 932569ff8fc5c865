import type { PluginSessions } from './plugin-sessions.js';
import type { createToolCallHooks } from './plugin-tools.js';
import type { createTurnHooks } from './plugin-turns.js';
import { fieldsOf, type LooseFields } from './plugin-values.js';

interface EventHookOptions {
  readonly sessions: PluginSessions;
  readonly tools: ReturnType<typeof createToolCallHooks>;
  readonly turns: ReturnType<typeof createTurnHooks>;
  /** Asks about an event that needs nothing but the messages of the answer. */
  readonly observe: (name: string, payload: LooseFields) => Promise<void>;
}

/** opencode's `event` hook: passes each event of its bus to the part that handles it. */
export function eventHook({ sessions: { openSession, removeSession }, tools, turns, observe }: EventHookOptions) {
  function onPartUpdated(event: LooseFields): void {
    const part = fieldsOf(fieldsOf(event['properties'])['part']);
    if (part['type'] === 'step-finish') turns.onStepFinished(part);
    if (part['type'] !== 'tool') return;
    openSession(String(part['sessionID'])).toolMessage = part['messageID'];
    if (fieldsOf(part['state'])['status'] === 'error') tools.onToolFailed(part, event);
  }

  function onMessageUpdated({ properties }: LooseFields): void {
    const { id, sessionID, summary, mode } = fieldsOf(fieldsOf(properties)['info']);
    if (summary === true || mode === 'compaction') openSession(String(sessionID)).summaryMessage = id;
  }

  return async function onEvent({ event: rawEvent }: { event: unknown }): Promise<void> {
    const event = fieldsOf(rawEvent);
    const name = `event.${String(event['type'])}`;
    const properties = fieldsOf(event['properties']);
    const info = fieldsOf(properties['info']);
    if (name === 'event.session.created') openSession(String(info['id'] ?? properties['sessionID']), info);
    else if (name === 'event.message.part.updated') onPartUpdated(event);
    else if (name === 'event.permission.asked') tools.onPermissionAsked(event);
    else if (name === 'event.session.idle') await turns.onIdle(event);
    else {
      if (name === 'event.message.updated') onMessageUpdated(event);
      if (name === 'event.session.deleted') removeSession(String(info['id']));
      await observe(name, { event });
    }
  };
}
