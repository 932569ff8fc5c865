import type { AgentCase, AgentRunPlan, CaseView } from '../cases/case.js';
import { fullEffect, type Observation } from '../cases/observation.js';
import type { ModelStep } from '../model/step.js';
import {
  conditionCommands,
  conditions,
  fileOfRow,
  type RuledEvent,
  type RuleRow,
  ruledEvents,
  ruleRows,
  ruleTexts,
} from './rows.js';

/** Prints the output of the row whose number is in its payload; nothing at a second stop or for other rows. */
const hookScript = `#!/bin/sh
payload=$(cat)
case $payload in *'"stop_hook_active":true'*) exit 0 ;; *ROW-*) ;; *) exit 0 ;; esac
rest=\${payload#*ROW-}
row=$CLAUDE_PROJECT_DIR/rows/$1-\${rest%%[!0-9]*}
[ -f "$row.code" ] || exit 0
cat "$row.out"
cat "$row.err" >&2
exit "$(cat "$row.code")"
`;

const promptFor = (number: number): string => `please do ROW-${number}`;

/** The row whose prompt came last in a conversation. */
const currentRow = (turn: string): number => Number([...turn.matchAll(/please do ROW-(\d+)/g)].at(-1)?.[1] ?? 0);

const handler = (command: string, more: object = {}) => ({ hooks: [{ type: 'command', command, ...more }] });
const settings = (hooks: object): string => `${JSON.stringify({ hooks }, null, 2)}\n`;
const callHook = (event: string): string => `sh "$CLAUDE_PROJECT_DIR"/hook.sh ${event}`;

/** How often the model was asked about each row. */
type TurnCounts = ReadonlyMap<number, number>;

function turnCounts(view: Pick<CaseView, 'turns'>): TurnCounts {
  const counts = new Map<number, number>();
  for (const turn of view.turns) counts.set(currentRow(turn), (counts.get(currentRow(turn)) ?? 0) + 1);
  return counts;
}

/** One session for each event, with one prompt for each row. */
const eventPlans = ruledEvents.map((event): AgentRunPlan => {
  const rows = ruleRows.filter((row) => row.event === event);
  const files = Object.fromEntries(
    rows.flatMap(({ number, stdout, stderr, exitCode }) => [
      [`rows/${event}-${number}.out`, stdout],
      [`rows/${event}-${number}.err`, stderr],
      [`rows/${event}-${number}.code`, String(exitCode)],
    ]),
  );
  const one: AgentCase = {
    name: `Claude Code's rules at ${event}`,
    files: {
      'hook.sh': hookScript,
      '.claude/settings.json': settings({ [event]: [handler(callHook(event))] }),
      ...files,
    },
    observe: (view) => seenRows(rows, view),
  };
  return {
    cases: [one],
    withoutHooks: true,
    prompts: rows.map(({ number }) => promptFor(number)),
    respond: (turn, isAnswer) =>
      stepFor(
        event,
        rows.find(({ number }) => number === currentRow(turn)),
        isAnswer,
      ),
  };
});

/** What the model does at a prompt, and after its call. */
function stepFor(event: RuledEvent, row: RuleRow | undefined, isAnswer: boolean): ModelStep {
  if (!row || isAnswer) return { say: 'went on' };
  if (event === 'UserPromptSubmit') return { say: 'heard it' };
  if (event === 'Stop') return { say: `about to stop, ROW-${row.number}` };
  const command = event === 'PostToolUseFailure' ? 'exit 3' : `echo PLAINLY > ${fileOfRow(row)}`;
  return { tool: 'Bash', input: { command, description: `ROW-${row.number}` } };
}

function seenRows(rows: readonly RuleRow[], view: CaseView): Observation {
  const counts = turnCounts(view);
  const told = view.turns.at(-1) ?? '';
  const entries = rows.map((row) => [row.name, seenText(row, counts.get(row.number) ?? 0, { view, told })]);
  return { ...fullEffect, rows: Object.fromEntries(entries) };
}

interface SeenSession {
  readonly view: CaseView;
  /** Everything that the model got. */
  readonly told: string;
}

/** The outcome of a row, in the form that the comparison uses. */
function seenText(row: RuleRow, turns: number, { view, told }: SeenSession): string {
  const heard = ruleTexts.filter((word) => told.includes(`${word}-${row.number}`));
  return ruleOutcome({ event: row.event, ...outcomeOf(row, turns, view), heard });
}

/** What a hook's answer did. */
export interface RuleOutcome {
  readonly event: RuledEvent;
  /** The call did not run, the prompt did not reach the model, or the agent was kept from stopping. */
  readonly isBlocked: boolean;
  /** The agent ended its turn. */
  readonly isStopped: boolean;
  readonly isRewritten: boolean;
  /** The hook's texts that the model got. */
  readonly heard: readonly string[];
}

/** The outcome in one line. */
export function ruleOutcome({ event, isBlocked, isStopped, isRewritten, heard }: RuleOutcome): string {
  const what = isBlocked ? 'blocked' : isRewritten ? 'rewritten' : event === 'Stop' ? 'stopped' : 'went on';
  const ends = isStopped && event !== 'Stop' && !(event === 'UserPromptSubmit' && isBlocked) ? ', turn ended' : '';
  return `${what}${ends}${heard.length > 0 ? `, heard ${heard.join(' ')}` : ''}`;
}

function outcomeOf(
  row: RuleRow,
  turns: number,
  view: CaseView,
): Pick<RuleOutcome, 'isBlocked' | 'isStopped' | 'isRewritten'> {
  const written = view.file(fileOfRow(row))?.trim();
  switch (row.event) {
    case 'UserPromptSubmit':
      return { isBlocked: turns === 0, isStopped: false, isRewritten: false };
    case 'Stop':
      return { isBlocked: turns > 1, isStopped: turns === 1, isRewritten: false };
    case 'PreToolUse':
      return { isBlocked: written === undefined, isStopped: turns < 2, isRewritten: written === 'REWRITTEN' };
    default:
      return { isBlocked: false, isStopped: turns < 2, isRewritten: false };
  }
}

/** Which conditions run their hook for which commands: one session with a prompt per command. */
const conditionPlan: AgentRunPlan = {
  cases: [
    {
      name: "Claude Code's conditions (if)",
      files: {
        'hook.sh': `#!/bin/sh
payload=$(cat)
rest=\${payload#*ROW-}
: > "$CLAUDE_PROJECT_DIR/if-$1-\${rest%%[!0-9]*}"
`,
        '.claude/settings.json': settings({
          PreToolUse: conditions.map((condition, i) => handler(callHook(String(i)), { if: condition })),
        }),
      },
      observe: (view) => ({
        ...fullEffect,
        rows: Object.fromEntries(
          conditions.map((condition, i) => [
            `if ${condition}`,
            conditionCommands.map((_, n) => (view.file(`if-${i}-${n + 1}`) === undefined ? '-' : 'x')).join(''),
          ]),
        ),
      }),
    },
  ],
  withoutHooks: true,
  prompts: conditionCommands.map((_, n) => promptFor(n + 1)),
  respond: (turn, isAnswer) => {
    const command = conditionCommands[currentRow(turn) - 1];
    if (command === undefined || isAnswer) return { say: 'went on' };
    return { tool: 'Bash', input: { command, description: `ROW-${currentRow(turn)}` } };
  },
};

/** Sessions of the real Claude Code with hooks in its own settings, without anyhook. */
export const claudeRulePlans: readonly AgentRunPlan[] = [...eventPlans, conditionPlan];
