import { fieldTags, frameKinds, maxFrameBytes, protocolVersion } from '../../packages/anyhook/src/resident/protocol.js';
import { inlineCode, page, table } from './markdown.js';

interface FrameRow {
  readonly from: 'client' | 'engine';
  readonly means: string;
  readonly fields: string;
}

const kindRows: Readonly<Record<keyof typeof frameKinds, FrameRow>> = {
  event: { from: 'client', means: 'decide this event', fields: '`args` `cwd` `umask` `deadline` `env` `payload`' },
  status: { from: 'client', means: 'report your state', fields: '' },
  quit: { from: 'client', means: 'finish open events, then end', fields: '' },
  watch: { from: 'client', means: 'tell me what happens until I go', fields: '' },
  answer: { from: 'engine', means: 'what to print, and the exit code', fields: '`exit` `stdout` `stderr`' },
  working: { from: 'engine', means: 'accepted, not done yet; repeated until the answer', fields: '' },
  decline: { from: 'engine', means: 'decide this one yourself', fields: '`reason`' },
  report: { from: 'engine', means: 'answers `status` and `quit`', fields: '`json`' },
  news: { from: 'engine', means: 'answers `watch` repeatedly: lines of JSON', fields: '`json`' },
};

const tagRows: Readonly<Record<keyof typeof fieldTags, string>> = {
  args: '`--host`, the agent, and the other arguments of the client: words, each ended by NUL',
  cwd: 'working folder of the client, absolute',
  umask: 'octal digits',
  deadline: 'milliseconds left, decimal digits; wins over a `--timeout` in `args`; no field: no limit',
  env: 'the environment of the client: `NAME=value`, each ended by NUL',
  payload: 'the content of stdin, byte by byte',
  json: 'JSON text',
  exit: 'one byte: 0, 1 or 2',
  stdout: 'bytes to print; no field: none',
  stderr: 'bytes to print; no field: none',
  reason: 'text',
};

const frame = `\`\`\`
frame = length u32 | version u8 | kind u8 | id u32 | field…
field = tag u8 | length u32 | bytes
\`\`\``;

