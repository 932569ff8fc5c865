import { quoteValue } from '@anyhook/core';
import type { HookNotices, SessionHooks } from './session-hooks.js';
import type { Transcript, TranscriptMessage } from './transcript.js';
import { refusalOf } from './turn.js';

/** Why a transcript is compacted: on request, because it is long, or because results of a turn made it too long. */
export type CompactionTrigger = 'manual' | 'threshold' | 'tool_overflow';

/** The input of a summary. */
export interface SummarizeInput {
  readonly transcript: readonly TranscriptMessage[];
  readonly trigger: CompactionTrigger;
  /** Instructions by the caller of `compact` for the summary. */
  readonly instructions?: string;
  /** Additions by hooks for the summary. */
  readonly context: readonly string[];
  readonly signal?: AbortSignal;
}

/** Makes a summary that replaces a transcript. */
export type SummarizeTranscript = (input: SummarizeInput) => string | Promise<string>;

export interface CompactOptions {
  /** Instructions for the summary. */
  readonly instructions?: string;
  readonly signal?: AbortSignal;
}

/** Why a transcript was not compacted. */
export const compactionErrorCodes = {
  DENIED: 'a hook denied the compaction',
  EMPTY: 'nothing was said yet',
  NO_SUMMARY: 'neither a hook nor the option "summarize" gave a summary',
  SUMMARY_FAILED: '"summarize" threw, or returned no text',
} as const;

export interface CompactionResult {
  readonly status: 'done' | 'denied' | 'failed';
  /** The new beginning of the transcript. */
  readonly summary?: string;
  /** Texts of hooks for the user. */
  readonly messages: readonly string[];
  readonly notes: readonly string[];
  readonly error?: { readonly code: keyof typeof compactionErrorCodes; readonly message: string };
}

export interface CompactionSetup {
  readonly transcript: Transcript;
  readonly hooks: SessionHooks;
  /** Collects what `hooks` returns for the user. */
  readonly notices: HookNotices;
  readonly summarize: SummarizeTranscript | undefined;
  readonly contextLimit: number | undefined;
}

/** Runs the hooks, then replaces the transcript by a summary. Rejects if the hooks cannot run. */
export async function compactSession(
  { transcript, hooks, notices, summarize, contextLimit }: CompactionSetup,
  { trigger, instructions, signal }: CompactOptions & { readonly trigger: CompactionTrigger },
): Promise<CompactionResult> {
  const end = (status: CompactionResult['status'], more: Partial<CompactionResult> = {}) => ({
    status,
    ...more,
    ...notices,
  });
  const fail = (code: keyof typeof compactionErrorCodes, message: string) =>
    end(code === 'DENIED' ? 'denied' : 'failed', { error: { code, message } });
  const { messages } = transcript;
  if (messages.length === 0) return fail('EMPTY', 'there is nothing to summarize yet');
  const eventFields = {
    trigger,
    ...transcript.size(),
    ...(contextLimit !== undefined && { contextLimit }),
    ...(instructions !== undefined && { instructions }),
  };
  const verdict = await hooks.decide('compact.before', eventFields, signal);
  const refusal = refusalOf(verdict);
  if (refusal !== undefined) return fail('DENIED', refusal);
  const summaryInput = { transcript: messages, trigger, context: verdict.context };
  const outcome =
    verdict.rewrite?.of === 'summary'
      ? { summary: verdict.rewrite.value }
      : await makeSummary(summarize, {
          ...summaryInput,
          ...(instructions !== undefined && { instructions }),
          ...(signal && { signal }),
        });
  if ('code' in outcome) {
    await hooks.notify('error', { level: 'error', message: outcome.message, kind: outcome.code });
    return fail(outcome.code, outcome.message);
  }
  transcript.summarizeFirst(messages.length, outcome.summary);
  await hooks.notify('compact.after', { ...eventFields, summary: outcome.summary });
  return end('done', { summary: outcome.summary });
}

type SummaryOutcome =
  | { readonly summary: string }
  | { readonly code: 'NO_SUMMARY' | 'SUMMARY_FAILED'; readonly message: string };

async function makeSummary(summarize: SummarizeTranscript | undefined, input: SummarizeInput): Promise<SummaryOutcome> {
  if (!summarize) {
    const message = 'no summary: give createRuntime the option "summarize", or let a before_compaction hook return one';
    return { code: 'NO_SUMMARY', message };
  }
  try {
    const summary: unknown = await summarize(input);
    if (typeof summary === 'string' && summary.trim() !== '') return { summary };
    return { code: 'SUMMARY_FAILED', message: `"summarize" must return a string, got ${quoteValue(summary)}` };
  } catch (error) {
    const why = error instanceof Error ? error.message : quoteValue(error);
    return { code: 'SUMMARY_FAILED', message: `"summarize" threw: ${why}` };
  }
}
