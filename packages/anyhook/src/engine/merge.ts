import type {
  BrokenHook,
  Contract,
  Decision,
  Event,
  Hook,
  HookReport,
  HookRun,
  OnFailure,
  Result,
  Rewrite,
  Signal,
  Verdict,
} from '@anyhook/core';
import { guardedEvents, rewritablePart, withRewrite } from '@anyhook/core';
import type { EventPermissions, PermissionsOf } from './permissions.js';
import { asEnforced, effectiveDecision, failureRule, mayBlock, rewriteRefusal } from './permissions.js';
import { listEndedReason, type RunResults } from './run.js';

/** Merges all endings into one verdict: deny > ask > allow > pass; nothing is dropped silently. */
export function merge(
  event: Event,
  contract: Contract,
  results: RunResults,
  permissionsOf: PermissionsOf,
  { passesOnFaults = false }: { readonly passesOnFaults?: boolean | undefined } = {},
): Verdict {
  const builder = new VerdictBuilder();
  const faultsAsk = !passesOnFaults && guardedEvents.includes(event.name);
  for (const run of results.runs) {
    const permissions = permissionsOf(run.hook);
    if (run.ending.kind === 'done') addResult(builder, run, run.ending.result, contract, permissions, results.event);
    else if (run.ending.kind === 'failed') addFailure(builder, run, run.ending, contract, permissions, faultsAsk);
    else addSkip(builder, run, run.ending.why);
  }
  for (const { hook, startError, job } of results.started) {
    const reason = startError === undefined ? undefined : `could not be started in the background: ${startError}`;
    if (reason) builder.note(hook, reason);
    builder.hooks.push({
      hook,
      outcome: reason ? 'failed' : 'started',
      decision: 'pass',
      ...(reason && { reason }),
      ms: 0,
      ...(job !== undefined && { job }),
    });
  }
  return builder.build(finalRewrite(event, contract, results, builder));
}

const strength: Record<Decision, number> = { pass: 0, allow: 1, ask: 2, deny: 3 };

class VerdictBuilder {
  decision: Decision = 'pass';
  hasAllow = false;
  readonly reasons: { decision: Decision; text: string; said: string }[] = [];
  readonly context: string[] = [];
  readonly messages: string[] = [];
  readonly signals: Signal[] = [];
  readonly notes: string[] = [];
  readonly hooks: HookReport[] = [];
  readonly stops: string[] = [];
  readonly broken = new Map<string, BrokenHook>();
  summary: Rewrite | undefined;

  vote(hook: Hook, decision: Decision, reason: string | undefined): void {
    if (strength[decision] > strength[this.decision]) this.decision = decision;
    if (decision === 'allow') this.hasAllow = true;
    const fallback = decision === 'deny' ? 'blocked' : decision === 'ask' ? 'needs approval' : '';
    const text = reason?.trim() || fallback;
    // Two guards often give the same reason; show it once.
    const isSaid = text !== fallback && this.reasons.some((one) => one.decision === decision && one.said === text);
    if (decision !== 'pass' && text && !isSaid)
      this.reasons.push({ decision, text: `[${hook.id}] ${text}`, said: text });
  }

  /** Notes of a shadow hook stay in the record: users must not notice that it runs. */
  note(hook: Hook, text: string): void {
    if (hook.mode === 'enforce') this.notes.push(`[${hook.id}] ${text}`);
  }

  build(rewrite: Rewrite | undefined): Verdict {
    const reasons = this.reasons.filter(({ decision }) => decision === this.decision).map(({ text }) => text);
    return {
      decision: this.decision,
      ...(reasons.length > 0 && { reason: unique(reasons).join('\n') }),
      ...(this.decision === 'ask' && this.hasAllow && { ifApproved: 'allow' }),
      context: unique(this.context),
      messages: unique(this.messages),
      // A denied call has no input to replace.
      ...(rewrite && (this.decision !== 'deny' || rewrite.of === 'output') && { rewrite }),
      ...(this.stops.length > 0 && { stop: unique(this.stops).join('\n') }),
      signals: this.signals,
      notes: unique(this.notes),
      hooks: this.hooks,
      ...(this.broken.size > 0 && { broken: [...this.broken.values()] }),
    };
  }
}

/** Removes repeats. For a few texts, comparing is faster than hashing. */
function unique(texts: readonly string[]): readonly string[] {
  if (texts.length < 2) return texts;
  return texts.length > 16 ? [...new Set(texts)] : texts.filter((text, i) => texts.indexOf(text) === i);
}

