import { emptyVerdict, isObject, isoNow, runProcess, ticks, type Verdict, withoutPackagePath } from '@anyhook/core';
import type { Agent } from '../agents/agent.js';
import { canaryPayload } from '../agents/canary-payload.js';
import type { AgentInstall, InstallScope } from '../agents/kit/install.js';
import { openProject, type World } from '../answer/engine.js';
import { type Mod, modAdvice, modText, unconfirmedMods } from '../answer/mods.js';
import type { HookProbe } from '../hooks/recommended-hooks.js';
import { fixedByInit, fixedInLauncher } from '../install/fixed-by-init.js';
import { installWorld } from '../install/install-world.js';
import { sendCanary } from './canary.js';
import { readAgentSettings, readScopeEntries } from './entries.js';
import { entryStart } from './entry-start.js';
import { agentEnvironment, bestEntry } from './liveness.js';

/** What an agent would get if it asked about one dangerous command. */
export interface DenialProof {
  readonly host: string;
  readonly title: string;
  /**
   * `denied`: as it should be. `let through`: it answered something else, which `answer` names. `failed`: there was no
   * answer. `switched off`: the agent's own settings keep hooks from running. `below a mod`: unconfirmed code above hooks may
   * answer first. `no entry`: nothing is registered.
   */
  readonly outcome: 'denied' | 'let through' | 'failed' | 'switched off' | 'below a mod' | 'no entry';
  readonly ms?: number;
  readonly answer?: 'pass' | 'ask' | 'deny by another hook' | 'something else';
  readonly detail?: string;
}

interface DenialProofOptions {
  readonly agents: readonly { readonly agent: Agent; readonly install: AgentInstall }[];
  readonly probe: HookProbe;
  /** The hook whose denial counts. */
  readonly hookId: string;
  readonly scope: InstallScope;
}

/** The session of these requests, to distinguish them from real ones in the journal. */
const proofSession = 'anyhook-init';

/**
 * Asks about a command through the exact text of each agent's entry, as the agent would, and checks the answer. The
 * command is only asked about: nothing runs it.
 */
export async function proveDenials(world: World, options: DenialProofOptions): Promise<readonly DenialProof[]> {
  const env = withoutPackagePath(world.env);
  const proofs: DenialProof[] = [];
  const context = await proofContext({ ...world, env }, options);
  // In sequence: the displayed time must belong to a single request.
  for (const agent of options.agents) proofs.push(await proveDenial(agent, context, proofs.length === 0));
  return proofs;
}

interface DenialContext extends DenialProofOptions {
  readonly machine: ReturnType<typeof installWorld>;
  readonly env: World['env'];
  readonly failClosed: boolean;
  readonly unconfirmedMods: (agent: Agent) => Promise<readonly Mod[]>;
}

async function proofContext(world: World, options: DenialProofOptions): Promise<DenialContext> {
  const cwd = options.scope === 'user' ? '/' : world.cwd;
  const { config } = await openProject({ ...world, cwd });
  const { ANYHOOK: _ignored, ...env } = agentEnvironment(world.env);
  const machine = installWorld(world);
  const search = { world, levels: [machine.place.root], config };
  const { failClosed } = config;
  return { ...options, machine, env, failClosed, unconfirmedMods: (agent) => unconfirmedMods(agent, search) };
}

/** Longer than the slowest start of a program; an agent would also wait that long. */
const patienceMs = 15_000;

