import type { LiveMessage } from '../src/ui/page-types.js';

/** The token exists only in this variable: a reload needs a new code. */
let token: string | undefined;

/** Exchanges the one-time code in the address for the token, and removes the code from the address. */
export async function enter(): Promise<string | undefined> {
  const [, code] = /^#code=([\w-]+)$/.exec(location.hash) ?? [];
  if (code === undefined) return 'This page was opened without a code, or was reloaded.';
  history.replaceState(null, '', `${location.pathname}#/live`);
  const response = await fetch('/api/enter', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  const answer = (await response.json()) as { readonly token?: string; readonly error?: string };
  token = answer.token;
  return token === undefined ? (answer.error ?? 'The code was refused.') : undefined;
}

/** The page of a hub has a cookie instead of a token; the browser sends it. */
const withToken = (): Record<string, string> => (token === undefined ? {} : { authorization: `Bearer ${token}` });

async function answerOf<T>(response: Response): Promise<T> {
  const answer = (await response.json()) as T & { readonly error?: string };
  if (!response.ok) throw new ServerError(answer.error ?? `the server answered ${response.status}`, response.status);
  return answer;
}

/** An error answer of the server, with its status. */
export class ServerError extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

export const get = async <T>(path: string, query: Readonly<Record<string, string>> = {}): Promise<T> =>
  answerOf<T>(await fetch(`/api/${path}?${new URLSearchParams(query)}`, { headers: withToken() }));

export const post = async <T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> =>
  answerOf<T>(
    await fetch(`/api/${path}`, {
      method: 'POST',
      ...(signal && { signal }),
      headers: { ...withToken(), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );

/** Saves a file that the server makes. */
export async function saveFile(path: string, query: Readonly<Record<string, string>>, name: string): Promise<void> {
  const response = await fetch(`/api/${path}?${new URLSearchParams(query)}`, { headers: withToken() });
  if (!response.ok) return answerOf(response);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Reads the live stream until it breaks. */
export async function readLive(after: string | undefined, notify: (message: LiveMessage) => void): Promise<void> {
  const response = await fetch(`/api/live?${new URLSearchParams(after === undefined ? {} : { after })}`, {
    headers: withToken(),
  });
  if (response.status === 401) throw new Error('the server was restarted: open the page from its terminal');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!response.ok || !reader) throw new Error(`the server answered ${response.status}`);
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) notify(JSON.parse(line) as LiveMessage);
  }
}