function addResult(
  builder: VerdictBuilder,
  run: HookRun,
  result: Result,
  contract: Contract,
  permissions: EventPermissions,
  finalEvent: Event,
): void {
  const { hook } = run;
  const note = (text: string) => builder.note(hook, text);
  const isShadow = hook.mode === 'shadow';
  const { decision, note: why } = effectiveDecision(hook, contract, permissions, result);
  if (why) note(why);
  const isCounted = decision !== 'allow' || votedOnFinal(run, result, finalEvent);
  if (isCounted) builder.vote(hook, decision, result.reason);
  const rewrote = result.rewrite && rewriteReport(run, result.rewrite, contract, permissions);
  const logs = [...(result.logs ?? []), ...((isShadow && result.notes) || [])];
  const reportedDecision = isShadow
    ? effectiveDecision(asEnforced(hook), contract, permissions, result).decision
    : result.decision;
  const reportFields = { outcome: decision === 'deny' ? 'blocked' : 'ok', decision: reportedDecision } as const;
  const { asksAbout } = result;
  addReport(builder, run, reportFields, result.reason, { gave: contributionsOf(result), logs, rewrote, asksAbout });
  for (const text of result.notes ?? []) note(text);
  // A second run can only vote.
  if (run.recheck || isShadow) return;
  addTexts(builder, result, contract, permissions, note);
  if (result.stop !== undefined && !hook.blocking) note('wants the agent to stop, but it is not a blocking hook');
  else if (result.stop !== undefined) builder.stops.push(result.stop || 'a hook asked the agent to stop');
  if (result.rewrite) {
    const refusal = rewriteRefusal(hook, contract, permissions, result.rewrite);
    if (refusal) note(`rewrote the ${result.rewrite.of}, which was left out: ${refusal}`);
    else if (result.rewrite.of === 'summary' && result.rewrite.value !== '') builder.summary ??= result.rewrite;
  }
}

function addTexts(
  builder: VerdictBuilder,
  result: Result,
  contract: Contract,
  permissions: EventPermissions,
  note: (text: string) => void,
): void {
  const texts = (result.context ?? []).filter((text) => text.trim() !== '');
  if (texts.length > 0 && contract.context && permissions.context) builder.context.push(...texts);
  else if (texts.length > 0) note('gave context, which the model does not see at this event');
  builder.messages.push(...(result.messages ?? []).filter((text) => text.trim() !== ''));
  builder.signals.push(...(result.signals ?? []));
}

/** An allow applies to the input that the hook saw or produced. */
function votedOnFinal(run: HookRun, result: Result, finalEvent: Event): boolean {
  if (run.recheck) return false;
  if (run.seenEvent === finalEvent) return true;
  if (result.rewrite?.of !== 'input') return false;
  const finalInput = rewritablePart(finalEvent, 'input');
  if (finalInput?.of !== 'input' || run.seenEvent.name !== 'tool.before') return false;
  const approvedInput: Record<string, unknown> = { ...run.seenEvent.call.input, ...result.rewrite.value };
  const keys = new Set([...Object.keys(approvedInput), ...Object.keys(finalInput.value)]);
  return [...keys].every((key) => approvedInput[key] === finalInput.value[key]);
}

function addFailure(
  builder: VerdictBuilder,
  run: HookRun,
  ending: FailureEnding,
  contract: Contract,
  permissions: EventPermissions,
  faultsAsk: boolean,
): void {
  const { hook } = run;
  const stderrLine = ending.fix === undefined ? firstLine(ending.stderr) : '';
  const text = `did not finish (${ending.why}): ${ending.detail}${stderrLine && !ending.detail.includes(stderrLine) ? `: ${stderrLine}` : ''}`;
  const declared = failureRule(hook, ending);
  const rule = ending.neverRan && faultsAsk && declared === 'open' ? 'ask' : declared;
  const ruleDecision = ({ open: 'pass', ask: 'ask', closed: 'deny' } as const)[rule];
  const enforced = asEnforced(hook);
  const decision = mayBlock(enforced, contract, permissions)
    ? effectiveDecision(enforced, contract, permissions, { decision: ruleDecision }).decision
    : 'pass';
  const fix = fixFor(hook, ending);
  if (decision === 'pass' && fix !== undefined && hook === enforced)
    builder.broken.set(hook.id, brokenHook(hook, ending, { text, fix }));
  else if (decision === 'pass' && hook.warnOnFailure) builder.note(hook, `${text}; continuing without it`);
  else if (decision !== 'pass' && hook === enforced)
    builder.vote(
      hook,
      decision,
      `${text} (${rule === declared ? failureRuleText(hook, rule) : 'it never ran, so anyhook asks'})`,
    );
  const outcome = ending.why === 'timeout' ? 'timeout' : 'failed';
  addReport(builder, run, { outcome, decision }, text, { logs: ending.stderr ? [ending.stderr] : [] });
}

