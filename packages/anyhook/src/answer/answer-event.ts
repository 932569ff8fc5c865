import { dirname } from 'node:path';
import type { CallAlert, Event, OnVerdict, Verdict } from '@anyhook/core';
import {
  canaryLine,
  canaryNonce,
  emptyVerdict,
  guardedEvents,
  isFolder,
  now,
  objectOf,
  resultWithin,
  showHidden,
  ticks,
  userPaths,
  version,
} from '@anyhook/core';
import type { Agent, DecodeContext, Wire } from '../agents/agent.js';
import { callerNamesOf } from '../agents/environment.js';
import { agentNamed } from '../agents/index.js';
import type { AgentAnswer } from '../engine/decide.js';
import { canGrant } from '../engine/fit.js';
import type { HooksAtWork } from '../engine/run.js';
import type { Recorder } from '../journal/recorder.js';
import { offReason } from '../switches/off-switch.js';
import { createTelemetry, type Telemetry } from '../telemetry/create-telemetry.js';
import type { TelemetryConfig } from '../telemetry/settings.js';
import type { TrustMode } from '../trust/trust.js';
import { environmentNotes } from './agent-world.js';
import { type EventEntry, evaluateOnce, mayHaveDuplicate } from './deduplicate-call.js';
import type { World } from './engine.js';
import { ownFaultVerdict } from './own-fault.js';
import { policySource } from './policy-source.js';
import { countHooks, type OpenProjectEngine, type ProjectEngine, unloadedRecording } from './project-engine.js';
import { callReconciler } from './reconcile-calls.js';

/** A canonical event, and what is needed to encode the answer for its agent. */
export interface DecodedEvent {
  readonly agent: Agent;
  readonly event: Event;
  readonly context: DecodeContext;
  /** Why hooks cannot run on the event; before an action, the answer is then to ask. */
  readonly refusal?: string;
}

/** An event from outside: from an agent, a program, a task or a framework. */
export interface IncomingEvent {
  decode(): DecodedEvent;
  readonly world: World;
  readonly trust?: TrustMode | undefined;
  /** Time limit for the answer. */
  readonly budgetMs?: number | undefined;
  /** Aborted when the caller disconnects. */
  readonly signal?: AbortSignal | undefined;
  /** The agent's umask, if it differs from this process's. */
  readonly umask?: number | undefined;
  /** Filled with the hooks that are running, for watchers. */
  readonly atWork?: HooksAtWork;
  readonly bytes?: number;
  /** The entry of an agent's settings that sent the event. An agent may send one call through two entries. */
  readonly entry?: EventEntry;
}

/** What is needed to answer events: where the engine comes from and where decisions are recorded. */
export interface EventService {
  /** The engine of one project, or a function that finds the one of the event's project. */
  readonly project: ProjectEngine | OpenProjectEngine;
  /** Observes events. Default: set by the project's config. */
  readonly telemetry?: Telemetry;
  /** Records the answer before it is sent. */
  readonly recorder?: Recorder | undefined;
  /** Settles an `ask`, for callers that cannot show one. The record holds the settled verdict. */
  readonly settle?: (event: Event, verdict: Verdict) => Promise<Verdict>;
  /** Runs work that the caller need not wait for. Default: immediately, without waiting. */
  readonly runLater?: (work: () => Promise<void>) => void;
  /** Starts work of a hook that continues after the answer; missing: this process ends with its answer. */
  readonly afterAnswer?: (work: () => Promise<void>) => void;
  /** Shares results that are the same for all events of one batch. */
  readonly memo?: Memo;
}

/** Returns the value stored under a name, or computes it. */
export type Memo = <T>(name: string, compute: () => T) => T;

export interface EventAnswer extends AgentAnswer<Wire> {
  /** Why no hook ran: hooks are switched off. */
  readonly off?: string;
}

