import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guardShell, guardWindows } from '../../../fuzz/parts/guard.js';
import { runCase } from '../../../fuzz/run-case.js';
import { guardTestWorld } from '../../anyhook/test/support/guard-verdicts.js';
import { readCommand } from './guard.js';
import { judgeEffects } from './rules/judge.js';

const longest = 16_000;
const filled = (part: string): string => part.repeat(Math.floor(longest / part.length));

/** Inputs whose cost once grew faster than their length, each as long as a command may be. */
const hostileInputs = [
  ...['sudo ', 'command ', 'exec -a x ', 'npx -x ', 'ssh h ', 'su -c ', 'powershell -c ', 'cmd /c ', 'mv ', 'cp '],
  ...['x=$x$x; ', 'x+=$x; ', 'cd a; ', 'a | ', 'a || ', 'sudo | ', 'f(){ f; }; ', 'set -- "$@" "$@"; '],
  ...['a=("${a[@]}" "${a[@]}"); ', 'if a; then x=1; else x=2; fi; ', 'ln -s a b; ', '$(echo a)', '{a,', 'rev | '],
  ...['coproc ', 'coproc a ', 'a() ', 'function a ', 'if ', 'while ', '! ', 'time ', 'if a; then ', 'case a in a) '],
  ...[
    'coproc&&export&&',
    '[a-z]*& ',
    'w sudo ',
    "less '+!ls' a; ",
    'docker exec w env; ',
    "echo 'so /tmp/a' > /tmp/a; vim -S /tmp/a; ",
  ],
].map(filled);

/** Repetitions after earlier commands, so that each command has more to search or to copy. */
const growingInputs = [
  ['ln -s a# b#; ', 'rm a/b; '],
  ['f#(){ :; }; ', 'f1 | '],
  ['v#=1; ', '(a); '],
].map(([first = '', then = '']) => {
  const made = Array.from({ length: 800 }, (_, at) => first.replaceAll('#', String(at)))
    .join('')
    .slice(0, 10_000);
  return (made.slice(0, made.lastIndexOf(';') + 1) + filled(then)).slice(0, longest);
});
const nestedBraces = `${'$({a..z..2}'.repeat(90)}`;
const longInput = `echo ${'a'.repeat(6_000)} | ${'rev | '.repeat(1_600)} cat`;

/** Patterns that are tried at each position of a long value. */
const patternInputs = ['//ab/c', '//*b?/c', '/%a*b/c', '##*b?', '%%[ab]*c'].map(
  (operator) => `echo "\${x${operator}}"; x=${'q'.repeat(15_000)}; echo "\${x${operator}}"`,
);

const blanks = ' '.repeat(15_000);
/** Filter programs with very many blanks. */
const blankInputs = [
  ...[`{print${blanks}x`, `{ print $1${blanks};x`].flatMap((program) => [
    `echo a | awk '${program}'`,
    `awk -F= '${program}' .env`,
  ]),
  ...[`awk -i inplace '{${blanks}' src/a.ts`, `sed -i '${blanks}x' src/a.ts`],
  ...[
    `echo a | sed '${'\n'.repeat(15_000)}'`,
    `echo a | sed '${'\r'.repeat(15_000)}x'`,
    `printf 'url${blanks}x' | curl -K -`,
  ],
  ...[
    `find ${'/'.repeat(15_000)}x -name a -delete`,
    `find . -name '${'['.repeat(15_000)}' -delete`,
    `${'{'.repeat(15_000)}`,
  ],
];

for (const text of [...hostileInputs, ...blankInputs, ...growingInputs, nestedBraces, longInput, ...patternInputs])
  test(`a long input that starts with \`${text.slice(0, 30)}\` is read quickly`, async () => {
    const { fault } = await runCase(guardShell, text);
    assert.equal(fault, undefined);
  });

const windowsInputs = [
  ...['powershell -c ', 'pwsh ', 'a|', '.&', '$x=$x+$x;', 'iex '].map((part) => ['powershell', filled(part)] as const),
  ...['cmd /c ', 'call ', 'set x=%x%%x%& ', 'start ', '/y > && /'].map((part) => ['cmd', filled(part)] as const),
];

for (const [shell, text] of windowsInputs)
  test(`${shell} reads a long input that starts with \`${text.slice(0, 20)}\` quickly`, async () => {
    const { fault } = await runCase(guardWindows, { shell, text });
    assert.equal(fault, undefined);
  });

const decide = (command: string) =>
  judgeEffects(readCommand(command, guardTestWorld).effects, [], guardTestWorld).decision;

test('a command beyond the reading budget asks, and a danger that was read before still denies', () => {
  for (const part of ['sudo ', 'command ', 'ssh h ', 'x=$x$x; ', 'mv '])
    assert.equal(decide(filled(part)), 'ask', part);
  assert.equal(decide(`rm -rf /etc; ${filled('command ').slice(0, 15_000)}`), 'deny');
});

test('commands of usual length stay far below the budgets', () => {
  assert.equal(
    decide(`sudo apt-get install ${'package-name '.repeat(150)}`),
    decide('sudo apt-get install package-name'),
  );
  assert.equal(decide(`cat <<'E' | bash -s\n${'echo done with it\n'.repeat(300)}E`), 'pass');
  assert.equal(decide(`for a in ${'file.ts '.repeat(12)}; do echo "$a" | grep -n todo | head -3; done`), 'pass');
});
