import { approvalText, type CentralDecision } from '@anyhook/fleet';
import { useSignal } from '@preact/signals';
import { post } from '../../anyhook/page/api.js';
import { CopyButton } from '../../anyhook/page/copy-button.js';
import { DecideForm } from '../../anyhook/page/decide-form.js';
import { LongText } from '../../anyhook/page/long-text.js';
import { passkeySignature, registerPasskey, toText } from '../../anyhook/page/passkey.js';
import { agoText, clockText, oneLine, timeText, visible } from '../../anyhook/page/text.js';
import type { QuestionView } from '../src/page/page-views.js';
import { clock, hello, look, openQuestions, questions } from './hub-state.js';

export function ApprovalsPage() {
  const past = questions.value.filter((view) => !openQuestions.value.includes(view));
  return (
    <div class="page narrow">
      <h1>Approvals</h1>
      {openQuestions.value.length === 0 && <p class="empty">No calls wait for approval.</p>}
      {openQuestions.value.map((view) => (
        <Question key={view.asked.key} view={view} />
      ))}
      {hello.value?.may === 'decide' ? (
        <PasskeyMaker />
      ) : (
        <p class="dim">You may look but not decide. The administrator of the hub can change that.</p>
      )}
      <h2>The last two days</h2>
      <History views={past} />
    </div>
  );
}

/** One question, with everything that the machine sent. */
function Question({ view: { asked } }: { readonly view: QuestionView }) {
  const { device, agent, tool, effects, hooks, reason, call, expires } = asked;
  const deciding = useSignal<CentralDecision['decision'] | undefined>(undefined);
  return (
    <article class="card" aria-label={`Question ${asked.key}`}>
      <p class="card-head">
        <b>ask</b> {oneLine(agent)} on <code>{device.slice(0, 10)}</code>
        <span class="dim">
          {' '}
          asked {agoText(asked.asked)}, expires in <span class="number">{clockText(expires - clock.value)}</span>
        </span>
      </p>
      <dl class="fields boxed">
        <dt>tool</dt>
        <dd>{oneLine(tool)}</dd>
        <dt>call</dt>
        <dd>
          {call === undefined ? <i class="dim">stays on the machine, by the policy</i> : <LongText text={call} />}
        </dd>
        <dt>does</dt>
        <dd>
          {effects.length === 0 && <i class="dim">not known</i>}
          {effects.map((effect, i) => (
            <p key={i}>{oneLine(effect)}</p>
          ))}
        </dd>
        <dt>asked by</dt>
        <dd>{oneLine(hooks.join(', '))}</dd>
      </dl>
      {reason !== undefined && <p>{visible(reason)}</p>}
      {deciding.value ? (
        <Decide
          view={{ asked, state: 'pending' }}
          decision={deciding.value}
          close={() => (deciding.value = undefined)}
        />
      ) : (
        hello.value?.may === 'decide' && (
          <p class="actions">
            <button type="button" class="approve" onClick={() => (deciding.value = 'approved')}>
              Approve once…
            </button>
            <button type="button" class="refuse" onClick={() => (deciding.value = 'refused')}>
              Refuse…
            </button>
          </p>
        )
      )}
    </article>
  );
}

interface DecideProps {
  readonly view: QuestionView;
  readonly decision: CentralDecision['decision'];
  readonly close: () => void;
}

/** Signs exactly the content of the card, and this decision, with a passkey. */
function Decide({ view: { asked }, decision, close }: DecideProps) {
  const reason = useSignal('');
  const problem = useSignal<string | undefined>(undefined);
  const decide = async () => {
    problem.value = undefined;
    try {
      const decided: CentralDecision = { decision, reason: reason.value };
      const text = new TextEncoder().encode(approvalText(asked, decided));
      const challenge = toText(await crypto.subtle.digest('SHA-256', text));
      const passkey = await passkeySignature({ challenge, passkeys: [] });
      if (!passkey) throw new Error('Not signed by a passkey, so nothing was decided.');
      const { device, key } = asked;
      await post('approvals/decide', { device, key, ...decided, passkey });
      await look();
    } catch (error) {
      problem.value = (error as Error).message;
    }
  };
  return (
    <DecideForm
      decision={decision}
      reason={reason}
      problem={problem.value}
      onSubmit={() => void decide()}
      close={close}
    />
  );
}

/** Creates a passkey. It is valid once its line is in the signed policy: the hub stores no keys. */
function PasskeyMaker() {
  const line = useSignal<string | undefined>(undefined);
  const problem = useSignal<string | undefined>(undefined);
  const make = async () => {
    problem.value = undefined;
    try {
      const name = hello.value?.name ?? '';
      const { id, publicKey } = await registerPasskey(name, 'required');
      line.value = `- { name: ${name}, id: ${id}, publicKey: ${publicKey} }`;
    } catch (error) {
      problem.value = (error as Error).message;
    }
  };
  return (
    <details class="passkey">
      <summary>Your passkey</summary>
      <p class="dim">
        Machines accept a decision only from a passkey in their signed policy. Create one, and give its line to the
        publisher of the policy: it belongs under <code>approvals.people</code>.
      </p>
      <p class="actions">
        <button type="button" onClick={() => void make()}>
          Make a passkey
        </button>
      </p>
      {line.value !== undefined && (
        <p class="fix">
          <code>{line.value}</code> <CopyButton label="Copy" text={() => line.value ?? ''} />
        </p>
      )}
      {problem.value !== undefined && (
        <p class="problem" role="alert">
          {visible(problem.value)}
        </p>
      )}
    </details>
  );
}

function History({ views }: { readonly views: readonly QuestionView[] }) {
  if (views.length === 0) return <p class="empty">Nothing was decided.</p>;
  return (
    <table class="list">
      <thead>
        <tr>
          <th>asked</th>
          <th>state</th>
          <th>who</th>
          <th class="wide">device</th>
          <th>call</th>
          <th class="wide">reason</th>
        </tr>
      </thead>
      <tbody>
        {views.map(({ asked, state, answer }) => (
          <tr key={asked.key}>
            <td class="number">{timeText(asked.asked)}</td>
            <td class={`state-${state}`}>{state === 'pending' ? 'expired' : state}</td>
            <td>{oneLine(answer?.by ?? '')}</td>
            <td class="code wide">{asked.device.slice(0, 10)}</td>
            <td class="code">{oneLine(`${asked.tool} ${asked.call ?? asked.effects.join(', ')}`).slice(0, 120)}</td>
            <td class="wide">{oneLine(answer?.reason ?? '')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
