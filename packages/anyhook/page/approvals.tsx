import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ApprovalView, PresenceQuestion } from '../src/ui/page-types.js';
import { get, post } from './api.js';
import { DecideForm, focusAtOnce } from './decide-form.js';
import { diffOf } from './diff.js';
import { DiffText } from './diff-text.js';
import { passkeySignature, registerPasskey } from './passkey.js';
import { go } from './route.js';
import { clock, hello, waiting } from './state.js';
import { agoText, baseName, clockText, oneLine, shortId, timeText, valueText, visible } from './text.js';

/** Pending calls, next to the list of decisions. */
export function WaitingPanel() {
  const all = waiting.value.filter(({ expiresAt }) => expiresAt > clock.value);
  if (all.length === 0) return null;
  return (
    <section class="waiting" aria-label="Calls that wait for approval">
      <h2>Waits for you</h2>
      {all.slice(0, 3).map((view) => (
        <ApprovalCard key={view.id} view={view} />
      ))}
      {all.length > 3 && (
        <button type="button" class="plain" onClick={() => go('approvals')}>
          {all.length - 3} more
        </button>
      )}
    </section>
  );
}

export function ApprovalsPage() {
  const past = useSignal<readonly ApprovalView[]>([]);
  const open = waiting.value.filter(({ expiresAt }) => expiresAt > clock.value);
  useEffect(() => {
    void get<readonly ApprovalView[]>('approvals').then((all) => {
      past.value = all.filter(({ state }) => state !== 'pending');
    });
  }, [waiting.value]);
  return (
    <div class="page narrow">
      <h1>Approvals</h1>
      {open.length === 0 && <p class="empty">No calls wait for approval.</p>}
      {open.map((view) => (
        <ApprovalCard key={view.id} view={view} />
      ))}
      <NotificationSwitch />
      <PasskeySwitch />
      <h2>The last week</h2>
      <History views={past.value} />
    </div>
  );
}

