import { appendErrorNotes } from './plugin-change.js';
import type { PluginOutput } from './plugin-client.js';
import type { PluginEngine } from './plugin-engine.js';
import type { PluginSessions } from './plugin-sessions.js';
import { fieldsList, fieldsOf, type LooseFields, nonEmptyText } from './plugin-values.js';

/** The hooks on what opencode sends to the model: messages, system prompt, compaction. */
export function modelHooks(
  { ask }: PluginEngine,
  { showMessages, throwIfRefused }: PluginOutput,
  { openSession, sessionFields }: PluginSessions,
) {
  async function onMessages(input: LooseFields, output: LooseFields): Promise<void> {
    const id = fieldsList(output['messages']).flatMap(({ info }) => nonEmptyText(fieldsOf(info)['sessionID']) ?? [])[0];
    if (id === undefined) return;
    const session = openSession(id);
    await Promise.all(session.pending);
    appendErrorNotes(output, session.notes);
    const answer = await ask('experimental.chat.messages.transform', { input, output, ...sessionFields(session) });
    showMessages(answer);
    const messages = output['messages'];
    if (answer.history && Array.isArray(messages)) messages.splice(0, messages.length, ...answer.history);
  }

  async function onSystemPrompt(input: LooseFields, output: LooseFields): Promise<void> {
    const id = nonEmptyText(input['sessionID']);
    const system = output['system'];
    if (id === undefined || !Array.isArray(system)) return;
    const session = openSession(id);
    await session.ready;
    system.push(...session.context);
    showMessages(await ask('experimental.chat.system.transform', { input, output }));
  }

  async function onCompacting(input: LooseFields, output: LooseFields): Promise<void> {
    const session = openSession(String(input['sessionID']));
    const answer = await ask('experimental.session.compacting', { input, output, ...sessionFields(session) });
    showMessages(answer);
    throwIfRefused(answer.deny);
    const context = output['context'];
    if (Array.isArray(context)) context.push(...(answer.context ?? []));
    if (answer.prompt !== undefined) output['prompt'] = [answer.prompt, ...(answer.context ?? [])].join('\n\n');
  }

  return { onMessages, onSystemPrompt, onCompacting };
}
