import { join } from 'node:path';
import { type Event, isFile, isObject, pass, type Result, type ToolCall } from '@anyhook/core';
import type { Builtin, BuiltinContext } from './builtin.js';
import { flattenText } from './kit/text.js';
import type { Workflow } from './kit/workflow.js';
import { isFinished, mapsIn, openFindings, readWorkflows, sidecarText, workflowRoot } from './kit/workflow.js';

const contextMap = 'docs/context-map.md';
const maxShown = 3;

/** Reminds the agent of its place in the workflow: at each prompt, and after a subagent has returned. Never blocks. */
export const workflowSteering = {
  name: 'workflow-steering',
  summary: 'gives the model the state of its workflow and the next phase after a subagent',
  events: ['prompt.submit', 'tool.after', 'session.start'],
  decides: false,
  run(event: Event, _args: unknown, { env }: BuiltinContext): Result {
    if (env['SA_HOOK_INPUT_TRUNCATED'] === '1') return pass();
    if (event.name === 'tool.after') {
      const phaseLines = afterSubagent(event.call);
      return toContext(phaseLines.length === 0 ? [] : [...phaseLines, ...activeWork(event.cwd)]);
    }
    if (event.name !== 'prompt.submit' && event.name !== 'session.start') return pass();
    return toContext(activeWork(event.cwd));
  },
} satisfies Builtin;

const toContext = (lines: readonly string[]): Result =>
  lines.length === 0 ? pass() : pass({ context: [lines.join('\n')] });

/** State, next step and open findings of the active work, and where its files are. */
function activeWork(cwd: string): readonly string[] {
  const root = workflowRoot(cwd);
  const active = readWorkflows(root).filter(isActive).slice(0, maxShown);
  return active.length === 0 ? [] : [...active.flatMap(stateLines), ...structureHint(root)];
}

const isActive = ({ state }: Workflow): boolean => {
  const status = sidecarText(state, 'status');
  return status !== '' && !isFinished(status);
};

/** How to continue from states that have no obvious next phase. */
const recoverySteps: Readonly<Record<string, string>> = {
  failed: 'GO ON: find the cause of the failure, go back to execution to fix it, then review and verify again.',
  not_verified:
    'GO ON: run the checks that are missing and record their evidence, or ask the user to accept each gap by name.',
  needs_decision: 'GO ON: put the open decision to the user, with the options and what you recommend, and wait.',
};

const recoveryStep = (status: string): string | undefined => {
  const key = status.toLowerCase().replaceAll('-', '_');
  return Object.hasOwn(recoverySteps, key) ? recoverySteps[key] : undefined;
};

function stateLines({ slug, state, critique }: Workflow): readonly string[] {
  const target = sidecarText(state, 'next_action', 'target_phase');
  const next = sidecarText(state, 'next_action', 'summary');
  const nextStatus = sidecarText(state, 'next_action', 'status');
  const lines = [
    `STATE: ${sidecarText(state, 'task_slug') || slug} is ${sidecarText(state, 'status')}, phase ${sidecarText(state, 'phase') || 'unknown'}.`,
  ];
  if (next) lines.push(`NEXT: ${next}${target ? ` (then phase ${target})` : ''}`);
  const step = recoveryStep(sidecarText(state, 'status'));
  if (step) lines.push(step);
  if (nextStatus === 'needs_user') lines.push('The next step needs the user: ask before going on.');
  const open = openFindings(critique);
  if (open.length > 0) lines.push(`CRITIQUE: ${open.length} open: ${open.slice(0, maxShown).join('; ')}`);
  return lines;
}

const structureHint = (root: string): readonly string[] =>
  isFile(join(root, contextMap))
    ? [`STRUCTURE: ${contextMap} describes this repository; read it before searching for files.`]
    : [];

/** Matched at the start of each word in an agent's name: `test-runner` verifies, `latest-docs` does not. */
const phases: readonly (readonly [RegExp, string])[] = [
  [/\b(?:plan|architect)/, 'PLANNING COMPLETE: check the plan against the request, then go on to execution.'],
  [
    /\b(?:verif|test|unittest|qa\b)/,
    'VERIFICATION COMPLETE: record the evidence and close every gap before you call the work done.',
  ],
  [/\b(?:review|critic|critique)/, 'REVIEW COMPLETE: resolve the open findings before you go on.'],
  [
    /\b(?:work|implement|execut|build|dev|cod)/,
    'EXECUTION COMPLETE: have the change reviewed, then go on to verification; do not report the work as done yet.',
  ],
];

function afterSubagent(call: ToolCall): readonly string[] {
  const names = startedSubagents(call);
  if (!names) return [];
  const lines = names.map((name) => phases.find(([pattern]) => pattern.test(toWords(name)))?.[1]);
  const uniqueLines = [...new Set(lines.filter((line) => line !== undefined))];
  return uniqueLines.length > 0
    ? uniqueLines
    : ['SUBAGENT COMPLETE: check its result against the current phase before you go on.'];
}

const toWords = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, ' ');

/** The names of the subagents that a call started, or undefined if it started none. */
function startedSubagents({ kind, input, nativeName, mcp }: ToolCall): readonly string[] | undefined {
  const invokes = [input['command'], nativeName, mcp?.tool].includes('InvokeSubagents');
  if (!invokes && kind !== 'task') return undefined;
  const content = isObject(input['content']) ? input['content'] : input;
  const listed = mapsIn(content, 'subagents').map((one) => one['agent_name'] ?? one['name']);
  const single = [input['subagent_type'], input['agent_name'], input['agent_type'], input['agent']];
  return [...listed, ...single].filter((name) => typeof name === 'string').map((name) => flattenText(name, 100));
}
