import {
  type ServeFieldRow as Row,
  serveErrors,
  serveLimits,
  serveProtocol,
  serveRequests,
} from '../../packages/anyhook/src/api/serve/contract.js';
import { inlineCode, page, table } from './markdown.js';

const intro = `A program in any language sends one JSON object per line, and gets one per line back. The text is UTF-8, lines end with
\`\\n\`, a line has at most ${serveLimits.lineBytes / 1024 / 1024} MiB, and empty lines are ignored. This is protocol ${serveProtocol}.

    anyhook serve --stdio            # one client, on stdin and stdout
    anyhook serve --socket <path>    # many clients, on a unix socket

\`--trust-project\` trusts all hooks of every project (for a program that ships its hooks), \`--trust-lock\` those in the
committed lock files (for CI). Without them, a person trusts hooks with \`anyhook trust\`.

\`\`\`
→ {"hello":{"protocol":1}}
← {"hello":{"version":"0.2.0","protocol":1,"hooks":3,"failClosed":false}}
→ {"id":1,"event":"tool.before","tool":"shell","input":{"command":"git push --force"},"session":"s1","cwd":"/home/me/project"}
← {"id":1,"verdict":{"decision":"deny","reason":"[no-force-push] Do not force-push.","context":[],"messages":[],"notes":[]}}
→ {"id":2,"event":"tool.after","tool":"shell","input":{"command":"make"},"data":{"result":"built"},"session":"s1"}
← {"id":2,"verdict":{"decision":"pass","context":["Run the tests, too."],"messages":[],"notes":[]}}
→ {"id":3,"host":"codex","payload":{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}}
← {"id":3,"answer":{"stdout":"","stderr":"","exitCode":0}}
→ {"id":4,"event":"tool.befor"}
← {"id":4,"error":{"code":"UNKNOWN_EVENT","message":"… did you mean \\"tool.before\\"?"}}
\`\`\``;

const titles: Readonly<Record<keyof typeof serveRequests, string>> = {
  event: '`event`: an event in canonical words',
  host: "`host`: an agent's native payload",
  cancel: '`cancel`: stop working on an event',
  hello: '`hello`: who answers?',
};

const answers: Readonly<Record<keyof typeof serveRequests, string>> = {
  event: `[Events](events.md) and their fields, [tools](tools.md) and theirs. The answer is \`verdict\`:

${table(
  ['field', 'holds'],
  [
    ['`decision`', '`pass` (no opinion, never an allow), `allow`, `ask` (a person must say yes) or `deny`'],
    ['`reason`', 'why; always there with a deny'],
    ['`ifApproved`', '`allow`, with an ask: another hook said allow, which counts once a person says yes'],
    [
      '`input` `output` `prompt` `summary` `modelMessages`',
      'the part that a hook rewrote, in full; `input` in canonical fields',
    ],
    ['`context`', 'list of texts for the model'],
    ['`messages` `notes`', 'lists of texts for the user; notes say what was dropped or failed on the way'],
    ['`stop`', 'the agent must end; the text says why'],
    ['`signals`', 'what ability hooks said, unchanged'],
  ],
)}

\`context\`, \`messages\` and \`notes\` are always there. What a deny means depends on the event: a tool does not run, an
output gets feedback, the agent does not stop.`,
  host: "The answer is `answer`: `stdout`, `stderr` and `exitCode` (0 or 2; for Kiro also 1, a warning), what the agent's own hook command would have printed. An unusable payload is handled by that agent's rules, and is not an error.",
  cancel:
    'The hooks of the event are ended, and the event is answered with `CANCELLED`. With an `id`, the answer is `cancelled`: true, or false if no such event is open.',
  hello:
    'The answer is `hello`: `version`, `protocol`, `hooks` (how many run in `cwd`), and `failClosed`: the user or the organisation wants the agent blocked if there is no verdict, even when this engine is gone.',
};

const kinds: Readonly<Record<Row['kind'], string>> = {
  id: 'text or number',
  text: 'text',
  object: 'object',
  folder: 'absolute path',
  variables: 'object of texts',
  milliseconds: 'number',
  untrusted: '`refuse` or `ignore`',
};

const requests = Object.entries(serveRequests).map(([name, fields]) => {
  const kind = name as keyof typeof serveRequests;
  const rows = Object.entries<Row>(fields).map(([field, { kind: type, required, description }]) => [
    inlineCode(field),
    kinds[type],
    required ? 'yes' : '',
    description,
  ]);
  return `### ${titles[kind]}\n\n${table(['field', 'is', 'required', 'meaning'], rows)}\n\n${answers[kind]}`;
});

const rules = `## Rules

- **Ids** are yours: a number, or a text of at most ${serveLimits.idLength} characters. Answers come when they are ready, in any order. An id that
  an open event already uses is refused with an error without an id. \`null\` is the same as no field; an unknown field is an error.
- **How many.** ${serveLimits.running} events of a stream run at once and ${serveLimits.waiting.toLocaleString('en')} (${serveLimits.waitingBytes / 1024 / 1024} MiB) wait. Beyond that, and while more than
  ${serveLimits.unreadBytes / 1024 / 1024} MiB of answers have not been read, the stream is not read. So write and read independently of each other.
- **Hooks** are those of the project around \`cwd\`, with the content that their files have when the event begins. Project hooks must be
  [trusted](../guides/trust.md): while some are not, every event before an action is denied, unless the request has
  \`"untrusted":"ignore"\`. Without \`env\` hooks see the environment of \`serve\`.
- **Deadlines.** At \`timeoutMs\`, hooks that still run are ended and count as failed by their own rules, so there is a verdict. A client
  should give up a little later and treat the engine as broken.
- **The end.** On stdio, at the end of the input, every request is answered, then the process exits with 0. On a socket, a client
  that closes either direction is gone, and its events are cancelled. SIGTERM, SIGINT and SIGHUP cancel everything and exit with
  0. No process of a hook is left.
- **stdout** carries answers and nothing else. stderr is for people.
- **The socket** has mode 0600. Its folder must be yours and closed to others; it is created if it is missing. The path must be free, or hold
  the socket of a dead server, and have at most 103 bytes. \`serving on …\` on stdout means that it listens.

## Errors

\`{"id":…,"error":{"code":…,"message":…}}\`: there is no verdict. The stream continues. With \`"failClosed":true\` in it, block the
agent. Without it, still refuse what comes before an action (\`tool.before\`, \`prompt.submit\`, \`subagent.start\`, \`task.create\`), with
the words of the error: a guard may be missing. At other events continue, and say so.

${table(
  ['code', 'means'],
  Object.entries(serveErrors).map(([name, means]) => [inlineCode(name), means]),
)}

## A client

1. Start \`anyhook serve --stdio\`, or connect. Send a \`hello\` with your protocol and remember \`failClosed\`.
2. Use one reader, and find the waiting caller by \`id\`. A line that is not JSON, or an error without an id, means that this engine is broken.
3. If the engine ends during a request, start another one and ask again, so that no decision is lost. If it keeps dying, pause before
   you start it again.
4. If there is still no verdict, refuse what comes before an action, and with \`failClosed\` everything that can be refused; else
   continue with a note. Never refuse a stop for that reason: it would be repeated forever.
5. To end, close its stdin and wait.

The [Python client](../../clients/python/README.md) does all of this in about 500 lines, and is easy to read.`;

/** docs/reference/serve.md */
export const servePage = (): string =>
  page(
    'serve: hooks for other languages',
    'packages/anyhook/src/api/serve/contract.ts and scripts/reference/serve.ts',
    intro,
    '## Requests',
    ...requests,
    rules,
  );
