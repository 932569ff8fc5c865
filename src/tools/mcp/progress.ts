/** Sends one line of progress; resolves when it has been sent. */
export type SendProgressLine = (line: string, count: number) => Promise<unknown>;

const longestLine = 500;
const maxLines = 1_000;

/** Passes lines on as fast as they can be sent: while one is being sent, only the newest is kept. */
export function createProgress(tell: SendProgressLine): (line: string) => void {
  let newest: string | undefined;
  let isTelling = false;
  let count = 0;
  const pump = async () => {
    isTelling = true;
    while (newest !== undefined && count < maxLines) {
      const line = newest;
      newest = undefined;
      count++;
      // A client that stopped listening misses nothing: the answer says how it ended.
      await tell(line, count).catch(() => undefined);
    }
    isTelling = false;
  };
  return (line) => {
    newest = line.length > longestLine ? `${line.slice(0, longestLine)}…` : line;
    if (!isTelling) void pump();
  };
}
