import { type Hook, type LoadedHook, sha256, userPaths, version } from '@anyhook/core';
import type { Agent } from '../agents/agent.js';
import { canonical } from '../agents/canonical/agent.js';
import { callerNamesOf } from '../agents/environment.js';
import { callerName } from '../agents/kit/caller-name.js';
import { agentRunsHook } from '../agents/own-hooks.js';
import type { ProblemNotice } from '../engine/decide.js';
import { features } from '../features.js';
import { formats } from '../formats/index.js';
import type { HandlerSettings } from '../handlers/handler.js';
import { idleDocumentsText } from '../hooks/idle-documents.js';
import { createDisabledCheck, isContractHook, type Project, profileFor, runnableHooks } from '../hooks/load.js';
import { waitingHooks } from '../trust/waiting-formats.js';
import { sharedHooks } from './agent-hooks.js';
import { createApprover } from './ask-person.js';
import { type EngineParts, handlerSettings, openSessionStore, type World } from './engine.js';
import { policySource } from './policy-source.js';
import { agentPlaces, bashTools, selfProtectionHook } from './self-protection.js';

/** The parts of an engine for a loaded project. */
export function engineParts(project: Project, world: World, { agent }: { readonly agent?: Agent } = {}): EngineParts {
  const { state } = userPaths(world.env, world.home);
  const settings = projectHandlerSettings(project, world);
  const caller = callerName(agent ?? canonical, world.env, 'hook');
  return {
    hooks: hooksWithSelfProtection(project, world, agent).map((hook) => withTimeout(hook, caller, world.env)),
    settings,
    profileOf: (hook, env) => profileFor(hook, project.config, env),
    stopLimit: project.config.stopLimit,
    store: openSessionStore(world),
    notices: () => [
      ...(world.ignored ?? []),
      ...projectNotices(project, agent),
      ...policyNotices(project),
      ...untrustedNotices(project, world),
    ],
    skippedNotices: skippedNotices(project, agent),
    // A program returns hook output to its model as part of the tool's result; notes do not belong there.
    notesAtTools: agent !== undefined && agent !== canonical,
    ...problemNotice(project),
    codeAbove: agent && ((env) => codeAboveNotice(agent, project, { ...world, env })),
    approve: createApprover(project, world),
    async startAsync(hook, event, env) {
      const { startSupervisor, entryFile, newJobId, asyncLogFile } = await import('@anyhook/core');
      const job = newJobId();
      const problem = startSupervisor({
        entry: entryFile('supervise.js'),
        payload: { hook, event, caller: callerNamesOf(event.host, env), settings, logFile: asyncLogFile(state), job },
        env,
        stateDir: state,
      });
      return problem ?? { job };
    },
  };
}

/** Unconfirmed agent code that can answer instead of hooks. */
async function codeAboveNotice(agent: Agent, { snapshot, config }: Project, world: World) {
  const { modNotice } = await import('./mods.js');
  return modNotice(agent, { world, levels: snapshot.levels, config });
}

const policyNotices = ({ snapshot: { policy } }: Project): readonly string[] =>
  policy ? (policySource()?.notices(policy) ?? []) : [];

/** The settings of handlers, and what a trusted project adds: its own programs and abilities. */
function projectHandlerSettings({ config, root, trusted, trust, snapshot }: Project, world: World): HandlerSettings {
  const places = { agentPlaces: agentPlaces(world, root, config), bashTools };
  if (!trusted) return { ...handlerSettings(config), ...places };
  const user = userPaths(world.env, world.home, world.project);
  return {
    ...handlerSettings(config, root),
    ...places,
    abilities: { root, levels: snapshot.levels, trust, user, version },
  };
}

/** The project's hooks, and the hook that protects anyhook itself; only the user's lists can switch that one off. */
function hooksWithSelfProtection(project: Project, world: World, agent: Agent | undefined): readonly Hook[] {
  const isLocked = project.snapshot.policy?.lock === true;
  if (world.env['ANYHOOK'] === 'off' && !isLocked) return [];
  const disabledReason = createDisabledCheck(project.config, world.env);
  const isOn = (hook: Hook) => disabledReason({ hook, state: { kind: 'active' } }) === undefined;
  const selfProtection = selfProtectionHook(world, project.config);
  const protects = isLocked || isOn(selfProtection);
  return [...(protects ? [selfProtection] : []), ...runningHooks(project, agent, isOn)];
}

/**
 * The hooks that run, with the default policies if the agent expects them. A configured hook with the same builtin
 * replaces a default.
 */