/** The whole sequence: off → decode → load → decide → record → ship. Rejects if the payload or the project cannot be read. */
export async function answerEvent(incoming: IncomingEvent, service: EventService): Promise<EventAnswer> {
  const { world, trust } = incoming;
  const { memo, runLater = inBackground } = service;
  const { entry, budgetMs: givenMs } = incoming;
  const remainingMs = createCountdown(givenMs);
  const state = stateFolder(world);
  const findOff = () => offReason(world, now());
  const off = memo ? memo(`off ${world.env['ANYHOOK']} ${state}`, findOff) : findOff();
  const decoded = incoming.decode();
  const { agent, event } = decoded;
  const calls = callReconciler({ agent, event, entry, world, env: decoded.context.env, state, budgetMs: givenMs });
  calls?.arrived(service.afterAnswer !== undefined);
  if (off !== undefined) return { ...answerWith(switchedOffVerdict(off, event), decoded), off };
  const { project: given } = service;
  const eventWorld = entry || typeof given === 'function' ? worldOf(decoded, world, memo) : world;
  const project =
    typeof given === 'function' ? await resultWithin(given({ world: eventWorld, agent, trust }), remainingMs()) : given;
  if (!project) return answerWithoutHooks(decoded, overrunText(eventWorld, incoming), incoming, service);
  if (decoded.refusal !== undefined) return answerWithoutHooks(decoded, decoded.refusal, incoming, service, project);
  const canary = canaryNonce(event, world.env);
  if (canary !== undefined) return canaryAnswer(canary, decoded, project);
  const { observe, ship } = service.telemetry ?? telemetryFor(project.telemetry, world);
  const evaluate = async (budgetMs: number | undefined): Promise<EventAnswer> => {
    const began = ticks();
    const { settle, afterAnswer } = service;
    const { root, recording } = project;
    const alerts = (await calls?.check(root, budgetMs)) ?? [];
    const left = budgetMs === undefined ? undefined : Math.max(0, budgetMs - (ticks() - began));
    const setup = { project, settle, afterAnswer, observe, alerts, budgetMs: left };
    const answer = await decideAndSettle(decoded, incoming, setup);
    calls?.answered(answer.verdict, alerts);
    const recorded = { ...answer, verdict: withEnvironmentNotes(answer.verdict, world) };
    const bytes = incoming.bytes ?? 0;
    const facts = { ms: ticks() - began, root, bytes, ...alertOf(alerts) };
    const id = service.recorder?.record({ ...facts, ...recorded }, recording);
    const { approvalId } = answer.verdict;
    if (approvalId !== undefined)
      runLater(async () => {
        const { sendQuestion } = await import('./ask-person.js');
        await sendQuestion({ id: approvalId, decisionId: id, policy: project.policy, world });
      });
    return id === undefined && service.recorder ? withoutRecord(answer, decoded, project) : answer;
  };
  const setup = { eventWorld, memo, evaluate };
  const answer = entry
    ? await deduplicated({ ...incoming, budgetMs: remainingMs() }, entry, decoded, setup)
    : await evaluate(remainingMs());
  runLater(ship);
  const staysRunning = service.afterAnswer !== undefined;
  const lookLater = calls?.afterAnswer;
  if (lookLater) (service.afterAnswer ?? runLater)(() => lookLater(project.root, staysRunning).catch(() => {}));
  const { policy } = project;
  const moment = { now: now(), staysRunning };
  if (policy && policySource()?.isWorkDue(policy, moment)) runLater(async () => policySource()?.startWork(world));
  return answer;
}

/** The alert field of the record: the kind of the first alert. */
const alertOf = ([first]: readonly CallAlert[]) => (first ? { alert: first.kind } : {});

/** Applies the organisation's policy for actions without a record. On a full disk only the answer can report it. */
function withoutRecord(answer: EventAnswer, decoded: DecodedEvent, { policy, recording }: ProjectEngine): EventAnswer {
  if (!recording.audit || !policy?.unrecorded) return answer;
  const { agent, event } = decoded;
  const { verdict } = answer;
  const { rule, reason } = policy.unrecorded;
  if (rule !== 'keep' && verdict.decision !== 'deny' && guardedEvents.includes(event.name))
    return answerWith({ ...verdict, decision: rule, reason }, decoded);
  const told = answerWith({ ...verdict, messages: [...verdict.messages, reason] }, decoded);
  if (canGrant(agent, event.name, 'message')) return told;
  return { ...told, wire: { ...told.wire, stderr: `${told.wire.stderr}${reason}\n` } };
}

