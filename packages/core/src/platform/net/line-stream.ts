/** A request whose answer is a stream of lines without a fixed end. */
export interface LineStreamJob {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A stream that is silent for this long counts as dead. */
  readonly silenceMs: number;
  readonly maxLineChars: number;
  readonly signal: AbortSignal;
}

export class LineStreamRefusal extends Error {
  override readonly name = 'LineStreamRefusal';
  constructor(
    readonly status: number,
    readonly text: string,
  ) {
    super(`expected 200, got ${status}`);
  }
}

const maxRefusalChars = 64 * 1024;

/** The lines of an answer. Throws if it is refused, ends in the middle or falls silent; returns when it ends or is cancelled. */
export async function* readLineStream(job: LineStreamJob): AsyncGenerator<string> {
  const { url, headers, silenceMs, maxLineChars, signal } = job;
  const control = new AbortController();
  const cancel = () => control.abort();
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  let isSilent = false;
  const giveUp = () => {
    isSilent = true;
    control.abort();
  };
  let timer = setTimeout(giveUp, silenceMs);
  try {
    const response = await fetch(url, { headers, redirect: 'manual', signal: control.signal });
    if (response.status !== 200)
      throw new LineStreamRefusal(response.status, (await response.text()).slice(0, maxRefusalChars));
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of response.body ?? []) {
      clearTimeout(timer);
      timer = setTimeout(giveUp, silenceMs);
      const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > maxLineChars) throw new Error(`a line of more than ${maxLineChars} characters`);
      yield* lines;
    }
  } catch (error) {
    if (signal.aborted) return;
    if (isSilent) throw new Error(`silent for ${Math.round(silenceMs / 1000)} s`);
    const { code, message } = ((error as { cause?: NodeJS.ErrnoException }).cause ?? error) as NodeJS.ErrnoException;
    throw error instanceof LineStreamRefusal ? error : new Error(code ?? message);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
    control.abort();
  }
}
