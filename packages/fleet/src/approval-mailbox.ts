import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { ApprovalPart, ApprovalRecord, ApprovalStore } from '@anyhook/anyhook';
import { approvalState, sentHookId } from '@anyhook/anyhook';
import { isObject, parseObject, readText, removePath, sha256, writeAtomic } from '@anyhook/core';
import { channel } from './approval-channel.js';
import type { Approvers } from './approver.js';
import { approvalLimits, type CentralAnswer, type CentralApproval } from './central-approval.js';
import { type HubClient, HubError } from './hub-client.js';
import { hubLimits } from './hub-protocol.js';
import { retryPause } from './nudge-watch.js';

/** Who may decide from afar, and what they are told. */
export interface CentralApprovals extends Approvers {
  readonly sends: readonly ApprovalPart[];
}

export interface MailboxOptions {
  readonly org: string;
  readonly device: string;
  /** Where questions that were sent are kept. */
  readonly folder: string;
  readonly hub: Pick<HubClient, 'ask' | 'answerTo'>;
  readonly store: Pick<ApprovalStore, 'all' | 'decide'>;
  /** From the signed policy in force; undefined: nobody may decide from afar. */
  readonly approvals: () => CentralApprovals | undefined;
  /** Removes secrets from a text. */
  readonly redact: (text: string) => string;
  readonly now: () => number;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly random: () => number;
  /** Undefined: all is well. */
  readonly report: (problem: string | undefined) => void;
}

/** A question as this device keeps it: an answer is compared with this copy and nothing else. */
interface SentQuestion {
  /** The question in the store that it stands for. */
  readonly id: string;
  readonly askedAt: number;
  readonly question: CentralApproval;
}

/** Carries questions to approvers and back. The hub cannot forge answers: a passkey signs for this very question. */
export function createMailbox(options: MailboxOptions) {
  const { store, now, approvals } = options;
  const waiting = new Map<string, Promise<void>>();
  const nameOf = ({ id, key }: ApprovalRecord) => `${id} ${key}`;
  return {
    /** Calls that wait for an answer. */
    get size(): number {
      return waiting.size;
    },
    /** Asks about each call that waits for a person and is not asked about yet. */
    look(signal: AbortSignal): void {
      if (!approvals()) return;
      const pending = store.all().filter((record) => approvalState(record, now()) === 'pending');
      for (const record of pending.slice(0, approvalLimits.pendingPerDevice)) {
        const name = nameOf(record);
        if (waiting.has(name) || waiting.size >= approvalLimits.pendingPerDevice) continue;
        const asked = new CentralQuestion(options, record).settle(signal);
        waiting.set(
          name,
          asked.finally(() => waiting.delete(name)),
        );
      }
    },
  };
}

export type Mailbox = ReturnType<typeof createMailbox>;

const minWaitMs = 1_000;

class CentralQuestion {
  readonly #file: string;

  constructor(
    private readonly options: MailboxOptions,
    private readonly record: ApprovalRecord,
  ) {
    this.#file = join(options.folder, `${record.key}.json`);
  }

