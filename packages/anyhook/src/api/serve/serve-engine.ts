import { AnyhookError, createLimiter, isFolder, isoNow, newId, now, type Verdict, version } from '@anyhook/core';
import { canonical } from '../../agents/canonical/agent.js';
import { findAgent } from '../../agents/index.js';
import { reasonOf } from '../../agents/kit/codec.js';
import { answerEvent, type EventService, existingFolder } from '../../answer/answer-event.js';
import type { World } from '../../answer/engine.js';
import { answerAgent, isFailClosed, payloadLimit } from '../../answer/native-event.js';
import { processRecorder } from '../../answer/process-recorder.js';
import { countHooks, type OpenProjectEngine } from '../../answer/project-engine.js';
import { createProjectPool } from '../../answer/project-pool.js';
import { offReason } from '../../switches/off-switch.js';
import type { TrustMode } from '../../trust/trust.js';
import type { RequestWorld, ServeAgentRequest, ServeEventRequest, ServeHelloRequest } from './contract.js';
import { ServeError, serveErrors, serveProtocol } from './contract.js';
import type { AnswerableRequest, RequestBounds, StartBatch } from './stream.js';

interface ServeOptions {
  /** The folder and environment for requests that set none. */
  readonly world: World;
  readonly trust?: TrustMode | undefined;
  /** How many programs of hooks may start at once. */
  readonly programs: number;
}

export interface ServeEngine {
  /** What answers one stream of requests. */
  forStream(): StartBatch;
}

/** A program that runs longer than this no longer counts against the limit. */
const slowMs = 2_000;

/** Answers in canonical fields, or as any agent would get it, with the current hooks of every project. */
export function createServeEngine({ world, trust, programs }: ServeOptions): ServeEngine {
  const pool = createProjectPool({ runInTurn: createLimiter({ maxRunning: programs, slowMs }).run });
  const worldOf = ({ cwd = world.cwd, env }: RequestWorld): World => ({
    // If the folder was deleted, the guards of the folders above it still apply.
    cwd: existingFolder(cwd, isFolder(cwd) ? cwd : '/'),
    env: env ?? world.env,
    home: env?.['HOME'] || world.home,
  });
  return {
    forStream() {
      const session = newId();
      return () => {
        const open = pool.batch();
        return async (request, bounds) => {
          const { untrusted = 'refuse' } = request;
          const openFor: OpenProjectEngine = (project) => open({ ...project, untrusted });
          const setup: RequestSetup = { world: worldOf(request), trust, open: openFor, session, bounds };
          try {
            return await answerClient(request, setup);
          } catch (error) {
            throw await toServeError(error, setup);
          }
        };
      };
    },
  };
}

interface RequestSetup {
  readonly world: World;
  readonly trust: TrustMode | undefined;
  readonly open: OpenProjectEngine;
  /** For events that name no session. */
  readonly session: string;
  readonly bounds: RequestBounds;
}

function answerClient(request: AnswerableRequest, setup: RequestSetup): Promise<object> {
  if (request.kind === 'hello') return answerHello(request, setup);
  return request.kind === 'host' ? answerAgentRequest(request, setup) : answerEventRequest(request, setup);
}

/** The contract's error for an error of the command line; there is no verdict. */
async function toServeError(error: unknown, { world, trust }: RequestSetup): Promise<ServeError> {
  const failClosed = await isFailClosed(world, trust);
  if (error instanceof ServeError)
    return new ServeError(error.code, error.message, { failClosed: error.failClosed || failClosed });
  const text = error instanceof Error ? error.message : String(error);
  const message = text.replace(/--(tool|input|prompt|data)\b/g, '"$1"');
  const isKnown = (code: string): code is keyof typeof serveErrors => Object.hasOwn(serveErrors, code);
  const given = error instanceof AnyhookError ? error.code : 'FAILED';
  const code = given === 'BAD_ARGUMENT' ? 'BAD_REQUEST' : isKnown(given) ? given : 'FAILED';
  // A guard may be missing.
  return new ServeError(code, message, { failClosed: failClosed || code === 'FAILED' });
}

