import { type Event, type EventOf, type Verdict, visibleJson } from '@anyhook/core';
import type { Wire } from '../agent.js';
import {
  contextOf,
  denies,
  type Encode,
  type Encoders,
  nativeInputOf,
  noOp,
  type PayloadShape,
  reasonOf,
} from './codec.js';
import { asText, type Fields, joinTexts } from './json-fields.js';

/**
 * The tasks of a plugin that runs inside its agent. It sends the name and the arguments of the agent's hook as JSON and
 * obeys one such object. An absent field means no effect. Empty stdout becomes "{}" (`emptyAnswer`), because a program
 * that died prints nothing. Exit code 2 with text on stderr is also a deny: anyhook itself failed, and the user wants
 * the agent blocked then.
 */
export interface PluginAnswer {
  /** Deny the tool call, the prompt or the compaction; the model (the user, at a prompt) gets this text. */
  readonly deny?: string;
  /** Ask the user whether the tool call may run; if there is no answer, deny it with this text. */
  readonly ask?: string;
  /** Grant the permission that the agent is asking for, or will ask for before it runs this call. */
  readonly allow?: true;
  /** The tool's complete native arguments: set them in place, key by key, and remove all other keys. */
  readonly input?: Fields;
  /** The tool's output, replaced. */
  readonly output?: string;
  /** The user's prompt, or the instruction of a compaction, replaced. */
  readonly prompt?: string;
  /** The messages of this model call in the agent's own form, replaced. */
  readonly history?: readonly unknown[];
  /** The summary of a compaction; the model is not asked for one. */
  readonly summary?: string;
  /**
   * Texts for the model: after the output of a tool (kept until then for a call that has not run yet), next to the
   * prompt, in the system prompt for the rest of the session (start), in the instruction of a compaction.
   */
  readonly context?: readonly string[];
  /** Texts for the user. */
  readonly messages?: readonly string[];
  /** The agent does not stop: this is its next prompt. */
  readonly continue?: string;
  /** End the agent's turn, with this reason. */
  readonly stop?: string;
}

/** One JSON object on stdout; empty stdout if there is nothing to do. */
export function pluginAnswer(answer: { readonly [K in keyof PluginAnswer]: PluginAnswer[K] | undefined }): Wire {
  const presentFields = Object.entries(answer).filter(
    ([key, value]) => value !== undefined && !(key !== 'history' && Array.isArray(value) && value.length === 0),
  );
  return presentFields.length === 0 ? noOp : { ...noOp, stdout: visibleJson(Object.fromEntries(presentFields)) };
}

/** Texts for the user: messages of hooks, and notices about effects that were dropped or changed. */
export const userMessages = (verdict: Verdict, ...extraTexts: readonly (string | undefined)[]): readonly string[] =>
  [...new Set([...verdict.messages, ...extraTexts].filter((part) => part !== undefined && part !== ''))] as string[];

export const stopReasonText = ({ stop }: Verdict): string | undefined =>
  stop === undefined ? undefined : stop || 'A hook stopped the agent.';

/** The differences between agents that run our plugin. */
interface PluginAgent {
  readonly shape: PayloadShape;
  /** The agent's user can be asked about this call. */
  canAsk(event: Event): boolean;
  /** The agent asks for permission after tool.before, and the plugin can grant it. */
  readonly canAllow?: boolean;
  /** Rewritten messages in the agent's own form. */
  history(event: Event, messages: readonly { role: string; content: unknown }[]): readonly unknown[];
}

const messagesOnly: Encode = (_event, verdict) => pluginAnswer({ messages: userMessages(verdict) });

const contextAndMessages: Encode = (_event, verdict) =>
  pluginAnswer({ context: verdict.context, messages: userMessages(verdict) });

const promptSubmit: Encode = (_event, verdict) => {
  const messages = userMessages(verdict);
  if (denies(verdict)) return pluginAnswer({ deny: reasonOf(verdict), stop: stopReasonText(verdict), messages });
  const prompt = verdict.rewrite?.of === 'prompt' ? verdict.rewrite.value : undefined;
  return pluginAnswer({ prompt, context: verdict.context, stop: stopReasonText(verdict), messages });
};

