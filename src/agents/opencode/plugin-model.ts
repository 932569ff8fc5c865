import { addNotes } from './plugin-change.js';
import type { PluginOutput } from './plugin-client.js';
import type { PluginEngine } from './plugin-engine.js';
import type { PluginSessions } from './plugin-sessions.js';
import { fieldsList, fieldsOf, type LooseFields, nonEmptyText } from './plugin-values.js';

/** The hooks on what opencode sends to the model: messages, system prompt, compaction. */
export function modelHooks({ ask }: PluginEngine, { tellAll, refuse }: PluginOutput, { open, known }: PluginSessions) {
  async function messagesSent(input: LooseFields, output: LooseFields): Promise<void> {
    const id = fieldsList(output['messages']).flatMap(({ info }) => nonEmptyText(fieldsOf(info)['sessionID']) ?? [])[0];
    if (id === undefined) return;
    const session = open(id);
    await Promise.all(session.pending);
    addNotes(output, session.notes);
    const answer = await ask('experimental.chat.messages.transform', { input, output, ...known(session) });
    tellAll(answer);
    const messages = output['messages'];
    if (answer.history && Array.isArray(messages)) messages.splice(0, messages.length, ...answer.history);
  }

  async function systemSent(input: LooseFields, output: LooseFields): Promise<void> {
    const id = nonEmptyText(input['sessionID']);
    const system = output['system'];
    if (id === undefined || !Array.isArray(system)) return;
    const session = open(id);
    await session.ready;
    system.push(...session.context);
    tellAll(await ask('experimental.chat.system.transform', { input, output }));
  }

  async function compacting(input: LooseFields, output: LooseFields): Promise<void> {
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
