import { stringify } from 'yaml';
import type { EventName } from '../../core/contract.js';
import type { DialectName } from '../../core/hook.js';
import type { ToolKind } from '../../core/tool.js';
import type { Made } from '../../formats/kit/draft.js';

/** What a first test has to know of the hook that was just written. */
export interface New {
  readonly name: string;
  readonly dialect: DialectName;
  /** The event in canonical words, and in the dialect's. */
  readonly event: EventName;
  readonly native: string;
  readonly matcher?: string;
  readonly tool?: ToolKind;
  /** Whether its script refuses what it is told to. */
  readonly refuses: boolean;
}

/** The words at which a new script refuses; its test tries them. */
const refused = 'never let this pass';

/** Where the tests of each format stand: beside the hook. */
const folders: Readonly<Record<DialectName, (name: string) => string>> = {
  'hook-md': (name) => `.agents/hooks/${name}`,
  docker: () => '.agents',
  ability: () => '.system/hooks',
  claude: () => 'hooks',
  flow: () => '.agents/hooks',
};

/** A small test of a new hook that passes as it is; none where a matcher cannot be met by guessing. */
export function firstTest(hook: New): Made | undefined {
  const words = wordsOf(hook);
  if (!words) return undefined;
  // An entry of a hooks.json has no name of its own: all hooks of the project take part.
  const named = hook.dialect !== 'claude';
  const calm = { name: 'lets an ordinary event pass', ...words, expect: calmly(hook, named) };
  const refusing = hook.refuses ? withText(words) : undefined;
  const strict = { name: 'refuses what must not pass', ...refusing, expect: refusal };
  const cases = refusing ? [calm, strict] : [calm];
  const text = stringify({ ...(named && { hook: hook.name }), cases }, { lineWidth: 0 });
  return {
    path: `${folders[hook.dialect](hook.name)}/${hook.name}.hooktest.yaml`,
    text: `# Run with: anyhook test\n${text}`,
  };
}

const calmly = ({ name }: New, named: boolean) => ({ decision: 'pass', ...(named && { hooks: { [name]: 'ran' } }) });
const refusal = { decision: 'deny', reason: 'found what must not pass' };

type Words = Readonly<Record<string, unknown>>;

/** An event that the hook listens to. */
function wordsOf({ dialect, event, native, matcher, tool }: New): Words | undefined {
  const base = { event: event === 'other' ? `${dialect}:${native}` : event };
  const [word = ''] = matcher?.split(/[|,]/) ?? [];
  // A regular expression could mean anything.
  if (matcher !== undefined && tool === undefined && !/^[\w-]+$/.test(word.trim())) return undefined;
  if (event.startsWith('tool.')) {
    const kind = tool ?? (matcher === undefined ? 'shell' : undefined);
    return { ...base, tool: kind ?? word.trim(), input: (kind && inputs[kind]) ?? {} };
  }
  if (event === 'task.create') return { ...base, tool: matcher === undefined ? 'run_command' : word.trim() };
  if (event === 'prompt.submit') return { ...base, prompt: 'hello' };
  return matcher === undefined ? base : withSubject(base, event, word.trim());
}

/** The fields of events that a matcher looks at. */
function withSubject(base: Words, event: EventName, word: string): Words | undefined {
  if (event === 'session.start') return { ...base, data: { source: word } };
  if (event === 'session.end') return { ...base, data: { reason: word } };
  if (event === 'compact.before' || event === 'compact.after') return { ...base, data: { trigger: word } };
  if (event === 'notification') return { ...base, data: { kind: word } };
  if (event.startsWith('subagent.')) return { ...base, data: { subagent: { type: word } } };
  return undefined;
}

/** The same event with the words at which the script refuses; none where it has no text. */
function withText({ prompt, input, ...words }: Words): Words | undefined {
  if (prompt !== undefined) return { ...words, prompt: refused };
  const fields = Object.entries((input ?? {}) as Readonly<Record<string, string>>);
  const [last] = fields.at(-1) ?? [];
  return last === undefined ? undefined : { ...words, input: { ...Object.fromEntries(fields), [last]: refused } };
}

/** An ordinary input for the tools that are there on most agents. */
export const inputs: Readonly<Partial<Record<ToolKind, Readonly<Record<string, string>>>>> = {
  shell: { command: 'ls' },
  read: { path: 'README.md' },
  write: { path: 'notes.txt', content: 'hello' },
  edit: { path: 'notes.txt', oldText: 'hello', newText: 'goodbye' },
  fetch: { url: 'https://example.com' },
  search: { query: 'hello' },
  websearch: { query: 'hello' },
  task: { prompt: 'look around' },
};
