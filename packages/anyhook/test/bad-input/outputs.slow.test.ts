import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { FireReport } from '../../src/answer/fire-report.js';
import { testProject } from '../cli/harness.js';
import { hookVariants } from './hook-variants.js';
import { markedProcesses, markName, waitUntil } from './marked-processes.js';

const bin = fileURLToPath(new URL('../../fixtures/bin/', import.meta.url));
const { hookMd, docker, ability, claudePlugin, claudeSettings, flow } = hookVariants;
const formats = { hookMd, docker, ability, claudePlugin, claudeSettings, flow };
type Name = keyof typeof formats;

/** A hook that misbehaves, its outcome in most formats, the message about it, and the formats that differ. */
interface Misdeed {
  readonly what: string;
  readonly script: string;
  readonly outcome: string;
  readonly says?: RegExp;
  readonly timeoutMs?: number;
  readonly command?: string;
  readonly unlike?: Partial<Record<Name, { readonly outcome: string; readonly says?: RegExp }>>;
}

const harmless = { outcome: 'ok' } as const;
const tooMuch = /did not finish \(too-much-output\): .* printed more than 1048576 bytes/;

const misdeeds: readonly Misdeed[] = [
  {
    what: 'prints bytes that are not text',
    script: `exec ${bin}binary.sh`,
    outcome: 'failed',
    says: /stdout must be empty or one JSON/,
    // In these formats, text that is not an answer is context or a log line.
    unlike: { docker: harmless, claudePlugin: harmless, claudeSettings: harmless, flow: harmless },
  },
  { what: 'prints 2 GiB', script: `exec ${bin}prints-2gib.sh`, outcome: 'failed', says: tooMuch },
  { what: 'prints 2 GiB to stderr', script: `exec ${bin}prints-2gib.sh err`, outcome: 'failed', says: tooMuch },
  {
    what: 'ignores TERM, as does its child',
    script: `exec ${bin}ignores-term.sh`,
    outcome: 'timeout',
    says: /did not finish within 400 ms/,
    timeoutMs: 400,
  },
  { what: 'leaves a daemon that keeps stdout open', script: 'sleep 30 & exit 0', outcome: 'ok' },
  { what: 'leaves a daemon that ignores TERM and HUP', script: `trap '' TERM HUP; sleep 30 & exit 0`, outcome: 'ok' },
  {
    what: 'prints half a JSON object and exits 0',
    script: `exec ${bin}half-json.sh`,
    outcome: 'failed',
    says: /stdout begins with "\{" but is not valid JSON/,
    unlike: { flow: harmless },
  },
  {
    what: 'closes stdin at once, with 4 MiB to read',
    script: `exec ${bin}closes-stdin.sh`,
    outcome: 'ok',
    command: 'x'.repeat(4 * 1024 * 1024),
  },
  {
    what: 'answers with JSON that is nested 100,000 levels deep',
    script: `printf '{"a":'; head -c 100000 /dev/zero | tr '\\0' '['; head -c 100000 /dev/zero | tr '\\0' ']'; printf '}'`,
    outcome: 'failed',
    says: /levels deep/,
    unlike: { flow: harmless },
  },
  {
    what: 'answers with a __proto__ key',
    script: `echo '{"__proto__": {"decision": "deny"}, "constructor": {}}'`,
    outcome: 'ok',
  },
];

async function fire(t: TestContext, name: Name, misdeed: Misdeed) {
  const { script, timeoutMs, command = 'ls' } = misdeed;
  const mark = randomUUID();
  const neighbour = name === 'ability' ? docker : ability;
  const event = 'tool.before' as const;
  const here = testProject(t, {
    ...neighbour.files({ id: 'neighbour', event, script: 'exit 0' }),
    ...formats[name].files({ id: 'bad', event, script, ...(timeoutMs !== undefined && { timeoutMs }) }),
    'payload.json': JSON.stringify({
      hook_event_name: 'BeforeTool',
      tool_name: 'run_shell_command',
      tool_input: { command },
    }),
  });
  const { stdout, stderr } = await here.run(
    ['fire', '--agent', 'gemini', '--payload', 'payload.json', '--json', '--trust-project'],
    { env: { [markName]: mark } },
  );
  assert.equal(stderr, '');
  return { mark, report: JSON.parse(stdout) as FireReport };
}

describe('a hook that misbehaves', { concurrency: 4 }, () => {
  for (const misdeed of misdeeds) {
    test(`${misdeed.what}: every format reports it, other hooks run, and no process is left behind`, async (t) => {
      for (const name of Object.keys(formats) as Name[]) {
        const { mark, report } = await fire(t, name, misdeed);
        const { outcome, says } = misdeed.unlike?.[name] ?? misdeed;
        const bad = report.hooks.find(({ id }) => id !== 'neighbour');
        assert.equal(bad?.outcome, outcome, `${name}: ${bad?.reason}`);
        if (says) {
          assert.match(bad.reason ?? '', says, name);
          assert.equal(bad.reason?.includes('\n'), false, `${name}: one line`);
          assert.match([...report.notes, report.reason ?? ''].join('\n'), says, `${name}: the user is told`);
        }
        // A plugin's hook blocks if its answer cannot be read, docker's if it times out.
        const closed =
          (name === 'claudePlugin' && outcome === 'failed') || (name === 'docker' && outcome === 'timeout');
        assert.equal(report.decision, closed ? 'deny' : 'pass', name);
        assert.equal(report.hooks.find(({ id }) => id === 'neighbour')?.outcome, 'ok', name);
        assert.ok(
          await waitUntil(() => markedProcesses(mark).length === 0),
          `${name}: alive: ${markedProcesses(mark)}`,
        );
      }
    });
  }
});

test('markedProcesses finds a process that carries the mark', async () => {
  const mark = randomUUID();
  const child = spawn('sleep', ['30'], { env: { ...process.env, [markName]: mark } });
  assert.ok(await waitUntil(() => markedProcesses(mark).length === 1 || process.platform !== 'linux'));
  child.kill('SIGKILL');
});

test('a daemon that left the process group and keeps stdout open does not delay the answer', async (t) => {
  const script = `exec ${bin}daemon.py away`;
  const { mark, report } = await fire(t, 'docker', {
    what: 'leaves a daemon outside its group',
    script,
    outcome: 'ok',
  });
  for (const pid of markedProcesses(mark)) process.kill(Number(pid), 'SIGKILL');
  assert.equal(report.decision, 'pass');
  assert.ok((report.hooks.find(({ id }) => id === 'bad')?.ms ?? 30_000) < 25_000, 'the daemon sleeps 30 s');
});
