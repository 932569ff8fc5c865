import { addNotes } from './plugin-change.js';
import type { Voice } from './plugin-client.js';
import type { Engine } from './plugin-engine.js';
import type { Sessions } from './plugin-sessions.js';
import { type Fields, fieldsOf, listOf, textOf } from './plugin-values.js';

/** The hooks on what opencode sends to the model: messages, system prompt, compaction. */
export function modelHooks({ ask }: Engine, { tellAll, refuse }: Voice, { open, known }: Sessions) {
  async function messagesSent(input: Fields, output: Fields): Promise<void> {
    const id = listOf(output['messages']).flatMap(({ info }) => textOf(fieldsOf(info)['sessionID']) ?? [])[0];
    if (id === undefined) return;
    const session = open(id);
    await Promise.all(session.pending);
    addNotes(output, session.notes);
    const answer = await ask('experimental.chat.messages.transform', { input, output, ...known(session) });
    tellAll(answer);
    const messages = output['messages'];
    if (answer.history && Array.isArray(messages)) messages.splice(0, messages.length, ...answer.history);
  }

  async function systemSent(input: Fields, output: Fields): Promise<void> {
    const id = textOf(input['sessionID']);
    const system = output['system'];
    if (id === undefined || !Array.isArray(system)) return;
    const session = open(id);
    await session.ready;
    system.push(...session.context);
    tellAll(await ask('experimental.chat.system.transform', { input, output }));
  }

  async function compacting(input: Fields, output: Fields): Promise<void> {
    const session = open(String(input['sessionID']));
    const answer = await ask('experimental.session.compacting', { input, output, ...known(session) });
    tellAll(answer);
    refuse(answer.deny);
    const context = output['context'];
    if (Array.isArray(context)) context.push(...(answer.context ?? []));
    if (answer.prompt !== undefined) output['prompt'] = [answer.prompt, ...(answer.context ?? [])].join('\n\n');
  }

  return { messagesSent, systemSent, compacting };
}