  /** Asks until somebody has decided, here or there, or the call has expired. Never throws. */
  async settle(signal: AbortSignal): Promise<void> {
    const { now, wait, random, report } = this.options;
    for (let tries = 0; !signal.aborted && this.#pending(); ) {
      try {
        const { question } = this.#question();
        if (question.expires <= now()) removePath(this.#file);
        else if (await this.#askOnce(question, signal)) break;
        report(undefined);
        tries = 0;
      } catch (error) {
        if (error instanceof HubError && (error.code === 'NOT_FOUND' || error.code === 'EXPIRED'))
          removePath(this.#file);
        if (!signal.aborted) report((error as Error).message);
        await wait(retryPause(++tries, random), signal);
      }
    }
    if (!this.#pending()) removePath(this.#file);
  }

  /** True: the call was decided. Throws if the answer does not count. */
  async #askOnce(question: CentralApproval, signal: AbortSignal): Promise<boolean> {
    const { hub, now, wait } = this.options;
    await hub.ask(question);
    while (!signal.aborted && this.#pending() && question.expires > now()) {
      const began = now();
      const answer = await hub.answerTo(question.key, hubLimits.waitSeconds, signal);
      if (answer) {
        await this.#take(question, answer);
        return true;
      }
      // A hub that does not wait must not be asked all the time.
      if (now() - began < minWaitMs) await wait(minWaitMs, signal);
    }
    return false;
  }

  async #take(question: CentralApproval, answer: CentralAnswer): Promise<void> {
    const { store, org, now } = this.options;
    const { id, key } = this.record;
    let settled: ReturnType<typeof channel.settle>;
    try {
      const reply = { org, question, answer, approvals: this.options.approvals() };
      settled = channel.settle(this.record, answer.decision, reply);
    } catch (error) {
      // This question is spoilt: whoever has the hub could hand out the same answer for ever.
      removePath(this.#file);
      throw error;
    }
    if (question.expires <= now()) throw new Error(`the answer to call ${id} came too late`);
    // Throws if the user decided here meanwhile: the first decision counts.
    await store.decide(id, answer.decision, { ...settled, key }).catch((error: Error) => {
      if (this.#pending()) throw error;
    });
  }

  /** The call as it is now; undefined if nobody has to decide about it any more. */
  #pending(): ApprovalRecord | undefined {
    const { store, now } = this.options;
    const current = store.all().find(({ id, key }) => id === this.record.id && key === this.record.key);
    return current && approvalState(current, now()) === 'pending' ? current : undefined;
  }

  /** The question that was sent about this call, or a new one under a name that was never used. */
  #question(): SentQuestion {
    const { id, askedAt } = this.record;
    const kept = parseObject(readText(this.#file));
    const isSame = kept?.['id'] === id && kept['askedAt'] === askedAt && isObject(kept['question']);
    if (isSame) return kept as unknown as SentQuestion;
    const sent = { id, askedAt, question: this.#newQuestion() };
    // Kept before it is sent: an answer must find it.
    writeAtomic(this.#file, `${JSON.stringify(sent)}\n`);
    return sent;
  }

  #newQuestion(): CentralApproval {
    const { device, now, redact } = this.options;
    // A call that is tried again waits for longer.
    const { key, request, expiresAt } = this.#pending() ?? this.record;
    const sends = this.options.approvals()?.sends ?? [];
    const sendsCall = sends.includes('call');
    const { root, cwd, input } = request;
    const call = sendsCall ? redact(JSON.stringify({ root, cwd, input }, null, 2)) : undefined;
    if (call !== undefined && call.length > approvalLimits.callChars)
      throw new Error(
        `call ${this.record.id} is longer than ${approvalLimits.callChars} characters, which nobody would read: decide it here`,
      );
    const effects = (request.effects ?? []).map((effect) => (sendsCall ? redact(effect) : kindOf(effect)));
    return {
      // Says nothing about the call to who does not have it, and belongs to this call only.
      key: sha256(`${key}\n${randomBytes(32).toString('base64url')}`),
      device,
      agent: shortName(request.host),
      tool: shortName(request.tool),
      effects: [...new Set(effects.map(shortName))].slice(0, approvalLimits.names),
      hooks: request.hooks.map(({ id }) => sentHookId(id)).slice(0, approvalLimits.names),
      ...(sends.includes('reason') && { reason: redact(request.reason).slice(0, approvalLimits.reasonChars) }),
      ...(call !== undefined && { call }),
      asked: now(),
      expires: Math.min(expiresAt, now() + approvalLimits.lifetimeMs),
    };
  }
}

/** The first word of an effect says what is done; the rest says where. */
const kindOf = (effect: string): string => effect.split(' ', 1)[0] ?? '';

/** One line without control characters, as long as the hub takes. */
const shortName = (text: string): string =>
  text.replaceAll(/\p{Cc}/gu, ' ').slice(0, approvalLimits.nameChars) || 'unknown';