const contract = `## What a command client does

An agent calls \`<client> <agent> [--event NAME] [--timeout MS]\` with its payload on stdin. Every client does the same; those in
C (\`clients/c\`), perl (\`clients/perl\`) and Node can be read as examples, and another one in Go or Java is an afternoon's work.

1. **Off.** If \`init\` fixed \`ANYHOOK_ENGINE=off\` in the client, or with a \`--timeout\` that is not a number above 0, decide separately
   (step 6). The variable has no effect in the agent's environment.
2. **Find.** The state folder is the one that \`init\` fixed in the client. A client without one takes \`$XDG_STATE_HOME/anyhook\` if that variable is an absolute path, else
   \`$HOME/.local/state/anyhook\`. It must belong to our effective user, with no permissions for group and others. The socket in it is
   \`engine.sock\`; its path may be longer than a socket's name may be, so change into the folder, connect to the bare name, change back.
3. **Trust.** The other side must be our own effective user (\`SO_PEERCRED\`, \`getpeereid\`). On Linux it must also be in our mount,
   network and pid namespace: \`/proc/<pid>/ns/{mnt,net,pid}\` and \`/proc/self/ns/…\` are the same inodes; a pid of 0 is in another
   one. An engine elsewhere sees other files. A client that cannot ask the socket reads the pid from \`engine.json\` in the state folder.
4. **Ask.** Read stdin to its end and send one \`event\`, with the arguments that \`init\`
   fixed (\`--fixed NAME=value\`) after the agent's own. More than 50 MiB, or an error: decide separately.
5. **Wait.** The first frame must come within 1000 ms, or half of the time left if that is less. After a \`working\`, each
   silence may last 3000 ms. At the \`answer\`, write stdout and stderr in full and exit with its code. A code above 2 is
   not an answer (step 8). Nor is one later than 600 ms after \`--timeout\`, even if the engine still says that it works: an agent
   waits 1000 ms longer than its entry says, and then treats silence as no opinion. The engine answers only when it has the whole request, so an earlier frame is a refusal. A
   client that is killed does nothing: the engine sees the connection close and cancels the event.
6. **Decide separately**, whenever there is no answer: no socket, no trust, \`decline\`, silence, a closed connection, another version,
   bytes that are not a frame. Start the launcher as \`anyhook-node --decide\` in your working folder and with your umask, and wait. Its
   environment contains only \`PATH\` and \`HOME\` as \`init\` found them, because the agent's variables could load code into a program
   or end it. Its stdin and stdout are one end of a pair of sockets; on the other one, act as in steps 4 and 5: send the same \`event\` (with
   the time left as \`deadline\`, at least 250; of a payload above 50 MiB, one byte more than that), and take the same \`answer\`. Never
   store the payload in a file with a name. After the answer, wait up to 10 s for the process to end: it still writes its journal.
7. **Start the engine**, before step 6 and only if the state folder passed step 2: not if step 1 decided, not if
   \`engine.stays-down\` is in the state folder, not for a payload that was too large. Create \`engine.starting\` there with
   \`O_CREAT|O_EXCL\`. If that file exists and is less than 10 s old, another process is starting the engine; if it is older, remove it
   and create it again. Then start \`anyhook-node --up\` in its own session, detached from you, with \`/dev/null\` as its stdio and no
   other descriptor, and with the environment of step 6.
8. **Refuse** if there is still no answer: the process could not be started, ended in any way, or is out of time (end it). Say why
   on stderr. \`init\` gave the client rows of agent, event, exit code and stdout: take the row of this agent whose event is that of
   \`--event\`, or is a value in the payload (\`:"NAME"\`), else the row without an event. Events before an action have a row with a
   refusal; the others inform the user or the model. If a refusal cannot be printed, exit 2. With \`ANYHOOK_FAIL_CLOSED=1\`, always exit 2.

A launcher that is called as \`anyhook-node <agent> [--event NAME] [--timeout MS]\`, with the payload on stdin, does steps 6 and 8 itself. A
shell cannot read frames, so it starts Node.js with \`--signed\`, and only the exit codes 40, 41 and 42 (for 0, 1 and 2) are an answer.

## What a client inside an agent does

Code that runs in the agent's own process (\`packages/anyhook/src/agents/kit/plugin-ask.ts\`) follows steps 1 to 5 with the agent's environment of that
moment. It keeps its connection and sends many events over it. It changes neither the working folder nor the umask of the
process: a path that is too long for a socket is \`/proc/self/fd/<folder>/engine.sock\` on Linux; on other systems it
works without an engine. It drops an event whose caller no longer waits, and closes the connection when no caller waits. Without
an answer it starts the launcher as entries of other agents do, which does all of the above. An empty stdout of the launcher is not an
answer there: for these agents, anyhook prints \`{}\` for no opinion. Without an answer, tool calls and prompts are refused.

The socket carries the agent's environment, which contains secrets: a client must not store it.`;

/** docs/reference/protocol.md */
export const protocolPage = (): string =>
  page(
    'Protocol of the resident engine',
    'packages/anyhook/src/resident/protocol.ts and scripts/reference/protocol.ts',
    `Clients ask the engine over a unix socket. This is version ${protocolVersion}; a frame of another version is not read.`,
    'On Windows the engine listens on a named pipe. `engine.json` in the state folder holds its name (`pipe`) and a `token` of 64 hexadecimal digits. Before the first frame, the client sends 16 random bytes; the engine answers with 16 other random bytes and HMAC-SHA-256(token, `engine` and the bytes of the client); the client sends HMAC-SHA-256(token, `client` and the bytes of the engine). A side that sends something else within two seconds, or nothing, is disconnected.',
    frame,
    `Numbers are big endian. A frame's length counts the bytes after it and is at most ${maxFrameBytes} bytes. A client chooses ids; answers carry the id of their request and come in any order. Fields with an unknown tag are skipped; if a tag occurs twice, the last one counts.`,
    table(
      ['kind', 'byte', 'from', 'means', 'fields'],
      entries(frameKinds).map(([name, byte]) => {
        const { from, means, fields } = kindRows[name];
        return [inlineCode(name), inlineCode(`0x${byte.toString(16)}`), from, means, fields];
      }),
    ),
    table(
      ['tag', 'byte', 'holds'],
      entries(fieldTags).map(([name, byte]) => [inlineCode(name), String(byte), tagRows[name]]),
    ),
    contract,
  );

const entries = <T extends object>(of: T): [keyof T & string, T[keyof T]][] =>
  Object.entries(of) as [keyof T & string, T[keyof T]][];
