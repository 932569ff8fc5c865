import type { EventName, FormatName, ToolKind } from '@anyhook/core';
import { stringify } from 'yaml';
import type { FileToWrite, HookWriter } from '../../formats/kit/hook-draft.js';
import { refusalReason, refusedText } from '../../formats/kit/script-template.js';

export interface NewHook {
  readonly name: string;
  readonly format: FormatName;
  /** The canonical event, and its name in the format. */
  readonly event: EventName;
  readonly native: string;
  /** It runs only at an event with that exact name. */
  readonly byName?: boolean;
  readonly matcher?: string;
  readonly tool?: ToolKind;
  /** The event is only about calls of MCP tools. */
  readonly isForMcp?: boolean;
  /** True if its script blocks the text that a first script refuses. */
  readonly refuses: boolean;
}

/** A small test that the new hook passes unchanged; undefined if the matcher is a pattern whose meaning is unknown. */
export function firstTest(hook: NewHook, { unnamed, testFolder }: HookWriter): FileToWrite | undefined {
  const eventFields = testEventFields(hook);
  if (!eventFields) return undefined;
  // A test cannot select a hook without a name, so all hooks of the project run.
  const hasName = !unnamed;
  const passCase = { name: 'lets an ordinary event pass', ...eventFields, expect: passExpectation(hook, hasName) };
  const refusedFields = hook.refuses ? withRefusedText(eventFields) : undefined;
  const denyCase = { name: 'refuses what must not pass', ...refusedFields, expect: denyExpectation };
  const cases = refusedFields ? [passCase, denyCase] : [passCase];
  const text = stringify({ ...(hasName && { hook: hook.name }), cases }, { lineWidth: 0 });
  return {
    path: `${testFolder(hook.name)}/${hook.name}.hooktest.yaml`,
    text: `# Run with: anyhook hooks test\n${text}`,
  };
}

const passExpectation = ({ name }: NewHook, hasName: boolean) => ({
  decision: 'pass',
  ...(hasName && { hooks: { [name]: 'ran' } }),
});
const denyExpectation = { decision: 'deny', reason: refusalReason };

type TestFields = Readonly<Record<string, unknown>>;

function testEventFields({ format, event, native, byName, matcher, tool, isForMcp }: NewHook): TestFields | undefined {
  const base = { event: byName || event === 'other' ? `${format}:${native}` : event };
  const [word = ''] = matcher?.split(/[|,]/) ?? [];
  // A regular expression could mean anything.
  if (matcher !== undefined && tool === undefined && !/^[\w-]+$/.test(word.trim())) return undefined;
  if (event.startsWith('tool.') && isForMcp) return { ...base, tool: 'mcp.docs.search', input: { query: 'hello' } };
  if (event.startsWith('tool.')) {
    const kind = tool ?? (matcher === undefined ? 'shell' : undefined);
    return { ...base, tool: kind ?? word.trim(), input: (kind && ordinaryInputs[kind]) ?? {} };
  }
  if (event === 'task.create') return { ...base, tool: matcher === undefined ? 'run_command' : word.trim() };
  if (event === 'prompt.submit') return { ...base, prompt: 'hello' };
  return matcher === undefined ? base : withSubject(base, event, word.trim());
}

/** The event with the field that a matcher tests. */
function withSubject(base: TestFields, event: EventName, word: string): TestFields | undefined {
  if (event === 'session.start') return { ...base, data: { source: word } };
  if (event === 'session.end') return { ...base, data: { reason: word } };
  if (event === 'compact.before' || event === 'compact.after') return { ...base, data: { trigger: word } };
  if (event === 'notification') return { ...base, data: { kind: word } };
  if (event.startsWith('subagent.')) return { ...base, data: { subagent: { type: word } } };
  return undefined;
}

/** The same event with the text that the script refuses; undefined if the event has no text. */
function withRefusedText({ prompt, input, ...fields }: TestFields): TestFields | undefined {
  if (prompt !== undefined) return { ...fields, prompt: refusedText };
  const inputEntries = Object.entries((input ?? {}) as Readonly<Record<string, string>>);
  const [last] = inputEntries.at(-1) ?? [];
  return last === undefined
    ? undefined
    : { ...fields, input: { ...Object.fromEntries(inputEntries), [last]: refusedText } };
}

/** A typical input for the tools that most agents have. */
export const ordinaryInputs: Readonly<Partial<Record<ToolKind, Readonly<Record<string, string>>>>> = {
  shell: { command: 'ls' },
  read: { path: 'README.md' },
  write: { path: 'notes.txt', content: 'hello' },
  edit: { path: 'notes.txt', oldText: 'hello', newText: 'goodbye' },
  fetch: { url: 'https://example.com' },
  search: { query: 'hello' },
  websearch: { query: 'hello' },
  task: { prompt: 'look around' },
};
