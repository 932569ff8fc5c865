import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { testProject } from './cli/harness.js';

/** A guard for one agent that refuses `rm precious`, with its place in a project and in the user's home. */
interface AgentFile {
  readonly agent: string;
  readonly project: string;
  readonly user: string;
  readonly text: string;
}

const json = (value: unknown) => JSON.stringify(value);
const refuse = (answer: string) => `grep -q 'rm precious' && ${answer}; exit 0`;

const files: readonly AgentFile[] = [
  {
    agent: 'gemini',
    project: '.gemini/settings.json',
    user: '.gemini/settings.json',
    text: json({
      hooks: {
        BeforeTool: [
          {
            matcher: 'run_shell_command',
            hooks: [{ type: 'command', command: refuse(`echo '{"decision":"deny","reason":"kept"}'`) }],
          },
        ],
      },
    }),
  },
  {
    agent: 'copilot',
    project: '.github/hooks/guard.json',
    user: '.copilot/hooks/guard.json',
    text: json({
      version: 1,
      hooks: { preToolUse: [{ type: 'command', bash: refuse('{ echo kept >&2; exit 3; }'), matcher: 'bash' }] },
    }),
  },
  {
    agent: 'cline',
    project: '.clinerules/hooks/PreToolUse',
    user: '.cline/hooks/PreToolUse',
    text: `#!/bin/bash\n${refuse(`echo '{"cancel":true,"errorMessage":"kept"}'`)}\n`,
  },
];

/** How each agent sends the call, and what its answer says when the call is refused. */
const agents: Readonly<Record<string, readonly [fixture: string, event: string, refusal: RegExp]>> = {
  'claude-code': ['claude-code/PreToolUse', 'PreToolUse', /"permissionDecision":"deny".*kept/],
  codex: ['codex/PreToolUse', 'PreToolUse', /"permissionDecision":"deny".*kept/],
  gemini: ['gemini/BeforeTool', 'BeforeTool', /"decision":"deny".*kept/],
  copilot: ['copilot/preToolUse', 'preToolUse', /"permissionDecision":"deny".*kept/],
  cline: ['cline/PreToolUse', 'PreToolUse', /did not run.*kept|"cancel":true.*kept/],
};

/** A real payload of the agent with its command replaced. */
function payload(fixture: string, command: string, cwd: string): string {
  const { stdin } = JSON.parse(readFileSync(`packages/anyhook/fixtures/${fixture}.json`, 'utf8')) as { stdin: unknown };
  return json(stdin)
    .replaceAll('/home/dev/project', json(cwd).slice(1, -1))
    .replaceAll(/echo hello > out\.txt(?:; echo ran)?/g, command);
}

for (const { agent, project, user, text } of files)
  for (const [scope, path] of [
    ['project', project],
    ['user', user],
  ] as const)
    test(`a ${scope} guard for ${agent} refuses on other agents, and is not run twice on ${agent} itself`, (t) => {
      const here = testProject(t, { [scope === 'project' ? path : `../home/${path}`]: text });
      for (const [agentName, [fixture, event, refusal]] of Object.entries(agents)) {
        const answer = (command: string): string => {
          const { env } = here;
          const input = payload(fixture, command, here.dir);
          const args = [
            'packages/anyhook/bin/anyhook.cjs',
            'run',
            '--host',
            agentName,
            '--event',
            event,
            '--trust-project',
          ];
          return spawnSync(process.execPath, args, { env, input, encoding: 'utf8', timeout: 60_000 }).stdout;
        };
        const refused = answer('rm precious');
        if (agentName === agent) assert.doesNotMatch(refused, /kept/, agentName);
        else {
          assert.match(refused, refusal, agentName);
          assert.doesNotMatch(answer('ls'), /kept/, agentName);
        }
      }
    });

/** Agent → what is lost when its guard becomes a hook-md hook, and when that becomes its hook again. */
const losses: Readonly<Record<string, readonly [readonly RegExp[], readonly RegExp[]]>> = {
  gemini: [
    [/^the pattern "run_shell_command" became the tools/],
    [/^giving context: the gemini format cannot do that/],
  ],
  copilot: [[], []],
  cline: [[], [/^timeoutMs: 120000; it has no equivalent there$/]],
};

for (const { agent, project, text } of files)
  test(`a guard for ${agent} converts to hook-md and back, and every loss is reported`, async (t) => {
    const [firstLosses, secondLosses] = losses[agent] ?? [[], []];
    const here = testProject(t, { [project]: text });
    const between = testProject(t);
    const after = testProject(t);
    const [own] = await here.json<Listed[]>(['list', '--json']);
    const there = ['hooks', 'convert', own?.id ?? '', '--to', 'hook-md'];
    assertLosses((await here.json<Converted>([...there, '--json'])).lost, firstLosses);
    assert.equal((await here.run([...there, '--out', between.dir])).code, 0);
    const [md] = await between.json<Listed[]>(['list', '--json']);
    const back = ['hooks', 'convert', md?.id ?? '', '--to', agent];
    assertLosses((await between.json<Converted>([...back, '--json'])).lost, secondLosses);
    assert.equal((await between.run([...back, '--out', after.dir])).code, 0);
    // The script itself stays where it is, which is a warning.
    const problems = await after.json<{ severity: string }[]>(['hooks', 'validate', '--json']);
    assert.ok(problems.every(({ severity }) => severity === 'warning'));
    const [again] = await after.json<Listed[]>(['list', '--json']);
    assert.deepEqual([again?.dialect, again?.event, again?.timeoutMs], [agent, own?.event, own?.timeoutMs]);
  });

interface Listed {
  readonly id: string;
  readonly dialect: string;
  readonly event: string;
  readonly timeoutMs: number;
}

interface Converted {
  readonly lost: readonly string[];
}

function assertLosses(lost: readonly string[], expected: readonly RegExp[]): void {
  assert.equal(lost.length, expected.length, lost.join('\n'));
  for (const [i, one] of expected.entries()) assert.match(lost[i] ?? '', one);
}
