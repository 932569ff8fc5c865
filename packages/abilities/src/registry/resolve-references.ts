import { nearestWord, type Problem, quoteValue } from '@anyhook/core';
import type { Ability, WorkflowStep } from './ability.js';

export interface ResolvedAbilities {
  readonly abilities: readonly Ability[];
  readonly problems: readonly Problem[];
}

/** Drops abilities that are wrong in relation to others: duplicate names, and steps that call nothing. */
export function resolveReferences(loaded: readonly Ability[]): ResolvedAbilities {
  const { unique, problems } = withoutDuplicates(loaded);
  const broken = brokenWorkflows(unique);
  return {
    abilities: unique.filter((ability) => !broken.has(ability)),
    problems: [...problems, ...[...broken.values()].flat()],
  };
}

function withoutDuplicates(loaded: readonly Ability[]): { unique: readonly Ability[]; problems: readonly Problem[] } {
  const byName = new Map<string, Ability[]>();
  for (const one of loaded) groupFor(byName, one.name).push(one);
  const unique: Ability[] = [];
  const problems: Problem[] = [];
  for (const [name, [first, ...others]] of byName) {
    if (!first) continue;
    if (others.length === 0) unique.push(first);
    else
      for (const one of [first, ...others])
        problems.push(duplicateProblem(one, name, one === first ? others : [first]));
  }
  return { unique, problems };
}

function duplicateProblem(one: Ability, name: string, others: readonly Ability[]): Problem {
  const places = others.slice(0, 5).map(({ source, line }) => `${source}:${line}`);
  const message = `"${name}" is also declared in ${places.join(', ')}; neither can be used: rename one`;
  return problemAt(one, one.kind === 'operation_key' ? 'key' : 'id', message, one.line);
}

/** Workflows that cannot run, each with its problem. The workflows that they call are checked first. */
function brokenWorkflows(abilities: readonly Ability[]): ReadonlyMap<Ability, readonly Problem[]> {
  const byName = new Map(abilities.map((ability) => [ability.name, ability]));
  const broken = new Map<Ability, readonly Problem[]>();
  const callers = new Map<Ability, Ability[]>();
  const pendingCalls = new Map<Ability, number>();
  // Each search for the nearest name compares all of them.
  const hintBudget = { left: 20 };
  for (const ability of abilities) {
    const problems = callsOf(ability).flatMap(({ step, field }) =>
      callProblems(ability, step, field, byName, hintBudget),
    );
    if (problems.length > 0) broken.set(ability, problems.slice(0, maxProblems));
    const called = calledBy(ability, byName);
    pendingCalls.set(ability, called.length);
    for (const one of called) groupFor(callers, one).push(ability);
  }
  const ready = abilities.filter((ability) => pendingCalls.get(ability) === 0);
  for (const done of ready) {
    for (const caller of callers.get(done) ?? []) {
      if (broken.has(done) && !broken.has(caller)) broken.set(caller, [brokenCallProblem(caller, done)]);
      const left = (pendingCalls.get(caller) ?? 0) - 1;
      pendingCalls.set(caller, left);
      if (left === 0) ready.push(caller);
    }
  }
  for (const ability of abilities) {
    if ((pendingCalls.get(ability) ?? 0) > 0)
      broken.set(ability, [...(broken.get(ability) ?? []), circularProblem(ability, pendingCalls, byName)]);
  }
  return broken;
}

const callsOf = (ability: Ability): readonly { readonly step: WorkflowStep; readonly field: string }[] =>
  ability.type !== 'workflow'
    ? []
    : [
        ...ability.steps.map((step, i) => ({ step, field: `steps.${i}` })),
        ...ability.cleanup.map((step, i) => ({ step, field: `cleanup.${i}` })),
      ];

const calledBy = (ability: Ability, byName: ReadonlyMap<string, Ability>): readonly Ability[] => [
  ...new Set(callsOf(ability).flatMap(({ step }) => byName.get(step.ability) ?? [])),
];

function callProblems(
  ability: Ability,
  { ability: name, kind }: WorkflowStep,
  field: string,
  byName: ReadonlyMap<string, Ability>,
  hintBudget: { left: number },
): readonly Problem[] {
  const found = byName.get(name);
  const refField = kind === 'operation_key' ? 'operation' : 'ability';
  const problemsAtField = (message: string) => [
    problemAt(ability, `${field}.${refField}`, `"${field}.${refField}": ${message}`, lineOf(ability, field)),
  ];
  if (!found) {
    const near = hintBudget.left-- > 0 ? nearestWord(name, byName.keys()) : undefined;
    return problemsAtField(`no usable ability is called ${quoteValue(name)}${near ? `; did you mean "${near}"?` : ''}`);
  }
  if (kind === undefined || found.kind === kind) return [];
  const other = refField === 'operation' ? 'ability' : 'operation';
  return problemsAtField(`${quoteValue(name)} is an ${other}: write "${other}: ${name}"`);
}

function brokenCallProblem(ability: Ability, called: Ability): Problem {
  const call = callsOf(ability).find(({ step }) => step.ability === called.name);
  const field = call?.field ?? 'steps';
  return problemAt(
    ability,
    field,
    `"${field}": "${called.name}" cannot be used, see ${called.source}`,
    lineOf(ability, field),
  );
}

const maxCycleLength = 20;
const maxProblems = 20;

/** Every open workflow calls another open one, so following the calls must lead back to one that was visited. */
function circularProblem(
  ability: Ability,
  pendingCalls: ReadonlyMap<Ability, number>,
  byName: ReadonlyMap<string, Ability>,
): Problem {
  const callPath = [ability];
  for (let next = nextPending(ability); next; next = nextPending(next)) {
    const isRepeated = callPath.includes(next);
    callPath.push(next);
    if (isRepeated || callPath.length > maxCycleLength) break;
  }
  const more = callPath.length > maxCycleLength ? ' → …' : '';
  const names = callPath.map(({ name }) => name).join(' → ') + more;
  return problemAt(
    ability,
    'steps',
    `"steps": they form a cycle and would never end: ${names}`,
    lineOf(ability, 'steps.0'),
  );

  function nextPending(from: Ability): Ability | undefined {
    return calledBy(from, byName).find((one) => (pendingCalls.get(one) ?? 0) > 0);
  }
}

const lineOf = ({ lines, line }: Ability, field: string): number => lines?.[field] ?? line;

const problemAt = ({ source }: Ability, field: string, message: string, line: number): Problem => ({
  source,
  line,
  field,
  severity: 'error',
  message,
});

function groupFor<K, V>(groups: Map<K, V[]>, key: K): V[] {
  const group = groups.get(key) ?? [];
  groups.set(key, group);
  return group;
}
