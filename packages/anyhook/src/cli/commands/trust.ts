import { AnyhookError, type LoadedHook, userPaths } from '@anyhook/core';
import { commands } from '../../../.cache/commands.js';
import { openProject } from '../../answer/engine.js';
import { confirmConfig } from '../../hooks/config-record.js';
import type { Project } from '../../hooks/load.js';
import { grantTrust, type HookReview, ownHooks, reviewTrust, revokeTrust } from '../../hooks/review-trust.js';
import { lineEndsAdvice, mayChangeLineEnds } from '../../trust/line-ends.js';
import { endWaiting, waitingHooks } from '../../trust/opt-in-formats.js';
import { writeLock } from '../../trust/trust.js';
import { gapsOf } from '../../trust/trust-coverage.js';
import { lostConfigLines, waitingLines } from '../print/hooks.js';
import { printReview } from '../print/trust.js';
import { addCommand, type OptionsOf } from '../terminal/add-command.js';
import type { CommandContext, RegisterCommand, TrustReview } from '../terminal/context.js';
import { type Human, requireHuman } from '../terminal/human.js';
import { exitCodes, type Io, print, worldOf } from '../terminal/io.js';
import { countNoun, oneLine } from '../terminal/text.js';
import { forgetModsIn, reviewMods } from './trust-mods.js';

type Options = OptionsOf<typeof commands.trust>;

const ciHint =
  'CI uses --trust-project, or "anyhook init --ci --trust lock" and ANYHOOK_TRUST=lock with a lock file made by "anyhook trust --lock"';

export const addTrust: RegisterCommand = (program, context) => {
  addCommand(program, commands.trust).action((options: Options) => trust(options, context));
};

async function trust(options: Options, context: CommandContext): Promise<void> {
  const io: Io = { ...context.io, cwd: worldOf(context.io, options.cwd).cwd };
  const user = userPaths(io.env, io.home);
  const person = personFor(options, io);
  const project = await openProject(io);
  if (options.revoke) {
    if (!person || !(await person.confirm({ action: `no longer trust ${oneLine(project.root)}` }))) {
      context.exitCode = exitCodes.error;
      return print(io, 'nothing was revoked');
    }
    const wasTrusted = [
      revokeTrust(project, user),
      ...context.features.map(({ trust: more }) => more?.forget(project.root, user)),
      forgetModsIn(project, user),
    ].includes(true);
    return print(io, wasTrusted ? `${project.root} is no longer trusted` : `${project.root} was not trusted`);
  }
  const { exposed } = project.snapshot;
  if (exposed && !options.list && !options.lock)
    throw new AnyhookError('BAD_STATE', `${exposed.source}: ${exposed.message}`);
  const lost = lostConfigLines(project);
  if (!options.lock && lost.length > 0) {
    for (const line of lost) print(io, line);
    if (person && !(await confirmLostConfig(project, person, options, io))) {
      context.exitCode = exitCodes.error;
      return print(io, `not confirmed; restore ${oneLine(user.userConfig)}`);
    }
    if (person) print(io, `confirmed your config as it is now: ${oneLine(user.userConfig)}`);
  }
  const more = await reviewMore(project, context, io);
  if (options.lock) {
    const uncovered = ownHooks(project).filter((hook) => gapsOf(hook).length > 0);
    const path = writeLock(project.snapshot, Object.assign({}, ...more.map(({ locked }) => locked())));
    print(io, `wrote ${path} (${countAll(ownHooks(project).length, more, 'total')})`);
    if (uncovered.length > 0)
      print(
        io,
        `not covered completely: ${uncovered.map(({ id }) => oneLine(id)).join(', ')}; see "anyhook trust --list"`,
      );
    if (mayChangeLineEnds(project.root))
      print(io, `git on Windows may change line ends, and then hooks count as changed there:\n${lineEndsAdvice}`);
    return;
  }
  const hasMods = await reviewMods(project, person, options, context);
  const hooks = reviewTrust(project, user);
  const others = more.filter(({ total }) => total > 0);
  const waiting = waitingHooks(project.hooks);
  if (!options.list && waiting.length > 0) for (const line of waitingLines(waiting)) print(io, line);
  if (hooks.length + others.length === 0) {
    if (waiting.length > 0) return switchOn(waiting, person, options, context);
    return lost.length > 0 || hasMods ? undefined : trustTools(project, person, options, context);
  }
  const printOptions = { all: options.list === true };
  printReview(hooks, project, io, printOptions);
  for (const one of more) one.print(io, printOptions);
  if (options.list) return;
  if (hooks.every(({ status }) => status === 'unchanged') && others.every(({ untrusted }) => untrusted === 0))
    return waiting.length > 0
      ? switchOn(waiting, person, options, context)
      : print(io, 'all of them are already trusted');
  const question = confirmQuestion(hooks, more);
  if (!person || !(await person.confirm({ question, isYes: options.yes, action: 'allow this' }))) {
    context.exitCode = exitCodes.error;
    return print(io, 'nothing was trusted');
  }
  const uncovered = hooks.filter((review) => isToTrust(review) && gapsOf(review.hook).length > 0);
  const isAccepted = uncovered.length === 0 || (await acceptUncovered(uncovered, person, options));
  const leftOut = isAccepted ? [] : uncovered;
  const hookCount = hooks.filter((review) => isToTrust(review) && !leftOut.includes(review)).length;
  const total = hookCount + countUntrusted(more);
  if (leftOut.length > 0 && total === 0) {
    context.exitCode = exitCodes.error;
    return print(io, 'nothing was trusted');
  }
  grantTrust(project, user, { leftOut: leftOut.map(({ hook }) => hook), withMore: others.length > 0 });
  for (const one of others) one.trust();
  endWaiting(user);
  print(
    io,
    total === 0 ? 'forgot the hooks that no longer exist' : `trusted ${countAll(hookCount, more, 'untrusted')}`,
  );
}

