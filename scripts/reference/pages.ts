import { taskErrorCodes } from '../../packages/abilities/src/tasks/task.js';
import type { Builtin } from '../../packages/anyhook/src/handlers/builtins/builtin.js';
import { loadBuiltins } from '../../packages/anyhook/src/handlers/builtins/check.js';
import { paramKinds } from '../../packages/anyhook/src/handlers/builtins/kit/args.js';
import {
  caseSchema,
  expectSchema,
  hookWords,
  rewriteSchema,
  testStepSchema,
} from '../../packages/anyhook/src/hook-tests/schema.js';
import { errorCodes } from '../../packages/core/src/errors.js';
import { failureKinds, outcomes } from '../../packages/core/src/verdict.js';
import { fieldTable } from './fields.js';
import { codes, inlineCode, page, table } from './markdown.js';
import { jsonSchema, otherSchemas, partSchema } from './schemas.js';

/** docs/reference/config.md */
export function configPage(): string {
  const format = otherSchemas['anyhook'];
  return page(
    'Config',
    'packages/anyhook/src/hooks/config-schema.ts',
    'One schema for three files: `.agents/anyhook.yaml` (project), `$XDG_CONFIG_HOME/anyhook/config.yaml` (user, default `~/.config`), `/etc/anyhook/config.yaml`, on Windows `C:\\ProgramData\\anyhook\\config.yaml` (managed; if it does not exist, `ANYHOOK_MANAGED_CONFIG` may name another). A project file can only make rules stricter. [Guide](../guides/config.md)',
    'JSON Schema: [schemas/anyhook.schema.json](../../packages/anyhook/schemas/anyhook.schema.json)',
    format ? fieldTable(jsonSchema(format)) : '',
  );
}

/** docs/reference/hook-tests.md */
export function hooktestPage(): string {
  const own = (schema: Parameters<typeof partSchema>[0]) => fieldTable(partSchema(schema), { flat: true });
  return page(
    'Hook tests',
    'packages/anyhook/src/hook-tests/schema.ts',
    'A hook test is a file next to the hooks whose name ends in `.hooktest.yaml`. [Guide](../guides/test-a-hook.md)',
    'JSON Schema: [schemas/hooktest.schema.json](../../packages/anyhook/schemas/hooktest.schema.json)',
    '## A case',
    'A file is one case, or has several under `cases`. Keys above `cases` apply to each of them (except `name`, `steps` and the keys of an event). A case has the keys of one event, or `steps`.',
    own(caseSchema),
    '## A step',
    own(testStepSchema),
    '## expect',
    'A key that you do not name is not checked. A plain text must be contained in the result. `{is}`, `{contains}`, `{matches}` (a regular expression, RE2) and `{lacks}` are other ways to compare, and `stdout` also accepts `{json}`. In results, `${project}` and `${home}` are the folders of the test.',
    own(expectSchema),
    '## What a hook did',
    `Under \`hooks\`: ${codes(hookWords)}. \`ran\` is every hook that was started, \`idle\` every other one; a decision means that the hook gave this answer.`,
    '## rewrite',
    own(rewriteSchema),
  );
}

/** docs/reference/errors.md */
export function errorsPage(): string {
  return page(
    'Errors',
    'packages/core/src/errors.ts, packages/core/src/verdict.ts and packages/abilities/src/tasks/task.ts',
    'Errors that anyhook throws have a stable code. The message names the place, what was expected, what was given and what to do. Commands with `--json` [print both](cli.md#errors-for-programs).',
    table(
      ['code', 'when'],
      Object.entries(errorCodes).map(([name, when]) => [inlineCode(name), when]),
    ),
    '## Tasks',
    'Codes of the tool runner: `error.code` in the JSON of `anyhook task`, of the MCP server and of the library. The error also has a `message`, often a `suggestion`, for invalid input `violations` with a JSON pointer each, and for a program the end of its `stderr`.',
    table(
      ['code', 'when'],
      Object.entries(taskErrorCodes).map(([name, when]) => [inlineCode(name), when]),
    ),
    '## Ways in which a hook can fail',
    `${codes(failureKinds)}. A hook that did not finish has not said no. Its \`onFailure\` override decides what happens, else the rule of its format.`,
    '## Outcomes of a hook in a verdict',
    `${codes(outcomes)}.`,
  );
}

