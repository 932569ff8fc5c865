import { type LoadedAbility, openAbilities } from '@anyhook/abilities';
import { AnyhookError, type LoadedHook, userPaths } from '@anyhook/core';
import { openProject } from '../../answer/engine.js';
import { confirmConfig } from '../../hooks/config-record.js';
import type { Project } from '../../hooks/load.js';
import {
  grantTrust,
  type HookReview,
  lockProject,
  ownHooks,
  reviewTrust,
  revokeTrust,
} from '../../hooks/review-trust.js';
import { lineEndsAdvice, mayChangeLineEnds } from '../../trust/line-ends.js';
import { gapsOf } from '../../trust/trust-coverage.js';
import { endWaiting, waitingHooks } from '../../trust/waiting-formats.js';
import { lostConfigLines, waitingLines } from '../print/hooks.js';
import { printReview } from '../print/trust.js';
import { printAbilityReview } from '../print/trust-abilities.js';
import { type CommandContext, examplesText, type RegisterCommand } from '../terminal/context.js';
import { exitCodes, type Io, print, worldOf } from '../terminal/io.js';
import { cwdOption } from '../terminal/options.js';
import { letPersonDecide, type PersonAtTerminal, refuseAgent, requirePerson } from '../terminal/terminal.js';
import { countAbilities, countNoun, oneLine } from '../terminal/text.js';
import { forgetModsIn, reviewMods } from './trust-mods.js';

interface Options {
  readonly list?: true;
  readonly lock?: true;
  readonly revoke?: true;
  readonly yes?: true;
  readonly cwd?: string;
}

const ciHint =
  'CI uses --trust-project, or "anyhook init --ci --trust lock" and ANYHOOK_TRUST=lock with a lock file made by "anyhook trust --lock"';

/** `anyhook trust`: a person reviews the project's hooks and abilities and allows them to run. */
export const addTrust: RegisterCommand = (program, context) => {
  program
    .command('trust')
    .summary("review this project's hooks and abilities and allow them to run")
    .description(
      "Shows what this project's hooks and abilities run, and asks whether to allow it. Built-in hooks may then also start the project's own tools, such as its formatter. Also shows code that agents load above hooks (mods). Needs a person at a terminal.",
    )
    .option('--list', 'show what is trusted, without asking')
    .option('--lock', 'write .agents/anyhook.lock.json, by which CI can trust hooks')
    .option('--revoke', 'no longer trust this project')
    .option('--yes', 'do not ask (only in a terminal that you opened)')
    .addOption(cwdOption())
    .addHelpText('after', examplesText('anyhook trust', 'anyhook trust --lock && git add .agents/anyhook.lock.json'))
    .action((options: Options) => trust(options, context));
};

