import {
  type CompactionResult,
  type CompactionTrigger,
  type CompactOptions,
  compactSession,
  type SummarizeTranscript,
} from './compact-session.js';
import type { PromptOptions, RuntimeSession } from './create-runtime.js';
import type { Planner, TurnResult } from './plan-turn.js';
import type { SessionWorld, StoredSession } from './project-view.js';
import { runSubagent, type SubagentRequest, type SubagentResult } from './run-subagent.js';
import { runTurn, type StopEvents, type TurnParts } from './run-turn.js';
import type { AgentRuntime } from './runtime.js';
import { baselineOf, sessionFields } from './session.js';
import { createSessionHooks, type HookTexts, type SessionHooks } from './session-hooks.js';
import type { ChildSession } from './start-session.js';
import { createSteering, type Steering, withoutTurn } from './steering.js';
import { createTranscript, type TranscriptMessage } from './transcript.js';
import { type Turn, turnFromVerdict } from './turn.js';

/** How sessions of a runtime work. */
export interface DriveOptions {
  readonly runtime: AgentRuntime;
  readonly env: SessionWorld['env'];
  readonly planner: Planner;
  readonly maxRounds: number;
  readonly maxSameRounds: number;
  readonly summarize: SummarizeTranscript | undefined;
  readonly contextLimit: number | undefined;
}

/** The session to drive. */
export interface DrivenSession {
  readonly session: StoredSession;
  /** Texts of session.start hooks for the user. */
  readonly messages: readonly string[];
  /** What was said before, if the session is resumed. */
  readonly transcript?: readonly TranscriptMessage[] | undefined;
  /** Set if another session started it. */
  readonly child?: ChildSession;
  readonly stop?: StopEvents;
}

/** The part of the context limit from which room is made. */
const fullness = 0.9;

/** A session with a planner: fires the events of its turns and keeps what was said. */
export function driveSession(driven: DrivenSession, options: DriveOptions): RuntimeSession {
  const { runtime, env } = options;
  const { id } = driven.session;
  const transcript = createTranscript(driven.transcript);
  const hooksWith = (texts: HookTexts) => createSessionHooks({ runtime, id, env }, texts);
  let steering: Steering | undefined;

  const compact = (trigger: CompactionTrigger, how: CompactOptions, texts = newTexts()): Promise<CompactionResult> => {
    const { summarize, contextLimit } = options;
    return compactSession({ transcript, hooks: hooksWith(texts), texts, summarize, contextLimit }, { ...how, trigger });
  };

  const subagent = (request: SubagentRequest): Promise<SubagentResult> => {
    const texts = newTexts();
    const work = (child: ChildSession, stop: StopEvents) => workAsChild(request, { child, stop, driven, options });
    return runSubagent(request, { parentSessionId: id, hooks: hooksWith(texts), texts, work });
  };

  const prompt = async (text: string, { files, signal = new AbortController().signal }: PromptOptions = {}) => {
    const texts = newTexts();
    const hooks = hooksWith(texts);
    const turn = await runtime.prompt(id, { text, ...(files && { files }) }, { env, signal });
    const own = createSteering();
    steering = own;
    const pins: (() => void)[] = [];
    const addPrompt = (said: string) => void pins.push(transcript.addPrompt(said));
    if (turn.control.turn_ready) addPrompt(turn.turn_context.prompt);
    try {
      return await runTurn(turn, {
        ...options,
        ...{ hooks, texts, transcript, addPrompt, signal },
        act: (actions) => runtime.act(id, actions, { env, signal }),
        stop: driven.stop ?? agentStop(hooks),
        steered: own.drain,
        makeRoom: roomMaker({ texts, transcript, options, compact }),
        subagent: (request) => subagent({ signal, ...request }),
      });
    } finally {
      own.close();
      if (steering === own) steering = undefined;
      for (const unpin of pins) unpin();
    }
  };

  return {
    id,
    messages: driven.messages,
    get transcript() {
      return transcript.messages;
    },
    async prompt(text, how) {
      const texts = newTexts();
      const turn = await prompt(text, how);
      if (driven.child) return turn;
      const message = `the turn has ended (${turn.status}), and the agent waits for the user`;
      await hooksWith(texts).tell('user.wait', { level: 'info', kind: 'prompt', message });
      return withTexts(turn, texts);
    },
    steer(text, { files } = {}) {
      const checked = promptHooks({ id, text, files }, options);
      return steering ? steering.add(checked) : checked.then(withoutTurn);
    },
    compact: (how = {}) => compact('manual', how),
    subagent,
    stop: () => runtime.stop(id, { env }),
  };
}

