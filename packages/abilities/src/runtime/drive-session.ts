import type { CompactionResult, CompactionTrigger, CompactOptions, SummarizeTranscript } from './compact-session.js';
import { compactSession } from './compact-session.js';
import type { PromptOptions, RuntimeSession } from './create-runtime.js';
import type { Planner, TurnResult } from './plan-turn.js';
import type { SessionWorld, StoredSession } from './project-view.js';
import { runSubagent, type SubagentRequest, type SubagentResult } from './run-subagent.js';
import { runTurn, type StopEvents, type TurnParts } from './run-turn.js';
import type { AgentRuntime } from './runtime.js';
import { baselineOf, sessionFields } from './session.js';
import { createSessionHooks, type HookNotices, type SessionHooks } from './session-hooks.js';
import type { ChildSession } from './start-session.js';
import { createTranscript, type TranscriptMessage } from './transcript.js';
import { type Control, type Turn, turnFromVerdict } from './turn.js';

export interface DriveOptions {
  readonly runtime: AgentRuntime;
  readonly env: SessionWorld['env'];
  readonly planner: Planner;
  readonly maxRounds: number;
  readonly maxSameRounds: number;
  readonly summarize: SummarizeTranscript | undefined;
  readonly contextLimit: number | undefined;
}

export interface DrivenSession {
  readonly session: StoredSession;
  /** Texts of session.start hooks for the user. */
  readonly messages: readonly string[];
  /** The earlier transcript, if the session is resumed. */
  readonly transcript?: readonly TranscriptMessage[] | undefined;
  /** Set if another session started it. */
  readonly child?: ChildSession;
  readonly stop?: StopEvents;
}

/** A transcript that fills this fraction of the context limit is compacted. */
const compactAtFraction = 0.9;

/** A session with a planner: fires the events of its turns and keeps the transcript. */
export function driveSession(driven: DrivenSession, options: DriveOptions): RuntimeSession {
  const { runtime, env } = options;
  const { id } = driven.session;
  const transcript = createTranscript(driven.transcript);
  const hooksFor = (notices: HookNotices) => createSessionHooks({ runtime, id, env }, notices);
  let steering: Steering | undefined;

  const compact = (trigger: CompactionTrigger, compactOptions: CompactOptions, notices = emptyNotices()) => {
    const { summarize, contextLimit } = options;
    return compactSession(
      { transcript, hooks: hooksFor(notices), notices, summarize, contextLimit },
      { ...compactOptions, trigger },
    );
  };

  const subagent = (request: SubagentRequest): Promise<SubagentResult> => {
    const notices = emptyNotices();
    const runChild = (child: ChildSession, stop: StopEvents) =>
      runChildTurn(request, { child, stop, parent: driven, options });
    return runSubagent(request, { parentSessionId: id, hooks: hooksFor(notices), notices, runChild });
  };

  const prompt = async (text: string, { files, signal = new AbortController().signal }: PromptOptions = {}) => {
    const notices = emptyNotices();
    const hooks = hooksFor(notices);
    const turn = await runtime.prompt(id, { text, ...(files && { files }) }, { env, signal });
    const turnSteering = createSteering();
    steering = turnSteering;
    const pins: (() => void)[] = [];
    const addPrompt = (promptText: string) => void pins.push(transcript.addPrompt(promptText));
    if (turn.control.turn_ready) addPrompt(turn.turn_context.prompt);
    try {
      return await runTurn(turn, {
        ...options,
        ...{ hooks, notices, transcript, addPrompt, signal },
        act: (actions) => runtime.act(id, actions, { env, signal }),
        stop: driven.stop ?? agentStopEvents(hooks),
        drainSteering: turnSteering.drain,
        compactIfFull: createCompactor({ notices, transcript, options, compact }),
        subagent: (request) => subagent({ signal, ...request }),
      });
    } finally {
      turnSteering.close();
      if (steering === turnSteering) steering = undefined;
      for (const unpin of pins) unpin();
    }
  };

  return {
    id,
    messages: driven.messages,
    get transcript() {
      return transcript.messages;
    },
    async prompt(text, promptOptions) {
      const notices = emptyNotices();
      const turn = await prompt(text, promptOptions);
      if (driven.child) return turn;
      const message = `the turn has ended (${turn.status}), and the agent waits for the user`;
      await hooksFor(notices).notify('user.wait', { level: 'info', kind: 'prompt', message });
      return withNotices(turn, notices);
    },
    steer(text, { files } = {}) {
      const promptTurn = runPromptHooks({ id, text, files }, options);
      return steering ? steering.add(promptTurn) : promptTurn.then(refuseWithoutTurn);
    },
    compact: (compactOptions = {}) => compact('manual', compactOptions),
    subagent,
    stop: () => runtime.stop(id, { env }),
  };
}

const emptyNotices = (): HookNotices => ({ messages: [], notes: [] });

const withNotices = (turn: TurnResult, { messages, notes }: HookNotices): TurnResult => ({
  ...turn,
  messages: [...turn.messages, ...messages],
  notes: [...turn.notes, ...notes],
});

