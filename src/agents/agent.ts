import type { Decision, EventName } from '../core/contract.js';
import type { Event } from '../core/event.js';
import type { DialectName, Scope } from '../core/hook.js';
import type { ToolMap } from '../core/tool.js';
import type { Verdict } from '../core/verdict.js';

/** The things a verdict may wish of a host. */
export type Wish = Exclude<Decision, 'pass'> | 'rewrite' | 'context' | 'message' | 'stop';

export const wishes = ['deny', 'ask', 'allow', 'rewrite', 'context', 'message', 'stop'] as const satisfies Wish[];

/** How well a host grants a wish. `emulated`: same effect by another way; `degraded`: a weaker effect. */
export type Grade = 'exact' | 'emulated' | 'degraded' | 'impossible';

/** What the host can really do at one event. A wish that is not named is impossible. */
export type Capability = Readonly<Partial<Record<Wish, Grade>>>;

/** What the host gets: nothing else may reach its stdout. */
export interface Wire {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: 0 | 2;
}

export interface DecodeContext {
  /** The event's native name when the host does not put it into the payload. */
  readonly event?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** ISO 8601. */
  readonly now: string;
  /** Exact bytes of the payload, for hosts that want them echoed. */
  readonly text?: string;
  /** The payload was cut at the size limit (flow only). */
  readonly truncated?: boolean;
}

/** One agent: its payloads in, its answers out. */
export interface Host {
  readonly name: string;
  readonly title: string;
  readonly documentedOnly: boolean;
  /** Native event name → canonical. Events not named here become `other`. */
  readonly events: Readonly<Record<string, EventName>>;
  readonly tools: ToolMap;
  readonly capabilities: Readonly<Partial<Record<EventName, Capability>>>;
  /** Hooks that the host runs by itself, of one scope or of all, so that they are not run again when it calls us. */
  readonly runsItself?: { readonly dialect: DialectName; readonly flavour: string; readonly scope?: Scope };
  /** It also runs entries that were written for another host; says whether it sent this payload. */
  readonly borrows?: {
    readonly from: string;
    isCaller(payload: unknown, env: DecodeContext['env']): boolean;
  };
  /** Runs entries one after another, each on what the one before it rewrote. */
  readonly chainsEntries?: boolean;
  /** Names the session above a subagent's only where that session starts; the engine keeps it for later events. */
  readonly parentAtStart?: boolean;
  /** The variable in which the host names its project folder; the payload's cwd may have moved away from it. */
  readonly projectVariable?: string;
  /** Texts for the user reach the model too where a call is refused. */
  readonly sharesMessages?: boolean;
  /** Longest context the host passes on, in characters. */
  readonly contextLimit: number;
  decode(payload: unknown, context: DecodeContext): Event;
  encode(event: Event, verdict: Verdict, context: DecodeContext): Wire;
  /** Canonical input → the host's own fields, whole, every field kept. */
  nativeInput(event: Event, input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
}

/** What a host knows about itself; quirks are cited by number in its codec. */
export interface Quirk {
  readonly id: number;
  readonly versions: string;
  readonly behaviour: string;
  readonly answer: string;
  readonly source: string;
}
