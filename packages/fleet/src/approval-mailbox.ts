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

/** Who may decide remotely, and what the approvers see. */
export interface CentralApprovals extends Approvers {
  readonly sends: readonly ApprovalPart[];
}

export interface MailboxOptions {
  readonly org: string;
  readonly device: string;
  /** The folder of sent questions. */
  readonly folder: string;
  readonly hub: Pick<HubClient, 'ask' | 'answerTo'>;
  readonly store: Pick<ApprovalStore, 'all' | 'decide'>;
  /** From the signed policy in force; undefined if remote decisions are not allowed. */
  readonly approvals: () => CentralApprovals | undefined;
  /** Removes secrets from a text. */
  readonly redact: (text: string) => string;
  readonly now: () => number;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly random: () => number;
  /** Undefined: no problem. */
  readonly report: (problem: string | undefined) => void;
}

/** A question as this device stores it: an answer is compared only with this copy. */
interface SentQuestion {
  /** The id of the request in the approval store. */
  readonly id: string;
  readonly askedAt: number;
  readonly question: CentralApproval;
}

/** Sends questions and receives answers. The hub cannot forge answers: a passkey signs for this exact question. */
export function createMailbox(options: MailboxOptions) {
  const { store, now, approvals } = options;
  const waiting = new Map<string, Promise<void>>();
  const nameOf = ({ id, key }: ApprovalRecord) => `${id} ${key}`;
  return {
    /** Calls that wait for an answer. */
    get size(): number {
      return waiting.size;
    },
    /** Asks about each waiting call that was not asked about yet. */
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

  /** Asks until the call is decided, here or remotely, or has expired. Never throws. */
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

  /** True: the call was decided. Throws if the answer is not valid. */
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
      // Do not poll a hub that does not wait.
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
      // Drop this question: a hostile hub could return the same answer forever.
      removePath(this.#file);
      throw error;
    }
    if (question.expires <= now()) throw new Error(`the answer to call ${id} came too late`);
    // Throws if the user decided here meanwhile: the first decision wins.
    await store.decide(id, answer.decision, { ...settled, key }).catch((error: Error) => {
      if (this.#pending()) throw error;
    });
  }

  /** The current state of the call; undefined if it needs no decision any more. */
  #pending(): ApprovalRecord | undefined {
    const { store, now } = this.options;
    const current = store.all().find(({ id, key }) => id === this.record.id && key === this.record.key);
    return current && approvalState(current, now()) === 'pending' ? current : undefined;
  }

  /** The question that was sent about this call, or a new one with an unused name. */
  #question(): SentQuestion {
    const { id, askedAt } = this.record;
    const kept = parseObject(readText(this.#file));
    const isSame = kept?.['id'] === id && kept['askedAt'] === askedAt && isObject(kept['question']);
    if (isSame) return kept as unknown as SentQuestion;
    const sent = { id, askedAt, question: this.#newQuestion() };
    // Stored before it is sent, because the answer needs it.
    writeAtomic(this.#file, `${JSON.stringify(sent)}\n`);
    return sent;
  }

  #newQuestion(): CentralApproval {
    const { device, now, redact } = this.options;
    // A call that is tried again waits longer.
    const { key, request, expiresAt } = this.#pending() ?? this.record;
    const sends = this.options.approvals()?.sends ?? [];
    const sendsCall = sends.includes('call');
    const { root, cwd, input } = request;
    const call = sendsCall ? redact(JSON.stringify({ root, cwd, input }, null, 2)) : undefined;
    if (call !== undefined && call.length > approvalLimits.callChars)
      throw new Error(
        `call ${this.record.id} is longer than ${approvalLimits.callChars} characters, too long to read: decide it here`,
      );
    const effects = (request.effects ?? []).map((effect) => (sendsCall ? redact(effect) : kindOf(effect)));
    return {
      // Reveals nothing about the call without having it, and belongs to this call only.
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

/** The first word of an effect is its kind; the rest is the place. */
const kindOf = (effect: string): string => effect.split(' ', 1)[0] ?? '';

/** One line without control characters, within the length that the hub accepts. */
const shortName = (text: string): string =>
  text.replaceAll(/\p{Cc}/gu, ' ').slice(0, approvalLimits.nameChars) || 'unknown';
