import {
  type ApprovalRecord,
  type ApprovalRequest,
  abilityToolPrefix,
  approvalState,
  taskToolPrefix,
} from '../../approvals/approval-record.js';
import { colorsFor, type Io, print, terminalWidth } from '../terminal/io.js';
import { oneLine, showControls, type TableCell, tableLines, wrap } from '../terminal/text.js';

/** One line for each call. */
export function printApprovals(io: Io, records: readonly ApprovalRecord[], now: number): void {
  const colors = colorsFor(io);
  const rows = records.map((record): readonly TableCell[] => [
    { text: record.id, paint: colors.bold },
    { text: approvalState(record, now) },
    { text: `${ageText(now - record.askedAt)} ago` },
    { text: oneLine(toolText(record.request)) },
    { text: record.request.hooks.map(({ id }) => oneLine(id)).join(', ') },
    { text: oneLine(summary(record)) },
  ]);
  for (const line of tableLines(rows, terminalWidth(io))) print(io, line);
  if (records.some((record) => approvalState(record, now) === 'pending'))
    print(io, colors.dim('\n"anyhook approve <id>" shows one in full and asks; "anyhook refuse <id>" refuses it'));
}

/** Prints one call in full: a person must see everything that they approve, with control characters made visible. */
export function printApproval(io: Io, record: ApprovalRecord, now: number): void {
  const colors = colorsFor(io);
  const width = terminalWidth(io);
  const { request } = record;
  const lines: readonly (readonly [string, string])[] = [
    [isTask(request) ? 'ability' : 'tool', toolText(request)],
    ['asked', `${ageText(now - record.askedAt)} ago by ${request.hooks.map(({ id }) => id).join(', ')}`],
    // Only this part is wrapped; the call itself is shown with every space.
    ['why', wrap(showControls(request.reason), width && width - indent, 0)],
    requesterRow(request),
    ['in', request.cwd === request.root ? request.cwd : `${request.cwd} (project ${request.root})`],
    // Calls with other text that do the same are the same call.
    ...(request.effects ?? []).map((effect, i): readonly [string, string] => [i === 0 ? 'does' : '', effect]),
    ...(isTask(request) ? taskRows(request.input) : argumentRows(request.input)),
  ];
  print(io, colors.bold(record.id));
  for (const [title, text] of lines)
    print(io, `  ${colors.dim(oneLine(title).padEnd(8))} ${indentLines(showControls(text))}`);
}

function requesterRow({ host: agent, sessionId, caller }: ApprovalRequest): readonly [string, string] {
  if (caller === undefined) return ['agent', `${agent}, session ${sessionId || 'unknown'}`];
  return ['caller', `${caller}${sessionId && `, session ${sessionId}`}`];
}

const indent = 11;
const indentLines = (text: string): string => text.replaceAll('\n', `\n${' '.repeat(indent)}`);

const isTask = ({ tool }: ApprovalRequest): boolean =>
  tool.startsWith(taskToolPrefix) || tool.startsWith(abilityToolPrefix);

/** The tool, or the ability and its action. */
function toolText({ tool }: ApprovalRequest): string {
  if (tool.startsWith(taskToolPrefix)) return `create ${tool.slice(taskToolPrefix.length)}`;
  return tool.startsWith(abilityToolPrefix) ? `run ${tool.slice(abilityToolPrefix.length)}` : tool;
}

interface TaskInput {
  readonly environment?: string;
  readonly input?: unknown;
}

function taskRows(input: unknown): readonly (readonly [string, string])[] {
  const { environment, input: taskInput } = (input ?? {}) as TaskInput;
  return [...(environment === undefined ? [] : [['env', environment] as const]), ...argumentRows(taskInput)];
}

/** The arguments, each below its name; strings are not quoted. */
function argumentRows(input: unknown): readonly (readonly [string, string])[] {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return [['input', textOf(input)]];
  return Object.entries(input).map(([name, value]) => [name, textOf(value)]);
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? 'nothing');

/** A short summary of a call. */
function summary({ request }: ApprovalRecord): string {
  const { input = request.input } = isTask(request) ? (request.input as TaskInput) : {};
  const fields = (typeof input === 'object' && input !== null ? input : {}) as Readonly<Record<string, unknown>>;
  const found = ['command', 'path', 'url', 'query', 'prompt'].map((name) => fields[name]).find(isString);
  return found ?? JSON.stringify(input) ?? '';
}

const isString = (value: unknown): value is string => typeof value === 'string';

function ageText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 100) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