type FailureEnding = Extract<HookRun['ending'], { kind: 'failed' }>;

/** What to do about a hook that is broken under an exit rule; undefined if each failure is reported. */
function fixFor({ exitRule }: Hook, { why, fix }: FailureEnding): string | undefined {
  if (exitRule === undefined || exitRule === 'claude' || fix !== undefined) return fix;
  if (why === 'spawn') return 'correct its command, or build or install what it starts';
  return why === 'timeout' ? 'make it faster, or raise its timeout' : undefined;
}

function brokenHook({ id, source, line }: Hook, ending: FailureEnding, parts: Record<'text' | 'fix', string>) {
  const place = `${source}:${line}`;
  const others = ending.fixesFile ? ' Other hooks of this file may lack the same and are not named again.' : '';
  const text = `[${id}] ${parts.text}. It is broken and guards nothing, and the agent goes on without it. To repair it: ${parts.fix} (${place}). To block instead: set onFailure: closed for it in the config.${others}`;
  return { key: ending.fixesFile ? `${source} ${parts.fix}` : `${id} ${ending.why}`, text };
}

const failureRuleText = ({ onFailure, nativeEvent, dialect: format }: Hook, rule: OnFailure): string =>
  rule === onFailure ? `its onFailure is "${rule}"` : `${nativeEvent} of the ${format} format blocks then`;

/** The line in which a program usually reports the error, short enough for a note. */
const firstLine = (text = ''): string => text.trim().split('\n', 1)[0]?.trim().slice(0, 200) ?? '';

function addSkip(builder: VerdictBuilder, run: HookRun, why: string): void {
  if (why !== listEndedReason && !run.recheck) builder.note(run.hook, `was skipped: ${why}`);
  addReport(builder, run, { outcome: 'skipped', decision: 'pass' }, why);
}

function addReport(
  builder: VerdictBuilder,
  { hook, ms, from, waited, recheck, ending }: HookRun,
  { outcome, decision }: Pick<HookReport, 'outcome' | 'decision'>,
  reason: string | undefined,
  {
    gave = noContributions,
    logs = [],
    rewrote,
    asksAbout,
  }: Pick<HookReport, 'gave' | 'logs'> & {
    rewrote?: RewriteReport | undefined;
    asksAbout?: readonly string[] | undefined;
  } = {},
): void {
  // Fields first, then spreads: the other way round costs ten times as much, and this runs for every hook.
  builder.hooks.push({
    hook,
    outcome,
    decision,
    ms,
    ...(from !== undefined && { from }),
    ...(waited !== undefined && { waited }),
    ...(reason && { reason }),
    ...(recheck && { recheck: true }),
    ...(ending.spare && { spare: true }),
    ...(gave.length > 0 && { gave }),
    ...(logs.length > 0 && { logs }),
    ...(rewrote && { rewrote }),
    ...(asksAbout && decision === 'ask' && { asksAbout }),
  });
}

type RewriteReport = NonNullable<HookReport['rewrote']>;

/** The rewrite of a hook, even if it was ignored. */
function rewriteReport(
  { hook, seenEvent, recheck }: HookRun,
  rewrite: Rewrite,
  contract: Contract,
  permissions: EventPermissions,
): RewriteReport {
  const before = rewritablePart(seenEvent, rewrite.of);
  const after = rewritablePart(withRewrite(seenEvent, rewrite), rewrite.of) ?? rewrite;
  const refused = recheck || rewriteRefusal(hook, contract, permissions, rewrite) !== undefined;
  return { ...(before && { before }), after, ...(refused && { refused: true }) };
}

const noContributions: NonNullable<HookReport['gave']> = [];

function contributionsOf({ rewrite, context, messages, stop }: Result): NonNullable<HookReport['gave']> {
  if (!rewrite && !context?.length && !messages?.length && stop === undefined) return noContributions;
  return [
    ...(rewrite ? (['rewrite'] as const) : []),
    ...(context?.length ? (['context'] as const) : []),
    ...(messages?.length ? (['message'] as const) : []),
    ...(stop === undefined ? [] : (['stop'] as const)),
  ];
}

function finalRewrite(event: Event, contract: Contract, results: RunResults, builder: VerdictBuilder) {
  if (contract.rewrites === 'summary') return builder.summary;
  if (results.event === event || !contract.rewrites) return undefined;
  return rewritablePart(results.event, contract.rewrites);
}
