import { join } from 'node:path';
import type { Event } from '../../core/event.js';
import { isObject } from '../../core/json.js';
import type { ToolCall } from '../../core/tool.js';
import { pass, type Result } from '../../core/verdict.js';
import { isFile } from '../../platform/files/files.js';
import type { Builtin, BuiltinContext } from './builtin.js';
import { flattenText } from './kit/text.js';
import { mapsIn, openFindings, readWorkflows, sidecarText, type Workflow, workflowRoot } from './kit/workflow.js';

const map = 'docs/context-map.md';
const maxShown = 3;
const finished = new Set(['delivered', 'accepted', 'archived', 'done', 'complete', 'completed', 'cancelled']);

/** Reminds the agent where it is in its workflow: at each prompt, and after a subagent has returned. Never blocks. */
export const workflowSteering = {
  name: 'workflow-steering',
  summary: 'gives the model the state of its workflow and the next phase after a subagent',
  events: ['prompt.submit', 'tool.after', 'session.start'],
  decides: false,
  run(event: Event, _args: unknown, { env }: BuiltinContext): Result {
    if (env['SA_HOOK_INPUT_TRUNCATED'] === '1') return pass();
    if (event.name === 'tool.after') return guide(afterSubagent(event.call));
    if (event.name !== 'prompt.submit' && event.name !== 'session.start') return pass();
    const root = workflowRoot(event.cwd);
    return guide([
      ...readWorkflows(root).filter(goesOn).slice(0, maxShown).flatMap(stateLines),
      ...structureHint(root),
    ]);
  },
} satisfies Builtin;

const guide = (lines: readonly string[]): Result =>
  lines.length === 0 ? pass() : pass({ context: [lines.join('\n')] });

const goesOn = ({ state }: Workflow): boolean => {
  const status = sidecarText(state, 'status').toLowerCase();
  return status !== '' && !finished.has(status);
};

function stateLines({ slug, state, critique }: Workflow): readonly string[] {
  const target = sidecarText(state, 'next_action', 'target_phase');
  const next = sidecarText(state, 'next_action', 'summary');
  const who = sidecarText(state, 'next_action', 'status');
  const lines = [
    `STATE: ${sidecarText(state, 'task_slug') || slug} is ${sidecarText(state, 'status')}, phase ${sidecarText(state, 'phase') || 'unknown'}.`,
  ];
  if (next) lines.push(`NEXT: ${next}${target ? ` (then phase ${target})` : ''}`);
  if (who === 'needs_user') lines.push('The next step needs the user: ask before going on.');
  const open = openFindings(critique);
  if (open.length > 0) lines.push(`CRITIQUE: ${open.length} open: ${open.slice(0, maxShown).join('; ')}`);
  return lines;
}

const structureHint = (root: string): readonly string[] =>
  isFile(join(root, map)) ? [`STRUCTURE: ${map} describes this repository; read it before searching for files.`] : [];

const phases: readonly (readonly [RegExp, string])[] = [
  [/plan|architect/i, 'PLANNING COMPLETE: check the plan against the request, then go on to execution.'],
  [/verif|test|qa/i, 'VERIFICATION COMPLETE: record the evidence and close every gap before you call the work done.'],
  [/review|critic|critique/i, 'REVIEW COMPLETE: resolve the open findings before you go on.'],
  [
    /work|implement|execut|build|dev|cod/i,
    'EXECUTION COMPLETE: go on to verification; do not report the work as done yet.',
  ],
];

function afterSubagent(call: ToolCall): readonly string[] {
  const names = subagents(call);
  if (!names) return [];
  const lines = names.map((name) => phases.find(([pattern]) => pattern.test(name))?.[1]);
  const known = [...new Set(lines.filter((line) => line !== undefined))];
  return known.length > 0 ? known : ['SUBAGENT COMPLETE: check its result against the current phase before you go on.'];
}

/** The names of the subagents a call started, or undefined when it started none. */
function subagents({ kind, input, nativeName, mcp }: ToolCall): readonly string[] | undefined {
  const invokes = [input['command'], nativeName, mcp?.tool].includes('InvokeSubagents');
  if (!invokes && kind !== 'task') return undefined;
  const content = isObject(input['content']) ? input['content'] : input;
  const listed = mapsIn(content, 'subagents').map((one) => one['agent_name'] ?? one['name']);
  const single = [input['subagent_type'], input['agent_name'], input['agent_type'], input['agent']];
  return [...listed, ...single].filter((name) => typeof name === 'string').map((name) => flattenText(name, 100));
}
