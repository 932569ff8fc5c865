import { foldedName, foldsNames, isFullPath, slashedPath, thisSystem } from '@anyhook/core';
import type { EffectName, EffectPlace, PlaceScope, SeenEffect } from '../effect.js';
import { hasMark, hasUnknown, isFullyKnown, marks, shownValue } from '../value.js';
import type { GuardRule, RuleArea, RuleCondition } from './rule.js';
import { earlierNames, placeWords } from './words.js';

/** The folders that paths in rules refer to. */
export interface RuleWorld {
  readonly root: string;
  readonly home: string;
  /** Work trees that are linked to a repository elsewhere. */
  readonly workTrees?: readonly string[];
  /** The system whose paths these are; by default the current one. */
  readonly system?: string;
}

/** `maybe`: it depends on something that is unknown before the command runs. */
export type RuleMatch = 'yes' | 'maybe' | 'no';

export function matchRule(rule: GuardRule, effect: SeenEffect, world: RuleWorld): RuleMatch {
  const isMatch =
    rule.flags.every((flag) => hasFlag(effect, flag)) &&
    (rule.kinds.length === 0 || rule.kinds.includes(kindOf(effect) ?? '')) &&
    viewsOf(rule, effect).some((name) => matchesPlace(rule, effect, name, world)) &&
    rule.where.every((condition) => matchesCondition(condition, effect, rule.decide === 'pass'));
  if (!isMatch) return 'no';
  return rule.to === undefined ? 'yes' : matchTo(rule.to, effect);
}

/** The effects as which a rule sees an effect: moving files to a place also writes there. */
function viewsOf({ effects }: GuardRule, effect: SeenEffect): readonly EffectName[] {
  const views: readonly EffectName[] = effect.do === 'move' ? ['move', 'write'] : [effect.do];
  return effects.length === 0 ? views : views.filter((name) => effects.includes(name));
}

function hasFlag(effect: SeenEffect, flag: string): boolean {
  if (effect.do === 'delete') return flag === 'named' ? isNamedFile(effect) : effect.recursive;
  if (effect.do === 'permit') {
    if (flag === 'recursive') return effect.recursive;
    return flag === 'setuid' ? isSetuid(effect.mode ?? '') : isOpenMode(effect.mode ?? '');
  }
  if (effect.do === 'send') return flag === 'secret' ? effect.secret : effect.records === true;
  if (effect.do === 'push') return flag === 'force' ? effect.force : effect.deletes;
  return false;
}

/** `$FOLDER/notes.txt`: one file, whatever its folder is. */
const isNamedFile = ({ at, recursive }: Extract<SeenEffect, { do: 'delete' }>): boolean =>
  !recursive && /\/[\w.@+-]*\w\.\w+$/.test(at.path);

/** `4755`, `u+s`, `+s`, `u=rwxs`: the file then runs as its owner. */
export const isSetuid = (mode: string): boolean => /^0*[4-7][0-7]{3}$/.test(mode) || givesMode(mode, 'ua', 's');

/** `644`, `o+r`, `a+w`, `+x`, and `u:bob:r` of an access list: others may use it. */
export const isOpenMode = (mode: string): boolean =>
  /^(?:d(?:efault)?:)?(?:u|g|o|user|group|other):[^:]*:[-rwxX]*[rwx]/.test(mode)
    ? true
    : /^[0-7]{3,5}$/.test(mode)
      ? !mode.endsWith('0')
      : givesMode(mode, 'oa', 'rwxX');

/** Whether `u+rw,g=x` gives anyone in `who` one of `rights`; without names it applies to all. */
const givesMode = (mode: string, who: string, rights: string): boolean =>
  mode.split(',').some((part) => {
    const charAt = part.search(/[-+=]/);
    if (charAt < 0) return false;
    const named = part.slice(0, charAt);
    let gives = false;
    for (const letter of part.slice(charAt)) {
      if ('-+='.includes(letter)) gives = letter !== '-';
      else if (gives && rights.includes(letter)) return named === '' || [...named].some((one) => who.includes(one));
    }
    return false;
  });

