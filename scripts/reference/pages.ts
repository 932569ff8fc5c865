import { builtins } from '../../src/builtins/index.js';
import { errorCodes } from '../../src/core/errors.js';
import { failureKinds, outcomes } from '../../src/core/verdict.js';
import { fieldTable } from './fields.js';
import { code, codes, page, table } from './markdown.js';
import { formats, jsonSchema } from './schemas.js';

/** docs/reference/config.md */
export function configPage(): string {
  const format = formats['anyhook'];
  return page(
    'Config',
    'src/project/config-schema.ts',
    'One schema for three files: `.agents/anyhook.yaml` (project), `$XDG_CONFIG_HOME/anyhook/config.yaml` (user, default `~/.config`), `/etc/anyhook/config.yaml` (managed; `ANYHOOK_MANAGED_CONFIG` names another). A project file can only tighten. [Guide](../guides/config.md)',
    'JSON Schema: [schemas/anyhook.schema.json](../../schemas/anyhook.schema.json)',
    format ? fieldTable(jsonSchema(format)) : '',
  );
}

/** docs/reference/errors.md */
export function errorsPage(): string {
  return page(
    'Errors',
    'src/core/errors.ts and src/core/verdict.ts',
    'Errors that anyhook throws have a stable code. The message names the place, what was expected, what came and what to do.',
    table(
      ['code', 'when'],
      Object.entries(errorCodes).map(([name, when]) => [code(name), when]),
    ),
    '## Ways in which a hook does not finish',
    `${codes(failureKinds)}. A hook that did not finish has not said no: its \`onFailure\` override decides, else the rule of its format.`,
    '## Outcomes of a hook in a verdict',
    `${codes(outcomes)}.`,
  );
}

/** docs/reference/builtins.md */
export function builtinsPage(): string {
  return page(
    'Builtins',
    'src/builtins',
    'Switch one on under `hooks:` in the config (`use: <name>`), or in a docker file (`type: builtin`, `command: <name>`). At an event that it does not serve a builtin does nothing, and `anyhook validate` says so. [Guide](../guides/builtins.md)',
    table(
      ['name', 'what it does', 'events'],
      Object.values(builtins).map(({ name, summary, events }) => [code(name), summary, codes(events)]),
    ),
    '## Parameters',
    'Given under `args:`, as a map, and where the table shows one also as a list. Builtins that are not named here take none.',
    table(
      ['builtin', 'parameter', 'takes', 'means', 'as a list'],
      Object.values(builtins).flatMap(({ name, params = {}, listForm = '' }) =>
        Object.entries(params).map(([param, { takes, about }]) => [
          code(name),
          code(param),
          takes,
          about,
          code(listForm),
        ]),
      ),
    ),
    '## Time',
    `A builtin may take 30 seconds where the entry has no \`timeoutMs\`; ${slow()}. In a docker file the rule of that format holds: 60 seconds.`,
  );
}

const slow = (): string =>
  Object.values(builtins)
    .flatMap(({ name, timeoutMs }) => (timeoutMs === undefined ? [] : [`${code(name)} ${timeoutMs / 1000}`]))
    .join(', ');

/** docs/reference/cli.md */
export async function cliPage(): Promise<string> {
  const top = await help();
  const names = [...(/^Commands:\n((?: {2}.*\n?)+)/m.exec(top)?.[1] ?? '').matchAll(/^ {2}([a-z][\w-]*)/gm)];
  const parts: string[] = [];
  for (const [, name = ''] of names) parts.push(`## anyhook ${name}\n\n${block(await help(name))}`);
  return page(
    'Command line',
    'the help texts of src/cli',
    block(top),
    '## Exit codes',
    table(
      ['code', 'meaning'],
      [
        ['0', 'fine'],
        ['1', 'an error: of the command line, of anyhook, or found by `validate` or `doctor`'],
        ['2', '`fire`: the verdict is deny. `run`: the agent is told to block, where it wants to be told so'],
      ],
    ),
    '`run` answers only 0 or 2, because agents take other codes as a broken hook; 1 means that its own arguments were wrong.',
    ...parts,
  );
}

const block = (text: string): string => `\`\`\`text\n${text.trim()}\n\`\`\``;

async function help(...command: readonly string[]): Promise<string> {
  const { main } = await import('../../src/cli/main.js');
  const out: string[] = [];
  const sink = { write: (text: string) => out.push(text), columns: 100 };
  await main([...command, '--help'], {
    env: {},
    cwd: '/',
    home: '/',
    stdin: process.stdin,
    stdout: sink,
    stderr: { write: () => true, columns: 100 },
  });
  return out.join('');
}
