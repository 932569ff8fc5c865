import type { PluginAnswer as Answer } from '../kit/plugin-answer.js';
import { appendToOutput, replaceFields, setOutput } from './plugin-change.js';
import { ignoreResult, isRunCommand, type OpencodeClient, type PluginOutput, Refusal } from './plugin-client.js';
import type { PluginEngine } from './plugin-engine.js';
import type { PluginSessions } from './plugin-sessions.js';
import { fieldsOf, type LooseFields } from './plugin-values.js';

interface PendingCall {
  readonly tool: string;
  readonly args: LooseFields;
  /** A hook allowed the call without asking. */
  readonly allow: boolean;
  readonly context: readonly string[];
}

/** The hooks around tool calls: before, after, failed, and permission requests. */
export function createToolCallHooks(
  client: OpencodeClient,
  engine: PluginEngine,
  pluginOutput: PluginOutput,
  sessions: PluginSessions,
) {
  const { ask, askBlocking } = engine;
  const { showMessages, abortIfStopped } = pluginOutput;
  const { openSession, sessionFields, waitFor } = sessions;
  const calls = new Map<string, PendingCall>();

  async function toolBefore(input: LooseFields, output: LooseFields): Promise<void> {
    const session = openSession(String(input['sessionID']));
    await session.ready;
    const answer = await ask('tool.execute.before', { input, output, ...sessionFields(session) });
    showMessages(answer);
    await abortIfStopped(answer, session.id);
    const reason = answer.deny ?? answer.stop;
    const id = String(input['callID']);
    if (reason !== undefined) {
      calls.delete(id);
      throw new Refusal(reason);
    }
    const args = fieldsOf(output['args']);
    if (answer.input) replaceFields(args, answer.input);
    const { allow = false, context = [] } = answer;
    calls.set(id, { tool: String(input['tool']), args, allow, context });
  }

  async function toolAfter(input: LooseFields, output: LooseFields): Promise<void> {
    const session = openSession(String(input['sessionID']));
    const id = String(input['callID']);
    const call = calls.get(id);
    calls.delete(id);
    const answer = await ask('tool.execute.after', { input, output, ...sessionFields(session) });
    showMessages(answer);
    if (answer.output !== undefined) setOutput(output, answer.output);
    // A deny here means that anyhook failed: the tool has run, so the model is told.
    const context = [...(call?.context ?? []), ...(answer.deny === undefined ? [] : [answer.deny])];
    appendToOutput(output, [...context, ...(answer.context ?? [])]);
    await abortIfStopped(answer, session.id);
  }

  /** A failed tool: opencode does not wait for the hook, so the answer is added to its error at the next model call. */
  function onToolFailed(part: LooseFields, event: LooseFields): void {
    const id = String(part['callID']);
    const call = calls.get(id);
    // A denied call never ran.
    if (!call) return;
    calls.delete(id);
    const session = openSession(String(part['sessionID']));
    const answering = ask('event.message.part.updated', { event, ...sessionFields(session) }).then((answer) => {
      showMessages(answer);
      const texts = [...call.context, ...(answer.context ?? [])];
      if (texts.length > 0) session.notes.set(id, texts);
      return abortIfStopped(answer, session.id);
    });
    waitFor(session, answering);
  }

  function onPermissionAsked(event: LooseFields): void {
    const request = fieldsOf(event['properties']);
    const session = openSession(String(request['sessionID']));
    const call = calls.get(String(fieldsOf(request['tool'])['callID']));
    const callFields = call && { call: { tool: call.tool, args: call.args } };
    const question = { event, ...callFields, ...sessionFields(session) };
    const applyAnswer = (answer: Answer) =>
      replyToPermission(request, call?.allow ? { allow: true, ...answer } : answer);
    if (isRunCommand) applyAnswer(askBlocking('event.permission.asked', question));
    else waitFor(session, ask('event.permission.asked', question).then(applyAnswer));
  }

  /** If something else answered first, there is nothing to do. */
  function replyToPermission(request: LooseFields, answer: Answer): void {
    showMessages(answer);
    const { id, sessionID } = request;
    if (answer.deny !== undefined) {
      // Without a message the turn would end here.
      const body = { reply: 'reject', message: answer.deny };
      const headers = { 'content-type': 'application/json' };
      const url = `/permission/${encodeURIComponent(String(id))}/reply`;
      ignoreResult(client._client.post({ url, body, headers }));
    } else if (answer.allow === true) {
      const path = { id: sessionID, permissionID: id };
      const body = { response: 'once' };
      ignoreResult(client.postSessionIdPermissionsPermissionId({ path, body }));
    }
  }

  return { toolBefore, toolAfter, onToolFailed, onPermissionAsked };
}