function kindOf(effect: SeenEffect): string | undefined {
  if (effect.do === 'write') return effect.how;
  if (effect.do === 'move') return 'over';
  if (effect.do === 'run') return effect.code;
  if (effect.do === 'destroy') return effect.kind;
  return effect.do === 'unread' ? effect.why : undefined;
}

/** The place that an effect changes; a move takes files from one place and, as a write, fills another. */
export function changedPlace(effect: SeenEffect, as: EffectName = effect.do): EffectPlace | undefined {
  if (effect.do === 'move') return as === 'write' ? effect.to : effect.from;
  return 'at' in effect ? effect.at : undefined;
}

const isVersionControl = (effect: SeenEffect): boolean =>
  effect.do === 'discard' || effect.do === 'rewrite' || effect.do === 'forget';

function matchesPlace(rule: GuardRule, effect: SeenEffect, as: EffectName, world: RuleWorld): boolean {
  const { scopes, within } = rule;
  if (scopes.length === 0 && within === undefined) return true;
  const ownRepository: EffectPlace | undefined = isVersionControl(effect)
    ? { path: world.root, scope: 'inside' }
    : undefined;
  const place = changedPlace(effect, as) ?? ownRepository;
  if (place === undefined) return false;
  if (scopes.length > 0 && !scopes.includes(place.scope)) return false;
  return within === undefined || isWithin(within, place, { rule, effect, world });
}

interface PlaceLook {
  readonly rule: GuardRule;
  readonly effect: SeenEffect;
  readonly world: RuleWorld;
}

/**
 * A rule that passes must match every possible path; one that denies or asks, any of them. The latter also matches the
 * recursive delete of a folder above.
 */
function isWithin(area: RuleArea, place: EffectPlace, { rule, effect, world }: PlaceLook): boolean {
  if (area.scopes.includes(place.scope)) return true;
  const loosens = rule.decide === 'pass';
  if (loosens && (hasUnknown(place.path) || effect.remote !== undefined)) return false;
  const { root, system = thisSystem, workTrees = [] } = world;
  const folders = area.paths.map((path) => absolutePath(path, world));
  if (area.isWorkTree) folders.push(...workTrees);
  const key = (path: string) => (foldsNames(system) ? foldedName(slashedPath(path, system)) : path);
  const paths = [place.path, ...(place.real === undefined ? [] : [place.real])].map((path) => key(shownGlobs(path)));
  const removesBelow = !loosens && effect.do === 'delete' && effect.recursive;
  const isIn = (path: string) =>
    folders.some((folder) => {
      const whole = key(onDrive(folder, loosens ? root : path));
      const at = key(onDrive(path, loosens ? root : folder));
      return isAtOrBelow(at, whole) || (removesBelow && isAtOrBelow(whole, at));
    });
  return loosens ? paths.every(isIn) : paths.some(isIn);
}

/** On Windows `/srv` exists on each drive: a rule that denies or asks means all, one that passes the project's. */
const onDrive = (path: string, other: string): string => (driveOf(path) === '' ? `${driveOf(other)}${path}` : path);

const driveOf = (path: string): string => /^[a-z]:(?=[\\/])/i.exec(path)?.[0] ?? '';

const shownGlobs = (path: string): string => path.replaceAll(marks.star, '*').replaceAll(marks.one, '?');

function absolutePath(text: string, { root, home, system = thisSystem }: RuleWorld): string {
  const path = slashedPath(text, system);
  const whole =
    path === '~' || path.startsWith('~/')
      ? `${home}${path.slice(1)}`
      : path.startsWith('/') || isFullPath(path, system)
        ? path
        : `${root}/${path.replace(/^\.(?:\/|$)/, '')}`;
  return whole.length > 1 && whole.endsWith('/') ? whole.slice(0, -1) : whole;
}

function isAtOrBelow(path: string, folder: string): boolean {
  if (isGlob(folder)) return matchesGlob(folder, path) || matchesGlob(`${folder}/**`, path);
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
}

