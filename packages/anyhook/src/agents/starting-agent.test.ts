import assert from 'node:assert/strict';
import { test } from 'node:test';
import { personAncestry, sampleProcess } from '../../test/support/ancestry-samples.js';
import { agents } from './index.js';
import { startingAgent } from './starting-agent.js';

const agentAbove = (name: string, ...args: readonly string[]) =>
  startingAgent([sampleProcess('sh'), sampleProcess(name, { args }), ...personAncestry.ancestors])?.agent;

for (const { title, programs, isProtocol } of agents)
  if (!isProtocol)
    test(`${title} is recognized by each of its programs and packages`, () => {
      assert.ok(programs, 'every agent that is a program has names in its row');
      for (const name of programs.names) {
        assert.equal(agentAbove(name, name), title);
        assert.equal(agentAbove('node', 'node', `/usr/local/bin/${name}`), title);
        assert.equal(agentAbove('MainThread', `/opt/x/${name}`), title);
        assert.equal(agentAbove('node', '/usr/bin/node', '--max-old-space-size=9', `/x/${name}.js`, 'words'), title);
        assert.equal(agentAbove('node', 'node', '--require', './x.js', `/x/bin/${name}`), title);
      }
      for (const one of programs.packages ?? [])
        assert.equal(agentAbove('node', 'node', `/usr/lib/node_modules/${one}/dist/index.js`), title);
    });

for (const [title, ...args] of [
  ['Codex CLI', '/x/codex-x86_64-unknown-linux-musl'],
  ['Codex CLI', 'perl', '/x/codex'],
  ['Codex CLI', 'fish', '/x/codex'],
  ['Kiro', 'kiro-cli-chat'],
  ['Cline CLI', 'cline-core'],
  ['Kimi CLI', 'python3', '-m', 'kimi_cli'],
  ['Gemini CLI', 'gemini-cli'],
] as const)
  test(`${args.join(' ')} is recognized as an agent`, () =>
    assert.match(agentAbove('x', ...args) ?? '', new RegExp(`^${title}`)));

test("an agent's variable in the environment of any ancestor identifies the agent", () => {
  const shell = sampleProcess('sh', { pid: 77, env: { PATH: '/bin', CLAUDECODE: '1' } });
  assert.deepEqual(startingAgent([sampleProcess('script'), shell]), {
    agent: 'Claude Code',
    sign: 'CLAUDECODE is set for process 77',
  });
});

for (const [what, ...args] of [
  ['a script in a folder named like an agent', 'node', '/home/pi/claude/tool.js'],
  ['an argument named like an agent', 'bash', 'deploy.sh', 'claude'],
  ['an editor with a file named like an agent', 'vim', 'codex'],
  ["a program whose name starts like an agent's short name", 'pi-hole'],
  ["a program whose name starts like an agent's name", 'cursory'],
  ["a text that contains an agent's name", 'sh', '-c', 'echo claude'],
] as const)
  test(`${what} is not recognized as an agent`, () => assert.equal(agentAbove(args[0], ...args), undefined));
