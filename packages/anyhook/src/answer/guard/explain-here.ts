import type { Hook } from '@anyhook/core';
import { userPaths } from '@anyhook/core';
import type { GuardDecision, GuardExplanation, ReadingOptions } from '@anyhook/guard';
import { explainCommand, judgeCommand, plainEffect, stricter } from '@anyhook/guard';
import { guardWorld } from '../../handlers/builtins/kit/guard-world.js';
import { guardFileMistakes, guardRules } from '../../handlers/builtins/shell-guard.js';
import { type Project, runnableHooks } from '../../hooks/load.js';
import type { TrustMode } from '../../trust/trust.js';
import { openProject, type World } from '../engine.js';
import { agentPlaces } from '../self-protection.js';

/** What the guard would say about a command in a folder, and why. */
export interface CommandExplanation extends GuardExplanation {
  readonly command: string;
  /** The hook whose rules decided; missing: no hook uses the guard here, so the default rules decided. */
  readonly hook?: { readonly id: string; readonly source: string };
  /** Hooks of the guard here that do not run: untrusted, changed or disabled. */
  readonly idleHooks: number;
  /** Problems in guard files: the guard then lets no call pass. */
  readonly mistakes: readonly string[];
  /** The effects as data. */
  readonly data: readonly unknown[];
}

/** The default rules, without any config. */
const noHook: Pick<Hook, 'handler' | 'scope'> = { handler: { kind: 'builtin', use: 'shell-guard' }, scope: 'user' };

/** Judges a command with the rules and packs that apply in a folder. Nothing runs. */
export async function explainHere(
  command: string,
  world: World,
  { shell = 'bash', trust }: Pick<ReadingOptions, 'shell'> & { readonly trust?: TrustMode } = {},
): Promise<CommandExplanation> {
  const project = await openProject(world, trust);
  const hooks = runnableHooks(project.hooks).filter(isGuardHook);
  const judged = (hooks.length > 0 ? hooks : [noHook]).map((hook) => judgeBy(hook, command, shell, project, world));
  const [strictest] = decisions.flatMap((word) => judged.filter(({ judgement }) => judgement.decision === word));
  if (!strictest) throw new Error('a command was judged by no rules');
  const { hook, rules, judgement } = strictest;
  const explanation = explainCommand(command, judgement, rules);
  const mistakes = 'id' in hook ? guardFileMistakes(hook) : [];
  const closes = 'id' in hook && hook.onFailure === 'closed';
  return {
    command,
    ...explanation,
    ...(mistakes.length > 0 && { decision: stricter(explanation.decision, closes ? 'deny' : 'ask') }),
    ...('id' in hook && { hook: { id: hook.id, source: hook.source } }),
    idleHooks: project.hooks.filter(({ hook: one }) => isGuardHook(one)).length - hooks.length,
    mistakes,
    data: judgement.findings.map(({ effect }) => plainEffect(effect)),
  };
}

const decisions: readonly GuardDecision[] = ['deny', 'ask', 'pass'];

export const isGuardHook = ({ handler }: Pick<Hook, 'handler'>): boolean =>
  handler.kind === 'builtin' && handler.use === 'shell-guard';

type Shell = NonNullable<ReadingOptions['shell']>;

function judgeBy(hook: typeof noHook | Hook, command: string, shell: Shell, project: Project, world: World) {
  const place = guardWorld({
    cwd: world.cwd,
    env: { ...world.env, HOME: userPaths(world.env, world.home).home },
    projectRoot: hook.scope === 'project' ? project.root : undefined,
    agentPlaces: agentPlaces(world, project.root, project.config),
  });
  const rules = { ...guardRules(place, hook), shell };
  return { hook, rules, judgement: judgeCommand(command, place, rules) };
}