const newTexts = (): HookTexts => ({ messages: [], notes: [] });

const withTexts = (turn: TurnResult, { messages, notes }: HookTexts): TurnResult => ({
  ...turn,
  messages: [...turn.messages, ...messages],
  notes: [...turn.notes, ...notes],
});

/** The end of an agent that is nobody's subagent. */
const agentStop = (hooks: SessionHooks): StopEvents => ({
  ask: (fields, signal) => hooks.ask('agent.stop', { ...fields }, signal),
  async tellDone(fields) {
    await hooks.tell('agent.done', { ...fields });
  },
});

interface PromptWords {
  readonly id: string;
  readonly text: string;
  readonly files: readonly string[] | undefined;
}

/** Runs the hooks of a prompt that begins no turn of its own. */
const promptHooks = ({ id, text, files }: PromptWords, { runtime, env }: DriveOptions): Promise<Turn> =>
  runtime.visit(id, { env }, async (place, session) => {
    const data = { ...sessionFields(session), ...(files && { files }) };
    const { verdict } = await place.fire('prompt.submit', { sessionId: id, prompt: text, data });
    const { opening } = baselineOf(session);
    return turnFromVerdict({ sessionId: id, turns: session.turns - 1, text, files, opening }, verdict);
  });

interface RoomParts extends Pick<TurnParts, 'texts' | 'transcript'> {
  readonly options: DriveOptions;
  readonly compact: (trigger: CompactionTrigger, how: CompactOptions, texts: HookTexts) => Promise<CompactionResult>;
}

/** Compacts a transcript that is nearly full. After a refusal it waits for the next turn. */
function roomMaker({ texts, transcript, options, compact }: RoomParts): TurnParts['makeRoom'] {
  const { contextLimit } = options;
  let isRefused = false;
  return async (round, signal) => {
    if (contextLimit === undefined || isRefused) return;
    const { inputTokens, outputTokens } = transcript.size();
    if (inputTokens + outputTokens < contextLimit * fullness) return;
    const said = newTexts();
    const { status, error } = await compact(round === 1 ? 'threshold' : 'tool_overflow', { signal }, said);
    texts.messages.push(...said.messages);
    texts.notes.push(...said.notes);
    if (status === 'done') return;
    isRefused = true;
    texts.notes.push(`the transcript was not compacted: ${error?.message}`);
  };
}

interface ChildWork {
  readonly child: ChildSession;
  readonly stop: StopEvents;
  readonly driven: DrivenSession;
  readonly options: DriveOptions;
}

/** The turn of a subagent, in a session of its own. */
async function workAsChild(
  { task, planner, maxRounds, signal }: SubagentRequest,
  { child, stop, driven, options }: ChildWork,
): Promise<TurnResult> {
  const { runtime, env } = options;
  const { cwd, environment, caller } = driven.session;
  const wanted = { cwd, caller, child, ...(environment !== undefined && { environment }) };
  const { session, messages } = await runtime.start(wanted, { env, signal });
  const own = { ...options, ...(planner && { planner }), ...(maxRounds !== undefined && { maxRounds }) };
  try {
    const driver = driveSession({ session, messages, child, stop }, own);
    return await driver.prompt(task, signal ? { signal } : {});
  } finally {
    await runtime.stop(child.id, { env });
  }
}