const reviewMore = (project: Project, { features }: CommandContext, io: Io): Promise<readonly TrustReview[]> =>
  Promise.all(features.flatMap(({ trust: more }) => (more ? [more.review(project, io)] : [])));

/** A person confirms that their own config is right although it guards less than before. */
async function confirmLostConfig({ snapshot }: Project, person: Human, { yes }: Options, io: Io): Promise<boolean> {
  const user = userPaths(io.env, io.home);
  const question = `Did you make this change, and do you confirm ${oneLine(user.userConfig)} as it is now?`;
  const action = 'keep your config as it is';
  if (!(await person.confirm({ question, isYes: yes, action }))) return false;
  confirmConfig(snapshot, user, io.env);
  return true;
}

/** Hooks of the user's own files, or trusted in another way, which an earlier version did not read. */
async function switchOn(
  waiting: readonly LoadedHook[],
  person: Human | undefined,
  { yes }: Options,
  { io }: CommandContext,
): Promise<void> {
  if (!person) return;
  const action = `run ${countNoun(waiting.length, 'hook')} of these files in all agents`;
  const question = `${action.replace(/^r/, 'R')}?`;
  if (!(await person.confirm({ question, isYes: yes, action }))) return print(io, 'nothing was switched on');
  endWaiting(userPaths(io.env, io.home));
  print(io, `switched on ${countNoun(waiting.length, 'hook')}`);
}

const acceptUncovered = (uncovered: readonly HookReview[], person: Human, { yes }: Options): Promise<boolean> =>
  person.confirm({
    question: uncoveredQuestion(uncovered),
    isYes: yes,
    action: 'also allow what is not covered',
  });

/** The person who decides; undefined if nothing is decided. */
function personFor({ list, lock, revoke }: Options, io: Io): Human | undefined {
  if (revoke)
    return requireHuman(io, {
      action: '"anyhook trust --revoke"',
      advice: 'an agent must not switch off its own guard',
    });
  // Also without a terminal: a CI job may check that the lock file is up to date.
  if (lock)
    requireHuman(io, {
      action: '"anyhook trust --lock"',
      advice: 'an agent must not vouch for hooks that it may have changed',
      confirm: false,
    });
  return list || lock ? undefined : requireHuman(io, { action: '"anyhook trust"', advice: ciHint });
}

/** How many other parts than hooks are new or changed: then the question is only about those. */
const countUntrusted = (more: readonly TrustReview[]): number =>
  more.reduce((sum, { untrusted }) => sum + untrusted, 0);

const isToTrust = ({ status }: HookReview): boolean => status !== 'unchanged' && status !== 'deleted';

const uncoveredQuestion = (reviews: readonly HookReview[]): string => {
  const ids = reviews.map(({ hook }) => oneLine(hook.id)).join(', ');
  const runs = reviews.length === 1 ? 'runs' : 'run';
  return `${ids} ${runs} something that is not covered (see "gap"): you are not asked again when that changes. Trust it anyway?`;
};

/** `2 hooks and 1 ability`; leaves out a count of zero. */
const countAll = (hooks: number, more: readonly TrustReview[], which: 'total' | 'untrusted'): string => {
  const counted = more.filter((review) => review[which] > 0);
  return [
    ...(hooks > 0 || counted.length === 0 ? [countNoun(hooks, 'hook')] : []),
    ...counted.map((review) => `${review[which]} ${review[which] === 1 ? review.one : review.many}`),
  ].join(' and ');
};

/** A project without hooks still has programs that built-in hooks would start, such as its formatter. */
async function trustTools(
  project: Project,
  person: Human | undefined,
  { yes }: Options,
  context: CommandContext,
): Promise<void> {
  const { io } = context;
  const noHooksText = `${project.root} has no hooks of its own`;
  if (project.trusted) return print(io, `${noHooksText}; its tools are already trusted`);
  if (!person) return print(io, `${noHooksText}; built-in hooks do not start its tools`);
  const tools = 'its own tools, such as the formatter in node_modules/.bin';
  const question = `${noHooksText}. Allow built-in hooks to start ${tools}?`;
  const action = `allow built-in hooks to start ${tools}`;
  if (!(await person.confirm({ question, isYes: yes, action }))) {
    context.exitCode = exitCodes.error;
    return print(io, 'nothing was trusted');
  }
  grantTrust(project, userPaths(io.env, io.home));
  endWaiting(userPaths(io.env, io.home));
  print(io, 'trusted its tools');
}

function confirmQuestion(reviews: readonly HookReview[], more: readonly TrustReview[]): string {
  const hooks = reviews.filter(isToTrust).length;
  const others = more.filter(({ untrusted }) => untrusted > 0);
  const total = hooks + countUntrusted(others);
  if (total === 0) return 'Forget the hooks that no longer exist?';
  const all = countAll(hooks, others, 'untrusted');
  const isOneKind = others.length === 0 || (hooks === 0 && others.length === 1);
  const subject = total === 1 ? `this ${others[0]?.one ?? 'hook'}` : isOneKind ? `these ${all}` : all;
  return `Allow ${subject} to run with your permissions when agents work here?`;
}
