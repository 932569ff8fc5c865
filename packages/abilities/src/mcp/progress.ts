/** Sends one line of progress; resolves when it has been sent. */
export type SendProgressLine = (line: string, count: number) => Promise<unknown>;

const maxLineChars = 500;
const maxLines = 1_000;

/** Passes lines on as fast as they can be sent: while one is being sent, only the newest is kept. */
export function createProgress(send: SendProgressLine): (line: string) => void {
  let newest: string | undefined;
  let isSending = false;
  let count = 0;
  const pump = async () => {
    isSending = true;
    while (newest !== undefined && count < maxLines) {
      const line = newest;
      newest = undefined;
      count++;
      // A client that stopped listening misses nothing: the answer says how it ended.
      await send(line, count).catch(() => undefined);
    }
    isSending = false;
  };
  return (line) => {
    newest = line.length > maxLineChars ? `${line.slice(0, maxLineChars)}…` : line;
    if (!isSending) void pump();
  };
}
