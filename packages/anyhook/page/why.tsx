import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { HookRunTrace, HookTrace } from '../src/answer/why-report.js';
import { decisionFieldTexts, runFieldTexts } from '../src/journal/fields.js';
import type { WhyView } from '../src/ui/page-types.js';
import { get } from './api.js';
import { diffOf } from './diff.js';
import { DiffText } from './diff-text.js';
import { LongText } from './long-text.js';
import { cut, msText, oneLine, timeText, valueText, visible } from './text.js';
import { WhyActions } from './why-actions.js';

/** Loads one decision and explains it. */
export function WhyPanel({ id, isPage = false }: { readonly id: string; readonly isPage?: boolean }) {
  const view = useSignal<WhyView | undefined>(undefined);
  const problem = useSignal<string | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    problem.value = undefined;
    get<WhyView>('why', { id }).then(
      (found) => {
        if (isCurrent) view.value = found;
      },
      (error: Error) => {
        if (isCurrent) problem.value = error.message;
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [id]);
  if (problem.value !== undefined) return <p class="problem">{visible(problem.value)}</p>;
  if (!view.value || view.value.id !== id) return <p class="empty">reading {id} …</p>;
  return <Why view={view.value} actions={<WhyActions view={view.value} isPage={isPage} />} />;
}

/** One decision in full. */
export function Why({ view, actions }: { readonly view: WhyView; readonly actions?: ComponentChildren }) {
  const { id, decision, rewrites, stop, alert, ms, detail, trace } = view;
  const word = `${alert ? 'ALERT, ' : ''}${decision}${rewrites ? `, ${rewrites} rewritten` : ''}${stop ? ', told to stop' : ''}`;
  return (
    <section class="why" aria-label={`Why ${id}`}>
      <h2>
        Why <span class="id">{id}</span> <span class={`badge mark-${alert ? 'deny' : decision}`}>{word}</span>{' '}
        <span class="number">{msText(ms)}</span>
      </h2>
      <p class="meta">{metaText(view)}</p>
      <Subject view={view} />
      <Waterfall view={view} trace={trace} />
      <Rewrites trace={trace} />
      {detail ? <Outcome view={view} /> : <p class="empty">The payload was not recorded, so texts are missing.</p>}
      {actions}
    </section>
  );
}

function metaText(view: WhyView): string {
  const { host: agentName, nativeEvent, session, call, parent, cwd, root, via, at } = view;
  const place = cwd === root ? root : `${cwd} (project ${root})`;
  const parts = [
    `${agentName} ${nativeEvent}`,
    `session ${session || 'unknown'}`,
    ...(call === undefined ? [] : [`call ${call}`]),
    ...decisionFieldTexts(view),
    ...(parent === undefined ? [] : [`of session ${parent}`]),
    place,
    via === 'engine' ? 'resident engine' : 'separate process',
    timeText(at),
  ];
  return parts.map(oneLine).join(' · ');
}

type Fields = Readonly<Record<string, unknown>>;
const hiddenFields = new Set(
  'host nativeName sessionId cwd timestamp caller agent name call transcriptPath permissionMode parentSessionId model inputSummary'.split(
    ' ',
  ),
);

/** What the agent wanted to do: the tool with its arguments, or the fields of the event. */
function Subject({ view }: { readonly view: WhyView }) {
  const event = view.detail?.event as Fields | undefined;
  const call = event?.['call'] as
    | { readonly kind: string; readonly nativeName: string; readonly input: Fields }
    | undefined;
  const fields = Object.entries(event ?? {}).filter(([key]) => !hiddenFields.has(key));
  const title = call ? `${call.nativeName} (${call.kind})` : (view.toolName ?? '');
  const shown = [...Object.entries(call?.input ?? {}), ...fields];
  if (title === '' && shown.length === 0) return null;
  return (
    <dl class="fields">
      {title !== '' && (
        <>
          <dt>tool</dt>
          <dd>{oneLine(title)}</dd>
        </>
      )}
      {shown.map(([key, value]) => (
        <Field key={key} name={key} value={value} />
      ))}
    </dl>
  );
}

const Field = ({ name, value }: { readonly name: string; readonly value: unknown }) => (
  <>
    <dt>{oneLine(name)}</dt>
    <dd>
      <LongText text={valueText(value)} />
    </dd>
  </>
);

interface Bar {
  readonly trace: HookTrace;
  readonly look: HookRunTrace | undefined;
  readonly from: number;
}

/** Every hook of the event in order: when it started, how long it waited and ran, or why it did not run. */
function Waterfall({ view, trace }: { readonly view: WhyView; readonly trace: readonly HookTrace[] }) {
  const looks = trace.flatMap(({ looks: all }) => all);
  const isKnown = looks.some(({ from }) => from !== undefined);
  let next = 0;
  const bars = trace.flatMap((one): readonly Bar[] =>
    one.looks.length === 0
      ? [{ trace: one, look: undefined, from: 0 }]
      : one.looks.map((look) => {
          const from = look.from ?? next;
          next = from + look.ms;
          return { trace: one, look, from };
        }),
  );
  const ran = bars.filter(({ look }) => look).sort((a, b) => a.from - b.from);
  const idle = bars.filter(({ look }) => !look);
  const total = Math.max(view.ms, 0.001, ...ran.map(({ from, look }) => from + (look?.ms ?? 0)));
  return (
    <>
      <div class="waterfall" role="table" aria-label="Hooks in the order in which they ran">
        {ran.map((bar, i) => (
          <WaterfallRow key={`${bar.trace.hook} ${i}`} bar={bar} total={total} />
        ))}
        {ran.length > 0 && (
          <div class="axis" aria-hidden="true">
            <span />
            <span>
              <i>0</i>
              <i>{msText(total / 2)}</i>
              <i>{msText(total)}</i>
            </span>
            <span />
          </div>
        )}
      </div>
      {ran.length > 0 && !isKnown && <p class="empty">Recorded without start times: drawn one after the other.</p>}
      {ran.length === 0 && <p class="empty">No hook ran.</p>}
      {idle.length > 0 && <IdleHooks bars={idle} />}
    </>
  );
}

const toneOf = ({ shadow }: HookTrace, { outcome, decision }: HookRunTrace): string => {
  if (outcome === 'failed' || outcome === 'timeout') return 'broken';
  if (shadow) return 'shadow';
  return outcome === 'ok' || outcome === 'blocked' ? decision : 'none';
};

function WaterfallRow({ bar: { trace, look, from }, total }: { readonly bar: Bar; readonly total: number }) {
  if (!look) return null;
  const { outcome, decision, ms, waited = 0, recheck, gave = [] } = look;
  const percent = (part: number): string => `${Math.min(100, (part / total) * 100)}%`;
  const answered = outcome === 'ok' || outcome === 'blocked';
  const word = `${answered ? decision : outcome}${trace.shadow ? ' (shadow)' : ''}`;
  const extras = [...gave.map((gift) => (gift === 'rewrite' ? 'rewrote' : `gave ${gift}`)), ...runFieldTexts(look)];
  const waitText = waited > 0 ? `, waited ${msText(waited)}` : '';
  const times = `starts at ${msText(from)}, takes ${msText(ms)}${waitText}`;
  return (
    <div role="row" class={`bar-row mark-${toneOf(trace, look)}`} title={times}>
      <span role="cell" class="name">
        {oneLine(trace.hook)}
        {recheck && <i>asked again</i>}
        {!recheck && trace.dialect !== undefined && <i>{oneLine(trace.dialect)}</i>}
      </span>
      <span role="cell" class="track" aria-label={times}>
        {waited > 0 && <span class="wait" style={{ left: percent(from), width: percent(waited) }} />}
        <span class="bar" style={{ left: percent(from + waited), width: percent(ms - waited) }} />
      </span>
      <span role="cell" class="result">
        <b>{word}</b> {outcome === 'skipped' ? '' : msText(ms)}
        {extras.length > 0 && ` · ${extras.join(', ')}`}
      </span>
      <RunTexts look={look} />
    </div>
  );
}

/** A hook's answer and output, and how it ended. */
function RunTexts({ look: { reason, logs = [], ended, outcome } }: { readonly look: HookRunTrace }) {
  const ending =
    outcome === 'started'
      ? [ended ? `ended ${ended.outcome} after ${msText(ended.ms)}` : 'runs in the background']
      : [];
  const lines = [...(reason === undefined ? [] : [reason]), ...ending, ...(ended?.output ?? [])];
  if (lines.length === 0 && logs.length === 0) return null;
  return (
    <div class="said" role="cell">
      {lines.map((line, i) => (
        <p key={i}>{visible(cut(line, 2_000))}</p>
      ))}
      {logs.map((text, i) => (
        <pre key={i}>{visible(cut(text.trim(), 2_000))}</pre>
      ))}
    </div>
  );
}

function IdleHooks({ bars }: { readonly bars: readonly Bar[] }) {
  return (
    <details class="idle" open={bars.length <= 4}>
      <summary>{bars.length} did not run</summary>
      <dl>
        {bars.map(({ trace: { hook, why = '' } }) => (
          <div key={hook}>
            <dt>{oneLine(hook)}</dt>
            <dd>{visible(cut(why, 400))}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** What hooks rewrote, before and after. */
function Rewrites({ trace }: { readonly trace: readonly HookTrace[] }) {
  const all = trace.flatMap(({ hook, looks }) =>
    looks.flatMap(({ rewrote }) =>
      rewrote ? [{ hook, rewrote, lines: diffOf(rewrote.before?.value, rewrote.after.value) }] : [],
    ),
  );
  return (
    <>
      {all.map(({ hook, rewrote, lines }, i) => (
        <figure key={i} class="diff">
          <figcaption>
            {oneLine(hook)} rewrote the {rewrote.after.of}
            {rewrote.refused && ', which was not applied'}
          </figcaption>
          <DiffText lines={lines} />
        </figure>
      ))}
    </>
  );
}

/** The verdict in words, what the agent could not do, and the bytes that it got. */
function Outcome({ view: { detail, decision, host: agent } }: { readonly view: WhyView }) {
  if (!detail) return null;
  const { reason, context, messages, stop, signals, notes, wire, cut: isCut } = detail;
  const texts: readonly (readonly [string, readonly string[]])[] = [
    [decision === 'pass' ? 'reason' : `reason to ${decision}`, reason === undefined ? [] : [reason]],
    ['stop', stop === undefined ? [] : [stop]],
    ['for the model', context],
    ['for the user', messages],
    ['signals', signals.map(({ kind, code, hook_id }) => `${kind} ${code} [${hook_id}]`)],
    ['notes', notes.filter((note) => !messages.includes(note))],
  ];
  const shown = texts.filter(([, all]) => all.length > 0);
  return (
    <>
      {shown.length > 0 && (
        <dl class="fields">
          {shown.map(([title, all]) => (
            <div key={title} class="pair">
              <dt>{oneLine(title)}</dt>
              <dd>
                {all.map((text, i) => (
                  <p key={i}>{visible(text)}</p>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <figure class="wire">
        <figcaption>
          what {oneLine(agent)} got: exit {wire.exitCode}, {new TextEncoder().encode(wire.stdout).length} bytes
          {wire.stderr !== '' && ' and a text on stderr'}
        </figcaption>
        <pre>{visible(wire.stdout) || '(nothing)'}</pre>
        {wire.stderr !== '' && <pre class="stderr">{visible(wire.stderr)}</pre>}
      </figure>
      {isCut && <p class="empty">Long texts were cut when they were recorded.</p>}
    </>
  );
}
