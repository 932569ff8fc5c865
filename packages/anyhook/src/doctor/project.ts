import { type Hook, type LoadedHook, nearestWord, type Pattern, readText, toolKinds } from '@anyhook/core';
import type { Agent } from '../agents/agent.js';
import { sharedHooks } from '../answer/project-engine.js';
import { compileGlob, compileTextPattern, type TextPredicate } from '../engine/pattern.js';
import { formatNamed } from '../formats/index.js';
import type { Codec } from '../formats/kit/format.js';
import { isRemembered } from '../hooks/config-record.js';
import { maxLockBytes, parsePackageLock } from '../hooks/hook-packages.js';
import type { Project } from '../hooks/load.js';
import { packageFaults } from '../hooks/package-faults.js';
import { waitingFiles } from '../trust/opt-in-formats.js';
import { gapsOf } from '../trust/trust-coverage.js';
import { type DoctorCheck, type Finding, makeFinding } from './finding.js';
import { startFindings } from './scripts.js';

/** The hooks that should run: all that are not switched off, in their trusted version. */
export const expectedHooks = ({ hooks, config }: Project): readonly Hook[] =>
  sharedHooks(
    hooks.flatMap(({ hook, state }) =>
      state.kind === 'disabled' ? [] : [state.kind === 'changed' ? state.was : hook],
    ),
    config,
  );

/** Checks that the hooks of a project load, are trusted and can start. */
export async function projectChecks(
  project: Project,
  env: Readonly<Record<string, string | undefined>>,
  agents: readonly Agent[],
): Promise<readonly DoctorCheck[]> {
  const { hooks, config, root } = project;
  const running = hooks.filter(({ state }) => state.kind !== 'disabled').map(({ hook }) => hook);
  const matchers = await Promise.all(running.map((hook) => matcherFindings(hook, formatNamed(hook.dialect), agents)));
  return [
    { title: 'hook files load', findings: fileFindings(project) },
    {
      title: `${hooks.length} ${hooks.length === 1 ? 'hook' : 'hooks'}, all switched on`,
      findings: hooks.flatMap(disabledFinding),
    },
    { title: 'every file that anyhook can read is switched on', findings: waitingFindings(hooks) },
    { title: 'only you and root can write the hook files', findings: otherUsersFindings(project) },
    { title: 'your config guards as much as before', findings: configFindings(hooks) },
    { title: "the project's hooks are trusted", findings: trustFindings(project) },
    ...packageChecks(project),
    { title: "trust covers what the project's hooks run", findings: coverageFindings(hooks) },
    {
      title: 'scripts and interpreters exist',
      findings: running.flatMap((hook) => startFindings(hook, { env, root, config })),
    },
    { title: 'matchers name tools that exist', findings: matchers.flat() },
  ].filter(({ findings }, i) => hooks.length > 0 || findings.length > 0 || i === 0);
}

function fileFindings({ problems, hooks, snapshot }: Project): readonly Finding[] {
  // The state folder has its own check.
  const ofOthers = new Set(snapshot.ofOtherUsers?.map(({ file }) => file));
  const broken = problems.filter(
    (one) => one.severity === 'error' && one !== snapshot.exposed && !ofOthers.has(one.source),
  );
  const hasIdle = (snapshot.idleDocuments ?? []).length > 0;
  if (broken.length === 0 && hooks.length === 0 && !hasIdle)
    return [makeFinding('no-hooks', 'no hook was found for this folder')];
  const idle = (snapshot.idleDocuments ?? []).map((file) => makeFinding('guard-file-idle', `${file}: read by no hook`));
  return [
    ...broken.map(({ source, line, message }) =>
      makeFinding('hook-file-broken', `${source}${line === undefined ? '' : `:${line}`}: ${message}`),
    ),
    ...idle,
  ];
}

const otherUsersFindings = ({ snapshot: { ofOtherUsers = [] } }: Project): readonly Finding[] =>
  ofOtherUsers.map(({ file, path, why, repair }) =>
    makeFinding('file-of-other-users', `${file}: ${path === file ? '' : `${path}: `}${why}`, { repair }),
  );

function disabledFinding({ hook, state }: LoadedHook): readonly Finding[] {
  if (state.kind !== 'disabled' || state.waits) return [];
  const what = `${hook.id} is switched off: ${state.why}`;
  return state.why.startsWith('not in profile')
    ? [makeFinding('not-in-profile', what, { hook: hook.id, profiles: hook.profiles[0] ?? 'standard' })]
    : [makeFinding('hook-disabled', what, { hook: hook.id, why: state.why })];
}

const waitingFindings = (hooks: readonly LoadedHook[]): readonly Finding[] =>
  waitingFiles(hooks).map(({ path, hookCount }) =>
    makeFinding('file-waits', `${path}: ${hookCount} ${hookCount === 1 ? 'hook' : 'hooks'}, seen and not run yet`),
  );

function trustFindings({ hooks, snapshot }: Project): readonly Finding[] {
  // If stored trust is ignored, another check reports it, and trusting again does not help.
  if (snapshot.exposed) return [];
  const untrusted = hooks.filter(({ state }) => state.kind === 'untrusted').map(({ hook }) => hook);
  const message = `${hookIdsText(untrusted)}: not trusted yet`;
  return [
    ...(untrusted.length === 0 ? [] : [makeFinding('not-trusted', message)]),
    ...hooks.filter((loaded) => !isRemembered(loaded)).flatMap(changedFinding),
  ];
}

