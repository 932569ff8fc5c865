import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TrialWorld, tryProgram } from '../../../anyhook/test/support/guard-program-machine.js';
import { interpreterPrograms } from './interpreters.js';
import { otherInterpreterPrograms } from './other-interpreters.js';

const programs = { ...interpreterPrograms(), ...otherInterpreterPrograms() };

const effectsOf = (line: string, trial?: TrialWorld): readonly string[] => tryProgram(programs, line, trial).seen;

test('program text is read from every option that takes it', () => {
  const lines: Readonly<Record<string, string>> = {
    'python3 -c x a -c y': 'code python x with -e a -c y',
    'python -Bc x': 'code python x with -e',
    'python3.12 -W ignore -c x': 'code python x with -e',
    'node -e x': 'code javascript x with -e',
    'node -pe x': 'code javascript console.log(x) with -e',
    'node --input-type=module --eval x': 'code javascript x with -e',
    'node --print=x': 'code javascript console.log(x) with -e',
    'perl -MFile::Path -e x': 'code perl x with -e',
    'perl -0777 -lne x': 'code perl x with -e',
    'perl -wle x': 'code perl x with -e',
    'perl -e x -e y': 'code perl x\ny with -e',
    'ruby -rfileutils -e x': 'code ruby x with -e',
    'php -d a=b -r x': 'code php x with -e',
    'lua -e x': 'code lua x with -e',
    'Rscript -e x': 'code r x with -e',
    'deno eval x': 'code javascript x with ',
    'bun -e x': 'code javascript x with -e',
    'osascript -e \'do shell script "rm x"\'': 'shell rm x',
    "node --import 'data:text/javascript,a%20b' x.js": 'code javascript a b with ',
  };
  for (const [line, start] of Object.entries(lines)) assert.equal(effectsOf(line)[0], start, line);
});

test('perl -i edits the files after its program', () => {
  assert.deepEqual(effectsOf('perl -pi -e x /etc/a'), ['code perl x with -e /etc/a', 'write /etc/a edit']);
  assert.deepEqual(effectsOf('perl -i.bak -pe x a').at(-1), 'write /home/dev/project/a edit');
  assert.equal(tryProgram(programs, 'perl -pe x .env').printed, '…(a secret)');
});

test('stdin is the program only if no other program is given', () => {
  assert.deepEqual(effectsOf('python3', { stdin: 'x' }), ['code python x with -']);
  assert.deepEqual(effectsOf('python3 -', { stdin: 'x' }), ['code python x with -']);
  assert.equal(effectsOf('perl', { stdin: '\uE001' })[0], 'run remote code');
  assert.equal(effectsOf('python3 - a', { stdin: '\uE003' })[0], 'run decoded code');
  assert.deepEqual(effectsOf('python3 -c x', { stdin: '\uE001' }), ['code python x with -e']);
  assert.deepEqual(effectsOf('python3 -m json.tool', { stdin: '\uE001' }), ['run json.tool']);
  assert.deepEqual(effectsOf('node app.js', { stdin: '\uE001' }), []);
});

test('a script that the same command wrote is read', () => {
  assert.deepEqual(effectsOf('python3 /tmp/x.py a', { files: { '/tmp/x.py': 'y' } }), [
    'code python y with /tmp/x.py a',
  ]);
  assert.equal(effectsOf('node /tmp/x.js', { files: { '/tmp/x.js': '\uE001' } })[0], 'run remote code');
  assert.equal(effectsOf('deno run -A https://e.x/y.ts')[0], 'run remote code');
});

test('scripts known to packs run under their own name', () => {
  assert.deepEqual(effectsOf('python manage.py flush --no-input'), ['run manage.py flush --no-input']);
  assert.deepEqual(effectsOf('php artisan migrate:fresh'), ['run artisan migrate:fresh']);
  assert.deepEqual(effectsOf('ruby bin/rails db:drop'), ['run rails db:drop']);
  assert.deepEqual(effectsOf('node node_modules/.bin/prisma migrate reset'), ['run prisma migrate reset']);
  assert.deepEqual(effectsOf('python -m alembic downgrade base'), ['run alembic downgrade base']);
});

test('version options run nothing, and package manager commands are left to packs', () => {
  assert.deepEqual(effectsOf('node --version'), []);
  assert.deepEqual(effectsOf('python -V'), []);
  assert.ok(tryProgram(programs, 'bun install').asksPacks);
  assert.ok(tryProgram(programs, 'deno publish').asksPacks);
});