function matchTo(globs: readonly string[], effect: SeenEffect): RuleMatch {
  if (effect.do === 'send') return anyGlob(globs, effect.host) ? 'yes' : 'no';
  if (effect.do !== 'push') return 'no';
  const { branch, to } = effect;
  if (branch === undefined || hasUnknown(branch)) return 'maybe';
  if (hasMark(branch, 'all')) return 'yes';
  const short = branch.replace(/^refs\/heads\//, '');
  return anyGlob(globs, short) || (to !== undefined && anyGlob(globs, `${to}/${short}`)) ? 'yes' : 'no';
}

const anyGlob = (globs: readonly string[], text: string): boolean => globs.some((glob) => matchesGlob(glob, text));

/** Unknown text never satisfies a negated condition. */
function matchesCondition({ field, negated, by, value }: RuleCondition, effect: SeenEffect, loosens: boolean): boolean {
  const text = fieldText(effect, field);
  const glob = value.toLowerCase().replace(/\*+/g, '**');
  const matches = (one: string): boolean => matchesGlob(by === 'is' ? glob : `**${glob}**`, one.toLowerCase());
  // The target may also be an operand: `kubectl delete ns prod`. A rule that passes must be certain.
  if (field === 'target' && by === '~' && !negated && !loosens && matches(effect.call)) return true;
  if (text === undefined || (negated && !isFullyKnown(text))) return false;
  const earlier = field === 'what' && Object.hasOwn(earlierNames, text) ? earlierNames[text] : undefined;
  return (matches(text) || (earlier !== undefined && matches(earlier))) !== negated;
}

function fieldText(effect: SeenEffect, field: string): string | undefined {
  if (field === 'via') return effect.via.join(' > ');
  if (field === 'path') return changedPlace(effect)?.path;
  if (field === 'target' && effect.do === 'push') return effect.to;
  if (!Object.hasOwn(effect, field)) return undefined;
  const value: unknown = effect[field as keyof SeenEffect];
  return typeof value === 'string' ? value : undefined;
}

/** A path to show to users: `~/sibling`. */
export function shownPlace({ path }: EffectPlace, { home }: Pick<RuleWorld, 'home'>): string {
  const shown = shownValue(path);
  if (shown === home) return '~';
  return home !== '/' && shown.startsWith(`${home}/`) ? `~${shown.slice(home.length)}` : shown;
}

/** The words of a message about a place of this scope. */
export const placeNote = (scope: PlaceScope): string => placeWords[scope].note;

/**
 * Whether a glob matches the whole text: `*` is any text without a slash, `**` any text, `?` one character. It follows
 * all ways at once, so no pattern and no text can make it slow.
 */
export function matchesGlob(glob: string, text: string): boolean {
  if (!isGlob(glob)) return glob === text;
  let reached = new Uint8Array(glob.length + 2);
  let next = new Uint8Array(glob.length + 2);
  reached[0] = 1;
  passStars(glob, reached);
  for (let at = 0; at < text.length; at++) {
    next.fill(0);
    if (!readCharacter(glob, text[at] as string, reached, next)) return false;
    passStars(glob, next);
    [reached, next] = [next, reached];
  }
  return reached[glob.length] === 1;
}

/** The positions in the glob after reading a character; false if there are none. */
function readCharacter(glob: string, character: string, reached: Uint8Array, next: Uint8Array): boolean {
  let found = false;
  for (let place = 0; place < glob.length; place++) {
    if (reached[place] === 0) continue;
    const char = glob[place];
    const isStar = char === '*';
    if (isStar && character === '/' && glob[place + 1] !== '*') continue;
    if (!isStar && char !== character && (char !== '?' || character === '/')) continue;
    next[isStar ? place : place + 1] = 1;
    found = true;
  }
  return found;
}

/** Adds the positions that a star reaches by matching nothing. `**` and a slash together may match nothing. */
function passStars(glob: string, reached: Uint8Array): void {
  for (let place = 0; place < glob.length; place++) {
    if (reached[place] === 0 || glob[place] !== '*') continue;
    const isDouble = glob[place + 1] === '*';
    const end = isDouble ? place + 2 : place + 1;
    reached[end] = 1;
    const isWholePart = isDouble && (place === 0 || glob[place - 1] === '/') && glob[end] === '/';
    if (isWholePart) reached[end + 1] = 1;
  }
}

const isGlob = (text: string): boolean => /[*?]/.test(text);