/** One line per part of the config, which may contain several hooks. */
const configFindings = (hooks: readonly LoadedHook[]): readonly Finding[] => [
  ...new Map(
    hooks
      .filter(isRemembered)
      .flatMap(changedFinding)
      .map((finding) => [finding.what, finding]),
  ).values(),
];

const changedFinding = (loaded: LoadedHook): readonly Finding[] => {
  const { hook, state } = loaded;
  if (state.kind !== 'changed') return [];
  return isRemembered(loaded)
    ? [makeFinding('config-loosened', state.what)]
    : [makeFinding('changed-since-trusted', `${hook.id}: ${state.what}`)];
};

/** Compares every file of every package with its lock file; no check if there is no package. */
function packageChecks({ snapshot: { packages = [] } }: Project): readonly DoctorCheck[] {
  if (packages.length === 0) return [];
  const findings = packages.flatMap(({ name, folder, lockFile }) => {
    const locked = parsePackageLock(readText(lockFile, maxLockBytes) ?? '').packages[name];
    const faults = locked ? packageFaults(folder, locked) : [];
    if (faults.length === 0) return [];
    const shown = faults.slice(0, maxNames).map(({ path, what }) => `${path} is ${what}`);
    const more = faults.length > maxNames ? ` and ${faults.length - maxNames} more` : '';
    return [makeFinding('package-changed', `${name}: ${shown.join(', ')}${more}`, { package: name })];
  });
  return [{ title: `${packages.length} ${packages.length === 1 ? 'package' : 'packages'}, as added`, findings }];
}

function coverageFindings(hooks: readonly LoadedHook[]): readonly Finding[] {
  return hooks.flatMap(({ hook, state }) => {
    if (state.kind !== 'active') return [];
    const gaps = gapsOf(hook).map(({ what, why }) => `${what} (${why})`);
    if (state.unconfirmed)
      return [makeFinding('not-yet-covered', `${hook.id}: ${[...state.unconfirmed.files, ...gaps].join(', ')}`)];
    return gaps.length > 0 ? [makeFinding('runs-uncovered', `${hook.id}: ${gaps.join(', ')}`)] : [];
  });
}

const maxNames = 4;

/** The ids of hooks; only the first ones if there are many. */
export const hookIdsText = (hooks: readonly Hook[]): string => {
  const ids = hooks.slice(0, maxNames).map(({ id }) => id);
  const more = hooks.length - ids.length;
  return more === 0 ? ids.join(', ') : `${ids.join(', ')} and ${more} more`;
};

/** Checks that the matcher of a hook can match a tool of its format or of a connected agent. */
export async function matcherFindings(hook: Hook, codec: Codec, agents: readonly Agent[]): Promise<readonly Finding[]> {
  const { tool, rule, abilities } = hook.match;
  const names = [...new Set([codec, ...agents].flatMap(({ tools }) => Object.keys(tools)))];
  if (tool && !mcpName.test(tool.source)) return patternFindings(hook, tool, names);
  if (rule && !mcpName.test(rule.tool)) return patternFindings(hook, { source: rule.tool, mode: 'anchored' }, names);
  return abilities ? abilityFindings(hook, abilities, names) : [];
}

/** Tool names of MCP servers are not known in advance. */
const mcpName = /mcp|__|^@/i;

async function patternFindings(hook: Hook, pattern: Pattern, names: readonly string[]): Promise<readonly Finding[]> {
  const matches = await compileOrSkip(pattern);
  if (!matches || names.some(matches)) return [];
  const matchesAnyCase = await compileOrSkip({ ...pattern, source: `(?i)${pattern.source}` });
  const similarName = matchesAnyCase && names.find(matchesAnyCase);
  const what = `${hook.id}: the matcher "${pattern.source}" matches no known tool`;
  if (similarName !== undefined) return [makeFinding('matcher-case', what, { name: similarName, hook: hook.id })];
  return [makeFinding('matcher-unknown-tool', what, { hook: hook.id, hint: hintFor(pattern.source, names) })];
}

async function abilityFindings(
  hook: Hook,
  globs: readonly string[],
  names: readonly string[],
): Promise<readonly Finding[]> {
  if (globs.some((glob) => mcpName.test(glob))) return [];
  const ids = [...Object.values(toolKinds).flatMap(({ ability }) => (ability ? [ability] : [])), ...names];
  for (const glob of globs) {
    const matches = glob === '*' ? () => true : await Promise.resolve(compileGlob(glob));
    if (ids.some(matches)) return [];
  }
  const what = `${hook.id}: "${globs.join(', ')}" matches no known ability`;
  return [makeFinding('matcher-unknown-tool', what, { hook: hook.id, hint: hintFor(globs[0] ?? '', ids) })];
}

async function compileOrSkip(pattern: Pattern): Promise<TextPredicate | undefined> {
  try {
    return await compileTextPattern(pattern);
  } catch {
    // Loading the file already reports a bad pattern.
    return undefined;
  }
}

function hintFor(word: string, names: readonly string[]): string {
  const near = nearestWord(word, names);
  return near === undefined ? '' : `; did you mean "${near}"?`;
}
