import { useSignal } from '@preact/signals';
import { post } from '../../anyhook/page/api.js';
import { focusAtOnce } from '../../anyhook/page/decide-form.js';
import { visible } from '../../anyhook/page/text.js';
import { look } from './hub-state.js';

/** Asks for a user's token. The hub answers with a cookie that scripts cannot read. */
export function Login() {
  const token = useSignal('');
  const problem = useSignal<string | undefined>(undefined);
  const enter = async () => {
    try {
      await post('enter', { token: token.value.trim() });
      token.value = '';
      await look();
    } catch (error) {
      problem.value = (error as Error).message;
    }
  };
  return (
    <main class="closed">
      <h1>anyhook hub</h1>
      <form
        class="decide"
        onSubmit={(event) => {
          event.preventDefault();
          void enter();
        }}
      >
        <label>
          Your token
          <input
            type="password"
            autocomplete="current-password"
            maxLength={256}
            ref={focusAtOnce}
            value={token.value}
            onInput={(event) => (token.value = event.currentTarget.value)}
          />
        </label>
        <p class="actions">
          <button type="submit">Log in</button>
        </p>
        {problem.value !== undefined && (
          <p class="problem" role="alert">
            {visible(problem.value)}
          </p>
        )}
      </form>
      <p class="dim">
        The hub's administrator creates one with <code>anyhook-hub token --person</code>. You stay logged in for 12
        hours.
      </p>
    </main>
  );
}
