import { type Hook, readSettingsFile, type Scope, userPaths } from '@anyhook/core';
import type { InstallPlace, InstallScope } from '../agents/kit/install.js';
import type { Project } from '../hooks/load.js';
import { addConfigParts, type ConfigParts, policyHooks, policyNamesOf, telemetryPart } from '../hooks/policy-config.js';
import { projectConfigFile } from '../hooks/snapshot.js';
import { hasTrust } from '../trust/trust.js';
import { type FileChange, isRealChange } from './entry-plan.js';
import type { FileUse } from './manifest.js';

/** What `init` writes into config files of anyhook: hooks, and settings. */
export interface ConfigPlan {
  readonly changes: readonly FileChange[];
  readonly problems: readonly string[];
  readonly files: readonly PlannedConfig[];
  readonly notes: readonly string[];
}

/** The parts of one config file. */
interface PlannedConfig {
  readonly path: string;
  readonly added: readonly string[];
  readonly kept: readonly string[];
}

/** The hooks that entries must serve once the config has the policies. */
export const flowHooks = (): readonly Hook[] => policyHooks();

/** Plans the config files. Only reads. */
export function planConfig(place: InstallPlace, { config, hooks }: Pick<Project, 'config' | 'hooks'>): ConfigPlan {
  const { userConfig } = userPaths(place.env, place.home);
  const isTelemetryUnset = config.telemetry === undefined;
  const flowPolicies = policyNamesOf(flowHooks());
  const policiesOf = (scope: Scope) =>
    policyNamesOf(hooks.flatMap(({ hook }) => (hook.scope === scope && hook.enabled ? [hook] : [])));
  const managed = policiesOf('managed');
  const policies = flowPolicies.filter((name) => place.scope === 'project' || !managed.includes(name));
  const edits =
    place.scope === 'user'
      ? [planConfigFile(userConfig, { policies, telemetry: isTelemetryUnset }, place)]
      : [
          planConfigFile(projectConfigFile(place.root), { policies, telemetry: false }, place),
          // A project cannot switch on telemetry for its users.
          planConfigFile(userConfig, { policies: [], telemetry: isTelemetryUnset }, place, 'user'),
        ];
  return {
    changes: edits.flatMap((one) => ('problem' in one ? [] : one.changes)),
    problems: edits.flatMap((one) => ('problem' in one ? [one.problem] : [])),
    files: edits.flatMap((one) => ('problem' in one ? [] : [one.file])),
    notes: [...telemetryNotes(config.telemetry, place.scope), ...policyNotes(policiesOf, place.scope)],
  };
}

function telemetryNotes(telemetry: Project['config']['telemetry'], scope: InstallScope): readonly string[] {
  if (telemetry?.enabled === false)
    return ['telemetry stays off: your config, or that of your organisation, says "enabled: false"'];
  if (telemetry) return ['telemetry is on already'];
  return scope === 'project' ? ['telemetry goes into your own config: each person decides about it'] : [];
}

function policyNotes(policiesOf: (scope: Scope) => readonly string[], scope: InstallScope): readonly string[] {
  const managed = policiesOf('managed');
  if (scope === 'user')
    return managed.length === 0 ? [] : [`${managed.join(', ')}: in the config of your organisation already`];
  const duplicates = [...new Set([...managed, ...policiesOf('user')])];
  return duplicates.length === 0
    ? []
    : [`${duplicates.join(', ')}: in your own config too, so both run in this project`];
}

/** The planned change of a config file, or why there is none. */
type ConfigFileEdit =
  | { readonly changes: readonly FileChange[]; readonly file: PlannedConfig }
  | {
      readonly problem: string;
    };

export function planConfigFile(
  path: string,
  parts: ConfigParts,
  place: InstallPlace,
  scope: InstallScope = place.scope,
): ConfigFileEdit {
  const found = readSettingsFile(path);
  if (found.kind === 'unusable') return { problem: `${path}: ${found.why}` };
  const before = found.kind === 'file' ? found.bytes : undefined;
  const currentText = before?.toString('utf8') ?? '';
  if (before && !Buffer.from(currentText).equals(before))
    return { problem: `${path}: expected UTF-8, got invalid bytes; nothing was changed` };
  try {
    const { text, added, kept } = addConfigParts(path, currentText, parts);
    const file = { path, added, kept };
    if (added.length === 0) return { changes: [], file };
    const use: FileUse = {
      scope,
      parts: added,
      ...(scope === 'project' && { root: place.root }),
      ...(scope === 'project' &&
        hasTrust(place.root, userPaths(place.env, place.home)) && { wasTrusted: true as const }),
    };
    const change = { path, before, after: Buffer.from(text), mode: scope === 'user' ? 0o600 : 0o644, use };
    return { changes: [change].filter(isRealChange), file };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

export const addsTelemetry = ({ files }: ConfigPlan): boolean =>
  files.some(({ added }) => added.includes(telemetryPart));