function History({ views }: { readonly views: readonly ApprovalView[] }) {
  if (views.length === 0) return <p class="empty">Nothing was decided.</p>;
  return (
    <table class="list">
      <thead>
        <tr>
          <th>asked</th>
          <th>state</th>
          <th>who</th>
          <th>call</th>
          <th>reason</th>
        </tr>
      </thead>
      <tbody>
        {views.map((view) => (
          <tr key={view.id}>
            <td class="number">{timeText(view.askedAt)}</td>
            <td class={`state-${view.state}`}>{view.state === 'used' ? 'approved, used' : view.state}</td>
            <td>
              {oneLine(view.by ?? '')}
              {view.proof !== undefined && <i class="dim"> by {view.proof}</i>}
            </td>
            <td class="code">{oneLine(summary(view))}</td>
            <td>{oneLine(view.why ?? '')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Fields = Readonly<Record<string, unknown>>;
const inputFields = (input: unknown): Fields =>
  typeof input === 'object' && input !== null ? (input as Fields) : { input };

function summary({ request: { tool, input } }: ApprovalView): string {
  const fields = inputFields(input);
  const main = ['command', 'path', 'url', 'query', 'prompt']
    .map((name) => fields[name])
    .find((one) => typeof one === 'string');
  return `${tool} ${typeof main === 'string' ? main : JSON.stringify(input)}`;
}

/** One call in full: approvers see every argument. */
function ApprovalCard({ view }: { readonly view: ApprovalView }) {
  const { id, request, expiresAt, decisionId, askedAt, times, isRedacted } = view;
  const deciding = useSignal<'approved' | 'refused' | undefined>(undefined);
  return (
    <article class="card" aria-label={`Call ${id}`}>
      <p class="card-head">
        <b>ask</b> {oneLine(request.host)} · session {oneLine(shortId(request.sessionId))} ·{' '}
        {oneLine(baseName(request.root))}
        <span class="dim">
          {' '}
          asked {agoText(askedAt)}, expires in <span class="number">{clockText(expiresAt - clock.value)}</span>
        </span>
      </p>
      <dl class="fields boxed">
        <dt>tool</dt>
        <dd>{oneLine(request.tool)}</dd>
        {Object.entries(inputFields(request.input)).map(([name, value]) => (
          <div key={name} class="pair">
            <dt>{oneLine(name)}</dt>
            <dd>
              <pre>{visible(valueText(value))}</pre>
            </dd>
          </div>
        ))}
        <dt>in</dt>
        <dd>{oneLine(request.cwd)}</dd>
        {request.effects && (
          <>
            <dt>does</dt>
            <dd>
              {request.effects.map((effect) => (
                <p key={effect}>{visible(effect)}</p>
              ))}
            </dd>
          </>
        )}
      </dl>
      <p>{visible(request.reason)}</p>
      {view.approvedBefore && <Difference before={view.approvedBefore} input={request.input} />}
      {isRedacted && <p class="dim">A secret in it is hidden here; "anyhook approve {id}" shows it in the terminal.</p>}
      {times !== undefined && <p class="dim">You approved this {times} times before.</p>}
      {deciding.value ? (
        <Decide view={view} decision={deciding.value} close={() => (deciding.value = undefined)} />
      ) : (
        <p class="actions">
          {hello.value?.presence ? (
            <>
              <button type="button" class="approve" onClick={() => (deciding.value = 'approved')}>
                Approve once…
              </button>
              <button type="button" class="refuse" onClick={() => (deciding.value = 'refused')}>
                Refuse…
              </button>
            </>
          ) : (
            <code>anyhook approve {id}</code>
          )}
          {decisionId !== undefined && (
            <button type="button" onClick={() => go(`why/${decisionId}`)}>
              Why
            </button>
          )}
        </p>
      )}
    </article>
  );
}

interface DifferenceProps {
  readonly before: NonNullable<ApprovalView['approvedBefore']>;
  readonly input: unknown;
}

/** The difference to the last approved call of this kind: the part to read with care. */
function Difference({ before: { input: old, at }, input }: DifferenceProps) {
  const lines = diffOf(inputFields(old), inputFields(input));
  return (
    <details class="diff" open={lines.length <= maxOpenDiff}>
      <summary>
        {lines.length === 0 ? 'The same arguments as' : 'Differs from'} the call that was approved {agoText(at)}
      </summary>
      {lines.length > 0 && <DiffText lines={lines} />}
    </details>
  );
}

/** A longer difference is shown on demand. */
const maxOpenDiff = 12;

interface DecideProps {
  readonly view: ApprovalView;
  readonly decision: 'approved' | 'refused';
  readonly close: () => void;
}

/** Asks for a proof of presence, and decides. The proof is valid once, for this call and this decision. */
function Decide({ view, decision, close }: DecideProps) {
  const reason = useSignal('');
  const code = useSignal('');
  const question = useSignal<PresenceQuestion | undefined>(undefined);
  const problem = useSignal<string | undefined>(undefined);
  const body = () => ({ id: view.id, decision, reason: reason.value });
  const attempt = async (work: () => Promise<void>) => {
    problem.value = undefined;
    try {
      await work();
    } catch (error) {
      problem.value = (error as Error).message;
    }
  };
  const decide = async (sign: object, nonce: string) => {
    await post('approvals/decide', { ...body(), nonce, ...sign });
    waiting.value = waiting.value.filter(({ id }) => id !== view.id);
  };
  const ask = () =>
    attempt(async () => {
      const asked = await post<PresenceQuestion>('approvals/ask', body());
      if (asked.passkeys.length > 0) {
        const passkey = await passkeySignature(asked);
        if (passkey) return decide({ passkey }, asked.nonce);
      }
      await post('code', { nonce: asked.nonce });
      question.value = asked;
    });
  const { value: asked } = question;
  return (
    <DecideForm
      decision={decision}
      submit={asked && 'Confirm'}
      reason={reason}
      problem={problem.value}
      onSubmit={() => void (asked ? attempt(() => decide({ code: code.value }, asked.nonce)) : ask())}
      close={close}
    >
      {asked && (
        <label key="code">
          Code in the terminal of <code>anyhook ui</code>
          <input
            class="code"
            inputMode="numeric"
            autocomplete="off"
            ref={focusAtOnce}
            value={code.value}
            onInput={(event) => (code.value = event.currentTarget.value)}
          />
        </label>
      )}
    </DecideForm>
  );
}

const permission = signal<string>('Notification' in globalThis ? Notification.permission : 'unsupported');

/** Notifies of new calls while another window is in front, without any text of an agent. */
function NotificationSwitch() {
  if (permission.value === 'granted') return <p class="dim">Desktop notifications are on.</p>;
  if (permission.value !== 'default') return null;
  return (
    <p class="actions">
      <button
        type="button"
        onClick={() =>
          void Notification.requestPermission().then((granted) => {
            permission.value = granted;
          })
        }
      >
        Notify me on the desktop when a call waits
      </button>
    </p>
  );
}

let known: ReadonlySet<string> | undefined;

/** Shows a notification for new calls. */
export function notifyOfWaiting(): void {
  const ids = new Set(waiting.value.map(({ id }) => id));
  const fresh = known ? [...ids].filter((id) => !known?.has(id)) : [];
  known = ids;
  if (fresh.length === 0 || permission.value !== 'granted') return;
  const text = fresh.length === 1 ? 'A call waits for your approval' : `${fresh.length} calls wait for your approval`;
  const shown = new Notification('anyhook', { body: text, tag: 'anyhook-waiting' });
  shown.onclick = () => {
    window.focus();
    go('approvals');
  };
}

/** Registers a passkey, with a code from the terminal. */
function PasskeySwitch() {
  const made = useSignal<{ readonly nonce: string; readonly id: string; readonly publicKey: string } | undefined>(
    undefined,
  );
  const code = useSignal('');
  const text = useSignal<string | undefined>(undefined);
  if (!hello.value?.presence?.includes('passkey') || !('PublicKeyCredential' in globalThis)) return null;
  const name = 'this browser';
  const begin = async () => {
    try {
      const key = await registerPasskey(hello.value?.user ?? 'you');
      const asked = await post<PresenceQuestion>('passkeys/ask', { ...key, name });
      await post('code', { nonce: asked.nonce });
      made.value = { nonce: asked.nonce, ...key };
    } catch (error) {
      text.value = (error as Error).message;
    }
  };
  const finish = async () => {
    try {
      await post('passkeys', { ...made.value, name, code: code.value });
      made.value = undefined;
      text.value = 'Registered: decisions now need your passkey instead of a code.';
    } catch (error) {
      text.value = (error as Error).message;
    }
  };
  return (
    <form
      class="decide"
      onSubmit={(event) => {
        event.preventDefault();
        void (made.value ? finish() : begin());
      }}
    >
      {made.value && (
        <label>
          Code in the terminal of <code>anyhook ui</code>
          <input class="code" value={code.value} onInput={(event) => (code.value = event.currentTarget.value)} />
        </label>
      )}
      <p class="actions">
        <button type="submit">{made.value ? 'Confirm' : 'Decide with a passkey instead of codes'}</button>
      </p>
      {text.value !== undefined && <p role="status">{visible(text.value)}</p>}
    </form>
  );
}
