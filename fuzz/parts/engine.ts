import { findAgent } from '../../packages/anyhook/src/agents/index.js';
import { createEngine, type HookEngine } from '../../packages/anyhook/src/api/create-engine.js';
import { AnyhookError } from '../../packages/core/src/errors.js';
import { isObject } from '../../packages/core/src/json.js';
import { forbidden, fuzzWorld, manyHooks } from '../fuzz-world.js';
import { mutated, nested, oddText, oddValue } from '../generated-values.js';
import { expectCleanPrototypes, expectThat, type FuzzPart } from '../part.js';
import type { FuzzRandom } from '../random.js';
import { recordedPayloads } from './decode.js';

/** A call in an agent's format that must be denied; or any payload, which must only be answered. */
export interface EngineCase {
  readonly agent: string;
  readonly payload: string;
  /** The call is a recorded one with the forbidden text, changed in ways that keep its effect. */
  readonly mustDeny: boolean;
  /** There are enough other hooks for the index to be used. */
  readonly manyHooks: boolean;
}

interface DeniedCall {
  readonly agent: string;
  readonly value: object;
}

/** Whole decisions, from an agent's payload to the verdict. */
export async function startEngine(): Promise<FuzzPart<EngineCase>> {
  const worlds = [fuzzWorld({ hooks: 0 }), fuzzWorld({ hooks: manyHooks })];
  const [few, many] = (await Promise.all(worlds.map(({ env, project }) => createEngine({ cwd: project, env })))) as [
    HookEngine,
    HookEngine,
  ];
  const recorded = recordedPayloads();
  const calls = await deniedCalls(few, recorded);
  return {
    name: 'engine',
    isWhole: true,
    make(random) {
      const useMany = random.chance(0.5);
      if (random.chance(0.3)) {
        const { agent, value } = random.pick(recorded);
        return { agent, payload: JSON.stringify(mutated(random, value)), mustDeny: false, manyHooks: useMany };
      }
      const { agent, value } = random.pick(calls);
      const payload = JSON.stringify(withSameEffect(random, agent, structuredClone(value)));
      return { agent, payload, mustDeny: true, manyHooks: useMany };
    },
    async check({ agent, payload, mustDeny, manyHooks: useMany }) {
      const decision = await decisionOf(useMany ? many : few, agent, JSON.parse(payload));
      if (mustDeny) expectThat(decision === 'deny', `${agent}: ${decision} for ${payload}`);
      expectCleanPrototypes();
    },
    end: async () => {
      for (const world of worlds) world.remove();
    },
  };
}

async function decisionOf(engine: HookEngine, agent: string, payload: unknown): Promise<string> {
  try {
    return (await engine.dispatch(agent, payload)).verdict.decision;
  } catch (error) {
    if (error instanceof AnyhookError) return error.code;
    throw error;
  }
}

/** The recorded calls that are denied if one of their texts is the forbidden one. */
async function deniedCalls(engine: HookEngine, recorded: ReturnType<typeof recordedPayloads>) {
  const found: DeniedCall[] = [];
  for (const { agent, value } of recorded)
    for (const candidate of withForbiddenText(value))
      if ((await decisionOf(engine, agent, candidate)) === 'deny') found.push({ agent, value: candidate });
  return found;
}

/** Copies of a payload in which one text inside an object is replaced. */
function withForbiddenText(value: unknown): readonly object[] {
  const copies: object[] = [];
  const walk = (path: readonly string[], part: unknown) => {
    if (typeof part === 'string' && path.length > 1) copies.push(replacedAt(value, path) as object);
    if (isObject(part)) for (const [key, child] of Object.entries(part)) walk([...path, key], child);
  };
  walk([], value);
  return copies;
}

function replacedAt(value: unknown, [first, ...rest]: readonly string[]): unknown {
  if (first === undefined) return `echo ${forbidden}`;
  const fields = value as Record<string, unknown>;
  return { ...fields, [first]: replacedAt(fields[first], rest) };
}

/** Changes that keep the effect of the call. */
function withSameEffect(random: FuzzRandom, agent: string, payload: object): object {
  let changed = payload;
  for (const change of random.many(1, 3, () => random.pick(harmlessChanges))) changed = change(random, changed, agent);
  return changed;
}

type PayloadChange = (random: FuzzRandom, payload: object, agent: string) => object;

const harmlessChanges: readonly PayloadChange[] = [
  (random, payload) => withFields(random, payload, 'x_unknown', (one) => oddValue(one)),
  (random, payload) => withFields(random, payload, '__proto__', (one) => ({ decision: 'allow', x: oddText(one) })),
  (random, payload) => withFields(random, payload, 'zz_deep', (one) => nested(one.below(40), 'x')),
  (random, payload) =>
    withFields(random, payload, 'zz_wide', (one) => Array.from({ length: one.below(2_000) }, () => 'x')),
  (_random, payload) => reversed(payload) as object,
  (random, payload) => ({ ...payload, permission_mode: oddText(random) }),
  (random, payload) => ({ ...payload, transcript_path: oddText(random), model: oddText(random) }),
  (random, payload, agent) => otherToolName(random, payload, agent),
];

/** Adds a field to the payload and to some of the objects in it. */
function withFields(random: FuzzRandom, value: object, name: string, make: (random: FuzzRandom) => unknown): object {
  const entries = Object.entries(value).map(([key, child]): [string, unknown] => [
    key,
    isObject(child) && random.chance(0.5) ? withFields(random, child, name, make) : child,
  ]);
  return Object.fromEntries([...entries, [name, make(random)]]);
}

function reversed(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, child]) => [key, reversed(child)]),
  );
}

/** Another of the agent's names for a tool with the same fields. */
function otherToolName(random: FuzzRandom, payload: object, agent: string): object {
  const { tools } = findAgent(agent);
  const fields = payload as Record<string, unknown>;
  const name = ['tool_name', 'toolName', 'tool'].find((field) => typeof fields[field] === 'string');
  const row = name === undefined ? undefined : tools[fields[name] as string];
  if (name === undefined || !row || row.unpack) return payload;
  const same = Object.entries(tools).filter(
    ([, other]) =>
      other.kind === row.kind && !other.unpack && JSON.stringify(other.fields) === JSON.stringify(row.fields),
  );
  return { ...payload, [name]: random.pick(same)[0] };
}