async function answerHello(
  { hello: { protocol } }: ServeHelloRequest,
  { world, trust, open }: RequestSetup,
): Promise<object> {
  if (protocol !== undefined && protocol !== serveProtocol)
    throw new ServeError(
      'UNKNOWN_PROTOCOL',
      `anyhook ${version} speaks protocol ${serveProtocol}, not ${JSON.stringify(protocol)}`,
    );
  const { engine, failClosed, refusal } = await open({ world, agent: canonical, trust });
  const off = offReason(world, now()) !== undefined;
  // An older client only knows that it must not continue without an answer.
  if (refusal !== undefined && !off) throw new ServeError('UNTRUSTED_HOOKS', refusal, { failClosed: true });
  return { hello: { version, protocol: serveProtocol, hooks: off ? 0 : countHooks(engine), failClosed } };
}

async function answerEventRequest(request: ServeEventRequest, setup: RequestSetup): Promise<object> {
  const { world, trust, session, bounds } = setup;
  const decode = () => {
    const context = { env: world.env, cwd: request.cwd ?? world.cwd, now: isoNow() };
    return { agent: canonical, event: canonical.decode(canonicalPayload(request, session), context), context };
  };
  const limits = { signal: bounds.signal, ...budgetOption(request, bounds) };
  const { verdict } = await answerEvent({ decode, world, trust, ...limits }, serviceFor(setup));
  return { verdict: verdictBody(verdict) };
}

const serviceFor = ({ world, open }: RequestSetup): EventService => ({
  project: open,
  recorder: processRecorder(world),
});

function canonicalPayload(
  { event, tool, input, prompt, data, agent, cwd, session }: ServeEventRequest,
  defaultSession: string,
): object {
  const words = { event, tool, input, prompt, cwd, sessionId: session ?? defaultSession };
  return { ...words, data: { caller: 'ai_session', ...(agent && { agent }), ...data } };
}

/** At least one millisecond: hooks without time are handled by their failure rules. */
const budgetOption = ({ timeoutMs }: RequestWorld, { waitedMs }: RequestBounds): { readonly budgetMs?: number } =>
  timeoutMs === undefined ? {} : { budgetMs: Math.max(1, timeoutMs - waitedMs) };

/** The rewritten part has its own field, in full. */
function verdictBody(verdict: Verdict): object {
  const { decision, ifApproved, rewrite, stop, context, messages, signals, notes } = verdict;
  const reason = decision === 'deny' ? reasonOf(verdict) : verdict.reason;
  return {
    decision,
    ...(reason !== undefined && { reason }),
    ...(ifApproved && { ifApproved }),
    // `messages` are the texts for the user.
    ...(rewrite && { [rewrite.of === 'messages' ? 'modelMessages' : rewrite.of]: rewrite.value }),
    ...(stop !== undefined && { stop }),
    context,
    messages,
    notes,
    ...(signals.length > 0 && { signals }),
  };
}

async function answerAgentRequest(request: ServeAgentRequest, setup: RequestSetup): Promise<object> {
  const { world, trust, bounds } = setup;
  const { budgetMs } = budgetOption(request, bounds);
  const options = {
    agent: findAgent(request.host),
    ...(request.event !== undefined && { event: request.event }),
    ...(budgetMs !== undefined && { timeoutMs: budgetMs }),
    ...(trust && { trust }),
  };
  const bytes = Buffer.from(JSON.stringify(request.payload));
  const limit = payloadLimit(options);
  const input = { bytes: bytes.subarray(0, limit), truncated: bytes.length > limit };
  const call = { options, input, world, signal: bounds.signal };
  const { stdout, stderr, exitCode } = await answerAgent(call, serviceFor(setup));
  return { answer: { stdout, stderr, exitCode } };
}
