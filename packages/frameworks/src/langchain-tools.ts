import type { NativeCall } from './canonical-call.js';
import {
  copyWithoutContent,
  type MessageClasses,
  messageText,
  replaceMessage,
  toolMessageIn,
  withExtraTexts,
} from './langchain-messages.js';
import {
  type CallWrapper,
  isControlFlow,
  type LangChainRuntime,
  type SessionOf,
  type StepInput,
} from './langchain-step.js';
import type { HookSession } from './session.js';
import { errorMessage } from './to-text.js';

export interface ToolRequest extends StepInput {
  readonly toolCall: { readonly id?: string | undefined; readonly name: string; readonly args: unknown };
}

/** Runs the hooks before and after a tool call. */
export const wrapTool =
  (sessionOf: SessionOf, classes: () => Promise<MessageClasses>): CallWrapper<ToolRequest> =>
  async (request, handler) => {
    const session = sessionOf(request);
    const { toolCall, runtime } = request;
    const { id: tool_call_id, name } = toolCall;
    const answer = async (content: unknown, fields: object = { status: 'error' }) =>
      new (await classes()).ToolMessage({ tool_call_id, name, ...fields, content }) as never;
    const originalCall = { id: tool_call_id, name, input: toolCall.args, signal: runtime.signal };
    const { call, run, reason } = await decide(session, originalCall, runtime);
    if (!run) return answer(reason);
    try {
      const args = run.input;
      const output = await handler(args === toolCall.args ? request : { ...request, toolCall: { ...toolCall, args } });
      const message = toolMessageIn(output, tool_call_id);
      const text = message ? messageText(message) : '';
      const isError = message?.status === 'error';
      const reply = isError ? await session.toolFailed(call, text) : await session.afterTool(call, text);
      if (!message || (!('output' in reply) && reply.feedback.length === 0)) return output;
      const content = withExtraTexts('output' in reply ? reply.output : message.content, reply.feedback);
      return replaceMessage(output, message, await answer(content, copyWithoutContent(message)));
    } catch (error) {
      if (isControlFlow(error) || runtime.signal?.aborted) throw error;
      const { feedback } = await session.toolFailed(call, error);
      // LangChain's own words for the model; an error thrown through a middleware would end the run.
      return answer(withExtraTexts(`${error}\n Please fix your mistakes.`, feedback));
    }
  };

interface CallDecision {
  /** The call that was decided; the person who approved it may have changed its input. */
  readonly call: NativeCall;
  readonly run?: { readonly input: unknown };
  readonly reason?: string;
}

/** Asks the hooks, then a person if the hooks want that. */
async function decide(session: HookSession, call: NativeCall, runtime: LangChainRuntime): Promise<CallDecision> {
  const decision = await session.beforeTool(call);
  if (decision.kind === 'run') return { call, run: decision };
  if (decision.kind === 'deny') return { call, reason: decision.reason };
  const answer = askPerson(call.name, decision, runtime);
  if (answer.refusal !== undefined) return { call, reason: answer.refusal };
  const approved = 'input' in answer ? { ...call, input: answer.input } : call;
  const finalDecision = await session.beforeTool(approved, { approved: true });
  return finalDecision.kind === 'run' ? { call: approved, run: finalDecision } : { call, reason: finalDecision.reason };
}

type PersonAnswer = { readonly refusal: string } | { readonly refusal?: never; readonly input?: unknown };

/** Interrupts the run in the format of LangChain's own approval; LangChain repeats the step with the answer. */
function askPerson(
  name: string,
  request: { readonly reason: string; readonly input: unknown },
  runtime: LangChainRuntime,
): PersonAnswer {
  const question = {
    actionRequests: [{ name, args: request.input, description: request.reason }],
    reviewConfigs: [{ actionName: name, allowedDecisions: ['approve', 'edit', 'reject'] }],
  };
  if (!runtime.interrupt) return { refusal: `${request.reason} (Approval is not possible here.)` };
  try {
    return answerOf(runtime.interrupt(question as never), request.reason);
  } catch (error) {
    if (isControlFlow(error)) throw error;
    return { refusal: `${request.reason} (Asking for approval failed: ${errorMessage(error)})` };
  }
}

/** Anything but a clear yes counts as a no. */
function answerOf(value: unknown, reason: string): PersonAnswer {
  const { decisions: [decision] = [] } = (value ?? {}) as {
    decisions?: { type?: string; message?: string; editedAction?: { args?: unknown } }[];
  };
  if (decision?.type === 'approve') return {};
  if (decision?.type === 'edit' && decision.editedAction) return { input: decision.editedAction.args };
  return { refusal: decision?.message ?? reason };
}
