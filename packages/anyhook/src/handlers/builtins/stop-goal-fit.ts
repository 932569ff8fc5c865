import { deny, type Event, pass, type Result } from '@anyhook/core';
import type { Builtin, BuiltinContext } from './builtin.js';
import { flagParam } from './kit/args.js';
import { type SidecarName, schemaProblems } from './kit/sidecar-schema.js';
import { flattenText } from './kit/text.js';
import type { Artifact, Sidecar, Workflow } from './kit/workflow.js';
import { isFinished, mapsIn, openFindings, readWorkflows, sidecarText, workflowRoot } from './kit/workflow.js';

const maxShown = 6;
const sessionTypes = new Set(['deliver', 'delivery', 'fix-bug', 'execute-plan', 'verify-work']);

/** Lists what the active work still lacks when the agent wants to stop; in strict mode it may not stop. */
export const stopGoalFit = {
  name: 'stop-goal-fit',
  summary: 'warns, or in strict mode blocks, when the active workflow is not finished',
  events: ['agent.stop'],
  dependsOnState: true,
  params: {
    strict: { kind: 'boolean', description: 'block instead of warn; default `FLOW_AGENTS_GOAL_FIT_STRICT`' },
    requireSidecars: {
      kind: 'boolean',
      description: 'sidecar files must be there; default `FLOW_AGENTS_REQUIRE_SIDECARS`',
    },
    requireCritique: {
      kind: 'boolean',
      description: 'critique.json must be there; default `FLOW_AGENTS_REQUIRE_CRITIQUE`',
    },
  },
  run(event: Event, args: unknown, { env }: BuiltinContext): Result {
    // A payload that was cut does not show where the agent works.
    if (event.name !== 'agent.stop' || env['SA_HOOK_INPUT_TRUNCATED'] === '1') return pass();
    const strict = flagParam(args, 'strict', env['FLOW_AGENTS_GOAL_FIT_STRICT']);
    const requirements = {
      sidecars: flagParam(args, 'requireSidecars', env['FLOW_AGENTS_REQUIRE_SIDECARS']),
      critique: flagParam(args, 'requireCritique', env['FLOW_AGENTS_REQUIRE_CRITIQUE']),
    };
    const [latest] = readWorkflows(workflowRoot(event.cwd)).flatMap(activeWorkOf);
    const gaps = latest ? gapsOf(latest.work, latest.artifact, requirements) : [];
    const warnings = latest?.artifact ? acceptanceWarnings(latest.artifact) : [];
    if (gaps.length + warnings.length === 0) return pass();
    const lines = [...gaps, ...warnings].map((gap) => `- ${gap}`).join('\n');
    const text = `Goal fit: the active work is not finished.\n${lines}`;
    return strict && gaps.length > 0
      ? deny(`${text}\nResolve these points, or record why they stay open, before you stop.`)
      : pass({ messages: [text] });
  },
} satisfies Builtin;

interface Requirements {
  readonly sidecars: boolean;
  readonly critique: boolean;
}

interface ActiveWork {
  readonly work: Workflow;
  readonly artifact: Artifact | undefined;
}

/** The newest artifact of active work, or only its state if no artifact is written yet. */
function activeWorkOf(work: Workflow, position: number): readonly ActiveWork[] {
  const { state } = work;
  const sessions = work.artifacts.filter(isSession).sort((a, b) => b.changedAt - a.changedAt);
  const artifact = sessions.find(({ status }) => !isFinished(status)) ?? sessions[0];
  const isStateActive = state.kind === 'ok' && !isFinished(sidecarText(state, 'status'));
  const isActive = artifact ? !isFinished(artifact.status) || isStateActive : isStateActive || state.kind === 'broken';
  // Delivered work with contradicting proof is not finished, nor is the newest one with a step left.
  const isUnproven = artifact?.status === 'delivered' || (position === 0 && pendingStep(work) !== undefined);
  return isActive || isUnproven ? [{ work, artifact }] : [];
}

