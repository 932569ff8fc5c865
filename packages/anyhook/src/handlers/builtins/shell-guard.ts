import type { Event, Hook, HookDocument, Problem, Result } from '@anyhook/core';
import { ask, deny, isoNow, pass, pathResolver, ticks } from '@anyhook/core';
import type { GuardConfig, GuardRules, GuardWorld, Judgement, LineFinder, Pack } from '@anyhook/guard';
import {
  approvableEffects,
  describeEffect,
  guardFields,
  guardFileProblems,
  guardReason,
  idleParts,
  isPackFile,
  judgeCall,
  judgeReading,
  noGuardConfig,
  readGuardConfig,
  readPackFile,
  shippedPackNames,
  tighteningPart,
  withMistake,
} from '@anyhook/guard';
import type { Builtin, BuiltinContext } from './builtin.js';
import { type GuardedCall, guardWorld } from './kit/guard-world.js';
import { readShellCall, shellFolders, shellOf } from './kit/shell-call.js';

/** Judges the effects of a command or tool and where they happen; it never allows anything. */
export const shellGuard: Builtin = {
  name: 'shell-guard',
  summary: 'denies or asks before a command or tool would destroy, leak or run what it should not, by its effects',
  events: ['tool.before', 'prompt.submit'],
  limits:
    'reads no scripts, make recipes or compiled programs; of PowerShell it leaves out classes, Add-Type, workflows, imported ' +
    'modules and patterns that are not plain, of cmd goto and labels',
  params: {
    rules: { kind: 'rules', description: guardFields.rules },
    profile: { kind: 'text', description: guardFields.profile },
    unknown: { kind: 'text', description: guardFields.unknown },
    off: { kind: 'texts', description: guardFields.off },
  },
  documents: { folder: 'guard', check: documentProblems },
  checkArgs: (args) => readGuardConfig(args, 'user', shippedPackNames()).problems[0],
  idleArgs: ({ scope, handler }) =>
    handler.kind === 'builtin' ? idleParts(readGuardConfig(handler.args, scope).config, scope, today()) : [],
  run(event, _args, context) {
    if (event.name === 'prompt.submit') return atPrompt(event, context);
    if (event.name !== 'tool.before') return noOpinion;
    const { call, host: agent } = event;
    const isShell = call.kind === 'shell';
    const place = placeOfCall(event, context);
    const worldIn = (folder: string | undefined) => guardWorld({ ...place, folder });
    const world = worldIn(isShell ? shellFolders(call)[0] : undefined);
    const rules = guardRules(world, context.hook);
    const judgement = isShell
      ? judgeReading(
          readShellCall(call, worldIn, { ...rules, shell: shellOf(call, agent, context.bashTools) }),
          world,
          rules,
        )
      : judgeCall(call, world, rules);
    const result = resultOf(judgement, world, rules);
    const [mistake] = guardFileMistakes(context.hook);
    return mistake === undefined ? result : withMistake(result, mistake, context.hook.onFailure);
  },
};

const noOpinion = pass();

const today = (): string => isoNow().slice(0, 10);

async function atPrompt(event: Extract<Event, { name: 'prompt.submit' }>, context: BuiltinContext): Promise<Result> {
  const { promptResult } = await import('./kit/guard-prompt.js');
  const { findSecrets } = await import('../../redact/find-secrets.js');
  const world = guardWorld(placeOfCall(event, context));
  return promptResult(event, context, world, guardRules(world, context.hook), findSecrets);
}

const placeOfCall = ({ cwd }: Event, { env, hook, agentPlaces }: BuiltinContext): GuardedCall => ({
  cwd,
  env,
  projectRoot: hook.scope === 'project' ? hook.root : undefined,
  agentPlaces,
});

function resultOf(judgement: Judgement, world: GuardWorld, rules: GuardRules): Result {
  if (judgement.decision === 'pass') return noOpinion;
  const reason = guardReason(judgement, rules);
  if (reason === undefined) return noOpinion;
  const logs = judgement.findings
    .filter(({ decision }) => decision !== 'pass')
    .map(
      ({ effect, decision, rule }) => `${decision}: ${describeEffect(effect, rules)} (${rule?.origin}: ${rule?.text})`,
    );
  if (judgement.decision === 'deny') return deny(reason, { logs });
  const asksAbout = approvableEffects(judgement, world.cwd);
  return ask(reason, { logs, ...(asksAbout && { asksAbout }) });
}