async function trust(options: Options, context: CommandContext): Promise<void> {
  const io: Io = { ...context.io, cwd: worldOf(context.io, options.cwd).cwd };
  const user = userPaths(io.env, io.home);
  const person = personFor(options, io);
  const project = await openProject(io);
  if (options.revoke) {
    if (!person || !(await letPersonDecide(io, person, { deed: `no longer trust ${oneLine(project.root)}` }))) {
      context.exitCode = exitCodes.error;
      return print(io, 'nothing was revoked');
    }
    const wasTrusted = [revokeTrust(project, user), forgetModsIn(project, user)].includes(true);
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
  const registry = await openAbilities(project, io);
  const allText = countBoth(ownHooks(project).length, registry.abilities.length);
  if (options.lock) {
    const uncovered = ownHooks(project).filter((hook) => gapsOf(hook).length > 0);
    print(io, `wrote ${lockProject(project, registry)} (${allText})`);
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
  const { hooks, abilities } = reviewTrust(project, registry, user);
  const waiting = waitingHooks(project.hooks);
  if (!options.list && waiting.length > 0) for (const line of waitingLines(waiting)) print(io, line);
  if (hooks.length + abilities.length === 0) {
    if (waiting.length > 0) return switchOn(waiting, person, options, context);
    return lost.length > 0 || hasMods ? undefined : trustTools(project, person, options, context);
  }
  const printOptions = { all: options.list === true };
  printReview(hooks, project, io, printOptions);
  printAbilityReview(abilities, { root: project.root, problems: registry.problems }, io, printOptions);
  if (options.list) return;
  if (hooks.every(({ status }) => status === 'unchanged') && abilities.every(isActive))
    return waiting.length > 0
      ? switchOn(waiting, person, options, context)
      : print(io, 'all of them are already trusted');
  const question = confirmQuestion(hooks, abilities);
  if (!person || !(await letPersonDecide(io, person, { question, isYes: options.yes, deed: 'allow this' }))) {
    context.exitCode = exitCodes.error;
    return print(io, 'nothing was trusted');
  }
  const uncovered = hooks.filter((review) => isToTrust(review) && gapsOf(review.hook).length > 0);
  const isAccepted = uncovered.length === 0 || (await acceptUncovered(uncovered, person, options, io));
  const leftOut = isAccepted ? [] : uncovered;
  const { hooks: hookCount, abilities: abilityCount } = countUntrusted(
    hooks.filter((review) => !leftOut.includes(review)),
    abilities,
  );
  if (leftOut.length > 0 && hookCount + abilityCount === 0) {
    context.exitCode = exitCodes.error;
    return print(io, 'nothing was trusted');
  }
  grantTrust(
    project,
    user,
    abilities.length > 0 ? registry : undefined,
    leftOut.map(({ hook }) => hook),
  );
  endWaiting(user);
  const onlyForgets = hookCount + abilityCount === 0;
  print(io, onlyForgets ? 'forgot the hooks that no longer exist' : `trusted ${countBoth(hookCount, abilityCount)}`);
}

/** A person confirms that their own config is right although it guards less than before. */
async function confirmLostConfig(
  { snapshot }: Project,
  person: PersonAtTerminal,
  { yes }: Options,
  io: Io,
): Promise<boolean> {
  const user = userPaths(io.env, io.home);
  const question = `Did you make this change, and do you confirm ${oneLine(user.userConfig)} as it is now?`;
  const deed = 'keep your config as it is';
  if (!(await letPersonDecide(io, person, { question, isYes: yes, deed }))) return false;
  confirmConfig(snapshot, user, io.env);
  return true;
}

/** Hooks of the user's own files, or trusted in another way, which an earlier version did not read. */
async function switchOn(
  waiting: readonly LoadedHook[],
  person: PersonAtTerminal | undefined,
  { yes }: Options,
  { io }: CommandContext,
): Promise<void> {
  if (!person) return;
  const deed = `run ${countNoun(waiting.length, 'hook')} of these files in all agents`;
  const question = `${deed.replace(/^r/, 'R')}?`;
  if (!(await letPersonDecide(io, person, { question, isYes: yes, deed }))) return print(io, 'nothing was switched on');
  endWaiting(userPaths(io.env, io.home));
  print(io, `switched on ${countNoun(waiting.length, 'hook')}`);
}

const acceptUncovered = (
  uncovered: readonly HookReview[],
  person: PersonAtTerminal,
  { yes }: Options,
  io: Io,
): Promise<boolean> =>
  letPersonDecide(io, person, {
    question: uncoveredQuestion(uncovered),
    isYes: yes,
    deed: 'also allow what is not covered',
  });

/** The person who decides; undefined where nothing is decided. */
function personFor({ list, lock, revoke }: Options, io: Io): PersonAtTerminal | undefined {
  if (revoke) return requirePerson(io, '"anyhook trust --revoke"', 'an agent must not switch off its own guard');
  // Without a terminal, too: a job in CI may check that the lock file is up to date.
  if (lock) refuseAgent(io, '"anyhook trust --lock"', 'an agent must not vouch for hooks that it may have changed');
  return list || lock ? undefined : requirePerson(io, '"anyhook trust"', ciHint);
}

/** How many hooks and abilities are new or changed: the question is only about those. */
const countUntrusted = (reviews: readonly HookReview[], abilities: readonly LoadedAbility[]) => ({
  hooks: reviews.filter(isToTrust).length,
  abilities: abilities.filter((one) => !isActive(one)).length,
});

const isToTrust = ({ status }: HookReview): boolean => status !== 'unchanged' && status !== 'deleted';

const uncoveredQuestion = (reviews: readonly HookReview[]): string => {
  const ids = reviews.map(({ hook }) => oneLine(hook.id)).join(', ');
  const runs = reviews.length === 1 ? 'runs' : 'run';
  return `${ids} ${runs} something that is not covered (see "gap"): nobody is asked again when that changes. Trust it knowingly?`;
};

const isActive = ({ state }: LoadedAbility): boolean => state.kind === 'active';

/** `2 hooks and 1 ability`; leaves out a count of zero. */
const countBoth = (hooks: number, abilities: number): string =>
  [
    ...(hooks > 0 || abilities === 0 ? [countNoun(hooks, 'hook')] : []),
    ...(abilities > 0 ? [countAbilities(abilities)] : []),
  ].join(' and ');

/** A project without hooks still has programs that built-in hooks would start, such as its formatter. */
async function trustTools(
  project: Project,
  person: PersonAtTerminal | undefined,
  { yes }: Options,
  context: CommandContext,
): Promise<void> {
  const { io } = context;
  const noHooksText = `${project.root} has no hooks of its own`;
  if (project.trusted) return print(io, `${noHooksText}; its tools are already trusted`);
  if (!person) return print(io, `${noHooksText}; built-in hooks do not start its tools`);
  const tools = 'its own tools, such as the formatter in node_modules/.bin';
  const question = `${noHooksText}. Allow built-in hooks to start ${tools}?`;
  const deed = `allow built-in hooks to start ${tools}`;
  if (!(await letPersonDecide(io, person, { question, isYes: yes, deed }))) {
    context.exitCode = exitCodes.error;
    return print(io, 'nothing was trusted');
  }
  grantTrust(project, userPaths(io.env, io.home));
  endWaiting(userPaths(io.env, io.home));
  print(io, 'trusted its tools');
}

function confirmQuestion(reviews: readonly HookReview[], abilities: readonly LoadedAbility[]): string {
  const { hooks, abilities: abilityCount } = countUntrusted(reviews, abilities);
  const total = hooks + abilityCount;
  if (total === 0) return 'Forget the hooks that no longer exist?';
  const all = countBoth(hooks, abilityCount);
  const isOneKind = hooks === 0 || abilityCount === 0;
  const subject = total === 1 ? `this ${hooks === 1 ? 'hook' : 'ability'}` : isOneKind ? `these ${all}` : all;
  return `Allow ${subject} to run with your permissions when agents work here?`;
}
