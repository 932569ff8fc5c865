/** The most that an event allows. A format's row may allow less, and an agent may support less. */
export interface Contract {
  /** Decisions that have an effect here; `pass` is always possible. */
  readonly decisions: readonly Exclude<Decision, 'pass'>[];
  readonly rewrites: Rewritable | false;
  /** True if the next hook sees each rewrite. Summaries are not chained: the first one wins. */
  readonly chains: boolean;
  /** How long injected context lives; `false` if no model reads it. */
  readonly context: ContextSpan | false;
  /** What a deny means to the agent, for docs and messages. */
  readonly denyMeans?: string;
  /** No agent can be made to obey a deny. */
  readonly denyIsRequest?: true;
}

/** A hook's opinion on an event. `pass` means "no opinion" and is never an allow. */
export type Decision = 'pass' | 'allow' | 'ask' | 'deny';

/** The part of an event that hooks may replace. */
export type Rewritable = 'input' | 'output' | 'prompt' | 'messages' | 'summary';

export type ContextSpan = 'session' | 'turn' | 'model call' | 'tool call' | 'subagent' | 'summary';

const observeOnly = { decisions: [], rewrites: false, chains: false, context: false } as const;
const denies = { ...observeOnly, decisions: ['deny'] } as const;

/** The event contract table: order, merging, validation, docs and tests all use it. */
export const contracts = {
  'session.start': { ...denies, context: 'session', denyMeans: 'the session does not start' },
  'session.end': { ...denies, denyIsRequest: true, denyMeans: 'a request only: no agent can block its own end' },
  'prompt.submit': {
    ...denies,
    rewrites: 'prompt',
    chains: true,
    context: 'turn',
    denyMeans: 'the prompt is not processed',
  },
  'turn.start': { ...observeOnly, context: 'model call' },
  'turn.end': observeOnly,
  'model.before': { ...denies, rewrites: 'messages', chains: true, denyMeans: 'the model is not called' },
  'model.after': observeOnly,
  'tool.before': {
    ...observeOnly,
    decisions: ['allow', 'ask', 'deny'],
    rewrites: 'input',
    chains: true,
    context: 'tool call',
    denyMeans: 'the tool does not run and the model sees the reason',
  },
  'tool.permission': {
    ...observeOnly,
    decisions: ['allow', 'deny'],
    denyMeans: 'permission is refused without asking the user',
  },
  'tool.after': {
    ...denies,
    rewrites: 'output',
    chains: true,
    context: 'tool call',
    denyMeans: 'the reason is given to the model as feedback',
  },
  'tool.failure': { ...denies, context: 'tool call', denyMeans: 'the reason is given to the model as feedback' },
  'agent.stop': { ...denies, context: 'turn', denyMeans: 'the agent keeps working, the reason is its next task' },
  'agent.done': { ...denies, denyIsRequest: true, denyMeans: 'a request only: the agent has already ended its turn' },
  'subagent.start': { ...denies, context: 'subagent', denyMeans: 'the subagent does not start' },
  'subagent.stop': { ...denies, denyMeans: 'the subagent keeps working' },
  'compact.before': {
    ...denies,
    rewrites: 'summary',
    context: 'summary',
    denyMeans: 'the transcript is not compacted',
  },
  'compact.after': observeOnly,
  'user.wait': observeOnly,
  notification: observeOnly,
  error: observeOnly,
  limit: observeOnly,
  'task.create': {
    ...observeOnly,
    decisions: ['allow', 'ask', 'deny'],
    context: 'tool call',
    denyMeans: 'the ability is unavailable and no task is created',
  },
  other: observeOnly,
} as const satisfies Record<string, Contract>;

export type EventName = keyof typeof contracts;

export const eventNames = Object.keys(contracts) as readonly EventName[];

export const isEventName = (name: string): name is EventName => Object.hasOwn(contracts, name);

export const contractOf = (name: EventName): Contract => contracts[name];