/** The mistakes in a hook's guard files that are not applied, at least in part. */
export const guardFileMistakes = ({ handler }: Pick<Hook, 'handler'>): readonly string[] =>
  handler.kind === 'builtin' ? (handler.documents ?? []).flatMap(({ mistake }) => mistake ?? []) : [];

type HookGuard = Pick<GuardRules, 'rules' | 'profile' | 'unknown' | 'off' | 'packs'>;

const guards = new WeakMap<Hook['handler'], HookGuard>();

/** The rules of a hook: its own rules and packs, and those of its guard files. */
export function guardRules(
  { root, home }: GuardWorld,
  { handler, scope }: Pick<Hook, 'handler' | 'scope'>,
): GuardRules {
  let guard = guards.get(handler);
  if (!guard) {
    guard =
      handler.kind === 'builtin'
        ? { ...hookConfig(handler, scope), packs: ownPacks(handler.documents ?? []) }
        : { rules: [] };
    guards.set(handler, guard);
  }
  const workTrees = pathResolver.workTree(root)?.isLinked ? [root] : [];
  return { ...guard, root, home, workTrees, today: today(), look: pathResolver, lookLimits };
}

const lookLimits = { looks: 1_000, milliseconds: 500, now: ticks };

/** The packs in guard files. A project's packs only add effects, so they can only make the guard stricter. */
function ownPacks(documents: readonly HookDocument[]): readonly Pack[] {
  return documents
    .filter(({ value }) => isPackFile(value))
    .flatMap(({ value, path }) => readPackFile(value, path))
    .flatMap((result) => ('pack' in result ? [result.pack] : []));
}

function hookConfig(handler: Extract<Hook['handler'], { kind: 'builtin' }>, scope: Hook['scope']): GuardConfig {
  const own = { scope, config: configOf(handler.args, scope) };
  const fromFiles = (handler.documents ?? [])
    .filter(({ value }) => !isPackFile(value))
    .map((document) => ({ scope: document.scope, config: configOf(document.value, document.scope) }));
  const all = [own, ...fromFiles];
  const ofProject = all.filter((one) => one.scope === 'project').map(({ config }) => config);
  const ofPeople = all.filter((one) => one.scope !== 'project').map(({ config }) => config);
  const profile = chosen('profile', profileOrder, ofPeople, ofProject);
  const unknown = chosen('unknown', unknownOrder, ofPeople, ofProject);
  return {
    rules: all.flatMap(({ config }) => config.rules),
    off: all.flatMap(({ config }) => config.off),
    ...(profile && { profile }),
    ...(unknown && { unknown }),
  };
}

const profileOrder = ['light', 'standard', 'strict'] as const;
const unknownOrder = ['pass', 'ask', 'deny'] as const;

/** The first value set by a person; a project can only make it stricter. */
function chosen<Key extends 'profile' | 'unknown', Word extends string>(
  key: Key,
  mildestFirst: readonly Word[],
  ofPeople: readonly GuardConfig[],
  ofProject: readonly GuardConfig[],
): Word | undefined {
  const values = (configs: readonly GuardConfig[]) =>
    configs.flatMap((config) => (config[key] as Word | undefined) ?? []);
  const strictest = Math.max(
    ...[...values(ofPeople).slice(0, 1), ...values(ofProject)].map((word) => mildestFirst.indexOf(word)),
  );
  return mildestFirst[strictest];
}

function configOf(given: unknown, scope: Hook['scope']): GuardConfig {
  if (given === undefined || given === null) return noGuardConfig;
  const { config } = readGuardConfig(given, scope);
  return scope === 'project' ? tighteningPart(config) : config;
}

/** The problems of a guard file, and what in it has no effect. */
export function documentProblems(
  value: unknown,
  source: string,
  lineOf: LineFinder,
  scope: Hook['scope'],
): readonly Problem[] {
  return guardFileProblems({ value, source, lineOf, scope, today: today() });
}
