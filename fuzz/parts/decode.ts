import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { agents, findAgent } from '../../packages/anyhook/src/agents/index.js';
import { visitStrings } from '../../packages/anyhook/src/engine/match.js';
import { AnyhookError } from '../../packages/core/src/errors.js';
import { type Event, hasCall } from '../../packages/core/src/event.js';
import { isObject } from '../../packages/core/src/json.js';
import { emptyVerdict, type Verdict } from '../../packages/core/src/verdict.js';
import { mutated, oddText, oddValue } from '../generated-values.js';
import { expectCleanPrototypes, expectThat, type FuzzPart } from '../part.js';
import type { FuzzRandom } from '../random.js';

/** A payload as text, because an object literal cannot contain `__proto__`, and the text of an answer to it. */
export interface DecodeCase {
  readonly agent: string;
  readonly payload: string;
  /** A text that was put into the tool's input, where matchers must see it. */
  readonly planted?: string;
  readonly verdict?: Partial<Verdict>;
}

export interface RecordedPayload {
  readonly agent: string;
  readonly value: unknown;
}

const context = { env: {}, cwd: '/somewhere', now: '2030-01-02T03:04:05.000Z' };
const plantedText = 'PLANTED-7f3a';
/** Names of canonical and native fields: a planted field may occur along with its counterpart. */
const plantedKeys = [
  '__proto__',
  'path',
  'paths',
  'command',
  'content',
  'query',
  'url',
  'prompt',
  'file_path',
  'extra',
];

export function startDecode(): FuzzPart<DecodeCase> {
  const recorded = recordedPayloads();
  const calls = recorded.filter(({ agent, value }) => inputPlaces(agent, value).length > 0);
  return {
    name: 'decode',
    isWhole: true,
    make(random) {
      if (random.chance(0.3)) return plantedCase(random, random.pick(calls));
      const { agent, value } = random.pick(recorded);
      const speaker = random.chance(0.1) ? random.pick(agents).name : agent;
      return { agent: speaker, payload: JSON.stringify(mutated(random, value)), verdict: oddVerdict(random) };
    },
    check: checkDecode,
  };
}

/** All payloads recorded from agents. */
export function recordedPayloads(): readonly RecordedPayload[] {
  return agents.flatMap(({ name }) => {
    const folder = `packages/anyhook/fixtures/${name}`;
    if (!existsSync(folder)) return [];
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.json'))
      .map((file) => {
        const value = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as { readonly stdin?: unknown };
        return { agent: name, value: value.stdin ?? value };
      });
  });
}

/** Adds a text to the tool's input, without changing the rest. */
function plantedCase(random: FuzzRandom, { agent, value }: RecordedPayload): DecodeCase {
  const payload = structuredClone(value);
  const place = random.pick(inputPlaces(agent, payload));
  const key = random.pick(plantedKeys.filter((name) => !Object.hasOwn(place, name)));
  const put = random.pick([plantedText, [plantedText], { a: plantedText }, { a: [{ b: plantedText }] }]);
  Object.defineProperty(place, key, { value: put, enumerable: true, configurable: true, writable: true });
  return { agent, payload: JSON.stringify(payload), planted: plantedText };
}

/** The objects of a payload that contain the texts of the tool's input. */
function inputPlaces(agent: string, payload: unknown): readonly object[] {
  const event = decoded(agent, payload);
  if (!event || !hasCall(event) || !isObject(payload)) return [];
  const texts = new Set<unknown>(
    Object.values(event.call.input).filter((one) => typeof one === 'string' && one !== ''),
  );
  const fields = ['tool_input', 'toolInput', 'tool_args', 'toolArgs', 'input', 'args', 'parameters', 'tool_info'];
  const found: object[] = [];
  const walk = (value: unknown, name: string) => {
    if (!isObject(value)) return;
    if (fields.includes(name) && Object.values(value).some((one) => texts.has(one))) found.push(value);
    for (const [key, child] of Object.entries(value)) walk(child, key);
  };
  walk(payload, '');
  return found;
}

const oddVerdict = (random: FuzzRandom): Partial<Verdict> => ({
  decision: random.pick(['pass', 'allow', 'ask', 'deny'] as const),
  reason: oddText(random),
  context: random.many(0, 2, () => oddText(random)),
  messages: random.many(0, 2, () => oddText(random)),
  notes: random.many(0, 2, () => oddText(random)),
  ...(random.chance(0.2) && { stop: oddText(random) }),
  ...(random.chance(0.3) && { rewrite: { of: 'input', value: { command: oddText(random), x: oddValue(random) } } }),
});

/** The event of a payload; undefined if its agent rejects it with an `AnyhookError`. */
function decoded(agent: string, payload: unknown): Event | undefined {
  try {
    return findAgent(agent).decode(payload, context);
  } catch (error) {
    if (error instanceof AnyhookError) return undefined;
    throw error;
  }
}

function checkDecode({ agent, payload, planted, verdict }: DecodeCase): void {
  const foundAgent = findAgent(agent);
  const event = decoded(agent, JSON.parse(payload));
  if (event) {
    foundAgent.encode(event, { ...emptyVerdict, ...verdict }, { ...context, text: payload });
    if (hasCall(event)) foundAgent.nativeInput(event, event.call.input);
    if (planted !== undefined) expectThat(isSeen(event, planted), `${agent}: matchers do not see ${payload}`);
  } else expectThat(planted === undefined, `${agent}: refuses ${payload}`);
  expectCleanPrototypes();
}

function isSeen(event: Event, text: string): boolean {
  if (!hasCall(event)) return false;
  const texts: string[] = [];
  return !visitStrings(event, (one) => void texts.push(one)) || texts.some((one) => one.includes(text));
}
