import type { Event, Hook, Match, Pattern, ToolCall, ToolEvent, ToolKind, ToolMap } from '@anyhook/core';
import {
  abilityId,
  firstToolName,
  foldedName,
  foldsNames,
  hasCall,
  hasDrives,
  isWithin,
  pathCandidates,
  slashedPath,
  thisSystem,
  toolName,
  withoutTrailing,
} from '@anyhook/core';
import type { TextPredicate } from './pattern.js';
import { compileFolded, compileGlob, compileInput, compileTextPattern, maxPathLength, slashed } from './pattern.js';

/** What the engine needs to know about a hook's format. */
export interface FormatTools {
  readonly tools: ToolMap;
  readonly mcpName: (server: string, tool: string) => string;
  readonly singlePath: boolean;
  /** Priority orders hooks of the user and of the project together. */
  readonly priorityOverScopes?: true;
  /** Its hooks get the numbers of calls in a turn and a session. */
  readonly readsSteps?: true;
  /** Its hooks after a tool call get the duration of the call. */
  readonly readsDuration?: true;
  /** Its hooks at a stop get the number of consecutive blocked stops. */
  readonly readsStopBlocks?: true;
  /** Its hooks run on events that the agent fires itself, not on derived ones. */
  readonly ignoresDerived?: true;
}

/** The compiled tests of one hook. */
export interface Matcher {
  readonly tool?: TextPredicate;
  readonly subject?: TextPredicate;
  readonly input?: TextPredicate;
  readonly paths?: readonly TextPredicate[];
  readonly abilities?: readonly TextPredicate[];
  readonly changedPaths?: readonly TextPredicate[];
  readonly ruleGlob?: TextPredicate;
}

/** Why a hook does not match; undefined if it does. */
type MismatchReason = string | undefined;

export async function compileMatch(match: Match, system = thisSystem): Promise<Matcher> {
  const globs = (list: readonly string[]) => Promise.all(list.map((glob) => compileGlob(glob)));
  const pathGlobs = (list: readonly string[]) =>
    Promise.all(list.map((glob) => compileFolded(glob, compileGlob, system)));
  return {
    ...(match.tool && { tool: await compileTextPattern(match.tool) }),
    ...(match.subject && { subject: await compileTextPattern(match.subject) }),
    ...(match.input && { input: await compileInput(match.input, system) }),
    ...(match.paths && { paths: await pathGlobs(match.paths) }),
    ...(match.abilities && { abilities: await globs(match.abilities.map(abilityGlob)) }),
    ...(match.changedPaths && { changedPaths: await pathGlobs(match.changedPaths) }),
    ...(match.rule?.glob !== undefined && { ruleGlob: await compileFolded(match.rule.glob, compileRuleGlob, system) }),
  };
}

/** The names that a matcher is tested against: its format's, the agent's own, and for a patch those of write and edit. */
export function toolNamesFor(format: FormatTools, call: ToolCall): readonly string[] {
  const names = [toolName(format.tools, call, format.mcpName), call.nativeName];
  if (call.kind === 'patch') names.push(...fileToolNames(format.tools));
  return names;
}

/** Tests that depend on the tool, not on its input; the plan caches their result per tool. */
export function toolMismatch(hook: Hook, matcher: Matcher, format: FormatTools, call: ToolCall): MismatchReason {
  const { match } = hook;
  if (matcher.tool && !toolNamesFor(format, call).some(matcher.tool))
    return `tool ${toolNamesFor(format, call)[0]} is not ${match.tool?.source}`;
  if (match.rule && !toolNamesFor(format, call).includes(match.rule.tool)) return `tool is not ${match.rule.tool}`;
  if (matcher.abilities && !abilityIds(call).some((id) => matcher.abilities?.some((test) => test(id))))
    return `ability ${abilityId(call)} is not in ${match.abilities?.join(', ')}`;
  return undefined;
}

