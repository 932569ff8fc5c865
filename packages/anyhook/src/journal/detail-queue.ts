import { type AnsweredEvent, detailRecord } from './record.js';
import type { JournalLimits } from './store/prune.js';
import type { ThreadConnection } from './thread-connection.js';
import { boundDetail } from './truncate.js';

/** Characters of details that the thread has not processed. */
const maxInFlight = 4 * 1024 * 1024;
/** Details are sent in batches, after the answers. */
const sendMs = 20;
const maxBatch = 256;
/** A larger payload is truncated before it is packed. */
const largeBytes = 64 * 1024;

/** Details of decisions on their way to the journal's thread. */
export function createDetailQueue(thread: ThreadConnection) {
  let added: { readonly id: string; readonly decided: AnsweredEvent }[] = [];
  let packed: string[] = [];
  let chars = 0;
  /** Size and age limits of the journal; nothing is sent before they are known. */
  let limits: JournalLimits | undefined;
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;

  /** Serializes the added decisions early: keeping events in memory costs more than keeping their texts. */
  const pack = () => {
    for (const { id, decided } of added) {
      const text = thread.inFlight + chars > maxInFlight ? undefined : detailJson(decided, id);
      if (text === undefined) dropped++;
      else {
        chars += text.length;
        packed.push(text);
      }
    }
    added = [];
    if (packed.length >= maxBatch) send();
    else timer ??= setTimeout(send, sendMs);
  };
  const send = () => {
    clearTimeout(timer);
    timer = undefined;
    const [details, size] = [packed, chars];
    packed = [];
    chars = 0;
    const isSent = limits && thread.send({ kind: 'details', details, chars: size, limits });
    if (!isSent) dropped += details.length;
  };

  return {
    add: (id: string, decided: AnsweredEvent) => void added.push({ id, decided }),
    pack,
    sendAll() {
      pack();
      send();
    },
    get limits() {
      return limits;
    },
    set limits(newLimits: JournalLimits | undefined) {
      limits = newLimits;
    },
    get dropped() {
      return dropped;
    },
  };
}

/** The details of a decision as JSON; undefined if JSON cannot hold them. */
function detailJson(decided: AnsweredEvent, id: string): string | undefined {
  try {
    const detail = detailRecord(decided, id);
    return JSON.stringify(decided.bytes > largeBytes ? boundDetail(detail) : detail);
  } catch {
    return undefined;
  }
}
