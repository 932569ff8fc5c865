import { useSignal } from '@preact/signals';
import { cut, visible } from './text.js';

const longChars = 1_200;

/** Text with every space; a long one is shown when it is asked for. */
export function LongText({ text }: { readonly text: string }) {
  const isOpen = useSignal(false);
  const isLong = text.length > longChars;
  return (
    <>
      <pre>{visible(isLong && !isOpen.value ? cut(text, longChars) : text)}</pre>
      {isLong && (
        <button type="button" class="plain" onClick={() => (isOpen.value = !isOpen.value)}>
          {isOpen.value ? 'less' : `all ${text.length.toLocaleString('en')} characters`}
        </button>
      )}
    </>
  );
}