/** Plans and reviews belong to a session and have no gates. */
function isSession({ type, role, path }: Artifact): boolean {
  if (role === 'plan' || role === 'review' || /(?<!--execute)-(?:plan|review)\.md$/.test(path)) return false;
  return sessionTypes.has(type) || /--(?:deliver|fix-bug|execute-plan|verify-work)\b[^/]*$/.test(path);
}

/** The next action of work whose status is delivered or done. */
function pendingStep({ state }: Workflow): string | undefined {
  const status = sidecarText(state, 'next_action', 'status');
  const isClaimed = ['delivered', 'done'].includes(sidecarText(state, 'status').toLowerCase());
  return isClaimed && status !== '' && status !== 'done' ? status : undefined;
}

function gapsOf(work: Workflow, artifact: Artifact | undefined, requirements: Requirements): readonly string[] {
  return [
    ...(artifact ? artifactGaps(artifact) : []),
    ...stateGaps(work),
    ...evidenceGaps(work),
    ...critiqueGaps(work, requirements.critique),
    ...schemaGaps(work),
    ...(requirements.sidecars ? missingGaps(work) : []),
  ];
}

function artifactGaps({ path, text, status }: Artifact): readonly string[] {
  const gaps: string[] = [];
  if (!isFinished(status))
    gaps.push(
      `${path} has ${status ? `status:${status}` : 'no status'}; finish it or say plainly what the next step is`,
    );
  if (!hasSection(text, 'Definition Of Done')) gaps.push(`${path} has no "Definition Of Done" section`);
  if (!hasSection(text, 'Goal Fit Gate')) gaps.push(`${path} has no "Goal Fit Gate" section`);
  const open = [
    ...uncheckedIn(text, 'Definition Of Done').map((item) => `Definition Of Done, not checked: ${item}`),
    ...uncheckedIn(text, 'Goal Fit Gate').map((item) => `Goal Fit Gate, not checked: ${item}`),
  ];
  return [...gaps, ...firstFew(open).map((item) => `${path}: ${item}`)];
}

/** Only a warning, even in strict mode: whether CI is green or a change is merged is not up to the agent. */
function acceptanceWarnings({ path, text, status }: Artifact): readonly string[] {
  if (status !== 'delivered') return [];
  return firstFew(
    uncheckedIn(text, 'Final Acceptance').map((item) => `${path}: Final Acceptance, not checked: ${item}`),
  );
}

function stateGaps(work: Workflow): readonly string[] {
  const { slug, state } = work;
  const status = sidecarText(state, 'status');
  if (state.kind !== 'ok' || status === '') return [];
  const next = sidecarText(state, 'next_action', 'summary');
  const pending = pendingStep(work);
  if (pending !== undefined)
    return [`${slug}/state.json: ${status}, but the next action is ${pending}${next ? `: ${next}` : ''}`];
  if (isFinished(status)) return [];
  return [
    `${slug}/state.json: ${status}, phase ${sidecarText(state, 'phase') || 'unknown'}${next ? `; next: ${next}` : ''}`,
  ];
}

function evidenceGaps({ slug, evidence }: Workflow): readonly string[] {
  if (evidence.kind !== 'ok') return [];
  const verdict = sidecarText(evidence, 'verdict');
  const gaps = listedGaps(evidence);
  const failedChecks = mapsIn(evidence.value, 'checks')
    .filter(({ status }) => typeof status === 'string' && /^(?:fail|failed|not[_-]verified)$/i.test(status))
    .map(
      (check) => `check ${String(check['id'] ?? '?')} is ${String(check['status'])}: ${String(check['summary'] ?? '')}`,
    );
  const verdictGap = /^(?:pass(?:ed)?)?$/i.test(verdict) ? [] : [`verdict is ${verdict}`];
  return firstFew([...verdictGap, ...failedChecks, ...gaps.map((gap) => `NOT_VERIFIED: ${gap}`)]).map(
    (gap) => `${slug}/evidence.json: ${flattenText(gap)}`,
  );
}

