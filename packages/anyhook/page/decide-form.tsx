import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { visible } from './text.js';

/** Browsers ignore `autofocus` if something else had the focus before. */
export const focusAtOnce = (field: HTMLInputElement | null) => field?.focus();

interface DecideFormProps {
  readonly decision: 'approved' | 'refused';
  /** The user's reason. */
  readonly reason: Signal<string>;
  readonly problem: string | undefined;
  /** The text of the button, if not the default. */
  readonly submit?: string | undefined;
  readonly onSubmit: () => void;
  readonly close: () => void;
  /** A field that replaces the reason. */
  readonly children?: ComponentChildren;
}

/** Approves or refuses one call, with a reason. */
export const DecideForm = (props: DecideFormProps) => {
  const { decision, reason, problem, submit, onSubmit, close, children } = props;
  return (
    <form
      class="decide"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children || (
        <label key="reason">
          Reason {decision === 'refused' ? '(the agent gets it)' : '(for the record)'}
          <input
            ref={focusAtOnce}
            value={reason.value}
            maxLength={500}
            onInput={(event) => (reason.value = event.currentTarget.value)}
          />
        </label>
      )}
      <p class="actions">
        <button type="submit" class={decision === 'approved' ? 'approve' : 'refuse'}>
          {submit ?? (decision === 'approved' ? 'Approve this call once' : 'Refuse this call')}
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
      </p>
      {problem !== undefined && (
        <p class="problem" role="alert">
          {visible(problem)}
        </p>
      )}
    </form>
  );
};