/** The stop events of an agent that is not a subagent. */
const agentStopEvents = (hooks: SessionHooks): StopEvents => ({
  decide: (fields, signal) => hooks.decide('agent.stop', { ...fields }, signal),
  async notifyDone(fields) {
    await hooks.notify('agent.done', { ...fields });
  },
});

interface SteeredPrompt {
  readonly id: string;
  readonly text: string;
  readonly files: readonly string[] | undefined;
}

/** Runs the hooks of a prompt that does not start its own turn. */
const runPromptHooks = ({ id, text, files }: SteeredPrompt, { runtime, env }: DriveOptions): Promise<Turn> =>
  runtime.withSession(id, { env }, async (project, session) => {
    const data = { ...sessionFields(session), ...(files && { files }) };
    const { verdict } = await project.fire('prompt.submit', { sessionId: id, prompt: text, data });
    const { opening } = baselineOf(session);
    return turnFromVerdict({ sessionId: id, turns: session.turns - 1, text, files, opening }, verdict);
  });

interface CompactorParts extends Pick<TurnParts, 'notices' | 'transcript'> {
  readonly options: DriveOptions;
  readonly compact: (
    trigger: CompactionTrigger,
    compactOptions: CompactOptions,
    notices: HookNotices,
  ) => Promise<CompactionResult>;
}

/** Compacts a transcript that is nearly full; after a refusal, not again in this turn. */
function createCompactor({ notices, transcript, options, compact }: CompactorParts): TurnParts['compactIfFull'] {
  const { contextLimit } = options;
  let isRefused = false;
  return async (round, signal) => {
    if (contextLimit === undefined || isRefused) return;
    const { inputTokens, outputTokens } = transcript.size();
    if (inputTokens + outputTokens < contextLimit * compactAtFraction) return;
    const compactNotices = emptyNotices();
    const { status, error } = await compact(round === 1 ? 'threshold' : 'tool_overflow', { signal }, compactNotices);
    notices.messages.push(...compactNotices.messages);
    notices.notes.push(...compactNotices.notes);
    if (status === 'done') return;
    isRefused = true;
    notices.notes.push(`the transcript was not compacted: ${error?.message}`);
  };
}

interface ChildTurnOptions {
  readonly child: ChildSession;
  readonly stop: StopEvents;
  readonly parent: DrivenSession;
  readonly options: DriveOptions;
}

/** The turn of a subagent, in a separate session. */
async function runChildTurn(
  { task, planner, maxRounds, signal }: SubagentRequest,
  { child, stop, parent, options }: ChildTurnOptions,
): Promise<TurnResult> {
  const { runtime, env } = options;
  const { cwd, environment, caller } = parent.session;
  const startRequest = { cwd, caller, child, ...(environment !== undefined && { environment }) };
  const { session, messages } = await runtime.start(startRequest, { env, signal });
  const childOptions = { ...options, ...(planner && { planner }), ...(maxRounds !== undefined && { maxRounds }) };
  try {
    const driver = driveSession({ session, messages, child, stop }, childOptions);
    return await driver.prompt(task, signal ? { signal } : {});
  } finally {
    await runtime.stop(child.id, { env });
  }
}

/** Prompts that the user sends while a turn runs. */
interface Steering {
  /** Adds a prompt whose hooks may still be running; settles when the turn accepts or refuses it. */
  add(turn: Promise<Turn>): Promise<Control>;
  /** Removes and returns the waiting prompts that hooks allow. */
  drain(): Promise<readonly string[]>;
  /** Refuses the prompts that are left. */
  close(): void;
}

interface WaitingPrompt {
  readonly turn: Promise<Turn>;
  readonly settle: (control: Control | Promise<Control>) => void;
}

function createSteering(): Steering {
  let waiting: readonly WaitingPrompt[] = [];
  let isClosed = false;
  const takeAll = () => {
    const prompts = waiting;
    waiting = [];
    return prompts;
  };
  return {
    add: (turn) =>
      new Promise((settle) => {
        if (isClosed) settle(turn.then(refuseWithoutTurn));
        else waiting = [...waiting, { turn, settle }];
      }),
    async drain() {
      const prompts: string[] = [];
      for (const { turn, settle } of takeAll()) {
        const control = turn.then((ready) => ready.control);
        settle(control);
        // If its hooks could not run, `settle` reports the error to its sender.
        const ready = await turn.catch(() => undefined);
        if (ready?.control.turn_ready) prompts.push(ready.turn_context.prompt);
      }
      return prompts;
    },
    close() {
      isClosed = true;
      for (const { turn, settle } of takeAll()) settle(turn.then(refuseWithoutTurn));
    },
  };
}

/** The answer to a prompt that no running turn can take. */
const refuseWithoutTurn = ({ control }: Turn): Control => ({
  ...control,
  turn_ready: false,
  reason: control.reason ?? 'no turn runs that could take it; send it with prompt()',
});
