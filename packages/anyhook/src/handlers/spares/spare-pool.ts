import type { ProcessJob } from '@anyhook/core';
import { createLimiter, encodeSpareMessage, freeMemory, memoryOf, sparesUnsupported } from '@anyhook/core';
import { type SparePlan, SparePlanner } from './plan-spare.js';
import { SpareFamily } from './spare-family.js';
import type { SpareRun, Spares, SparesReport } from './spares.js';

interface SparePoolOptions {
  readonly state: string;
  readonly ticks: () => number;
  /** Whether hook programs run that an agent waits for: then no spare is started. */
  readonly isBusy: () => boolean;
  /** How long unused spares wait. Default: two minutes. */
  readonly idleMs?: number;
}

export interface SparePool extends Spares {
  report(): SparesReport;
  /** Ends all spares and starts no more. */
  close(): void;
}

const defaultIdleMs = 120_000;
/** How many may wait in total. */
const maxWaiting = 12;
/** A hook in a spare that takes longer than this no longer keeps others from starting. */
const slowMs = 2_000;
/** The pause from the end of a hook to the start of a spare: the answer goes first. */
const restMs = 15;
/** The pause before another try, if there is not enough memory. */
const retryMs = 2_000;
/** Spares must not use the last free memory. */
const minFreeBytes = 512 * 1024 * 1024;
/** Jobs that wait until it is known whether spares can do them. */
const maxUnknown = 50;
/** The longest wait for one spare before the next is started. */
const startMs = 3_000;

/** Keeps as many spares as recent events needed. */
export function createSparePool({ state, ticks, isBusy, idleMs = defaultIdleMs }: SparePoolOptions): SparePool {
  const off = sparesUnsupported();
  const planner = new SparePlanner();
  const families = createFamilies(ticks);
  /** Jobs for which it is not known yet whether spares can do them. */
  const unknown = new Map<string, ProcessJob>();
  const counts = { used: 0, missed: 0, lost: 0 };
  /** Hooks in spares run at once, without a limit, since no program has to start for them. */
  const inSpares = createLimiter({ slowMs });
  const mustWait = () => isBusy() || inSpares.isBusy() || isClosed;
  let isClosed = off !== undefined;

  /** One step at a time, and only while no hook runs. Returns when to check again. */
  const work = async (): Promise<number | undefined> => {
    families.dropUnused(idleMs);
    for (const [text, job] of unknown) {
      if (mustWait()) return restMs;
      unknown.delete(text);
      const plan = await planner.prepare(job);
      if (typeof plan !== 'string') families.of(plan).noteUse();
    }
    for (let family = families.shortest(); family; family = families.shortest()) {
      if (mustWait()) return restMs;
      if (freeMemory() < minFreeBytes) return retryMs;
      families.makeRoom();
      const spare = family.start(state, () => schedule(retryMs));
      await Promise.race([spare?.ready, new Promise((resolve) => setTimeout(resolve, startMs).unref())]);
    }
    // A hook may have arrived meanwhile.
    if (unknown.size > 0) return restMs;
    return families.size > 0 ? idleMs / 4 : undefined;
  };
  const schedule = createScheduler(work, ticks, () => isClosed);

  const runIn = (plan: SparePlan, job: ProcessJob): SpareRun | undefined => {
    const family = families.of(plan);
    family.noteUse();
    const spare = family.take();
    if (!spare) {
      counts.missed++;
      return undefined;
    }
    const message = { cwd: job.cwd, argv: plan.argv, env: plan.env };
    return async () => {
      const end = await inSpares.run(plan.key, () => spare.run(job, encodeSpareMessage(message)));
      family.noteEnd(end !== undefined);
      counts[end ? 'used' : 'lost']++;
      schedule(restMs);
      return end;
    };
  };

  return {
    take(job) {
      if (isClosed) return undefined;
      const attempt = planner.attempt(job);
      if (attempt.kind === 'plain') return undefined;
      schedule(restMs);
      if (attempt.kind === 'plan') return runIn(attempt.plan, job);
      if (unknown.size < maxUnknown) unknown.set([job.file, ...job.args].join('\0'), { ...job, stdin: '' });
      return undefined;
    },
    report: () => ({ ...(off !== undefined && { off }), ...families.report(), ...counts }),
    close() {
      isClosed = true;
      families.dropUnused(0);
    },
  };
}

/** Calls `work` after a while, never twice at once; the earliest request counts. */
function createScheduler(
  work: () => Promise<number | undefined>,
  ticks: () => number,
  isClosed: () => boolean,
): (delayMs: number) => void {
  let timer: NodeJS.Timeout | undefined;
  let due = Number.POSITIVE_INFINITY;
  let isWorking = false;
  const schedule = (delayMs: number): void => {
    const at = ticks() + delayMs;
    if (isClosed() || isWorking || at >= due) return;
    clearTimeout(timer);
    due = at;
    timer = setTimeout(async () => {
      due = Number.POSITIVE_INFINITY;
      isWorking = true;
      const next = await work().catch(() => undefined);
      isWorking = false;
      if (next !== undefined) schedule(next);
    }, delayMs);
    timer.unref();
  };
  return schedule;
}

/** How many of each may wait: first one of each, then a second one, and so on, in order. */
function sharesOf(families: readonly SpareFamily[]): ReadonlyMap<SpareFamily, number> {
  const shares = new Map<SpareFamily, number>();
  let left = maxWaiting;
  for (let share = 1; share <= maxWaiting && left > 0; share++)
    for (const family of families.filter(({ wanted }) => wanted >= share).slice(0, left)) {
      shares.set(family, share);
      left--;
    }
  return shares;
}

/** All spares, by the jobs that they can do. */
function createFamilies(ticks: () => number) {
  const families = new Map<string, SpareFamily>();
  const byUse = () => [...families.values()].sort((a, b) => b.lastUse - a.lastUse);
  const pids = () => [...families.values()].flatMap((family) => family.pids);
  const forget = (isUnwanted: (family: SpareFamily) => boolean) => {
    for (const [key, family] of families) {
      if (!isUnwanted(family)) continue;
      family.end();
      families.delete(key);
    }
  };
  return {
    get size() {
      return families.size;
    },
    of(plan: SparePlan): SpareFamily {
      const known = families.get(plan.key);
      if (known) return known;
      // Spares of a replaced program are useless.
      forget(({ plan: other }) => other.binary === plan.binary && other.identity !== plan.identity);
      const made = new SpareFamily(plan, ticks);
      families.set(plan.key, made);
      return made;
    },
    /** The family with the fewest spares relative to its need; the more recently used of two. */
    shortest(): SpareFamily | undefined {
      const shares = sharesOf(byUse());
      const short = byUse().filter((family) => family.count < (shares.get(family) ?? 0));
      return short.sort((a, b) => a.count - b.count)[0];
    },
    /** Ends a spare of a family with more than its share, if one more would be too many. */
    makeRoom(): void {
      if (pids().length < maxWaiting) return;
      const order = byUse();
      const shares = sharesOf(order);
      order
        .findLast((family) => family.count > (shares.get(family) ?? 0))
        ?.take()
        ?.end();
    },
    dropUnused: (idleMs: number) => forget(({ lastUse }) => ticks() - lastUse >= idleMs),
    report() {
      const waiting: Record<string, number> = {};
      for (const { plan, pids: own } of families.values()) {
        const name = `${plan.interpreter.name} ${plan.version}`;
        if (own.length > 0) waiting[name] = (waiting[name] ?? 0) + own.length;
      }
      return { waiting, memoryBytes: memoryOf(pids()) };
    },
  };
}