/** The other tests, on the current state of the event. */
export function eventMismatch(hook: Hook, matcher: Matcher, event: Event, system = thisSystem): MismatchReason {
  const { match } = hook;
  if (match.agent !== undefined && match.agent !== eventAgentName(event)) return `agent is not ${match.agent}`;
  if (match.nativeEvent !== undefined && match.nativeEvent !== event.nativeName)
    return `event is not ${match.nativeEvent}`;
  if (matcher.subject && !matcher.subject(subjectOf(event)))
    return `${subjectOf(event) || 'nothing'} is not ${match.subject?.source}`;
  if (
    event.name === 'task.create' &&
    matcher.abilities &&
    !matcher.abilities.some((test) => test(event.ability.value))
  ) {
    return `ability ${event.ability.value} is not in ${match.abilities?.join(', ')}`;
  }
  if (match.minDurationMs !== undefined && !isSlow(event, match.minDurationMs))
    return `not slower than ${match.minDurationMs} ms`;
  if (matcher.changedPaths && !hasChangedPath(event, matcher.changedPaths))
    return `no changed file is in ${match.changedPaths?.join(', ')}`;
  if (!hasCall(event)) return undefined;
  if (matcher.input && !inputMatches(event.call, matcher.input, match.input?.skips))
    return `no input value matches ${match.input?.source}`;
  const { paths } = matcher;
  if (
    paths &&
    !matchedPaths(event.call, pathBases(hook, event), system).some((path) => paths.some((test) => test(path)))
  )
    return `no path is in ${match.paths?.join(', ')}`;
  if (matcher.ruleGlob && ruleSubjects(event.call, pathBases(hook, event), system)?.some(matcher.ruleGlob) === false)
    return `input is not ${match.rule?.glob}`;
  return undefined;
}

/** The paths of a call: as given, and normalised relative to each base that contains them. */
export function callPaths(
  { input: { path, paths } }: ToolCall,
  bases: readonly string[],
  system = thisSystem,
): readonly string[] {
  return pathForms([path, ...(Array.isArray(paths) ? paths : [])], bases, system);
}

/** The paths that globs are tested against, including fields without a canonical name, which could be paths. */
function matchedPaths(call: ToolCall, bases: readonly string[], system: string): readonly string[] {
  const paths = callPaths(call, bases, system);
  return call.hidden ? [...paths, ...pathForms(textsOf(call.hidden), bases, system)] : paths;
}

function textsOf(values: readonly unknown[]): readonly string[] {
  const texts: string[] = [];
  someStringMatches(values, (text) => texts.push(text) < 0);
  return texts;
}

function pathForms(values: readonly unknown[], bases: readonly string[], system: string): readonly string[] {
  const all = values.filter((value): value is string => typeof value === 'string');
  const [cwd = '/'] = bases;
  const formsOf = (rawPath: string) =>
    pathCandidates(cwd, rawPath, system).flatMap((path) => bases.flatMap((base) => relativeForms(base, path, system)));
  return [...new Set(all.flatMap((rawPath) => [...formsOf(rawPath), slashedPath(rawPath, system)]))];
}

/** The path relative to a folder that contains it. */
function relativeForms(base: string, path: string, system: string): readonly string[] {
  if (!isWithin(path, base, system)) return [path];
  // Cut by folders, not by length: where names are folded, é may be one character in the base and two in the path.
  const { length } = withoutTrailing(slashedPath(base, system), '/').split('/');
  const below = path.split('/').slice(length).join('/');
  return below === '' ? [path] : [below, path];
}

/** Does any string in the input, at any depth, pass? An input too large to search counts as passed. */
export function someStringMatches(
  value: unknown,
  test: TextPredicate,
  budget = { left: 10_000 },
  depth = 0,
  skipped: readonly string[] = [],
): boolean {
  if (typeof value === 'string') return test(value);
  if (value === null || typeof value !== 'object') return false;
  if (depth > 32) budget.left = 0;
  if (budget.left-- <= 0) return true;
  if (test.readsNames && Object.keys(value).some((name) => /[\\/]/.test(name) && test(name))) return true;
  return Object.entries(value).some(
    ([name, item]) =>
      !(skipped.includes(name) && typeof item === 'string' && !mayHoldFields(item)) &&
      someStringMatches(item, test, budget, depth + 1, skipped),
  );
}