const toolBefore =
  ({ shape, canAsk, canAllow }: PluginAgent): Encode<EventOf<'tool.before'>> =>
  (event, verdict) => {
    const messages = userMessages(verdict);
    const stop = stopReasonText(verdict);
    const asks = verdict.decision === 'ask' && canAsk(event);
    // A denied call has no output to which the context could be added.
    if (denies(verdict) && !asks)
      return pluginAnswer({ deny: joinTexts([reasonOf(verdict), contextOf(verdict)]), stop, messages });
    const input = verdict.rewrite?.of === 'input' ? nativeInputOf(shape, event, verdict.rewrite.value) : undefined;
    const ask = asks ? reasonOf(verdict) : undefined;
    const allow = canAllow && verdict.decision === 'allow' ? true : undefined;
    return pluginAnswer({ ask, allow, input, context: verdict.context, stop, messages });
  };

const toolPermission: Encode = (_event, verdict) => {
  const messages = userMessages(verdict);
  if (denies(verdict)) return pluginAnswer({ deny: reasonOf(verdict), messages });
  return pluginAnswer({ allow: verdict.decision === 'allow' ? true : undefined, messages });
};

const toolAfter: Encode = (_event, verdict) => {
  const output = verdict.rewrite?.of === 'output' ? verdict.rewrite.value : undefined;
  const feedback = denies(verdict) ? [reasonOf(verdict)] : [];
  const context = [...feedback, ...verdict.context];
  return pluginAnswer({ output, context, stop: stopReasonText(verdict), messages: userMessages(verdict) });
};

const agentStop: Encode = (_event, verdict) => {
  // The agent is about to stop anyway: a stop is done by not continuing.
  if (verdict.stop !== undefined) return pluginAnswer({ messages: userMessages(verdict, verdict.stop) });
  const context = contextOf(verdict);
  if (!denies(verdict)) return pluginAnswer({ messages: userMessages(verdict, context) });
  return pluginAnswer({ continue: joinTexts([reasonOf(verdict), context]), messages: userMessages(verdict) });
};

const modelBefore =
  ({ history }: PluginAgent): Encode =>
  (event, verdict) =>
    pluginAnswer({
      history: verdict.rewrite?.of === 'messages' ? history(event, verdict.rewrite.value) : undefined,
      messages: userMessages(verdict),
    });

const compactBefore: Encode = (_event, verdict) => {
  const messages = userMessages(verdict);
  if (denies(verdict)) return pluginAnswer({ deny: reasonOf(verdict), messages });
  const summary = verdict.rewrite?.of === 'summary' ? verdict.rewrite.value : undefined;
  return pluginAnswer({ summary, messages });
};

/** The answers to a plugin by event. An agent replaces the rows in which it differs. */
export const pluginEncoders = (agent: PluginAgent): Encoders => ({
  'session.start': contextAndMessages,
  'subagent.start': contextAndMessages,
  'subagent.stop': messagesOnly,
  'turn.start': contextAndMessages,
  'turn.end': messagesOnly,
  'prompt.submit': promptSubmit,
  'model.before': modelBefore(agent),
  'tool.before': toolBefore(agent),
  'tool.permission': toolPermission,
  'tool.after': toolAfter,
  'tool.failure': toolAfter,
  'agent.stop': agentStop,
  'agent.done': messagesOnly,
  'compact.before': compactBefore,
  'compact.after': messagesOnly,
  'user.wait': messagesOnly,
  error: messagesOnly,
});

/** Rewritten messages: unchanged ones stay the agent's own, the others are made from the nearest original. */
export function rewrittenHistory(
  originals: readonly Fields[],
  viewOf: (message: Fields) => { role: string; content: unknown },
  messages: readonly { role: string; content: unknown }[],
  toNative: (message: { role: string; content: unknown }, nearest: Fields | undefined) => unknown,
): readonly unknown[] {
  const key = ({ role, content }: { role: string; content: unknown }) => `${role}\n${asText(content)}`;
  const views = originals.map(viewOf);
  const originalByKey = new Map(views.map((view, index) => [key(view), originals[index]]));
  return messages.map((message, index) => {
    const nearest = views[index]?.role === message.role ? originals[index] : undefined;
    return originalByKey.get(key(message)) ?? toNative(message, nearest);
  });
}
