import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { FireReport } from '../../src/answer/fire-report.js';
import { testProject } from '../cli/harness.js';
import { type HookVariant, hookVariants, type VariantHook } from './hook-variants.js';

/** How a hook can fail. A misspelt decision is written in the format's own words. */
const failures = {
  'exit 1': 'echo why >&2; exit 1',
  'exit 2': 'echo why >&2; exit 2',
  'exit 3': 'echo why >&2; exit 3',
  timeout: 'sleep 30',
  'bad JSON': `printf '{"decision": "de'`,
  misspelt: undefined,
  'missing script': undefined,
  signal: 'kill -9 $$',
} as const;
type Failure = keyof typeof failures;

const decision = (word: string): string => `echo '{"decision":"${word}"}'`;
const guard = (code: string): string =>
  `echo '{"hook_signals":[{"kind":"ability_guard","code":"${code}","payload":{}}]}'`;

/** The verdict on a call that the hook may block: `-` no opinion, `D` deny; then how the hook ended. */
interface FailureRow {
  readonly way: HookVariant;
  readonly misspelt: string;
  readonly verdicts: string;
  readonly outcomes: string;
  /** Outcomes at an event that cannot be blocked; there the verdict is always "no opinion". */
  readonly quietly: string;
  /** The user is not told about a failure that lets the call pass. */
  readonly silent?: true;
}

// The columns are the failures above. ok, blocked, failed, timeout.
const matrix: readonly FailureRow[] = [
  // Exit 2 blocks; everything else fails open.
  {
    way: hookVariants.hookMd,
    misspelt: decision('dney'),
    verdicts: '-D------',
    outcomes: 'fbftffff',
    quietly: 'fbftffff',
  },
  // Exit 2 blocks here too, and on_error says what other failures mean; a hook that cannot start or times out refuses.
  {
    way: hookVariants.docker,
    misspelt: decision('blok'),
    verdicts: '-D-D--D-',
    outcomes: 'fbftffff',
    quietly: 'foftffff',
  },
  {
    way: hookVariants.dockerIgnore,
    misspelt: decision('blok'),
    verdicts: '-D-D--D-',
    outcomes: 'fbftffff',
    quietly: 'foftffff',
    silent: true,
  },
  {
    way: hookVariants.dockerBlock,
    misspelt: decision('blok'),
    verdicts: 'DDDDDDDD',
    outcomes: 'fbftffff',
    quietly: 'foftffff',
  },
  // No exit code blocks: a guard refuses by a signal. At the session's end signals are dropped.
  {
    way: hookVariants.ability,
    misspelt: guard('ABILITY_DENYED'),
    verdicts: '--------',
    outcomes: 'ffftffff',
    quietly: 'ffftfoff',
  },
  {
    way: hookVariants.abilityClosed,
    misspelt: guard('ABILITY_DENYED'),
    verdicts: 'DDDDDDDD',
    outcomes: 'ffftffff',
    quietly: 'ffftfoff',
  },
  {
    way: hookVariants.abilityNotBlocking,
    misspelt: guard('ABILITY_DENYED'),
    verdicts: '--------',
    outcomes: 'ffftffff',
    quietly: 'ffftfoff',
  },
  // A plugin's hook blocks by any exit code that it chose, and by unreadable output; a crashed one does not.
  {
    way: hookVariants.claudePlugin,
    misspelt: decision('blok'),
    verdicts: 'DDD-DD--',
    outcomes: 'bbbtffff',
    quietly: 'ffftffff',
  },
  {
    way: hookVariants.claudeSettings,
    misspelt: decision('blok'),
    verdicts: '-D------',
    outcomes: 'fbftffff',
    quietly: 'foftffff',
  },
  // Stdout is not an answer here: only the exit code is.
  {
    way: hookVariants.flow,
    misspelt: decision('dney'),
    verdicts: '-D------',
    outcomes: 'fbftooff',
    quietly: 'fbftooff',
  },
];

const words = { o: 'ok', b: 'blocked', f: 'failed', t: 'timeout' } as const;
const names = Object.keys(failures) as Failure[];

const fireArgs: Readonly<Record<VariantHook['event'], readonly string[]>> = {
  'tool.before': ['tool.before', '--tool', 'shell', '--input', '{"command":"ls"}'],
  'session.end': ['session.end', '--agent', 'gemini'],
};

async function fail(t: TestContext, { way, misspelt }: FailureRow, event: VariantHook['event'], failure: Failure) {
  const script = failure === 'misspelt' ? misspelt : failures[failure];
  const limit = failure === 'timeout' ? { timeoutMs: 250 } : {};
  const neighbour = way.name.startsWith('ability') ? hookVariants.docker : hookVariants.ability;
  const here = testProject(t, {
    ...neighbour.files({ id: 'neighbour', event, script: 'exit 0' }),
    ...way.files({ id: 'bad', event, script, ...limit }),
  });
  const { code, stdout, stderr } = await here.run(['fire', ...fireArgs[event], '--json', '--trust-project']);
  assert.equal(stderr, '');
  return { code, ...(JSON.parse(stdout) as FireReport) };
}

describe('a hook that fails', { concurrency: true }, () => {
  for (const row of matrix) {
    test(`${row.way.name}: at a blockable call, each way to fail leads to the expected verdict`, async (t) => {
      const reports = await Promise.all(names.map((name) => fail(t, row, 'tool.before', name)));
      const verdicts = reports.map(({ decision: said }) => ({ pass: '-', deny: 'D', ask: 'A', allow: '!' })[said]);
      assert.equal(verdicts.join(''), row.verdicts);
      for (const [i, { code, hooks, notes, reason }] of reports.entries()) {
        const denied = row.verdicts[i] === 'D';
        const bad = hooks.find(({ id }) => id !== 'neighbour');
        assert.equal(bad?.outcome, words[row.outcomes[i] as keyof typeof words], names[i]);
        assert.equal(code, denied ? 2 : 0);
        if (denied) assert.match(reason ?? '', new RegExp(`^\\[${bad.id}\\] \\S`), names[i]);
        const isSaid = bad.outcome !== 'ok' && bad.outcome !== 'blocked' && !denied && !row.silent;
        assert.equal(
          notes.some((note) => note.startsWith(`[${bad.id}] did not finish`)),
          isSaid,
          names[i],
        );
        assert.equal(hooks.find(({ id }) => id === 'neighbour')?.outcome, 'ok', `${names[i]}: the other hook ran`);
      }
    });

    test(`${row.way.name}: at an event that cannot be blocked, no failure blocks`, async (t) => {
      const reports = await Promise.all(names.map((name) => fail(t, row, 'session.end', name)));
      for (const [i, { code, hooks, notes, decision: said }] of reports.entries()) {
        const bad = hooks.find(({ id }) => id !== 'neighbour');
        assert.deepEqual([code, said], [0, 'pass'], names[i]);
        assert.equal(bad?.outcome, words[row.quietly[i] as keyof typeof words], names[i]);
        assert.equal(hooks.find(({ id }) => id === 'neighbour')?.outcome, 'ok', `${names[i]}: the other hook ran`);
        if (bad.decision === 'deny')
          assert.match(notes.join('\n'), /cannot (block|deny)/, `${names[i]}: a wish is told`);
      }
    });
  }
});
