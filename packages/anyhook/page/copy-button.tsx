import { useSignal } from '@preact/signals';

/** Copies a text and confirms it. Commands are pasted into a terminal, so pass them without hidden characters. */
export function CopyButton({ label, text }: { readonly label: string; readonly text: () => string }) {
  const isDone = useSignal(false);
  return (
    <button
      type="button"
      onClick={() =>
        void navigator.clipboard.writeText(text()).then(() => {
          isDone.value = true;
          setTimeout(() => {
            isDone.value = false;
          }, 1_500);
        })
      }
    >
      {isDone.value ? 'Copied' : label}
    </button>
  );
}
