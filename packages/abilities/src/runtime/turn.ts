import type { Signal, Verdict } from '@anyhook/core';

/** The input of the AI in one turn. */
export interface TurnContext {
  readonly session_id: string;
  /** 1 for the first turn that was ready. */
  readonly turn: number;
  /** The user's text, unchanged. */
  readonly user_raw_input: string;
  /** The text to work on: the same, or as rewritten by a hook. */
  readonly prompt: string;
  readonly current_files?: readonly string[];
  readonly hook_signals: readonly Signal[];
  /** Texts of hooks for the model: those of the session's start, then those about this prompt. */
  readonly context: readonly string[];
  /** The part of `context` for the whole session. A model that has read it need not read it again. */
  readonly session_context: readonly string[];
}

/** Whether the AI may start. */
export interface Control {
  readonly type: 'control';
  readonly turn_ready: boolean;
  readonly source_event: 'PromptSubmit';
  readonly hook_signals: readonly Signal[];
  /** Why not. */
  readonly reason?: string;
}

/** A prompt after its hooks. */
export interface Turn {
  readonly turn_context: TurnContext;
  readonly control: Control;
  /** Texts of hooks for the user. */
  readonly messages: readonly string[];
  /** What was dropped or changed. */
  readonly notes: readonly string[];
}

export interface TurnPrompt {
  readonly sessionId: string;
  /** Turns before this one. */
  readonly turns: number;
  readonly text: string;
  readonly files?: readonly string[] | undefined;
  /** Context from the session.start hooks. */
  readonly opening: readonly string[];
}

export function turnFromVerdict({ sessionId, turns, text, files, opening }: TurnPrompt, verdict: Verdict): Turn {
  const { signals, context, messages, notes, rewrite } = verdict;
  const reason = refusalOf(verdict);
  return {
    turn_context: {
      session_id: sessionId,
      turn: turns + 1,
      user_raw_input: text,
      prompt: rewrite?.of === 'prompt' ? rewrite.value : text,
      ...(files && { current_files: files }),
      hook_signals: signals,
      context: [...opening, ...context],
      session_context: opening,
    },
    control: {
      type: 'control',
      turn_ready: reason === undefined,
      source_event: 'PromptSubmit',
      hook_signals: signals,
      ...(reason !== undefined && { reason }),
    },
    messages,
    notes,
  };
}

/** Why hooks block something; undefined if they do not. */
export function refusalOf({ decision, reason, stop }: Verdict): string | undefined {
  if (stop !== undefined) return stop || reason || 'a hook ended the session';
  return decision === 'deny' ? reason || 'a hook denied it without a reason' : undefined;
}