/** docs/reference/builtins.md */
export async function builtinsPage(): Promise<string> {
  const builtins = await loadBuiltins();
  return page(
    'Builtins',
    'packages/anyhook/src/handlers/builtins',
    'Switch a builtin on under `hooks:` in the config (`use: <name>`), or in a docker file (`type: builtin`, `command: <name>`). At an event that it does not support, a builtin does nothing, and `anyhook hooks validate` says so. [Guide](../guides/builtins.md)',
    table(
      ['name', 'what it does', 'events'],
      builtins.map(({ name, summary, events }) => [inlineCode(name), summary, codes(events)]),
    ),
    '## Parameters',
    'Set parameters under `args:`, as a map, or as a list if the table shows one. Builtins that are not listed here take none.',
    table(
      ['builtin', 'parameter', 'takes', 'means', 'as a list'],
      builtins.flatMap(({ name, params = {}, listForm = '' }) =>
        Object.entries(params).map(([param, { kind, description }]) => [
          inlineCode(name),
          inlineCode(param),
          paramKinds[kind].description,
          description,
          inlineCode(listForm),
        ]),
      ),
    ),
    '## Time',
    `A builtin has 30 seconds unless the entry sets \`timeoutMs\`; ${slow(builtins)}. In a docker file the rule of that format applies: 60 seconds.`,
  );
}

const slow = (builtins: readonly Builtin[]): string =>
  builtins
    .flatMap(({ name, timeoutMs }) => (timeoutMs === undefined ? [] : [`${inlineCode(name)} ${timeoutMs / 1000}`]))
    .join(', ');

/** docs/reference/cli.md */
export async function cliPage(): Promise<string> {
  const top = await help();
  const names = [...top.matchAll(/^ {2}([a-z][\w-]*) {2}/gm)];
  const parts: string[] = [];
  for (const [, name = ''] of names) {
    const text = await help(name);
    parts.push(`## anyhook ${name}\n\n${block(text)}`);
    const [, inGroup = ''] = text.split(/^Commands:\n/m);
    for (const [, word = ''] of inGroup.matchAll(/^ {2}([a-z][\w-]*) /gm))
      parts.push(`### anyhook ${name} ${word}\n\n${block(await help(name, word))}`);
  }
  return page(
    'Command line',
    'the help texts of packages/anyhook/src/cli',
    block(top),
    '## Exit codes',
    table(
      ['code', 'meaning'],
      [
        ['0', 'fine'],
        ['1', 'an error: of the command line, of anyhook, or found by `hooks validate`, `hooks test` or `doctor`'],
        ['2', '`fire`: the verdict is deny. `run`: block, for agents that read this exit code'],
      ],
    ),
    '`run` answers 0 or 2, because agents take other codes as a broken hook; 1 means that its own arguments were wrong. Kiro shows what a broken hook says to the user, so there 1 is also the answer of a hook that only says something.',
    '## Errors for programs',
    'A command that knows `--json` also fails in JSON: one line on stdout instead of the text on stderr, with the same exit code.',
    '```json\n{"error":{"code":"BAD_ARGUMENT","message":"--limit: expected a whole number from 1 to 10000, got \\"x\\""}}\n```',
    'Every code is in [errors](errors.md). Refusals of `task` have more fields besides `error`. If `log --json` fails in the middle, the object is its last line. Warnings stay on stderr.',
    ...parts,
  );
}

const block = (text: string): string => `\`\`\`text\n${text.trim()}\n\`\`\``;

async function help(...command: readonly string[]): Promise<string> {
  const { main } = await import('../../packages/anyhook/src/cli/main.js');
  const out: string[] = [];
  const sink = { write: (text: string) => out.push(text), columns: 100 };
  await main([...command, '--help'], {
    env: {},
    cwd: '/',
    home: '/',
    stdin: process.stdin,
    ancestry: () => undefined,
    stdout: sink,
    stderr: { write: () => true, columns: 100 },
  });
  return out.join('');
}
