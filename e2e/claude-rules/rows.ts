/** The events of Claude Code whose answers are compared. */
export const ruledEvents = ['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'UserPromptSubmit', 'Stop'] as const;
export type RuledEvent = (typeof ruledEvents)[number];

/** One way in which a hook ends at an event. */
export interface RuleRow {
  /** Unique, for the table of observations. */
  readonly name: string;
  /** Its number, which is in all of its texts. */
  readonly number: number;
  readonly event: RuledEvent;
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Texts of a hook: their recipients show which part of its answer took effect. */
export const ruleTexts = ['REASON', 'CONTEXT', 'STDERR', 'PLAIN', 'ENDING', 'MESSAGE'] as const;

type MakeText = (event: RuledEvent, text: (word: (typeof ruleTexts)[number]) => string) => string;

const json = (value: unknown): string => JSON.stringify(value);
const specific =
  (fields: (text: (word: (typeof ruleTexts)[number]) => string) => object): MakeText =>
  (event, text) =>
    json({ hookSpecificOutput: { hookEventName: event, ...fields(text) } });

/** What hooks print, by a name for the table. */
const shapes: Readonly<Record<string, MakeText>> = {
  nothing: () => '',
  text: (_, text) => text('PLAIN'),
  'an empty map': () => '{}',
  block: (_, text) => json({ decision: 'block', reason: text('REASON') }),
  'block without a reason': () => json({ decision: 'block' }),
  approve: (_, text) => json({ decision: 'approve', reason: text('REASON') }),
  'a decision that does not exist': (_, text) => json({ decision: 'deny', reason: text('REASON') }),
  'a reason that is a number': () => json({ decision: 'block', reason: 5 }),
  context: specific((text) => ({ additionalContext: text('CONTEXT') })),
  'block and context': (event, text) =>
    json({
      decision: 'block',
      reason: text('REASON'),
      hookSpecificOutput: { hookEventName: event, additionalContext: text('CONTEXT') },
    }),
  'context at the top': (_, text) => json({ additionalContext: text('CONTEXT') }),
  'context for another event': (event, text) =>
    json({
      hookSpecificOutput: {
        hookEventName: event === 'Stop' ? 'PreToolUse' : 'Stop',
        additionalContext: text('CONTEXT'),
      },
    }),
  'context without the name of the event': (_, text) =>
    json({ hookSpecificOutput: { additionalContext: text('CONTEXT') } }),
  'continue: false': (_, text) => json({ continue: false, stopReason: text('ENDING') }),
  'continue: false and block': (_, text) =>
    json({ continue: false, stopReason: text('ENDING'), decision: 'block', reason: text('REASON') }),
  'a message': (_, text) => json({ systemMessage: text('MESSAGE') }),
  'block and a message': (_, text) =>
    json({ decision: 'block', reason: text('REASON'), systemMessage: text('MESSAGE') }),
  'block and unknown keys': (_, text) => json({ decision: 'block', reason: text('REASON'), other: { a: 1 } }),
  'text before the JSON': (_, text) => `${text('PLAIN')}\n${json({ decision: 'block', reason: text('REASON') })}`,
  'lines around the JSON': (_, text) => `\n\n${json({ decision: 'block', reason: text('REASON') })}\n\n`,
  'JSON on several lines': (_, text) => JSON.stringify({ decision: 'block', reason: text('REASON') }, null, 2),
  'text after the JSON': (_, text) => `${json({ decision: 'block', reason: text('REASON') })}\n${text('PLAIN')}`,
  'broken JSON': (_, text) => `{"decision": "block", "reason": "${text('REASON')}"`,
  'a list': (_, text) => json([{ decision: 'block', reason: text('REASON') }]),
};

/** Answers that only some events support. */
const ownShapes: Readonly<Partial<Record<RuledEvent, Readonly<Record<string, MakeText>>>>> = {
  PreToolUse: {
    deny: specific((text) => ({ permissionDecision: 'deny', permissionDecisionReason: text('REASON') })),
    'deny without a reason': specific(() => ({ permissionDecision: 'deny' })),
    'deny and context': specific((text) => ({
      permissionDecision: 'deny',
      permissionDecisionReason: text('REASON'),
      additionalContext: text('CONTEXT'),
    })),
    allow: specific((text) => ({ permissionDecision: 'allow', permissionDecisionReason: text('REASON') })),
    ask: specific((text) => ({ permissionDecision: 'ask', permissionDecisionReason: text('REASON') })),
    'a permission that does not exist': specific(() => ({ permissionDecision: 'block' })),
    'a new input': specific(() => ({ updatedInput: { command: rewrittenCommand, description: 'rewritten' } })),
    'a new input and allow': specific(() => ({
      permissionDecision: 'allow',
      updatedInput: { command: rewrittenCommand, description: 'rewritten' },
    })),
    'a new input and deny': specific((text) => ({
      permissionDecision: 'deny',
      permissionDecisionReason: text('REASON'),
      updatedInput: { command: rewrittenCommand, description: 'rewritten' },
    })),
    'deny for another event': (_, text) =>
      json({
        hookSpecificOutput: {
          hookEventName: 'PostToolUse',
          permissionDecision: 'deny',
          permissionDecisionReason: text('REASON'),
        },
      }),
    'deny at the top': (_, text) => json({ permissionDecision: 'deny', permissionDecisionReason: text('REASON') }),
    'deny and approve': (event, text) =>
      json({
        decision: 'approve',
        hookSpecificOutput: {
          hookEventName: event,
          permissionDecision: 'deny',
          permissionDecisionReason: text('REASON'),
        },
      }),
  },
  PostToolUse: {
    'a new output': specific((text) => ({
      updatedToolOutput: { stdout: text('CONTEXT'), stderr: '', interrupted: false, isImage: false },
    })),
  },
};

/** What a rewritten call does: the row's own file says so. `{file}` is that file. */
const rewrittenCommand = 'echo REWRITTEN > {file}';

/** The file that the call of a row writes. */
export const fileOfRow = ({ number }: RuleRow): string => `row-${number}.txt`;

/** Exit code, and whether the hook prints on stderr. */
const endings: readonly (readonly [exitCode: number, hasStderr: boolean])[] = [
  [0, false],
  [1, true],
  [2, false],
  [2, true],
];

/** Every way to end, at every event. */
export const ruleRows: readonly RuleRow[] = ruledEvents
  .flatMap((event) =>
    Object.entries({ ...shapes, ...ownShapes[event] }).flatMap(([shape, make]) =>
      endings.map(([exitCode, hasStderr]) => ({ event, shape, make, exitCode, hasStderr })),
    ),
  )
  .map(({ event, shape, make, exitCode, hasStderr }, i): RuleRow => {
    // All numbers have the same length, so no text is the beginning of another one.
    const number = i + 1000;
    const text = (word: string) => `${word}-${number}`;
    return {
      name: `${event}: exit ${exitCode}, ${shape}${hasStderr ? ', stderr' : ''}`,
      number,
      event,
      exitCode,
      stdout: make(event, text).replaceAll('{file}', `row-${number}.txt`),
      stderr: hasStderr ? text('STDERR') : '',
    };
  });

/** Texts for `if`. */
export const conditions: readonly string[] = [
  'Bash',
  'Bash()',
  'Bash(*)',
  'Bash(git *)',
  'Bash(git:*)',
  'Bash(git status)',
  'Bash(git stat*)',
  'Bash(*status*)',
  'Bash(echo \\(a\\))',
  'Write',
  'Write(*.txt)',
  'bash(git *)',
  'Bash(git',
  'git *',
  '*',
  'Ba*',
  'Bash(git *)|Bash(ls *)',
  'Bash, Write',
];

/** Commands that the conditions are tested with. They change nothing. */
export const conditionCommands: readonly string[] = [
  'git status',
  'git',
  'gitk --version',
  'echo a && git status',
  'echo a; git status',
  'A=1 git status',
  'A="b c" git status',
  '"git" status',
  "g'i't status",
  'g\\it status',
  'echo $(git status)',
  'echo `git status`',
  'echo a | xargs git',
  'env git status',
  'command git status',
  'bash -c "git status"',
  'echo "git status"',
  'echo "a; git status"',
  'for i in 1; do git status; done',
  '(git status)',
  '/usr/bin/git status',
  'ls -l',
  "echo '(a)'",
  'echo (a',
  'git status > row-out.txt',
];