/** Text that may be JSON: a tool may read fields from it. */
const mayHoldFields = (text: string): boolean => /^\s*[[{"]/.test(text);

const inputMatches = ({ kind, input, hidden }: ToolCall, test: TextPredicate, skips: Pattern['skips']): boolean =>
  someStringMatches(input, test, undefined, 0, skips?.[kind]) ||
  (hidden !== undefined && someStringMatches(hidden, test));

/** Visits every text that input and path matchers test; false if the input is too large to visit completely. */
export function visitStrings(event: ToolEvent, visit: (text: string) => void, system = thisSystem): boolean {
  const { call, cwd } = event;
  const budget = { left: 10_000 };
  const alsoSlashed = hasDrives(system);
  someStringMatches(
    call.hidden ? [call.input, call.hidden] : call.input,
    (text) => {
      visit(text);
      if (alsoSlashed && text.includes('\\')) visit(slashed(text));
      return false;
    },
    budget,
  );
  // Relative to any base, a path is the end of its absolute form.
  const paths = matchedPaths(call, [cwd], system);
  for (const path of paths) visit(foldsNames(system) ? foldedName(path) : path);
  return budget.left > 0 && paths.every(({ length }) => length <= maxPathLength);
}

/** A glob relative to the project's root must still match after the agent changed its folder. */
const pathBases = (hook: Hook, event: Event): readonly string[] => [event.cwd, hook.root];

/** The name of the agent that an event is about; `root` is the main one. */
export function eventAgentName(event: Event): string {
  // The start and end of a subagent belong to its parent.
  if (event.name === 'subagent.stop' || event.name === 'subagent.start') return 'root';
  return event.agent?.name ?? event.agent?.type ?? 'root';
}

function subjectOf(event: Event): string {
  switch (event.name) {
    case 'session.start':
      return event.source ?? '';
    case 'session.end':
      return event.reason ?? '';
    case 'compact.before':
    case 'compact.after':
      return event.trigger ?? '';
    case 'notification':
      return event.kind ?? event.level ?? '';
    case 'subagent.start':
    case 'subagent.stop':
      return event.subagent.type ?? event.subagent.name ?? '';
    default:
      return '';
  }
}

const isSlow = (event: Event, minMs: number): boolean =>
  minMs <= 0 || ('durationMs' in event && typeof event.durationMs === 'number' && event.durationMs > minMs);

const hasChangedPath = (event: Event, tests: readonly TextPredicate[]): boolean =>
  event.name === 'session.end' && (event.changedFiles ?? []).some((path) => tests.some((test) => test(path)));

const patchKinds: readonly ToolKind[] = ['write', 'edit'];

function abilityIds(call: ToolCall): readonly string[] {
  if (call.kind !== 'patch') return [abilityId(call), call.nativeName];
  return [abilityId(call), call.nativeName, ...patchKinds.map((kind) => abilityId({ ...call, kind }))];
}

function fileToolNames(tools: ToolMap): readonly string[] {
  return patchKinds.flatMap((kind) => firstToolName(tools, kind) ?? []);
}

/** `*` over ability ids matches every id: they have dots, not slashes. */
const abilityGlob = (glob: string): string => (glob === '*' ? '**' : glob);

/** The texts that a rule is tested against; undefined if it is unknown what the call runs. */
function ruleSubjects(call: ToolCall, bases: readonly string[], system: string): readonly string[] | undefined {
  const { command, url } = call.input;
  const subjects = [url, ...matchedPaths(call, bases, system)].filter(
    (value): value is string => typeof value === 'string',
  );
  if (typeof command !== 'string') return subjects;
  const commands = commandSubjects(command);
  return commands && [...subjects, ...commands];
}

/** Claude's rule text: `git *` and the older `git:*` are prefixes, the rest is a glob in which `*` crosses slashes. */
async function compileRuleGlob(glob: string): Promise<TextPredicate> {
  const prefix = /^([^*]*)(?::\*| \*)$/s.exec(glob)?.[1];
  if (prefix !== undefined) return (text) => text === prefix || text.startsWith(`${prefix} `);
  const source = glob.replace(/[\\^$.+?()[\]{}|]/g, '\\$&').replaceAll('*', '.*');
  return compileTextPattern({ source: `(?s)${source}`, mode: 'anchored' });
}

/** The line and each command in it, as written and unquoted. Undefined if it is computed: then every rule matches. */
function commandSubjects(line: string): readonly string[] | undefined {
  if (/`|\$\(|<\(|>\(/.test(line) || !isBalanced(line)) return undefined;
  const commands = [line, ...line.split(/[;&|()\n]+/).map(bareCommand)];
  const all = [...commands, ...commands.map((command) => command.replace(/["'\\]/g, ''))];
  return [...new Set(all.flatMap((text) => [text, text.replace(/^xargs\s+/, '')]))];
}

const keywords = /^(?:(?:if|then|elif|else|while|until|do|!|\{)\s+)+/;
const assignments = /^(?:[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|[^\s"'])*\s+)+/;
// Only the first of several blanks or digits starts a match, which keeps long runs of them linear.
const redirections = /(?:(?<!\s)\s+)?(?:(?<!\d)\d+)?(?:>>?|<)&?\s*[^\s<>]+/g;

/** A command without surrounding syntax. */
const bareCommand = (text: string): string =>
  text.trim().replace(keywords, '').replace(assignments, '').replace(redirections, '').trim();

/** Are all quotes and brackets of a line closed? */
function isBalanced(line: string): boolean {
  let quote = '';
  let depth = 0;
  for (let i = 0; i < line.length; i++) {
    const char = line[i] as string;
    if (char === '\\' && quote !== "'") i++;
    else if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === '(') depth++;
    else if (char === ')') depth--;
  }
  return quote === '' && depth === 0;
}
