import { actions } from '../../packages/abilities/src/runtime/actions.js';
import { compactionErrorCodes } from '../../packages/abilities/src/runtime/compact-session.js';
import { runtimeErrors } from '../../packages/abilities/src/runtime/errors.js';
import { callerFields, fieldKinds, type RequestFieldTable } from '../../packages/abilities/src/runtime/fields.js';
import { turnErrorCodes } from '../../packages/abilities/src/runtime/plan-turn.js';
import { routes } from '../../packages/abilities/src/runtime/routes.js';
import { actionErrorCodes } from '../../packages/abilities/src/runtime/run-actions.js';
import { inlineCode, page, table } from './markdown.js';

const intro = `The agent runtime answers HTTP on \`runtime.sock\` in the state folder, next to the socket of the
[resident engine](../guides/resident-engine.md). Each connection carries one request. A body is one JSON object of at most 1 MiB,
whatever its content type says, and must arrive within 15 s. \`null\` is the same as no field; an unknown field is an error. [Guide](../guides/agent-runtime.md).`;

const fields = (rows: RequestFieldTable): string =>
  Object.keys(rows).length === 0
    ? 'No fields.'
    : table(
        ['field', 'is', 'required', 'meaning'],
        Object.entries(rows).map(([name, { kind, required, description }]) => [
          inlineCode(name),
          fieldKinds[kind].description,
          required ? 'yes' : '',
          description,
        ]),
      );

const lines = `With \`accept: application/x-ndjson\` the answer comes in lines: \`{"type":"progress","index":…,"line":…}\` for the progress of the action
with that number, \`{"type":"answer","index":…,"answer":…}\` for each answer, \`{"type":"done"}\` at the end.`;

const routeParts = routes.map(
  ({ method, path, description, fields: rows, canStream }) =>
    `### ${method} ${path}\n\n${capital(description)}.${method === 'GET' && Object.keys(rows).length > 0 ? ' Fields are in the query.' : ''}\n\n${fields(rows)}${canStream ? `\n\n${lines}` : ''}`,
);

const actionParts = Object.entries(actions).map(
  ([name, { description, fields: rows }]) => `### ${name}\n\n${capital(description)}.\n\n${fields(rows)}`,
);

const answers = `Each answer is \`{ ok, action, result | error }\`. It may also have \`preflight\` (what hooks said about a creation) and \`guard\` (about a run):
\`decision\`, \`reason\`, \`hook_signals\`, \`context\`, and \`stop\` if a hook wants the agent to end. \`feedback\` is what hooks said after a
run: \`reason\`, \`context\`, \`messages\`, \`stop\`, \`output\` (also in \`result\`). An error has a \`code\`, a \`message\`, often a \`suggestion\`, for invalid input its
\`violations\`, for a program the end of its \`stderr\`. Codes are those of [the tool runner](errors.md), and:

${table(
  ['code', 'means'],
  Object.entries(actionErrorCodes).map(([name, means]) => [inlineCode(name), means]),
)}`;

const errors = `\`{"error":{"code":…,"message":…}}\` with a status:

${table(
  ['code', 'status', 'means'],
  Object.entries(runtimeErrors).map(([name, { status, description }]) => [
    inlineCode(name),
    String(status),
    description,
  ]),
)}

\`turn.error.code\` of the library:

${table(
  ['code', 'means'],
  Object.entries(turnErrorCodes).map(([name, means]) => [inlineCode(name), means]),
)}

\`error.code\` of \`session.compact()\`:

${table(
  ['code', 'means'],
  Object.entries(compactionErrorCodes).map(([name, means]) => [inlineCode(name), means]),
)}`;

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** docs/reference/runtime.md */
export const runtimePage = (): string =>
  page(
    'The agent runtime: routes and actions',
    'packages/abilities/src/runtime/ and scripts/reference/runtime.ts',
    intro,
    '## Routes',
    ...routeParts,
    `### caller\n\nThe object that \`POST /sessions\` takes.\n\n${fields(callerFields)}`,
    '## Actions',
    answers,
    ...actionParts,
    `## Errors\n\n${errors}`,
  );
