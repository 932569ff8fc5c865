import { AnyhookError, type FixedVariables, parseFixedVariable, quoteValue } from '@anyhook/core';
import type { Agent } from '../agents/agent.js';
import { findAgent } from '../agents/index.js';
import type { TrustMode } from '../trust/trust.js';

/** The options with which an agent calls anyhook for one event. */
export interface RunCommandOptions {
  readonly agent: Agent;
  readonly event?: string;
  readonly timeoutMs?: number;
  readonly trust?: TrustMode;
  /** Which of several entries of one agent calls; by default the user's. */
  readonly entry?: string;
  /** Values that count instead of the agent's variables. */
  readonly fixed?: FixedVariables;
}

/**
 * Reads the options of `anyhook run`, by hand because Node's own parser takes a millisecond to load. Unusable options
 * are ignored with a note, so an entry of another version does not switch the guards off. Only the host must be valid.
 */
export function parseRunOptions(args: readonly string[], note: (text: string) => void = () => {}): RunCommandOptions {
  const parsed = new Map<string, string>();
  const fixed: Record<string, string> = {};
  for (let i = 0; i < args.length; i++) {
    const [name = '', inline] = (args[i] as string).split(/=(.*)/s, 2);
    if (flagOptions.has(name)) parsed.set(name, '');
    else if (name === '--fixed') {
      const text = inline ?? args[++i] ?? '';
      const pair = parseFixedVariable(text);
      if (pair) fixed[pair[0]] = pair[1];
      else note(`--fixed: expected NAME=value with an absolute path, got ${quoteValue(text)}, which is ignored`);
    } else if (valueOptions.has(name)) parsed.set(name, inline ?? args[++i] ?? '');
    else
      note(
        `run takes ${[...valueOptions, '--fixed', ...flagOptions].join(', ')}, got ${quoteValue(args[i])}, which is ignored`,
      );
  }
  const name = parsed.get('--agent') ?? parsed.get('--host');
  if (!name) throw new AnyhookError('BAD_ARGUMENT', '--agent is required: which agent sends the payload?');
  const event = parsed.get('--event');
  const timeoutMs = Number(parsed.get('--timeout'));
  if (parsed.has('--timeout') && !(timeoutMs > 0))
    note(`--timeout: expected milliseconds above 0, got ${quoteValue(parsed.get('--timeout'))}, which is ignored`);
  const entry = parsed.get('--entry');
  const trust = parsed.has('--trust-project') ? 'project' : parsed.has('--trust-lock') ? 'lock' : undefined;
  return {
    agent: findAgent(name),
    ...(event !== undefined && { event }),
    ...(timeoutMs > 0 && { timeoutMs }),
    ...(trust && { trust }),
    ...(entry && { entry }),
    ...(Object.keys(fixed).length > 0 && { fixed }),
  };
}

const valueOptions: ReadonlySet<string> = new Set(['--agent', '--host', '--event', '--timeout', '--entry']);
const flagOptions: ReadonlySet<string> = new Set(['--trust-project', '--trust-lock']);
