import * as v from 'valibot';
import { optional, refuseList, strict, withDescription } from '../formats/kit/parse.js';

const text = v.pipe(v.string(), v.minLength(1, 'expected a non-empty text'));
const oneOrMore = v.union([text, v.pipe(v.array(text), v.minLength(1, 'expected at least one'))]);
const map = refuseList(v.record(v.string(), v.unknown()));
const positive = (max: number) =>
  v.pipe(
    v.number(),
    v.integer('expected a whole number'),
    v.minValue(1, `expected 1 to ${max}`),
    v.maxValue(max, `expected 1 to ${max}`),
  );

/** Rules for a text; all given rules must hold. */
const textRules = v.pipe(
  strict({
    is: optional(v.string(), 'The exact text.'),
    contains: optional(text, 'The text contains this.'),
    matches: optional(text, 'The text matches this regular expression (RE2).'),
    lacks: optional(text, 'The text does not contain this.'),
  }),
  v.check((rules) => Object.keys(rules).length > 0, 'expected at least one of is, contains, matches, lacks'),
);
const textSchema = v.union([text, textRules]);
const textList = v.union([textSchema, v.array(textSchema)]);
const jsonRules = strict({ json: withDescription(v.unknown(), 'The text is JSON that equals this.') });

/** What a hook did, in one word. */
export const hookWords = [
  ...(['ran', 'idle', 'pass', 'allow', 'ask', 'deny', 'failed', 'timeout', 'skipped', 'untrusted'] as const),
  ...(['not-matched'] as const),
];

export const rewriteSchema = strict({
  input: optional(map, "Fields of the new input, in the agent's own names; other fields are ignored."),
  output: optional(textSchema, 'The new output.'),
  prompt: optional(textSchema, 'The new prompt.'),
  summary: optional(textSchema, 'The new summary.'),
  messages: optional(v.array(v.unknown()), 'All new messages for the model.'),
  exact: optional(v.boolean(), 'true: the new input has no other fields.'),
});

/** The expected result. Missing fields are not checked, except that every hook must finish. */
export const expectSchema = strict({
  decision: optional(v.picklist(['pass', 'allow', 'ask', 'deny']), 'The verdict; pass means no opinion.'),
  reason: optional(v.union([v.literal(false), textSchema]), 'The reason; false: no reason.'),
  context: optional(textList, 'Texts for the model; each must match one of the actual texts; []: no texts.'),
  messages: optional(textList, 'Texts for the user; []: no texts.'),
  notes: optional(textList, 'What was dropped or changed for the agent; []: nothing.'),
  rewrite: optional(v.union([v.literal(false), rewriteSchema]), 'What was rewritten; false: nothing.'),
  stop: optional(v.union([v.boolean(), textSchema]), 'Whether the agent must stop, or the reason for it.'),
  hooks: optional(
    refuseList(v.record(v.string(), v.picklist(hookWords))),
    'Results of single hooks, by id. A hook that does not finish fails the test, unless failed or timeout is expected here.',
  ),
  exitCode: optional(v.picklist([0, 2]), 'With host: the exit code that the agent gets.'),
  stdout: optional(v.union([v.string(), textRules, jsonRules]), 'With host: what the agent reads from this stream.'),
  stderr: optional(v.union([v.string(), textRules]), 'With host: what the agent reads from this stream.'),
  files: optional(
    refuseList(v.record(v.string(), v.union([v.boolean(), textSchema]))),
    'Files afterwards: their text, true if the file must exist, false if it must not.',
  ),
});

const modeSchema = v.pipe(
  v.union([v.string(), v.number()]),
  v.check((mode) => /^0?[0-7]{3}$/.test(String(mode)), 'expected three octal digits, such as 755'),
);
const fileSchema = v.union([
  v.string(),
  v.null(),
  v.pipe(
    strict({
      content: optional(v.string(), 'Its text.'),
      mode: optional(
        modeSchema,
        'File mode in octal digits, such as 755; default: 755 for a text that begins with #!.',
      ),
      link: optional(text, 'Make a symbolic link to this target.'),
    }),
    v.check(({ content, link }) => (content === undefined) !== (link === undefined), 'expected either content or link'),
  ),
]);
const filesSchema = refuseList(v.record(v.string(), fileSchema));

const eventEntries = {
  event: optional(text, 'Event name: canonical (tool.before), of a format (PreToolUse, docker:stop), or of the agent.'),
  tool: optional(text, 'Kind of tool, mcp.<server>.<tool>, or the tool name of an agent or format.'),
  input: optional(map, "The tool's input in canonical fields."),
  prompt: optional(v.string(), "The user's prompt."),
  data: optional(map, 'Other fields of the event.'),
  host: optional(text, 'The agent that sends the event and gets the answer.'),
  payload: optional(v.union([text, map]), 'A native payload of the agent: a map, or a JSON file next to the test.'),
  session: optional(text, 'Session of the event; all steps of a case share one.'),
  repeat: optional(positive(100), 'Fires it this many times; each result must be as expected.'),
  expect: optional(expectSchema, 'The expected result.'),
};

export const testStepSchema = strict({
  ...eventEntries,
  files: optional(filesSchema, 'Files to write before this step; null deletes one.'),
});

const worldEntries = {
  hook: optional(oneOrMore, 'Only these hooks take part; default: all of the project.'),
  files: optional(filesSchema, 'Files to create: text, {content, mode} or {link}. ~/ is the home, null deletes one.'),
  copy: optional(oneOrMore, 'Files and folders of the project that the hooks need, besides their own.'),
  git: optional(v.boolean(), 'true: make a git repository, branch main, with all files in one commit.'),
  env: optional(
    refuseList(v.record(v.string(), v.union([v.string(), v.number(), v.null()]))),
    'Variables; null unsets one.',
  ),
  trust: optional(
    v.picklist(['project', 'lock', 'ask']),
    'Which hooks are trusted: all (default), those in the lock file, or none.',
  ),
  cwd: optional(text, "The agent's working folder, below the project."),
  timeoutMs: optional(positive(600_000), 'Timeout of the case in milliseconds; default 60000.'),
};

const sentence = withDescription(text, 'A sentence about what the hook does.');
const caseEntries = {
  ...worldEntries,
  ...eventEntries,
  steps: optional(
    v.pipe(v.array(testStepSchema), v.minLength(1, 'expected at least one')),
    'Events of one session, in order.',
  ),
};

/** One case: an event or a sequence of events, and its environment. */
export const caseSchema = strict({ name: sentence, ...caseEntries });

/** A file with several cases, which are checked one by one, so that an invalid case does not affect others. */
export const frameSchema = strict({
  ...worldEntries,
  cases: v.pipe(v.array(v.unknown()), v.minLength(1, 'expected at least one')),
});

/** A file with several cases; its own fields are defaults for each case. */
const manySchema = strict({
  ...worldEntries,
  cases: withDescription(v.pipe(v.array(caseSchema), v.minLength(1, 'expected at least one')), 'The cases.'),
});

/** A hook test file: several cases under `cases`, or a single case whose name defaults to the file name. */
export const hooktestSchema = v.union([manySchema, strict({ name: v.optional(sentence), ...caseEntries })]);

export type Expectation = v.InferOutput<typeof expectSchema>;
export type TextRule = v.InferOutput<typeof textSchema>;
export type HookWord = (typeof hookWords)[number];
export type FileSpec = v.InferOutput<typeof fileSchema>;
export type StepSpec = v.InferOutput<typeof testStepSchema>;
export type CaseSpec = v.InferOutput<typeof caseSchema>;
export type FrameSpec = v.InferOutput<typeof frameSchema>;
