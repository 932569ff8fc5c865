import type { PluginAnswer as Answer } from '../kit/plugin-answer.js';
import { addOutput, setAll, setOutput } from './plugin-change.js';
import { type Client, ignore, isRun, Refusal, type Voice } from './plugin-client.js';
import type { Engine } from './plugin-engine.js';
import type { Sessions } from './plugin-sessions.js';
import { type Fields, fieldsOf } from './plugin-values.js';

interface Call {
  readonly tool: string;
  readonly args: Fields;
  /** A hook allowed the call without a question. */
  readonly allow: boolean;
  readonly context: readonly string[];
}

/** The hooks around tool calls: before, after, failed, and permission requests. */
export function toolHooks(client: Client, engine: Engine, voice: Voice, sessions: Sessions) {
  const { ask, askNow } = engine;
  const { tellAll, halt } = voice;
  const { open, known, waitFor } = sessions;
  const calls = new Map<string, Call>();

  async function toolBefore(input: Fields, output: Fields): Promise<void> {
    const session = open(String(input['sessionID']));
    await session.ready;
    const answer = await ask('tool.execute.before', { input, output, ...known(session) });
    tellAll(answer);
    await halt(answer, session.id);
    const reason = answer.deny ?? answer.stop;
    const id = String(input['callID']);
    if (reason !== undefined) {
      calls.delete(id);
      throw new Refusal(reason);
    }
    const args = fieldsOf(output['args']);
    if (answer.input) setAll(args, answer.input);
    const { allow = false, context = [] } = answer;
    calls.set(id, { tool: String(input['tool']), args, allow, context });
  }

  async function toolAfter(input: Fields, output: Fields): Promise<void> {
    const session = open(String(input['sessionID']));
    const id = String(input['callID']);
    const call = calls.get(id);
    calls.delete(id);
    const answer = await ask('tool.execute.after', { input, output, ...known(session) });
    tellAll(answer);
    if (answer.output !== undefined) setOutput(output, answer.output);
    // A deny here means that anyhook failed: the tool has run, so the model is told.
    const context = [...(call?.context ?? []), ...(answer.deny === undefined ? [] : [answer.deny])];
    addOutput(output, [...context, ...(answer.context ?? [])]);
    await halt(answer, session.id);
  }

  /** A tool that threw: opencode does not wait then, so the answer is added to its error at the next model call. */
  function toolFailed(part: Fields, event: Fields): void {
    const id = String(part['callID']);
    const call = calls.get(id);
    // A refused call never ran.
    if (!call) return;
    calls.delete(id);
    const session = open(String(part['sessionID']));
    const asked = ask('event.message.part.updated', { event, ...known(session) }).then((answer) => {
      tellAll(answer);
      const texts = [...call.context, ...(answer.context ?? [])];
      if (texts.length > 0) session.notes.set(id, texts);
      return halt(answer, session.id);
    });
    waitFor(session, asked);
  }

  function permissionAsked(event: Fields): void {
    const asked = fieldsOf(event['properties']);
    const session = open(String(asked['sessionID']));
    const call = calls.get(String(fieldsOf(asked['tool'])['callID']));
    const about = call && { call: { tool: call.tool, args: call.args } };
    const question = { event, ...about, ...known(session) };
    const answered = (answer: Answer) => reply(asked, call?.allow ? { allow: true, ...answer } : answer);
    if (isRun) answered(askNow('event.permission.asked', question));
    else waitFor(session, ask('event.permission.asked', question).then(answered));
  }

  /** If something else answered first, there is nothing to do. */
  function reply(asked: Fields, answer: Answer): void {
    tellAll(answer);
    const { id, sessionID } = asked;
    if (answer.deny !== undefined) {
      // Without a message the turn would end here.
      const body = { reply: 'reject', message: answer.deny };
      const headers = { 'content-type': 'application/json' };
      const url = `/permission/${encodeURIComponent(String(id))}/reply`;
      ignore(client._client.post({ url, body, headers }));
    } else if (answer.allow === true) {
      const path = { id: sessionID, permissionID: id };
      const body = { response: 'once' };
      ignore(client.postSessionIdPermissionsPermissionId({ path, body }));
    }
  }

  return { toolBefore, toolAfter, toolFailed, permissionAsked };
}