function listedGaps(evidence: Sidecar): readonly string[] {
  const list = evidence.kind === 'ok' ? evidence.value['not_verified_gaps'] : undefined;
  return Array.isArray(list) ? list.filter((gap) => typeof gap === 'string') : [];
}

function critiqueGaps({ slug, critique }: Workflow, required: boolean): readonly string[] {
  if (critique.kind === 'broken') return [];
  if (critique.kind === 'missing')
    return required ? [`${slug}/critique.json is missing, and a critique is required`] : [];
  const status = sidecarText(critique, 'status');
  const isRequired = required || critique.value['required'] === true;
  const statusGap = status === 'fail' || (isRequired && status !== 'pass') ? [`status is ${status || 'missing'}`] : [];
  return firstFew([...statusGap, ...openFindings(critique).map((finding) => `open finding: ${finding}`)]).map(
    (gap) => `${slug}/critique.json: ${gap}`,
  );
}

const sidecarsOf = ({ state, evidence, critique, acceptance, handoff }: Workflow) =>
  Object.entries({
    'state.json': state,
    'evidence.json': evidence,
    'acceptance.json': acceptance,
    'handoff.json': handoff,
    'critique.json': critique,
  } satisfies Record<SidecarName, Sidecar>) as readonly (readonly [SidecarName, Sidecar])[];

function schemaGaps(work: Workflow): readonly string[] {
  return sidecarsOf(work).flatMap(([name, sidecar]) => {
    if (sidecar.kind === 'broken') return [`${work.slug}/${name} is not a JSON object`];
    const problems = sidecar.kind === 'ok' ? schemaProblems(name, sidecar.value) : [];
    return firstFew(problems).map((problem) => `${work.slug}/${name}: ${problem}`);
  });
}

function missingGaps(work: Workflow): readonly string[] {
  return sidecarsOf(work)
    .filter(([name, sidecar]) => name !== 'critique.json' && sidecar.kind === 'missing')
    .map(([name]) => `${work.slug}/${name} is missing, and sidecars are required`);
}

function firstFew(items: readonly string[]): readonly string[] {
  if (items.length <= maxShown) return items;
  return [...items.slice(0, maxShown), `and ${items.length - maxShown} more`];
}

/** Does a Markdown text have a heading of this name, at any level? */
export const hasSection = (text: string, name: string): boolean => sectionOf(text, name) !== undefined;

/** The unchecked boxes (`- [ ] …`) of a section, in one line each. */
export function uncheckedIn(text: string, name: string): readonly string[] {
  const lines = sectionOf(text, name) ?? [];
  return lines.flatMap((line) => {
    const item = /^(?:[-*+]|\d+[.)])\s+\[ ?\](.*)/.exec(line.trimStart())?.[1]?.trimStart();
    return item === undefined ? [] : [flattenText(item, 200)];
  });
}

/** A heading without trailing punctuation. */
function headingText(text = ''): string {
  let end = text.length;
  while (end > 0 && /[\s#:]/.test(text[end - 1] as string)) end--;
  return text.slice(0, end).trimStart().toLowerCase();
}

// A section ends at the next heading of its own level or a higher one; fenced code has no headings.
function sectionOf(text: string, name: string): readonly string[] | undefined {
  const wanted = name.toLowerCase();
  let found: string[] | undefined;
  let level = 0;
  let isInFence = false;
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(?:```|~~~)/.test(line)) isInFence = !isInFence;
    const heading = isInFence ? null : /^(#{1,6})\s(.*)/.exec(line);
    const depth = heading?.[1]?.length ?? 0;
    if (found && heading && depth <= level) return found;
    if (found) found.push(line);
    else if (headingText(heading?.[2]) === wanted) {
      found = [];
      level = depth;
    }
  }
  return found;
}
