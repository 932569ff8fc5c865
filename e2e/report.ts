import type { Agent } from './agents/agent.js';
import { type Case, cases } from './cases.js';
import { pinned } from './install.js';
import { runSession, type Session } from './session.js';

export type Result = 'ok' | 'flaky' | 'FAILED' | 'not run';

/** Runs every case on an agent and prints a line for each; without a folder the agent is not installed. */
export async function runAgent(agent: Agent, folder: string | undefined): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const each of cases) {
    const began = performance.now();
    const { result, why, printed } = folder ? await runCase(agent, folder, each) : notInstalled;
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const end = why ? `: ${why}` : ` (${seconds} s)`;
    console.log(`${result.padEnd(7)}  ${pinned(agent.host)}: ${each.name}${end}`);
    if (printed) console.log(printed.trimEnd().replace(/^/gm, '         | '));
    results.push(result);
  }
  return results;
}

/** Prints the sums; the exit code is 1 where a case failed or none was run. */
export function total(results: readonly Result[]): number {
  const count = (wanted: Result) => results.filter((result) => result === wanted).length;
  const sums = (['ok', 'flaky', 'FAILED', 'not run'] as const).filter((result) => count(result) > 0);
  console.log(sums.map((result) => `${count(result)} ${result}`).join(', '));
  return count('FAILED') > 0 || count('not run') === results.length ? 1 : 0;
}

interface Failure {
  /** What is wrong, in one line. */
  readonly why: string;
  /** The end of what the agent printed. */
  readonly printed?: string;
}

type Outcome = { readonly result: Result } & Partial<Failure>;

const notInstalled: Outcome = { result: 'not run', why: 'the agent is not installed' };

/** A case that fails gets a second chance, and is called flaky when it takes it. */
async function runCase(agent: Agent, folder: string, each: Case): Promise<Outcome> {
  const first = await attempt(agent, folder, each);
  if (first === undefined) return { result: 'ok' };
  const second = await attempt(agent, folder, each);
  return second === undefined ? { result: 'flaky', ...first } : { result: 'FAILED', ...second };
}

/** What is wrong, or nothing. */
async function attempt(agent: Agent, folder: string, each: Case): Promise<Failure | undefined> {
  let session: Session | undefined;
  try {
    session = await runSession(agent, folder, each.script(agent));
    if (session.isTimedOut) return { why: 'the agent did not end by itself', printed: session.output };
    each.check(session, agent);
    return undefined;
  } catch (error) {
    const why = (error instanceof Error ? error.message : String(error)).replace(/\s*\n\s*/g, ' ');
    return session ? { why: `${why} (exit code ${session.code})`, printed: session.output } : { why };
  }
}
