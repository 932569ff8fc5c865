import type { FixedVariables } from '@anyhook/core';
import { entryExists, ignoredVariableNotes, isEarlierLauncher, replacedVariables } from '@anyhook/core';
import { namesStartingWith, withReplacedVariables } from '../resident/lazy-environment.js';
import type { World } from './engine.js';

/** The world that anyhook obeys: settings that relax rules come from the entry, since projects can set the environment. */
export function agentWorld({ cwd, env, home }: World, fixed: FixedVariables = {}): World {
  const ignored = ignoredVariableNotes(missesManagedConfig(env) ? { ...env, ANYHOOK_MANAGED_CONFIG: '' } : env, fixed);
  return {
    cwd,
    env: withReplacedVariables(env, replacedVariables(env, fixed)),
    home: fixed['HOME'] ?? home,
    ...((ignored.length > 0 || isEarlierLauncher(fixed)) && {
      ignored: [...ignored, ...(isEarlierLauncher(fixed) ? [earlierLauncherNote] : [])],
    }),
  };
}

const earlierLauncherNote =
  'an earlier version of anyhook wrote the launcher: variables of an agent may end it without an answer; run "anyhook init --yes"';

/** A file that does not exist would have had no effect. */
const missesManagedConfig = ({ ANYHOOK_MANAGED_CONFIG: path }: World['env']): boolean =>
  path !== undefined && !entryExists(path);

/** Which variables applied at an event and which were ignored; `why` shows it. */
export function environmentNotes({ env, ignored = [] }: World): readonly string[] {
  const { ANYHOOK_TRUST: trust, ANYHOOK_MANAGED_CONFIG: managed } = env;
  const flow = namesStartingWith(env, 'SFT').filter((name) => flowVariables.test(name));
  return [
    ...ignored,
    ...(trust === 'lock' || trust === 'project' ? [`ANYHOOK_TRUST=${trust} applies here`] : []),
    ...(managed ? ['ANYHOOK_MANAGED_CONFIG names the managed config, unless the system has one'] : []),
    ...(flow.length > 0 ? [`set for the hooks and telemetry of Flow Agents: ${flow.sort().join(', ')}`] : []),
  ];
}

/** Variables of the engine contract that change what its hooks do. */
const flowVariables =
  /^(?:SA_(?:HOOK_PROFILE|DISABLED_HOOKS|QUALITY_GATE_\w{1,30})|FLOW_AGENTS_(?!HOOK_RUNTIME$|TELEMETRY_RUNTIME$)\w{1,60}|TELEMETRY_CHANNEL_(?:FULL|ANALYTICS)_REDACT)$/;
