import type { PluginAnswer as Answer } from '../kit/plugin-answer.js';
import { addPart, setPrompt } from './plugin-change.js';
import { isRunCommand, type OpencodeClient, type PluginOutput } from './plugin-client.js';
import type { PluginEngine } from './plugin-engine.js';
import type { PluginSession, PluginSessions } from './plugin-sessions.js';
import { fieldsList, fieldsOf, type LooseFields, withoutEmptyFields } from './plugin-values.js';

/** The highest `stopLimit`; anyhook also counts and stops at its own limit. */
const maxContinues = 100;

/** The hooks from a prompt to the end of its turn, which a hook may continue. */
export function createTurnHooks(
  client: OpencodeClient,
  engine: PluginEngine,
  pluginOutput: PluginOutput,
  sessions: PluginSessions,
) {
  const { ask, askBlocking } = engine;
  const { showUser, showMessages, throwIfRefused, sendRequest } = pluginOutput;
  const { openSession, sessionFields, waitFor } = sessions;

  async function onPrompt(input: LooseFields, output: LooseFields): Promise<void> {
    const session = openSession(String(input['sessionID']));
    const message = fieldsOf(output['message']);
    const parts = fieldsList(output['parts']);
    if (
      session.pendingContinueText !== undefined &&
      parts.some((part) => part['text'] === session.pendingContinueText)
    ) {
      session.pendingContinueText = undefined;
      return;
    }
    const { providerID, modelID, variant } = fieldsOf(message['model']);
    session.lastPromptOptions = withoutEmptyFields({
      agent: message['agent'],
      model: modelID && { providerID, modelID },
      variant,
    });
    session.continueCount = 0;
    session.pendingContinueText = undefined;
    await session.ready;
    throwIfRefused(session.refusalReason);
    // A subagent's prompt is not the user's; it was an argument of the tool that started it.
    if (session.parentID !== undefined) return;
    const answer = await ask('chat.message', { input, output });
    showMessages(answer);
    throwIfRefused(answer.deny ?? answer.stop);
    if (answer.prompt !== undefined) setPrompt(output, answer.prompt);
    for (const text of answer.context ?? []) addPart(output, message, text);
  }

  function onTextComplete(input: LooseFields, output: LooseFields): void {
    const session = openSession(String(input['sessionID']));
    session.lastText = { messageID: input['messageID'], payload: { input, output: { ...output } } };
  }

  /** A step is over: the end of the turn, unless it called tools or wrote a summary. */
  function onStepFinished(part: LooseFields): void {
    const session = openSession(String(part['sessionID']));
    const { messageID, reason } = part;
    const isEnd = reason === 'stop' || reason === 'length';
    if (!isEnd || messageID === session.toolMessage || messageID === session.summaryMessage) return;
    if (session.parentID !== undefined) return;
    const savedPayload = session.lastText?.messageID === messageID ? session.lastText?.payload : undefined;
    const payload = savedPayload ?? { input: { sessionID: session.id, messageID }, output: { text: '' } };
    const question = { ...payload, ...sessionFields(session), stopHookActive: session.continueCount > 0 };
    const applyAnswer = (answer: Answer) => applyStopAnswer(session, answer);
    if (isRunCommand) applyAnswer(askBlocking('experimental.text.complete', question));
    else waitFor(session, ask('experimental.text.complete', question).then(applyAnswer));
  }

  function applyStopAnswer(session: PluginSession, answer: Answer): void {
    showMessages(answer);
    if (answer.deny !== undefined) showUser(answer.deny);
    const text = answer.continue;
    if (text === undefined) return;
    if (session.continueCount >= maxContinues) showUser(`blocked ${maxContinues} times: opencode stops anyway`);
    else {
      session.continueCount++;
      session.pendingContinueText = text;
      const body = { ...session.lastPromptOptions, parts: [{ type: 'text', text }] };
      sendRequest('to continue', client.session.promptAsync({ path: { id: session.id }, body }));
    }
  }

  async function onIdle(event: LooseFields): Promise<void> {
    const session = openSession(String(fieldsOf(event['properties'])['sessionID']));
    const question = { event, ...sessionFields(session) };
    if (!isRunCommand) await Promise.all(session.pending);
    if (session.pendingContinueText !== undefined) return;
    // The program may have ended before an answer arrives.
    showMessages(
      isRunCommand ? askBlocking('event.session.idle', question) : await ask('event.session.idle', question),
    );
  }

  return { onPrompt, onTextComplete, onStepFinished, onIdle };
}
