import type { Event } from '../../core/event.js';
import { deny, pass, type Result } from '../../core/verdict.js';
import type { Builtin, BuiltinContext } from './builtin.js';
import { flagParam } from './kit/args.js';
import { hasSection, uncheckedIn } from './kit/sections.js';
import { flattenText } from './kit/text.js';
import {
  type Artifact,
  mapsIn,
  openFindings,
  readWorkflows,
  type Sidecar,
  sidecarText,
  type Workflow,
  workflowRoot,
} from './kit/workflow.js';

const maxShown = 6;
const activeStatuses = new Set([
  'new',
  'planning',
  'planned',
  'executing',
  'in_progress',
  'in-progress',
  'active',
  'blocked',
  'verifying',
  'verified',
  'needs_decision',
  'not_verified',
  'failed',
]);

/** Says what the active work still lacks when the agent is about to stop; in strict mode it may not stop. */
export const stopGoalFit = {
  name: 'stop-goal-fit',
  summary: 'warns, or in strict mode blocks, when the active workflow is not finished',
  events: ['agent.stop'],
  looks: true,
  params: {
    strict: { kind: 'boolean', says: 'block instead of warn; default `FLOW_AGENTS_GOAL_FIT_STRICT`' },
    requireSidecars: { kind: 'boolean', says: 'sidecar files must be there; default `FLOW_AGENTS_REQUIRE_SIDECARS`' },
    requireCritique: { kind: 'boolean', says: 'critique.json must be there; default `FLOW_AGENTS_REQUIRE_CRITIQUE`' },
  },
  run(event: Event, args: unknown, { env }: BuiltinContext): Result {
    // Of a payload that was cut nobody knows where the agent works.
    if (event.name !== 'agent.stop' || env['SA_HOOK_INPUT_TRUNCATED'] === '1') return pass();
    const strict = flagParam(args, 'strict', env['FLOW_AGENTS_GOAL_FIT_STRICT']);
    const needs = {
      sidecars: flagParam(args, 'requireSidecars', env['FLOW_AGENTS_REQUIRE_SIDECARS']),
      critique: flagParam(args, 'requireCritique', env['FLOW_AGENTS_REQUIRE_CRITIQUE']),
    };
    const [latest] = readWorkflows(workflowRoot(event.cwd)).flatMap(activePart);
    const gaps = latest ? gapsOf(latest.work, latest.artifact, needs) : [];
    if (gaps.length === 0) return pass();
    const text = `Goal fit: the active work is not finished.\n${gaps.map((gap) => `- ${gap}`).join('\n')}`;
    return strict
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

/** The newest delivery artifact of a work that goes on, or its state alone where no artifact is written yet. */
function activePart(work: Workflow): readonly ActiveWork[] {
  const delivery = work.artifacts
    .filter(({ type, path }) => type === 'deliver' || /--deliver\.md$/.test(path))
    .sort((a, b) => b.changedAt - a.changedAt);
  const artifact = delivery.find(({ status }) => activeStatuses.has(status)) ?? delivery[0];
  const goesOn = activeStatuses.has(artifact?.status ?? '') || activeStatuses.has(sidecarText(work.state, 'status'));
  // Delivered work whose proof says otherwise is not finished either.
  return goesOn || artifact?.status === 'delivered' ? [{ work, artifact }] : [];
}

function gapsOf(work: Workflow, artifact: Artifact | undefined, needs: Requirements): readonly string[] {
  return [
    ...(artifact ? artifactGaps(artifact) : []),
    ...stateGaps(work),
    ...evidenceGaps(work),
    ...critiqueGaps(work, needs.critique),
    ...(needs.sidecars ? missingGaps(work) : []),
  ];
}

function artifactGaps({ path, text, status }: Artifact): readonly string[] {
  const gaps: string[] = [];
  if (activeStatuses.has(status))
    gaps.push(`${path} has status:${status}; finish it or say plainly what the next step is`);
  if (!hasSection(text, 'Definition Of Done')) gaps.push(`${path} has no "Definition Of Done" section`);
  if (!hasSection(text, 'Goal Fit Gate')) gaps.push(`${path} has no "Goal Fit Gate" section`);
  const open = [
    ...uncheckedIn(text, 'Definition Of Done').map((item) => `Definition Of Done, not checked: ${item}`),
    ...uncheckedIn(text, 'Goal Fit Gate').map((item) => `Goal Fit Gate, not checked: ${item}`),
    ...(status === 'delivered'
      ? uncheckedIn(text, 'Final Acceptance').map((item) => `Final Acceptance, not checked: ${item}`)
      : []),
  ];
  return [...gaps, ...few(open).map((item) => `${path}: ${item}`)];
}

function stateGaps({ slug, state }: Workflow): readonly string[] {
  if (state.kind === 'broken') return [broken(slug, 'state.json')];
  const status = sidecarText(state, 'status');
  if (!activeStatuses.has(status)) return [];
  const next = sidecarText(state, 'next_action', 'summary');
  return [
    `${slug}/state.json: ${status}, phase ${sidecarText(state, 'phase') || 'unknown'}${next ? `; next: ${next}` : ''}`,
  ];
}

function evidenceGaps({ slug, evidence }: Workflow): readonly string[] {
  if (evidence.kind === 'broken') return [broken(slug, 'evidence.json')];
  if (evidence.kind === 'missing') return [];
  const verdict = sidecarText(evidence, 'verdict');
  const gaps = listedGaps(evidence);
  const bad = mapsIn(evidence.value, 'checks')
    .filter(({ status }) => typeof status === 'string' && /^(?:fail|failed|not_verified)$/i.test(status))
    .map(
      (check) => `check ${String(check['id'] ?? '?')} is ${String(check['status'])}: ${String(check['summary'] ?? '')}`,
    );
  const verdictGap = /^pass(?:ed)?$/i.test(verdict) ? [] : [`verdict is ${verdict || 'missing'}`];
  return few([...verdictGap, ...bad, ...gaps.map((gap) => `NOT_VERIFIED: ${gap}`)]).map(
    (gap) => `${slug}/evidence.json: ${flattenText(gap)}`,
  );
}

function listedGaps(evidence: Sidecar): readonly string[] {
  const list = evidence.kind === 'ok' ? evidence.value['not_verified_gaps'] : undefined;
  return Array.isArray(list) ? list.filter((gap) => typeof gap === 'string') : [];
}

function critiqueGaps({ slug, critique }: Workflow, required: boolean): readonly string[] {
  if (critique.kind === 'broken') return [broken(slug, 'critique.json')];
  if (critique.kind === 'missing')
    return required ? [`${slug}/critique.json is missing, and a critique is required`] : [];
  const status = sidecarText(critique, 'status');
  const asked = required || critique.value['required'] === true;
  const statusGap = status === 'fail' || (asked && status !== 'pass') ? [`status is ${status || 'missing'}`] : [];
  return few([...statusGap, ...openFindings(critique).map((finding) => `open finding: ${finding}`)]).map(
    (gap) => `${slug}/critique.json: ${gap}`,
  );
}

function missingGaps({ slug, state, evidence }: Workflow): readonly string[] {
  return Object.entries({ 'state.json': state, 'evidence.json': evidence })
    .filter(([, sidecar]) => sidecar.kind === 'missing')
    .map(([name]) => `${slug}/${name} is missing, and sidecars are required`);
}

const broken = (slug: string, name: string): string => `${slug}/${name} is not a JSON object`;

function few(items: readonly string[]): readonly string[] {
  if (items.length <= maxShown) return items;
  return [...items.slice(0, maxShown), `and ${items.length - maxShown} more`];
}
