import { approvalLimits, type CentralAnswer, type CentralApproval } from '@anyhook/fleet';
import { allOf, lastOf, writeFirst } from './messages.js';
import { HubRefusal } from './problem.js';
import { readAgain } from './read-again.js';
import { type HubStreams, streams } from './streams.js';

const stream = streams.approvals.name;
const askedSubject = (device: string, key: string): string => `anyhook.asked.${device}.${key}`;
const answeredSubject = (device: string, key: string): string => `anyhook.answered.${device}.${key}`;

/** A question, and its decision. */
export interface MailboxEntry {
  readonly asked: CentralApproval;
  readonly answer?: CentralAnswer;
}

/**
 * Questions of devices, and answers of people. The hub stores and forwards both; only the device decides whether an
 * answer is valid.
 */
export function openMailbox(nats: HubStreams) {
  const waiting = new Map<string, Set<(answer: CentralAnswer) => void>>();
  const entries = readAgain(readEntries, 5000);
  const subscriptions = ['anyhook.asked.*.*', 'anyhook.answered.*.*'].map((subject) =>
    nats.connection.subscribe(subject, {
      callback: (_error, message) => {
        entries.forget();
        const [, kind, device, key] = message.subject.split('.');
        if (kind !== 'answered') return;
        for (const deliver of waiting.get(`${device}.${key}`) ?? []) deliver(message.json<CentralAnswer>());
      },
    }),
  );

  async function readEntries(): Promise<readonly MailboxEntry[]> {
    const asked = await allOf<CentralApproval>(nats, stream, 'anyhook.asked.*.*');
    const answers = await allOf<CentralAnswer>(nats, stream, 'anyhook.answered.*.*');
    return [...asked.values()].map((one) => {
      const answer = answers.get(answeredSubject(one.device, one.key));
      return { asked: one, ...(answer && { answer }) };
    });
  }

  const answered = (device: string, key: string) => lastOf<CentralAnswer>(nats, stream, answeredSubject(device, key));

  async function askedBy(device: string, key: string): Promise<CentralApproval> {
    const asked = await lastOf<CentralApproval>(nats, stream, askedSubject(device, key));
    if (asked) return asked;
    throw new HubRefusal('NOT_FOUND', `${key}: device ${device} did not ask for this approval`);
  }

  /** Makes room by removing expired questions; throws if too many are left. */
  async function makeRoom(device: string, now: number): Promise<void> {
    const filter = askedSubject(device, '*');
    const { state } = await nats.manager.streams.info(stream, { subjects_filter: filter });
    if (Object.keys(state.subjects ?? {}).length < approvalLimits.pendingPerDevice) return;
    const asked = [...(await allOf<CentralApproval>(nats, stream, filter)).values()];
    const answers = await allOf<CentralAnswer>(nats, stream, answeredSubject(device, '*'));
    const isOpen = ({ key, expires }: CentralApproval) => expires > now && !answers.has(answeredSubject(device, key));
    if (asked.filter(isOpen).length >= approvalLimits.pendingPerDevice)
      throw new HubRefusal(
        'TOO_MANY',
        `device ${device}: expected at most ${approvalLimits.pendingPerDevice} questions that wait, got one more; wait for an answer`,
      );
    const over = asked.filter(({ expires }) => expires <= now);
    for (const { key } of over) await nats.manager.streams.purge(stream, { filter: askedSubject(device, key) });
  }

  return {
    /** Stores a question. The same one may be sent again, for example after a lost answer. */
    async ask(approval: CentralApproval, now: number): Promise<void> {
      const { device, key } = approval;
      const subject = askedSubject(device, key);
      const known = await lastOf<CentralApproval>(nats, stream, subject);
      if (!known) await makeRoom(device, now);
      if (!known && (await writeFirst(nats, subject, approval))) return;
      const first = known ?? (await lastOf<CentralApproval>(nats, stream, subject));
      if (JSON.stringify(first) !== JSON.stringify(approval))
        throw new HubRefusal(
          'BAD_REQUEST',
          `key: expected one that was not used before, got "${key}" with other fields`,
        );
    },

    /** The answer to a question; undefined if there is none in time, or the device disconnects. */
    async wait(device: string, key: string, ms: number, gone: AbortSignal): Promise<CentralAnswer | undefined> {
      const { expires } = await askedBy(device, key);
      const name = `${device}.${key}`;
      const all = waiting.get(name) ?? new Set();
      waiting.set(name, all);
      if (all.size >= maxWaits)
        throw new HubRefusal(
          'TOO_MANY',
          `${key}: expected at most ${maxWaits} requests that wait for it, got one more`,
        );
      let deliver: (answer: CentralAnswer | undefined) => void = () => {};
      // Subscribes first and then reads, so that no answer is missed.
      const told = new Promise<CentralAnswer | undefined>((resolve) => {
        deliver = resolve;
      });
      const stop = () => deliver(undefined);
      all.add(deliver);
      // A timer may end a millisecond early, when the question has not expired yet.
      const timer = setTimeout(stop, Math.max(0, Math.min(ms, expires - Date.now() + 1)));
      gone.addEventListener('abort', stop);
      try {
        const answer = (await answered(device, key)) ?? (await told);
        if (!answer && expires <= Date.now()) throw new HubRefusal('EXPIRED', `${key}: not decided in time`);
        return answer;
      } finally {
        clearTimeout(timer);
        gone.removeEventListener('abort', stop);
        all.delete(deliver);
        if (all.size === 0) waiting.delete(name);
      }
    },

    /** The question that is about to be decided; throws if it is no longer open. */
    async open(device: string, key: string, now: number): Promise<CentralApproval> {
      const asked = await askedBy(device, key);
      const before = await answered(device, key);
      if (before) throw alreadyDecided(key, before);
      if (asked.expires <= now) throw new HubRefusal('EXPIRED', `${key}: the question has expired`);
      return asked;
    },

    /** Stores a decision; the first one wins. */
    async decide(device: string, key: string, answer: CentralAnswer): Promise<void> {
      if (await writeFirst(nats, answeredSubject(device, key), answer)) return;
      const first = await answered(device, key);
      // Our own, whose acknowledgement was lost.
      if (first?.passkey.signature === answer.passkey.signature) return;
      throw alreadyDecided(key, first);
    },

    /** All questions of the last two days, newest first. */
    async list(): Promise<readonly MailboxEntry[]> {
      return [...(await entries.read())].sort((a, b) => b.asked.asked - a.asked.asked);
    },

    /** After a lost connection, changes by others are unknown. */
    forget: entries.forget,
    close: () => {
      for (const one of subscriptions) one.unsubscribe();
    },
  };
}

export type Mailbox = ReturnType<typeof openMailbox>;

/** Requests that may wait for the same question at one hub process. */
const maxWaits = 8;

const alreadyDecided = (key: string, answer: CentralAnswer | undefined): HubRefusal =>
  new HubRefusal('DECIDED', `${key}: ${answer?.by ?? 'someone'} ${answer?.decision ?? 'decided'} it already`);

/** Is it undecided and not expired? */
export const isOpen = ({ asked, answer }: MailboxEntry, now: number): boolean => !answer && asked.expires > now;
