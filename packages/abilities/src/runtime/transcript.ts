import type { Action } from './actions.js';

/** A message that the model should see. */
export interface TranscriptMessage {
  /** `system`, `user`, `assistant` or `tool`; a hook may add others. */
  readonly role: string;
  /** A text; for `tool`, the answers to the actions of the message before. */
  readonly content: unknown;
  /** The actions that the model requested, in a message of the assistant. */
  readonly actions?: readonly Action[];
}

/** The model's own token counts. */
export interface TokenUsage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}

/** The transcript of a session, without the texts of hooks that are added to each call. */
export interface Transcript {
  readonly messages: readonly TranscriptMessage[];
  add(...messages: readonly TranscriptMessage[]): void;
  /** Adds a prompt that is not summarized until the returned function is called. */
  addPrompt(text: string): () => void;
  /** Replaces the first messages by a summary. */
  summarizeFirst(count: number, summary: string): void;
  /** Records the tokens that the model counted in its last call. */
  recordUsage(usage: TokenUsage): void;
  /** Tokens of the session: counted by the model, or estimated. */
  size(): Required<TokenUsage>;
}

/** A rough rule for any text. */
const charsPerToken = 4;

export function createTranscript(earlier: readonly TranscriptMessage[] = []): Transcript {
  let messages: readonly TranscriptMessage[] = [...earlier];
  const pinned = new Set<TranscriptMessage>();
  let lastUsage: TokenUsage = {};
  const add = (...more: readonly TranscriptMessage[]) => {
    messages = [...messages, ...more];
  };
  return {
    get messages() {
      return messages;
    },
    add,
    addPrompt(text) {
      const prompt = { role: 'user', content: text };
      pinned.add(prompt);
      add(prompt);
      return () => void pinned.delete(prompt);
    },
    summarizeFirst(count, summary) {
      const kept = messages.slice(0, count).filter((message) => pinned.has(message));
      messages = [{ role: 'system', content: summary }, ...kept, ...messages.slice(count)];
      lastUsage = {};
    },
    recordUsage(usage) {
      lastUsage = usage;
    },
    size() {
      const lastAnswer = messages.findLast(({ role }) => role === 'assistant');
      const outputTokens = lastUsage.outputTokens ?? tokensOf(lastAnswer ? [lastAnswer] : []);
      // Messages after the last call are not counted yet.
      return { inputTokens: Math.max(lastUsage.inputTokens ?? 0, tokensOf(messages)), outputTokens };
    },
  };
}

const tokensOf = (messages: readonly TranscriptMessage[]): number =>
  messages.length === 0 ? 0 : Math.ceil(JSON.stringify(messages).length / charsPerToken);

/** The messages of one model call: texts for the session, the transcript, then texts for this turn and this call. */
export function messagesForCall(
  {
    session: sessionContext,
    passing: callContext,
  }: { readonly session: readonly string[]; readonly passing: readonly string[] },
  transcript: Transcript,
): readonly TranscriptMessage[] {
  return [...sessionContext.map(systemMessage), ...transcript.messages, ...callContext.map(systemMessage)];
}

const systemMessage = (content: string): TranscriptMessage => ({ role: 'system', content });