/** Returns the time left of the event's limit; undefined if it has none. */
function createCountdown(budgetMs: number | undefined): () => number | undefined {
  const began = ticks();
  return () => (budgetMs === undefined ? undefined : Math.max(0, budgetMs - (ticks() - began)));
}

const overrunText = ({ cwd }: World, { budgetMs = 0 }: IncomingEvent): string =>
  `the hooks of ${cwd} could not be loaded within ${Math.round(budgetMs)} ms: see "anyhook doctor"`;

/** No hook ran on the event, so their decision is unknown: ask before an action. */
function answerWithoutHooks(
  decoded: DecodedEvent,
  why: string,
  { bytes = 0 }: IncomingEvent,
  { recorder }: EventService,
  project?: ProjectEngine,
): EventAnswer {
  const { event, agent } = decoded;
  const hasHooks = project?.engine.index.lists.has(event.name) === true;
  const faulted = project && { failClosed: project.failClosed, hasHooks };
  const answer = answerWith(ownFaultVerdict(event, agent, why, faulted), decoded);
  const { root = event.cwd, recording = unloadedRecording } = project ?? {};
  recorder?.record({ ms: 0, root, bytes, ...answer }, recording);
  return answer;
}

/** The record says which variables applied and which did not; the agent is only told when a session starts. */
function withEnvironmentNotes(verdict: Verdict, world: World): Verdict {
  const notes = environmentNotes(world).filter((note) => !verdict.notes.includes(note));
  return notes.length === 0 ? verdict : { ...verdict, notes: [...verdict.notes, ...notes] };
}

const inBackground = (work: () => Promise<void>): void => void work();

const stateFolder = ({ env, home }: World): string => userPaths(env, home).state;

interface DecisionSetup {
  readonly project: ProjectEngine;
  readonly settle: EventService['settle'];
  readonly afterAnswer: EventService['afterAnswer'];
  readonly observe: (event: Event) => void;
  readonly alerts: readonly CallAlert[];
  readonly budgetMs: number | undefined;
}

async function decideAndSettle(decoded: DecodedEvent, incoming: IncomingEvent, setup: DecisionSetup) {
  const { agent, event, context } = decoded;
  const { project, settle, afterAnswer, observe, alerts, budgetMs } = setup;
  const { signal, umask, atWork } = incoming;
  const limits = { ...(budgetMs !== undefined && { budgetMs }), ...(signal && { signal }) };
  const waiting: Parameters<OnVerdict>[0][] = [];
  const onVerdict: OnVerdict = (work) => void waiting.push(work);
  const texts = { alerts: alerts.map(({ text }) => text) };
  const options = { env: context.env, observe, umask, atWork, afterAnswer, onVerdict, ...texts, ...limits };
  let answer: EventAnswer = await project.engine.decide(agent, event, context, options);
  if (settle && answer.verdict.decision === 'ask') {
    const verdict = await settle(answer.event, answer.verdict);
    answer = { event: answer.event, verdict, wire: agent.encode(event, verdict, context) };
  }
  // A failure of such work must not change the answer.
  for (const work of waiting) await work(answer.verdict).catch(() => {});
  return answer;
}

interface EvaluationSetup {
  readonly eventWorld: World;
  readonly memo: Memo | undefined;
  evaluate(budgetMs: number | undefined): Promise<EventAnswer>;
}

