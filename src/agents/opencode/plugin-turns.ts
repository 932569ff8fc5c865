import type { PluginAnswer as Answer } from '../kit/plugin-answer.js';
import { addPart, setPrompt } from './plugin-change.js';
import { isRunCommand, type OpencodeClient, type PluginOutput } from './plugin-client.js';
import type { PluginEngine } from './plugin-engine.js';
import type { PluginSession, PluginSessions } from './plugin-sessions.js';
import { fieldsList, fieldsOf, type LooseFields, withoutEmptyFields } from './plugin-values.js';

/** The highest `stopLimit`; anyhook counts too and stops at its own limit. */
const maxContinued = 100;

/** The hooks from a prompt to the end of its turn, which a hook may continue. */
export function createTurnHooks(
  client: OpencodeClient,
  engine: PluginEngine,
  voice: PluginOutput,
  sessions: PluginSessions,
) {
  const { ask, askNow } = engine;
  const { tell, tellAll, refuse, send } = voice;
  const { open, known, waitFor } = sessions;

  async function prompted(input: LooseFields, output: LooseFields): Promise<void> {
    const session = open(String(input['sessionID']));
    const message = fieldsOf(output['message']);
    const parts = fieldsList(output['parts']);
    if (session.continuing !== undefined && parts.some((part) => part['text'] === session.continuing)) {
      session.continuing = undefined;
      return;
    }
    const { providerID, modelID, variant } = fieldsOf(message['model']);
    session.last = withoutEmptyFields({ agent: message['agent'], model: modelID && { providerID, modelID }, variant });
    session.continued = 0;
    session.continuing = undefined;
    await session.ready;
    refuse(session.refused);
    // A subagent's prompt is not the user's; it was an argument of the tool that started it.
    if (session.parentID !== undefined) return;
    const answer = await ask('chat.message', { input, output });
    tellAll(answer);
    refuse(answer.deny ?? answer.stop);
    if (answer.prompt !== undefined) setPrompt(output, answer.prompt);
    for (const text of answer.context ?? []) addPart(output, message, text);
  }

  function completed(input: LooseFields, output: LooseFields): void {
    const session = open(String(input['sessionID']));
    session.text = { messageID: input['messageID'], payload: { input, output: { ...output } } };
  }

  /** A step is over: the end of the turn, unless it called tools or wrote a summary. */
  function stepFinished(part: LooseFields): void {
    const session = open(String(part['sessionID']));
    const { messageID, reason } = part;
    const isEnd = reason === 'stop' || reason === 'length';
    if (!isEnd || messageID === session.toolMessage || messageID === session.summaryMessage) return;
    if (session.parentID !== undefined) return;
    const said = session.text?.messageID === messageID ? session.text?.payload : undefined;
    const payload = said ?? { input: { sessionID: session.id, messageID }, output: { text: '' } };
    const question = { ...payload, ...known(session), stopHookActive: session.continued > 0 };
    const answered = (answer: Answer) => stopped(session, answer);
    if (isRunCommand) answered(askNow('experimental.text.complete', question));
    else waitFor(session, ask('experimental.text.complete', question).then(answered));
  }

  function stopped(session: PluginSession, answer: Answer): void {
    tellAll(answer);
    if (answer.deny !== undefined) tell(answer.deny);
    const text = answer.continue;
    if (text === undefined) return;
    if (session.continued >= maxContinued) tell(`blocked ${maxContinued} times: opencode stops all the same`);
    else {
      session.continued++;
      session.continuing = text;
      const body = { ...session.last, parts: [{ type: 'text', text }] };
      send('to go on', client.session.promptAsync({ path: { id: session.id }, body }));
    }
  }

  async function idle(event: LooseFields): Promise<void> {
    const session = open(String(fieldsOf(event['properties'])['sessionID']));
    const question = { event, ...known(session) };
    if (!isRunCommand) await Promise.all(session.pending);
    if (session.continuing !== undefined) return;
    // The program may have ended before an answer comes.
    tellAll(isRunCommand ? askNow('event.session.idle', question) : await ask('event.session.idle', question));
  }

  return { prompted, completed, stepFinished, idle };
}
