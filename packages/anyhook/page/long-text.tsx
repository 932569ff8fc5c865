import { useSignal } from '@preact/signals';
import { cut, visible } from './text.js';

const longChars = 1_200;

/** Text with all whitespace; a long one is expanded on demand. */
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
