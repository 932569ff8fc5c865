import { nodeStub, pythonStubFolder, readText, type SpareProcess, startSpare } from '@anyhook/core';
import type { SparePlan } from './plan-spare.js';

/** Python's own modules that read no folder, environment or clock on import, so a spare may import them early. */
const early: ReadonlySet<string> = new Set(
  `__future__ abc argparse ast atexit base64 bisect bz2 codecs collections collections.abc configparser contextlib copy
  csv dataclasses datetime decimal difflib enum errno fcntl fnmatch fractions functools getopt glob grp gzip hashlib
  heapq html html.parser importlib importlib.util inspect io ipaddress itertools json keyword linecache lzma math numbers
  operator os.path pathlib platform pprint pwd queue random re resource secrets select shlex shutil signal socket
  sqlite3 stat statistics string struct subprocess tempfile textwrap threading time tokenize tomllib traceback types
  typing unicodedata urllib.parse uuid warnings weakref xml.etree.ElementTree zipfile zlib`.split(/\s+/),
);

/** After these, a script may find modules elsewhere, even with the names of Python's own. */
const changesPath = /\bsys\.path\b|\bfrom[ \t]+sys[ \t]+import\b|\baddsitedir\b/;

/** The modules imported at the start of a script that a spare may import early. */
export function earlyImports(script: string): readonly string[] {
  const [beginning = ''] = script.split(changesPath, 1);
  const names = [...beginning.matchAll(/^(?:import[ \t]+([^#\n;]+)|from[ \t]+([\w.]+)[ \t]+import\b)/gm)].flatMap(
    ([, list, from]) => (from === undefined ? (list ?? '').split(',') : [from]),
  );
  const modules = names.map((name) => name.trim().split(/[ \t]/, 1)[0] as string);
  return [...new Set(modules)].filter((name) => early.has(name));
}

/** How many wait for one kind of job: at first, and at most. */
const [minWaiting, maxWaiting] = [2, 8];
/** As many wait as were used within a second, at most, during the last minute. */
const [burstMs, memoryMs] = [1_000, 60_000];
const maxUses = 64;
/** After this many spares in a row ended unused, no more are started. */
const maxFailures = 3;
const maxScriptBytes = 256 * 1024;

/** Spares that can do the same jobs. */
export class SpareFamily {
  readonly plan: SparePlan;
  readonly #ticks: () => number;
  readonly #waiting = new Set<SpareProcess>();
  #uses: readonly number[] = [];
  #lastUse: number;
  #failures = 0;
  /** False after a spare refused its job, perhaps because of its early imports. */
  #preloads = true;

  constructor(plan: SparePlan, ticks: () => number) {
    this.plan = plan;
    this.#ticks = ticks;
    this.#lastUse = ticks();
  }

  get pids(): readonly number[] {
    return [...this.#waiting].map(({ pid }) => pid);
  }

  get lastUse(): number {
    return this.#lastUse;
  }

  get count(): number {
    return this.#waiting.size;
  }

  /** How many should wait. */
  get wanted(): number {
    if (this.#failures >= maxFailures) return 0;
    const recent = this.#uses.filter((one) => this.#ticks() - one < memoryMs);
    return Math.min(maxWaiting, Math.max(minWaiting, largestBurst(recent)));
  }

  noteUse(): void {
    const at = this.#ticks();
    this.#lastUse = at;
    this.#uses = [...this.#uses.filter((one) => at - one < memoryMs).slice(-maxUses), at];
  }

  /** Takes a waiting spare; it then belongs to the caller. */
  take(): SpareProcess | undefined {
    const spare = [...this.#waiting].find((one) => one.isWaiting());
    if (spare) this.#waiting.delete(spare);
    return spare;
  }

  /** A spare did its job, or did not start it. */
  noteEnd(hasRun: boolean): void {
    if (hasRun) this.#failures = 0;
    else {
      this.#failures++;
      this.#preloads = false;
      this.end();
    }
  }

  /** Starts a spare; `onGone` is called if it ends unused. Undefined if it cannot be started. */
  start(state: string, onGone: () => void): SpareProcess | undefined {
    const spare = startSpare({ ...this.plan.launch, env: this.#launchEnvironment(state) }, () => {
      if (spare) this.#waiting.delete(spare);
      this.#failures++;
      onGone();
    });
    if (spare) this.#waiting.add(spare);
    else this.#failures++;
    return spare;
  }

  /** Ends all waiting spares. */
  end(): void {
    for (const spare of this.#waiting) spare.end();
    this.#waiting.clear();
  }

  /** The start variables, and those that make the interpreter wait. */
  #launchEnvironment(state: string): Readonly<Record<string, string>> {
    const { start, interpreter, script } = this.plan;
    if (interpreter.name === 'node') {
      const stub = nodeStub().replaceAll(/["\\]/g, String.raw`\$&`);
      return { ...start, NODE_OPTIONS: `${start['NODE_OPTIONS'] ?? ''} --require "${stub}"`.trim() };
    }
    const path = start['PYTHONPATH'];
    // Modules in those folders may have the names of Python's own.
    const imports = this.#preloads && !path ? earlyImports(readText(script, maxScriptBytes) ?? '') : [];
    return {
      ...start,
      PYTHONPATH: [pythonStubFolder(state), ...(path ? [path] : [])].join(':'),
      ANYHOOK_SPARE_IMPORTS: imports.join(' '),
    };
  }
}

/** The highest number of uses within a short time. */
function largestBurst(uses: readonly number[]): number {
  let largest = 0;
  let first = 0;
  for (const [at, time] of uses.entries()) {
    while (time - (uses[first] ?? time) > burstMs) first++;
    largest = Math.max(largest, at - first + 1);
  }
  return largest;
}