function runningHooks(
  { hooks, root, trusted, config }: Project,
  agent: Agent | undefined,
  isOn: (hook: Hook) => boolean,
): readonly Hook[] {
  const running = sharedHooks(runnableHooks(hooks), config);
  if (!agent?.runsDefaultPolicies) return running;
  // What came with a clone and is not trusted, whether switched off or not, must not replace a guard.
  const mayReplaceDefault = ({ hook, state }: LoadedHook) =>
    state.kind !== 'untrusted' && (state.kind !== 'disabled' || hook.scope !== 'project' || trusted);
  const configured = new Set(hooks.filter(mayReplaceDefault).flatMap(({ hook, state }) => builtinsOf(hook, state)));
  const defaults = Object.values(formats)
    .flatMap(({ policies }) => policies?.(root) ?? [])
    .filter((policy) => isOn(policy) && !builtinsOf(policy).some((name) => configured.has(name)));
  return [...running, ...defaults];
}

/** The builtin that a hook runs, and the one it ran when it was trusted. */
const builtinsOf = (hook: Hook, state?: LoadedHook['state']): readonly string[] =>
  [hook, ...(state?.kind === 'changed' ? [state.was] : [])].flatMap(({ handler }) =>
    handler.kind === 'builtin' ? [handler.use] : [],
  );

/** The hook with the timeout that the environment sets for the policies of its format. */
function withTimeout(hook: Hook, caller: string, env: World['env']): Hook {
  if (!isContractHook(hook)) return hook;
  const timeoutMs = formats[hook.dialect]?.timeoutMs?.(caller, env);
  return timeoutMs === undefined ? hook : { ...hook, timeoutMs };
}

/**
 * How many hooks do not run because they are not trusted. Only the number, never their text, because that is not
 * trusted either.
 */
const skippedNotices = ({ hooks, snapshot: { skimmed } }: Project, agent?: Agent): readonly string[] => {
  // An entry that cannot be loaded is counted among the problems.
  const skipped = hooks.filter(({ hook, state }) => state.kind === 'untrusted' && hook.unloadable === undefined);
  const unread = skimmed?.unread ?? 0;
  const unreadText =
    unread === 1 ? '1 more hook file of this project was' : `${unread} more hook files of this project were`;
  return [
    ...untrustedNotice(skipped.length, 'project hook', 'project hooks'),
    ...(unread > 0 ? [`${unreadText} not even read, because nobody trusts them: see "anyhook trust"`] : []),
    ...waitingNotice(hooks, agent),
  ];
};

/** How many hooks wait because an earlier version did not read their files; what the agent runs itself does not wait. */
function waitingNotice(hooks: readonly LoadedHook[], agent: Agent | undefined): readonly string[] {
  const waiting = waitingHooks(hooks).filter(({ hook }) => agent === undefined || !agentRunsHook(agent, hook));
  if (waiting.length === 0) return [];
  const formats = [...new Set(waiting.map(({ hook }) => hook.dialect))].join(', ');
  const what = waiting.length === 1 ? '1 hook does' : `${waiting.length} hooks do`;
  return [
    `${what} not run yet, because earlier versions of anyhook did not read such files (${formats}): see "anyhook list"; "anyhook trust" or "anyhook init" switches them on`,
  ];
}

/** Notes for the user, shown once when a session starts; a caller without a session gets them with each task. */
export function projectNotices(project: Project, agent?: Agent): readonly string[] {
  const { problems } = problemNotice(project);
  // Rules that a person wrote and that do nothing must not look like protection.
  const idle = idleDocumentsText(project.snapshot.idleDocuments);
  return [
    ...skippedNotices(project, agent),
    ...(idle === undefined ? [] : [idle]),
    ...(problems ? [problems.text] : []),
  ];
}

/** How many errors hook files have. The messages are left out: they quote files that may not be trusted. */
function problemNotice({ problems }: Project): { readonly problems?: ProblemNotice } {
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return {};
  const count = errors.length === 1 ? '1 error' : `${errors.length} errors`;
  const key = sha256(JSON.stringify(errors.map(({ source, message }) => [source, message]))).slice(0, 16);
  return { problems: { key, text: `${count} in hook files: see "anyhook validate"` } };
}

/** What features have in an untrusted project, such as abilities that came with a clone. */
const untrustedNotices = (project: Project, world: World): readonly string[] =>
  features.flatMap(({ untrusted }) =>
    untrusted ? untrustedNotice(untrusted.count(project, world), untrusted.one, untrusted.many) : [],
  );

function untrustedNotice(total: number, one: string, many: string): readonly string[] {
  if (total === 0) return [];
  const what = total === 1 ? `1 ${one} is not trusted and does` : `${total} ${many} are not trusted and do`;
  return [`${what} not run: see "anyhook trust"`];
}