async function proveDenial(
  { agent, install }: { readonly agent: Agent; readonly install: AgentInstall },
  { machine, env, failClosed, scope, probe, hookId, unconfirmedMods }: DenialContext,
  isFirst: boolean,
): Promise<DenialProof> {
  const base = { host: agent.name, title: agent.title };
  const place = { ...machine.place, scope };
  const fixed = fixedInLauncher(machine.launcher) ?? fixedByInit({ env, home: machine.place.home });
  const entries = readScopeEntries(agent, install, { place, launcher: machine.launcher, fixed, failClosed });
  const entry = bestEntry(agent, entries.registeredEvents);
  const { root } = place;
  if (entry?.command === undefined || agent.events[entry.event] !== 'tool.before')
    return { ...base, outcome: 'no entry' };
  const off = install.disablingSettings?.(place, readAgentSettings).find(({ kind }) => kind === 'switch');
  if (off) return { ...base, outcome: 'switched off', detail: `${off.file}: ${off.what}; ${off.fix}` };
  const [mod] = await unconfirmedMods(agent);
  if (mod) return { ...base, outcome: 'below a mod', detail: `${modText(mod, machine.place.home)}; ${modAdvice(mod)}` };
  const { event, command } = entry;
  // The first call may start the engine, and the agent's later calls do not wait for that.
  if (isFirst)
    await sendCanary({ agent, install, event, command, folder: root, project: root, env, timeoutMs: patienceMs });
  const payload = canaryPayload(agent, install, event, { session: proofSession, cwd: root, command: probe.command });
  const stdin = `${JSON.stringify(payload)}\n`;
  const start = await entryStart(install, command, { cwd: root, env });
  const began = ticks();
  const end = await runProcess({
    ...start,
    cwd: root,
    env: { ...env, ...(agent.projectVariable && { [agent.projectVariable]: root }) },
    stdin,
    timeoutMs: patienceMs,
  });
  const ms = Math.round(ticks() - began);
  if (end.kind !== 'exit') {
    const detail = end.kind === 'timeout' ? `no answer within ${patienceMs / 1000} s` : end.kind;
    return { ...base, outcome: 'failed', ms, detail };
  }
  const decodeContext = { env, cwd: root, now: isoNow(), text: stdin, ...(install.commandNamesEvent && { event }) };
  const asked = agent.decode(payload, decodeContext);
  const encode = (verdict: Verdict) => agent.encode(asked, verdict, decodeContext);
  const answer = answerOf(end, encode);
  const isOfHook = `${end.stdout}\n${end.stderr}`.includes(hookId);
  if (answer === 'deny' && isOfHook) return { ...base, outcome: 'denied', ms };
  const detail = end.stderr.trim().split('\n', 1)[0]?.slice(0, 200);
  const shown = answer === 'deny' ? 'deny by another hook' : (answer ?? 'something else');
  return { ...base, outcome: 'let through', ms, answer: shown, ...(detail && { detail }) };
}

interface EntryAnswer {
  readonly stdout: string;
  readonly exitCode: number;
}

/** Matches any reason. */
const anyReason = 'anyhook-any-reason';

/** The decision of an answer in this agent's form. */
function answerOf(answer: EntryAnswer, encode: (verdict: Verdict) => EntryAnswer): 'deny' | 'ask' | 'pass' | undefined {
  const looksLike = (verdict: Verdict) => hasForm(answer, encode(verdict));
  // An agent that cannot ask gets a denial instead, so that is tried first.
  if (looksLike({ ...emptyVerdict, decision: 'deny', reason: anyReason })) return 'deny';
  if (looksLike({ ...emptyVerdict, decision: 'ask', reason: anyReason })) return 'ask';
  return looksLike(emptyVerdict) ? 'pass' : undefined;
}

function hasForm(answer: EntryAnswer, wanted: EntryAnswer): boolean {
  if (answer.exitCode !== wanted.exitCode) return false;
  const [given, form] = [answer.stdout.trim(), wanted.stdout.trim()];
  if (form === '') return given === '';
  try {
    return fits(JSON.parse(given), JSON.parse(form));
  } catch {
    return form.includes(anyReason) ? given !== '' : given === form;
  }
}

/** Does a value have all fields of a form? A text with the reason in it matches any text. */
function fits(value: unknown, form: unknown): boolean {
  if (typeof form === 'string' && form.includes(anyReason)) return typeof value === 'string' && value !== '';
  if (Array.isArray(form)) return Array.isArray(value) && form.every((one, i) => fits(value[i], one));
  if (isObject(form)) return isObject(value) && Object.entries(form).every(([key, one]) => fits(value[key], one));
  return value === form;
}
