import { userPaths } from '@anyhook/core';
import type { InstallPlace } from '../agents/kit/install.js';
import type { RecommendedHook } from '../hooks/recommended-hooks.js';
import { projectConfigFile } from '../hooks/snapshot.js';
import { type ConfigPlan, planConfigFile } from './flow-plan.js';

/** What a person chose at the first run. */
export interface ChosenSet {
  /** The hooks to switch on. */
  readonly hooks: readonly RecommendedHook[];
  /** Leave hooks in an agent's own settings to that agent. */
  readonly isUnshared: boolean;
}

type FoldersByFormat = Readonly<Record<string, readonly string[]>>;

/** Plans the config files that switch the chosen hooks on. Only reads. */
export function planChosen(
  place: InstallPlace,
  { hooks, isUnshared }: ChosenSet,
  agentFolders: FoldersByFormat = {},
): ConfigPlan {
  const { userConfig } = userPaths(place.env, place.home);
  const entries = hooks.map(({ entry }) => entry);
  const nothing = { policies: [], telemetry: false };
  const edits =
    place.scope === 'user'
      ? [planConfigFile(userConfig, { ...nothing, entries, isUnshared, agentFolders }, place)]
      : [
          planConfigFile(projectConfigFile(place.root), { ...nothing, entries }, place),
          // A project cannot decide where the hooks of its users run.
          ...(isUnshared ? [planConfigFile(userConfig, { ...nothing, isUnshared }, place, 'user')] : []),
        ];
  return {
    changes: edits.flatMap((one) => ('problem' in one ? [] : one.changes)),
    problems: edits.flatMap((one) => ('problem' in one ? [one.problem] : [])),
    files: edits.flatMap((one) => ('problem' in one ? [] : [one.file])),
    notes: [],
  };
}
