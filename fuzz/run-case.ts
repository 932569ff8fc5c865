import { type FuzzPart, WrongPass } from './part.js';

/** The fault of a case. */
export interface FuzzFault {
  readonly kind: 'crash' | 'hang' | 'wrong pass';
  readonly text: string;
}

/** A call that uses more CPU time, or takes ten times as long, counts as a hang. */
const maxCallMs = 1_000;
const maxWaitMs = 10 * maxCallMs;
/** How often a slow case is timed again. */
const maxTimings = 5;
/** The time of a part's reference case on an idle machine. */
const referenceMs = 8;

/** Checks one case; the fault is undefined if there is none. */
export async function runCase(
  part: FuzzPart,
  one: unknown,
): Promise<{ readonly ms: number; readonly fault?: FuzzFault }> {
  const limit = part.maxMs ?? maxCallMs;
  const first = await timedCheck(part, one);
  if (first.fault || first.ms <= limit) return first;
  // A busy machine makes everything slow, so a case must be slow each time, and waiting for the CPU does not count.
  let { ms } = first;
  for (let tries = 0; tries < maxTimings && ms > limit; tries++) {
    const share = part.reference === undefined ? 1 : (await timedCheck(part, part.reference)).ms / referenceMs;
    ms = Math.min(ms, (await timedCheck(part, one)).ms / Math.max(1, share));
  }
  return ms <= limit ? { ms } : { ms, fault: { kind: 'hang', text: `took ${Math.round(ms)} ms` } };
}

async function timedCheck(part: FuzzPart, one: unknown): Promise<{ ms: number; fault?: FuzzFault }> {
  const elapsed = startClock();
  try {
    await part.check(one);
    return { ms: elapsed() };
  } catch (error) {
    const kind = error instanceof WrongPass ? 'wrong pass' : 'crash';
    const text =
      error instanceof Error ? (kind === 'crash' ? (error.stack ?? error.message) : error.message) : String(error);
    return { ms: elapsed(), fault: { kind, text } };
  }
}

/** Measures CPU time in milliseconds, or wall-clock time if that is far too long. */
function startClock(): () => number {
  const [began, used] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(used);
    const lasted = performance.now() - began;
    return lasted > maxWaitMs ? lasted : (user + system) / 1_000;
  };
}

const maxTries = 400;

/** A smaller case with a fault of the same kind. */
export async function shrunk(part: FuzzPart, one: unknown, { kind }: FuzzFault): Promise<unknown> {
  if (part.isWhole) return one;
  let best = one;
  for (let tries = 0, found = true; found; ) {
    found = false;
    for (const candidate of smallerValues(best)) {
      if (++tries > maxTries) return best;
      if ((await timedCheck(part, candidate)).fault?.kind !== kind) continue;
      best = candidate;
      found = true;
      break;
    }
  }
  return best;
}

/** Copies of a value with one part left out or halved. */
function* smallerValues(value: unknown): Generator<unknown> {
  if (typeof value === 'string' && value.length > 1) {
    const half = Math.floor(value.length / 2);
    yield value.slice(0, half);
    yield value.slice(half);
  }
  if (Array.isArray(value)) {
    for (const i of value.keys()) yield value.filter((_, at) => at !== i);
    for (const [i, item] of value.entries())
      for (const smaller of smallerValues(item)) yield value.map((other, at) => (at === i ? smaller : other));
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, child] of Object.entries(value))
      for (const smaller of smallerValues(child)) yield { ...value, [key]: smaller };
  }
}
