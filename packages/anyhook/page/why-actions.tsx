import { visibleShellWord } from '@anyhook/core';
import { useSignal } from '@preact/signals';
import type { SecondDecision } from '../src/replay/decide-again.js';
import type { OutcomeOnAgent, WhyView } from '../src/ui/page-types.js';
import { saveFile } from './api.js';
import { CopyButton } from './copy-button.js';
import { hookTestText } from './hook-test-text.js';
import { Loaded } from './loaded.js';
import { go } from './route.js';
import { oneLine, visible } from './text.js';

/** The actions for a decision; none of them changes anything. */
export function WhyActions({ view, isPage }: { readonly view: WhyView; readonly isPage: boolean }) {
  const shown = useSignal<'again' | 'agents' | undefined>(undefined);
  const problem = useSignal<string | undefined>(undefined);
  const toggle = (what: 'again' | 'agents') => {
    shown.value = shown.value === what ? undefined : what;
  };
  const rule = ruleOf(view);
  const save = () =>
    saveFile('why.html', { id: view.id }, `anyhook-why-${view.id}.html`).catch((error: Error) => {
      problem.value = error.message;
    });
  return (
    <>
      {shown.value === 'again' && <RunAgain view={view} />}
      {shown.value === 'agents' && <OtherAgents view={view} />}
      {problem.value !== undefined && <p class="problem">{visible(problem.value)}</p>}
      <p class="actions">
        {!isPage && (
          <button type="button" onClick={() => go(`why/${view.id}`)}>
            Open
          </button>
        )}
        <button type="button" aria-pressed={shown.value === 'again'} onClick={() => toggle('again')}>
          Run again
        </button>
        <button type="button" aria-pressed={shown.value === 'agents'} onClick={() => toggle('agents')}>
          On other agents
        </button>
        {rule !== undefined && (
          <button type="button" onClick={() => go(`what-if/${encodeURIComponent(rule)}`)}>
            What if I change this rule?
          </button>
        )}
        {view.detail && <CopyButton label="Copy as hook test" text={() => hookTestText(view)} />}
        <CopyButton label="Copy command" text={() => `anyhook why ${view.id}`} />
        <button type="button" onClick={() => void save()}>
          Save as a file
        </button>
      </p>
    </>
  );
}

/** The file of the hook that decided, else of the first one that ran. */
function ruleOf({ decision, trace }: WhyView): string | undefined {
  const ran = trace.filter(({ looks, source }) => looks.length > 0 && source !== undefined);
  const decided = ran.find(({ looks }) => decision !== 'pass' && looks.some((look) => look.decision === decision));
  return (decided ?? ran[0])?.source;
}

/** The same event, decided with the current hooks. */
const RunAgain = ({ view: { id, session } }: { readonly view: WhyView }) => (
  <Loaded<SecondDecision>
    path="why/again"
    query={{ id }}
    waiting="deciding again …"
    show={(second) =>
      second.kind === 'decided' ? (
        <SecondOutcome second={second} />
      ) : (
        <figure class="again">
          <figcaption>Run again with the current hooks</figcaption>
          <p>
            {second.hook !== undefined && <b>{oneLine(second.hook)}: </b>}
            {visible(second.why)}
          </p>
          {second.kind === 'not-replayed' && (
            <p class="dim">
              This page does not start such programs. In a terminal:{' '}
              <code>anyhook replay --session {visibleShellWord(session)} --run-commands</code>
            </p>
          )}
        </figure>
      )
    }
  />
);

function SecondOutcome({ second }: { readonly second: Extract<SecondDecision, { readonly kind: 'decided' }> }) {
  const { before, after, isSame, statements } = second;
  return (
    <figure class="again">
      <figcaption>Run again with the current hooks</figcaption>
      <p>
        {isSame ? (
          <>
            <b>{after}</b>, as then
          </>
        ) : (
          <>
            <b>{after}</b> instead of {before}
          </>
        )}
      </p>
      {statements.map(({ hook, decision, reason, shadow }, i) => (
        <p key={i} class="dim">
          {oneLine(hook)} {decision}
          {shadow && ' (shadow)'}
          {reason !== undefined && `: ${visible(reason)}`}
        </p>
      ))}
      {statements.length === 0 && <p class="dim">No hook runs at this event now.</p>}
    </figure>
  );
}

/** What each agent would do with the hooks' verdict. */
const OtherAgents = ({ view: { id, host: agent } }: { readonly view: WhyView }) => (
  <Loaded<readonly OutcomeOnAgent[]>
    path="why/agents"
    query={{ id }}
    show={(all) => (
      <table class="list">
        <tbody>
          {all.map(({ name, title, decision, notes }) => (
            <tr key={name} class={name === agent ? 'open' : ''}>
              <td>{title}</td>
              <td class={`mark-${decision ?? 'none'}`}>{decision ?? '–'}</td>
              <td class="dim">{notes.map(visible).join('; ') || 'unchanged'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  />
);
