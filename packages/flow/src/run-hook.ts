import type { DecodeContext, Project, TrustMode, Wire, World } from '@anyhook/anyhook';
import {
  callerName,
  changedHook,
  createDisabledCheck,
  flowAgent,
  flowPolicies,
  hookStates,
  offReason,
  openProject,
  profileFor,
} from '@anyhook/anyhook';
import type { Event, Hook, Result } from '@anyhook/core';
import { defaultRuntimeTimeouts, isFolder, isoNow, now, realPath, runtimeTimeout, userPaths } from '@anyhook/core';
import { findContractScript } from './find-script.js';
import { policies } from './policies.js';
import { encodeResult, inputVariables, runPolicy } from './policy.js';
import { runContractScript } from './run-script.js';

/** One call of the engine contract: which hook, by which script, in which profiles, on which payload. */
export interface HookCall {
  readonly hookId: string;
  /** A built-in policy's name, with or without `.js`, or a file below one of the project's hook folders. */
  readonly script: string;
  /** Comma-separated names. */
  readonly profiles?: string | undefined;
  readonly raw: string;
  readonly truncated: boolean;
  readonly maxBytes: number;
  /** How project hooks become trusted, if the entry says so. */
  readonly trust?: TrustMode | undefined;
}

/** Answers one call of the engine contract; a disabled or untrusted hook is skipped. `agentEnv` is the hook's. */
export async function runContractHook(call: HookCall, world: World, agentEnv = world.env): Promise<Wire> {
  const { raw, script } = call;
  const echo = (why = ''): Wire => ({ stdout: raw, stderr: why && `anyhook: ${call.hookId}: ${why}\n`, exitCode: 0 });
  if (offReason(world, now()) !== undefined) return echo();
  const { event, context } = decodeCall(call, world);
  const project = await openProject({ ...world, cwd: event.cwd }, call.trust, { forEvent: true });
  const policy = policies.find(({ name }) => name === script.replace(/\.js$/, ''));
  const hook = callAsHook(call, project, policy ? 'user' : 'project');
  if (createDisabledCheck(project.config, world.env)({ hook, state: { kind: 'active' } }) !== undefined) return echo();
  const profile = profileFor(hook, project.config, world.env);
  const hookWorld = { ...world, env: { ...agentEnv, ...(profile && { SA_HOOK_PROFILE: profile }) } };
  if (policy) {
    const options = { truncated: call.truncated, maxStdin: call.maxBytes };
    return runPolicy(policy, raw, options, { ...hookWorld, trustedRoot: project.trusted ? project.root : null });
  }
  const found = findContractScript(project.root, script);
  if ('problem' in found) return echo(`skipped: ${found.problem}`);
  const trust = scriptTrust(found.path, project, world);
  if (trust.kind === 'active') return runContractScript(scriptJob(found.path, call, event, project, hookWorld));
  if (trust.kind === 'changed')
    return encodeResult(changedScriptResult(trust.what, event, project, world), event, context);
  return echo(
    `skipped: ${script} is not trusted. Name it in a hook of this project, as in "run: anyhook flow run-hook ${call.hookId} scripts/hooks/${script}", and run "anyhook trust"`,
  );
}

function decodeCall({ raw, truncated }: HookCall, { env, cwd }: World): { event: Event; context: DecodeContext } {
  const context = { env, cwd, now: isoNow(), text: raw, truncated };
  try {
    return { event: flowAgent.decode(truncated ? undefined : JSON.parse(raw), context), context };
  } catch {
    // Not an error here: a policy allows it, and a script may read something other than JSON.
    return { event: flowAgent.decode({}, context), context };
  }
}

/** Without a valid name, the profiles are standard and strict. */
export function parseProfiles(csv: string | undefined): readonly string[] {
  const names = (csv ?? '').split(',').map((name) => name.trim().toLowerCase());
  const valid = names.filter((name) => name === 'minimal' || name === 'standard' || name === 'strict');
  return valid.length > 0 ? valid : ['standard', 'strict'];
}

/** The call as a hook, for the lists that disable hooks by id or profile. */
function callAsHook({ hookId, profiles }: HookCall, { root }: Project, scope: Hook['scope']): Hook {
  const [samplePolicy] = flowPolicies(root);
  return { ...(samplePolicy as Hook), id: hookId, scope, profiles: parseProfiles(profiles) };
}

type ScriptTrust = { readonly kind: 'active' | 'untrusted' } | { readonly kind: 'changed'; readonly what: string };

/** The trust of a script is that of the hooks that start it. */
function scriptTrust(path: string, { snapshot, trust }: Project, { env, home }: World): ScriptTrust {
  if (trust === 'project') return { kind: 'active' };
  const covers = ({ files }: Hook) => files.some((file) => realPath(file) === path);
  const states = hookStates(snapshot, userPaths(env, home), trust)
    .filter(({ hook, state }) => hook.scope === 'project' && covers(state.kind === 'changed' ? state.was : hook))
    .map(({ state }) => state);
  return (states.find(({ kind }) => kind === 'active') ??
    states.find(({ kind }) => kind === 'changed') ?? { kind: 'untrusted' }) as ScriptTrust;
}

/** As for any hook that was changed after it was trusted: a change must not switch off a guard. */
function changedScriptResult(what: string, event: Event, { root }: Project, { env }: World): Result {
  const [hook] = flowPolicies(root);
  return changedHook.run(event, { what }, { hook: hook as Hook, env, timeoutMs: 0 }) as Result;
}

function scriptJob(
  path: string,
  { raw, truncated, maxBytes }: HookCall,
  event: Event,
  project: Project,
  { env }: World,
) {
  const runtime = callerName(flowAgent, env, 'hook');
  return {
    path,
    raw,
    options: { truncated, maxStdin: maxBytes },
    cwd: isFolder(event.cwd) ? event.cwd : project.root,
    env,
    variables: {
      ...inputVariables(truncated, maxBytes, env),
      FLOW_AGENTS_HOOK_RUNTIME: runtime,
      FLOW_AGENTS_TELEMETRY_RUNTIME: callerName(flowAgent, env, 'telemetry'),
    },
    timeoutMs: runtimeTimeout(env, runtime, 'HOOK') ?? defaultRuntimeTimeouts.HOOK,
  };
}