/** If an agent may send the same call through another entry, only the first entry is evaluated. */
async function deduplicated(
  { world, budgetMs }: IncomingEvent,
  entry: EventEntry,
  decoded: DecodedEvent,
  { eventWorld, memo, evaluate }: EvaluationSetup,
): Promise<EventAnswer> {
  const { agent, event } = decoded;
  const call = { event, agent, entry, folders: [eventWorld.project, eventWorld.cwd, world.cwd] };
  const key = () => [entry.name, entry.agent.name, agent.name, event.nativeName, ...call.folders].join('\0');
  const hasDuplicate = memo ? memo(`twice ${key()}`, () => mayHaveDuplicate(call)) : mayHaveDuplicate(call);
  if (!hasDuplicate) return evaluate(budgetMs);
  const repeat = (verdict: Verdict) => answerWith(verdict, decoded);
  return evaluateOnce(call, { stateDir: stateFolder(world), budgetMs, evaluate, repeat });
}

const answerWith = (verdict: Verdict, { agent, event, context }: DecodedEvent): EventAnswer => ({
  event,
  verdict,
  wire: agent.encode(event, verdict, context),
});

/** No opinion. A new session gets a message that hooks are switched off, because people forget it. */
const switchedOffVerdict = (why: string, { name }: Event): Verdict =>
  name === 'session.start' && why !== 'ANYHOOK=off'
    ? { ...emptyVerdict, messages: [`hooks are switched off: ${why}`] }
    : emptyVerdict;

/** The answer that `doctor` expects: a refusal, so a canary never approves anything. No hook runs. */
function canaryAnswer(nonce: string, decoded: DecodedEvent, { engine }: ProjectEngine): EventAnswer {
  const reason = canaryLine(nonce, { version, hooks: countHooks(engine) });
  const answer = answerWith({ ...emptyVerdict, decision: 'deny', reason }, decoded);
  // Not every event can be denied.
  return { ...answer, wire: { ...answer.wire, stderr: `${answer.wire.stderr}${showHidden(reason)}\n` } };
}

/** The world of an event: its own folder, and the folder that the agent calls its project. */
function worldOf({ event, agent }: DecodedEvent, world: World, memo: Memo | undefined): World {
  const find = () => existingFolder(event.cwd, world.cwd);
  const cwd = memo ? memo(`folder ${event.cwd}\0${world.cwd}`, find) : find();
  const project = agent.projectVariable === undefined ? undefined : world.env[agent.projectVariable];
  return { ...world, cwd, ...(project && { project }) };
}

/** The agent's folder; if deleted, the fallback or, for `/`, the nearest existing parent, whose guards still apply. */
export function existingFolder(wanted: string, fallback: string): string {
  if (isFolder(wanted)) return wanted;
  if (fallback !== '/' || wanted.length > maxPathLength) return fallback;
  let folder = wanted;
  while (!isFolder(folder) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}

const maxPathLength = 4096;

/** The telemetry of an agent's environment, as the user or the organisation configured it. */
export function telemetryFor(
  config: TelemetryConfig | undefined,
  { env, home }: World,
  options: { readonly always?: boolean; readonly agent?: string } = {},
): Telemetry {
  const user = userPaths(env, home);
  return createTelemetry({
    ...options,
    config: env['ANYHOOK'] === 'off' ? telemetryOff : config,
    env,
    stateDir: user.state,
    home: user.home,
    version,
    agentOf: ({ host: agentName, raw }) => {
      const agent = agentNamed(agentName);
      const fromVariables = callerNamesOf(agentName, env).telemetry;
      // A caller that does not set its variable may name itself in the payload.
      const fromPayload = agent?.callerVariables && fromVariables === agentName ? runtimeIn(raw) : undefined;
      return { runtime: fromPayload ?? fromVariables, byDefault: agent?.telemetryByDefault === true };
    },
    async startSender(payload) {
      const { startSupervisor, entryFile } = await import('@anyhook/core');
      startSupervisor({ entry: entryFile('send.js'), payload, env, stateDir: user.state });
    },
  });
}

function runtimeIn(payload: unknown): string | undefined {
  const runtime = objectOf(payload)?.['runtime'];
  return typeof runtime === 'string' && /^[\w.-]{1,100}$/.test(runtime) ? runtime : undefined;
}

const telemetryOff: TelemetryConfig = { enabled: false, channels: [] };
