import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { slashedPath, trustedFiles } from '@anyhook/core';
import { type FileTexts, hookById, hookMdFiles, hookStateLines, ProjectWorld } from '../../../test/project-world.js';
import { makeWorktree } from '../../../test/support/make-repository.js';
import { forgetTrust } from '../trust.js';
import { gapsOf } from '../trust-coverage.js';
import { trustFolder } from '../trust-records.js';

const quoted = (text: string) => JSON.stringify(text);
const asConfig = (command: string): FileTexts => ({
  '.agents/anyhook.yaml': `hooks:\n  - {id: guard, on: tool.before, run: ${quoted(command)}}\n`,
});
const asClaude = (command: string): FileTexts => ({
  '.claude/settings.json': jsonOf({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] } }),
});
const jsonOf = (value: unknown) => JSON.stringify(value);

const open = async (world: ProjectWorld, cwd = '.') => {
  const { hooks } = await world.open('ask', cwd);
  const [first] = hooks;
  assert.ok(first);
  return {
    ...first,
    files: trustedFiles(first.hook).map((path) => slashedPath(path).replace(`${slashedPath(world.dir)}/`, '')),
  };
};

const stdin = 'exit 2\n';

/** A command, the files that it runs, and which of them is rewritten, which changes the hook's effect. */
const coveredRows: readonly (readonly [command: string, file: string, more?: FileTexts])[] = [
  ['cd hooks && ./e.sh', 'hooks/e.sh'],
  ['cd hooks; sh e.sh', 'hooks/e.sh'],
  ['cd a && cd b && ./e.sh', 'a/b/e.sh'],
  ['cd a/b/.. && cd ./b && . ./e.sh', 'a/b/e.sh'],
  ['(cd a; ./e.sh); ./f.sh', 'f.sh', { 'a/e.sh': stdin }],
  ['(cd a; ./e.sh); ./f.sh', 'a/e.sh', { 'f.sh': stdin }],
  ['pushd hooks >/dev/null && ./e.sh', 'hooks/e.sh'],
  ['if true; then cd hooks; fi; ./e.sh', 'hooks/e.sh'],
  ['cd "$CLAUDE_PROJECT_DIR/hooks" && ./e.sh', 'hooks/e.sh'],
  ['"${CLAUDE_PROJECT_DIR:-.}"/hooks/e.sh', 'hooks/e.sh'],
  ['"${CLAUDE_PROJECT_DIR:-$(pwd)}/hooks/e.sh"', 'hooks/e.sh'],
  ['"${SOME_OTHER:-$PWD}"/hooks/e.sh', 'hooks/e.sh'],
  ['"$CLAUDE_PROJECT_DIR"/hooks/e.sh', 'hooks/e.sh'],
  ['"$GEMINI_PROJECT_DIR"/hooks/e.sh', 'hooks/e.sh'],
  ['$PWD/hooks/e.sh', 'hooks/e.sh'],
  ['`pwd`/hooks/e.sh', 'hooks/e.sh'],
  ['"$(pwd)/hooks/e.sh"', 'hooks/e.sh'],
  ['$(git rev-parse --show-toplevel)/hooks/e.sh', 'hooks/e.sh'],
  ['"$(git rev-parse --show-toplevel 2>/dev/null || pwd)"/hooks/e.sh', 'hooks/e.sh'],
  ['D=hooks; "$D/e.sh"', 'hooks/e.sh'],
  ['D="$(cd "$(dirname "$0")" && pwd)"; cd hooks && ./e.sh', 'hooks/e.sh'],
  ['for f in hooks/*.sh; do sh "$f"; done', 'hooks/e.sh'],
  ['sh a.sh', 'lib/e.sh', { 'a.sh': '# a\0b\n. ./lib/e.sh\n' }],
  ['sh a.sh', 'lib/e.sh', { 'a.sh': 'MZ=1\n./lib/e.sh\n' }],
  ['./a.sh', 'lib/e.sh', { 'a.sh': '#!/bin/sh\n./lib/e.sh\nexit\n\0\u0001\u0002' }],
  ['make guard', 'Makefile', { Makefile: 'guard:\n\t@echo x\n' }],
  ['make guard', 'tools/e.sh', { Makefile: 'S = tools\nguard: dep\ndep:\n\t@./$(S)/e.sh\n', 'tools/e.sh': stdin }],
  ['make -C sub', 'sub/GNUmakefile', { 'sub/GNUmakefile': 'all:\n\techo\n' }],
  ['make -f other.mk guard', 'other.mk', { 'other.mk': 'guard:\n\techo\n' }],
  ['npm run guard', 'package.json', { 'package.json': '{"scripts":{"guard":"echo"}}' }],
  ['npm test', 'guard.js', { 'package.json': '{"scripts":{"test":"node guard.js"}}', 'guard.js': '1' }],
  [
    'npm run x --prefix sub',
    'sub/t.sh',
    { 'sub/package.json': '{"scripts":{"prex":"./t.sh","x":"echo"}}', 'sub/t.sh': '#!/bin/sh\n' },
  ],
  ['yarn guard', 'g.mjs', { 'package.json': '{"scripts":{"guard":"node ./g.mjs"}}', 'g.mjs': '' }],
  ['pnpm -C sub run guard', 'sub/package.json', { 'sub/package.json': '{"scripts":{"guard":"echo"}}' }],
  ['bun run guard', 'g.ts', { 'package.json': '{"scripts":{"guard":"bun ./g.ts"}}', 'g.ts': '' }],
  ['python3 -m guards.main', 'guards/main.py', { 'guards/__init__.py': '', 'guards/main.py': '' }],
  ['python3 -m guards', 'guards/__main__.py', { 'guards/__main__.py': '' }],
  ['PYTHONPATH=. python3 sub/a.py', 'sub/lib.py', { 'sub/a.py': 'import json, lib\n', 'sub/lib.py': '' }],
  ['python3 a.py', 'pkg/x.py', { 'a.py': 'from pkg import x\n', 'pkg/__init__.py': '', 'pkg/x.py': '' }],
  [
    'python3 sub/a.py',
    'lib/x.py',
    {
      'sub/a.py':
        'import sys, os\nsys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "lib"))\nimport x\n',
      'lib/x.py': '',
    },
  ],
  [
    'python3 sub/a.py',
    'lib/x.py',
    {
      'sub/a.py':
        'import sys\nfrom pathlib import Path\nsys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))\nimport x\n',
      'lib/x.py': '',
    },
  ],
  ['python3 a.py', 'b.sh', { 'a.py': 'import subprocess\nsubprocess.run(["bash", "b.sh"])\n', 'b.sh': '' }],
  ['python3 -c "import own"', 'own.py', { 'own.py': '' }],
  ['node .', 'main.js', { 'package.json': '{"main":"main.js"}', 'main.js': '' }],
  ['node guard', 'guard.js', { 'guard.js': '' }],
  ['node ./scripts/', 'scripts/index.js', { 'scripts/index.js': '' }],
  ['node --import=./pre.mjs a.mjs', 'pre.mjs', { 'pre.mjs': '', 'a.mjs': '' }],
  ['node -r ./pre.cjs a.mjs', 'pre.cjs', { 'pre.cjs': '', 'a.mjs': '' }],
  ['node --require=./pre.cjs a.mjs', 'pre.cjs', { 'pre.cjs': '', 'a.mjs': '' }],
  ['node --loader ./l.mjs a.mjs', 'l.mjs', { 'l.mjs': '', 'a.mjs': '' }],
  ['node --env-file=.env a.mjs', '.env', { '.env': 'A=1', 'a.mjs': '' }],
  ['NODE_OPTIONS="--require ./pre.cjs" node a.mjs', 'pre.cjs', { 'pre.cjs': '', 'a.mjs': '' }],
  ['node a.mjs', 'lib/b.mjs', { 'a.mjs': "import { x } from './lib/b.mjs';\n", 'lib/b.mjs': '' }],
  [
    'node a.mjs',
    'lib/c.mjs',
    { 'a.mjs': "import './lib/b.mjs';\n", 'lib/b.mjs': "export * from './c.mjs'", 'lib/c.mjs': '' },
  ],
  ['node a.cjs', 'lib/b.js', { 'a.cjs': "const b = require('./lib/b');\n", 'lib/b.js': '' }],
  [
    'node a.cjs',
    'lib/b.js',
    { 'a.cjs': "const path = require('path'); require(path.join(__dirname, 'lib', 'b.js'));\n", 'lib/b.js': '' },
  ],
  ['node a.mjs', 'b.mjs', { 'a.mjs': "await import(new URL('./b.mjs', import.meta.url).href);\n", 'b.mjs': '' }],
  ['node a.cjs', 'b.sh', { 'a.cjs': "require('child_process').execSync('bash b.sh')\n", 'b.sh': '' }],
  [
    'node a.cjs',
    'b.py',
    {
      'a.cjs':
        "const { spawnSync } = require('child_process'); spawnSync('python3', [require('path').join(__dirname, 'b.py')])\n",
      'b.py': '',
    },
  ],
  [`node -e "require('./own')"`, 'own.js', { 'own.js': '' }],
  ['tsx a.ts', 'b.ts', { 'a.ts': "import { b } from './b.js';\n", 'b.ts': '' }],
  ['deno run --allow-read a.ts', 'b.ts', { 'a.ts': "import './b.ts'\n", 'b.ts': '' }],
  ['PATH="$PWD/bin:$PATH" guard', 'bin/guard', { 'bin/guard': '#!/bin/sh\n' }],
  ['export PATH=$PWD/bin:$PATH; guard', 'bin/guard', { 'bin/guard': '#!/bin/sh\n' }],
  ['env PATH=/x guard; env A=1 ./e.sh', 'e.sh'],
  ['cat noext | sh', 'noext', { noext: 'exit 2\n' }],
  ['sh < noext', 'noext', { noext: 'exit 2\n' }],
  ['./e*.sh', 'e1.sh', { 'e1.sh': '#!/bin/sh\n' }],
  ['./{e,f}.sh', 'f.sh', { 'f.sh': '#!/bin/sh\n' }],
  ['./e\\.sh', 'e.sh'],
  ["./'e'.sh", 'e.sh'],
  ['find . -name x -exec ./e.sh {} \\;', 'e.sh'],
  ['ls | xargs -n 1 ./e.sh', 'e.sh'],
  ['env FOO=1 ./e.sh', 'e.sh'],
  ['exec ./e.sh', 'e.sh'],
  ['timeout 5 ./e.sh', 'e.sh'],
  ['nice -n 5 nohup ./e.sh', 'e.sh'],
  ["bash -lc './e.sh'", 'e.sh'],
  ["bash -c 'cd hooks && exec ./e.sh'", 'hooks/e.sh'],
  ["eval './e.sh'", 'e.sh'],
  ["trap './e.sh' EXIT", 'e.sh'],
  ['. ./rc', 'rc', { rc: 'x=1\n' }],
  ['BASH_ENV=./rc bash -c true', 'rc', { rc: 'x=1\n' }],
  ['sh a.sh', 'lib/b.sh', { 'a.sh': '. "$(dirname "$0")/lib/b.sh"\n', 'lib/b.sh': '' }],
  [
    'bash a.sh',
    'lib/b.sh',
    { 'a.sh': 'DIR="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"\nsource "$DIR/lib/b.sh"\n', 'lib/b.sh': '' },
  ],
  ['bash sub/a.sh', 'sub/b.py', { 'sub/a.sh': 'HERE=${0%/*}\nexec python3 "$HERE/b.py"\n', 'sub/b.py': '' }],
  ['bash a.sh', 'c.sh', { 'a.sh': 'source b.sh\n"$C"\n', 'b.sh': 'C=./c.sh\n', 'c.sh': '' }],
  ['case $1 in a|b) ./e.sh;; esac', 'e.sh'],
  ['run() { ./e.sh; }; run', 'e.sh'],
  ['X=$(./e.sh); echo $X', 'e.sh'],
  ['diff <(./e.sh) /dev/null', 'e.sh'],
  ['bash <<EOF\n./e.sh\nEOF', 'e.sh'],
  ['echo "./e.sh" | sh', 'e.sh'],
  // Arguments of a script or of one of its functions.
  [
    'bash hooks/run.sh guard',
    'hooks/guard.sh',
    { 'hooks/run.sh': 'D="$(dirname "$0")"; N="$1"; shift\nexec bash "$D/$N.sh" "$@"\n' },
  ],
  ['hooks/run.cmd guard', 'hooks/guard', { 'hooks/run.cmd': 'exec bash "$(dirname "$0")/$1"\n' }],
  ['bash a.sh', 'hooks/e.sh', { 'a.sh': 'run() { local n=$1; bash "hooks/$n.sh"; }\nrun e\n' }],
  ['bash a.sh', 'tools/e', { 'a.sh': 'run() { "$@"; }\nrun ./tools/e\n' }],
  ['bash a.sh', 'hooks/e.sh', { 'a.sh': 'ALL=(e f)\nfor one in "${ALL[@]}"; do bash "hooks/$one.sh"; done\n' }],
  // Places where the shell runs something without passing it to a program.
  ...[
    'case "$(./e)" in no) exit 2;; esac',
    '[[ "$(./e)" = no ]] && exit 2',
    'exit "${X:=$(./e)}"',
    'cat > >(./e)',
    'while read -r line; do echo "$line"; done < <(./e)',
    'cat <<< "$(./e)"',
    'for ((i = 0; i < $(./e); i++)); do exit 2; done',
    'export A="$(./e)"',
    'x="${A/a/$(./e)}"',
    'exit $(( $(./e) + 1 ))',
    '(( $(./e) )) && exit 2',
    'for x in $(./e); do exit $x; done',
    'cat <<EOF\n$(./e)\nEOF',
    "alias g='./e'; g",
  ].map((line) => ['bash a.sh', 'e', { 'a.sh': `${line}\n` }] as const),
  ['env -C hooks ./e.sh', 'hooks/e.sh'],
  ['env --chdir=hooks ./e.sh', 'hooks/e.sh'],
  ['run-parts hooks.d', 'hooks.d/e'],
  ...[
    'doppler run -- ./e',
    'busybox sh ./e',
    'taskset 1 ./e',
    'jq -e -f e',
    'sed -nf e',
    'awk -v a=1 -f e',
    'java -jar ./e',
  ].map((line) => ['bash a.sh', 'e', { 'a.sh': `${line}\n` }] as const),
  ['python3 -mguard', 'guard.py'],
  ['python3 -m hooks.a', 'hooks/lib.py', { 'hooks/a.py': 'from hooks import lib\n' }],
  ['export PYTHONPATH=lib; python3 a.py', 'lib/x.py', { 'a.py': 'import x\n' }],
  ['python3 a.py', 'lib/x.py', { 'a.py': 'import sys\nsys.path += ["lib"]\nimport x\n' }],
  ['python3 a.py', 'b.sh', { 'a.py': 'from subprocess import run\nrun(["bash", "b.sh"])\n' }],
  ['python3 a.py', 'b.sh', { 'a.py': 'import subprocess as sp\nsp.run(["bash", "b.sh"])\n' }],
  ['node a.cjs', 'b.js', { 'a.cjs': "const cp = require('child_process'); cp.fork('./b.js')\n" }],
  ['node a.mjs', 'b.cjs', { 'a.mjs': "const load = createRequire(import.meta.url); load('./b.cjs')\n" }],
  ['node a.mjs', 'b.cjs', { 'a.mjs': "createRequire(import.meta.url)('./b.cjs')\n" }],
  ['node a.cjs', 'b.json', { 'a.cjs': "process.exit(require('./b').code)\n", 'b.json': '{"code":2}' }],
  ['node a.cjs', 'lib/b.sh', { 'a.cjs': "require('child_process').spawnSync('./b.sh', [], { cwd: 'lib' })\n" }],
  ['bun a.ts', 'b.sh', { 'a.ts': "Bun.spawnSync(['./b.sh'])\n" }],
  ['node --run g', 'e.sh', { 'package.json': '{"scripts":{"g":"sh e.sh"}}' }],
  ['npm run --loglevel silent g', 'e.sh', { 'package.json': '{"scripts":{"g":"sh e.sh"}}' }],
  ['make -Csub', 'sub/Makefile', { 'sub/Makefile': 'a:\n\techo\n' }],
  ['make guard', 'shell.sh', { Makefile: 'SHELL := ./shell.sh\nguard:\n\techo\n' }],
];

/** A command, and the reported gap. */
const gapRows: readonly (readonly [command: string, gap: RegExp, more?: FileTexts])[] = [
  ['npx eslint .', /^npx eslint$/],
  ['bunx x', /^bunx x$/],
  ['npm exec x', /^npm exec x$/],
  [
    'npm run lint',
    /^node_modules\/\.bin\/lint$/,
    { 'package.json': '{"scripts":{"lint":"lint ."}}', 'node_modules/.bin/lint': '' },
  ],
  [
    'node a.mjs',
    /^node_modules \(dep\)$/,
    { 'a.mjs': "import dep from 'dep';\n", 'node_modules/dep/package.json': '{}' },
  ],
  ['node a.mjs', /^a\.mjs: require\(name\)$/, { 'a.mjs': 'const name = process.argv[2]; await import(name);\n' }],
  ['node a.cjs', /^a\.cjs: eval$/, { 'a.cjs': "eval(require('fs').readFileSync('x', 'utf8'));\n" }],
  ['python3 a.py', /^a\.py: eval$/, { 'a.py': 'exec(open("x").read())\n' }],
  ['python3 a.py', /import_module/, { 'a.py': 'import importlib, sys\nimportlib.import_module(sys.argv[1])\n' }],
  ['eval "$CODE"', /^eval \$CODE$/],
  ['eval "$(cat code)"', /^eval \$\(cat\)$/, { code: '' }],
  ['"$SCRIPT" --check', /^\$SCRIPT$/],
  ['bash "$WHERE/x.sh"', /^\$WHERE$/],
  ['. "$RC"', /^source \$RC$/],
  ['cd "$WHERE" && ./x.sh', /^\.\/x\.sh$/],
  ['cd - && ./x.sh', /^\.\/x\.sh$/],
  ['bash -c "$CODE"', /^bash -c \$CODE$/],
  ['curl -s https://example.org/x | sh', /^curl \| sh$/],
  ['find . -name "*.sh" -exec sh {} \\;', /find/],
  ['ls *.sh | xargs -n1 sh', /xargs/],
  ['pytest -q', /^pytest$/],
  ['cargo test', /^cargo test$/],
  ['uv run check.py', /^uv run$/, { 'pyproject.toml': '', 'check.py': '' }],
  ['sh node_modules/dep/run.sh', /^node_modules$/, { 'node_modules/dep/run.sh': '' }],
  ['. .venv/bin/activate && python x.py', /\.venv$/, { '.venv/bin/activate': '', 'x.py': '' }],
  ['make guard', /Makefile$/, { Makefile: '%.x: %\n\techo\nguard: a.x\n\techo\n' }],
  ['npm run x --workspaces', /several|--workspaces/, { 'package.json': '{"scripts":{"x":"echo"}}' }],
  ['bash a.sh', /^if true; then/, { 'a.sh': 'if true; then exit 0\n' }],
  ['bash a.sh', /^source \$PLUGIN$/, { 'a.sh': 'source "$PLUGIN"\n' }],
  ...[
    './gradlew check',
    'bundle exec rubocop',
    'invoke guard',
    'cargo xtask x',
    'composer lint',
    'poetry run x',
    'python3 -m pytest',
    'uvx x',
    'nix run .',
  ].map((command) => [command, /^(?:gradlew|bundle|invoke|cargo|composer|poetry|python3|uvx|nix) /] as const),
  ['ruby a.rb', /^a\.rb$/, { 'a.rb': "require_relative 'lib'\n" }],
  ['perl a.pl', /^a\.pl$/, { 'a.pl': "require './b.pl';\n" }],
  ['php a.php', /^a\.php$/, { 'a.php': "<?php require __DIR__ . '/b.php';\n" }],
  ['sh a.sh', /^a\.sh$/, { 'a.sh': `. ./lib/e.sh\n${'#'.repeat(600_000)}\n` }],
  ['./a.sh', /^a\.sh$/, { 'a.sh': `#!/bin/sh\n. ./lib/e.sh\n${'#'.repeat(600_000)}\n` }],
  ['. ./a.sh', /^a\.sh$/, { 'a.sh': `. ./lib/e.sh\n${'#'.repeat(600_000)}\n` }],
  ['node a.mjs', /^a\.mjs$/, { 'a.mjs': `import './lib/e.mjs';\n//${'#'.repeat(600_000)}\n` }],
  ['npm test', /^package\.json$/, { 'package.json': `{"x":"${'#'.repeat(600_000)}","scripts":{"test":"./e.sh"}}` }],
  ['java -cp build Guard', /^java -cp$/],
  ['make guard', /^include \$\(wildcard/, { Makefile: 'include $(wildcard *.mk)\nguard:\n\techo\n' }],
];

/** Commands that run nothing rewritable in the project. */
const harmless = [
  "jq -r '.tool_input.command' | grep -q 'rm -rf' && exit 2; exit 0",
  'cat',
  'echo "$(date): $TOOL_NAME" >> "$CLAUDE_PROJECT_DIR/x.log"',
  'node -e "const fs = require(\'fs\'); process.exit(fs.readFileSync(0).length ? 0 : 2)"',
  'python3 -c "import json,sys; json.load(sys.stdin)"',
  'git status --porcelain | head -5',
  'prettier --write "$FILE_PATH"',
  '[ -f "$HOME/.nvm/nvm.sh" ] && . "$HOME/.nvm/nvm.sh"; true',
  'FILE=$(jq -r .file); case "$FILE" in *.py) black "$FILE";; *) exit 0;; esac',
  'if [[ "$X" =~ \\.(js|ts)$ && -f package.json ]]; then echo "eval $X"; fi',
  'eval "$(fnm env)"; node -v',
  'osascript -e \'display notification "done"\'',
  '/usr/bin/env python3 --version',
  'command -v rg >/dev/null || exit 0',
  'FILE=$(jq -r .file); bash -n "$FILE"; node --check "$FILE"; php -l "$FILE"; python3 -m py_compile "$FILE"',
  'curl -s -X POST -d @- http://127.0.0.1:1/x',
  "printf '%s\\n' 'run ./x.sh or source $RC'",
  'say() { echo "$1: $2" >&2; }; say "$TOOL" no',
  'case "$(uname)" in Darwin) exit 0;; esac; cat <<EOF\n$(date)\nEOF',
  'cargo fmt; composer show; ruby -e "puts 1"; perl -ne "print if /x/"',
];

describe('trust covers the files that a command runs:', () => {
  for (const [command, file, more = {}] of coveredRows)
    for (const [place, files] of [
      ['config', asConfig(command)],
      ['settings', asClaude(command)],
    ] as const)
      test(`${command.replaceAll('\n', '⏎')} → ${file} (${place})`, async (t) => {
        const world = new ProjectWorld(t, { [file]: '#!/bin/sh\nexit 2\n', ...more, ...files });
        const { hook, files: found } = await open(world);
        assert.ok(found.includes(file), found.join());
        assert.deepEqual(gapsOf(hook), []);
        await world.trust();
        assert.equal((await open(world)).state.kind, 'active');
        world.write({ [file]: `${readFileSync(world.path(file), 'utf8')}\n# rewritten\n` });
        assert.equal((await open(world)).state.kind, 'changed');
      });
});

describe('a gap in trust coverage is reported for', () => {
  for (const [command, gap, more = {}] of gapRows)
    test(command, async (t) => {
      const world = new ProjectWorld(t, { ...more, ...asConfig(command) });
      const { hook } = await open(world);
      assert.ok(
        gapsOf(hook).some(({ what }) => gap.test(what.replace(`${world.dir}/`, ''))),
        JSON.stringify(gapsOf(hook)),
      );
      await world.trust();
      assert.deepEqual((await open(world)).state, { kind: 'active' }, 'the user accepted it');
    });
});

test('a large program in machine code is not reported as a gap', async (t) => {
  const world = new ProjectWorld(t, asConfig('./guard'));
  writeFileSync(world.path('guard'), Buffer.concat([Buffer.from('7f454c460201010000', 'hex'), Buffer.alloc(600_000)]));
  const { hook, files } = await open(world);
  assert.ok(files.includes('guard'));
  assert.deepEqual(gapsOf(hook), []);
});

describe('no gap is reported for', () => {
  for (const command of harmless)
    test(command, async (t) => {
      const { hook } = await open(new ProjectWorld(t, { ...asConfig(command), 'x.sh': '', 'package.json': '{}' }));
      assert.deepEqual(gapsOf(hook), []);
    });
});

describe('analysis takes bounded time for', () => {
  const repeat = (text: string, times: number) => text.repeat(times);
  for (const [file, text] of [
    ['a.sh', repeat('${a:-', 20_000)],
    ['a.sh', repeat('$(', 50_000)],
    ['a.sh', `X=a; ${repeat('X=$X$X; ', 60)}`],
    ['a.sh', repeat('./{a,b}{c,d}{e,f}{g,h}{i,j}{k,l}{m,n}{o,p}.sh\n', 200)],
    ['a.sh', repeat('cd x; sh "$PWD/../a.sh"; ', 200)],
    ['a.js', repeat('require(', 20_000)],
    ['a.js', repeat('const a = b; require(a); ', 5_000)],
    ['a.py', `sys.path.insert(0, ${repeat('str(', 200)}${repeat(')', 201)}`],
    ['Makefile', `${repeat('a:a\n\techo $(A)\n', 5_000)}A=${repeat('$(B)', 900)}\nB=${repeat('$(A)', 900)}\n`],
    ['Makefile', repeat(`${repeat(' ', 3_900)}\n`, 50)],
    ['package.json', '{"scripts":{"x":"npm run x","prex":"npm run x","postx":"npm run x"}}'],
  ] as const)
    test(`${file}: ${JSON.stringify(text.slice(0, 30))}…`, { timeout: 20_000 }, async (t) => {
      const command = 'sh a.sh; node a.js; python3 a.py; make; npm run x';
      const { state } = await open(new ProjectWorld(t, { ...asConfig(command), [file]: text }));
      assert.equal(state.kind, 'untrusted');
    });
});

describe('a file that a hook runs outside its own files', () => {
  test('is found in scripts/ at any depth, even if the file is new', async (t) => {
    const deep = '.agents/hooks/guard/scripts/lib/deep/deeper/deepest/x.sh';
    const world = new ProjectWorld(t, { ...hookMdFiles('guard'), [deep]: 'exit 2\n' });
    symlinkSync('..', world.path('.agents/hooks/guard/scripts/lib/loop'));
    await world.trust();
    assert.equal((await open(world)).state.kind, 'active');
    world.write({ [deep.replace('x.sh', 'new.sh')]: '' });
    assert.equal((await open(world)).state.kind, 'changed');
    await world.trust();
    world.write({ [deep]: 'exit 0\n' });
    assert.equal((await open(world)).state.kind, 'changed');
  });

  test('is reported as a gap if scripts/ is too large', async (t) => {
    const world = new ProjectWorld(t, hookMdFiles('guard'));
    const folder = world.path('.agents/hooks/guard/scripts/a/b/c');
    mkdirSync(folder, { recursive: true });
    for (let i = 0; i < 2_100; i++) writeFileSync(join(folder, `${i}.txt`), '');
    assert.match(JSON.stringify(gapsOf((await open(world)).hook)), /more files than are covered/);
  });

  test('is covered before it exists: a missing file, or a further match of a glob', async (t) => {
    const world = new ProjectWorld(t, asConfig('./e*.sh; cd lib && ./maybe.sh'));
    await world.trust();
    for (const file of ['e1.sh', 'lib/maybe.sh']) {
      world.write({ [file]: '#!/bin/sh\n' });
      assert.equal((await open(world)).state.kind, 'changed', file);
      await world.trust();
      assert.equal((await open(world)).state.kind, 'active', file);
    }
  });

  test('is covered before it exists: a file that would shadow a Python standard module or configure the runtime', async (t) => {
    for (const [command, file] of [
      ['python3 -c "import json, sys; json.load(sys.stdin)"', 're.py'],
      ['python3 hooks/a.py', 'hooks/enum/__init__.py'],
      ['PYTHONPATH=lib python3 hooks/a.py', 'lib/sitecustomize.py'],
      ['bun hooks/a.ts', 'bunfig.toml'],
    ] as const) {
      const world = new ProjectWorld(t, { ...asConfig(command), 'hooks/a.py': 'import json\n', 'lib/x': '' });
      await world.trust();
      assert.equal((await open(world)).state.kind, 'active');
      world.write({ [file]: 'import os; os._exit(0)\n' });
      assert.equal((await open(world)).state.kind, 'changed', command);
    }
  });

  test('is resolved separately for each working folder, and both can be trusted', async (t) => {
    const world = new ProjectWorld(t, { ...asClaude('cd hooks && ./e.sh'), 'hooks/e.sh': '#!/bin/sh\n', 'sub/x': '' });
    await world.trust();
    assert.equal((await open(world, 'sub')).state.kind, 'active');
    world.write({ 'sub/hooks/e.sh': '#!/bin/sh\nexit 0\n' });
    assert.equal((await open(world, 'sub')).state.kind, 'changed');
    await world.trust('sub');
    for (const cwd of ['sub', '.']) assert.equal((await open(world, cwd)).state.kind, 'active', cwd);
  });

  test('is parsed once: an unchanged file needs no parser, a rewritten file does', async (t) => {
    const world = new ProjectWorld(t, {
      ...asConfig('cd hooks && sh e.sh'),
      'hooks/e.sh': '. ./lib.sh\n',
      'hooks/lib.sh': '',
    });
    await world.trust();
    const version = (await import('@anyhook/core')).version;
    await world.reopen({ version });
    world.write({ 'hooks/lib.sh': 'exit 0\n' });
    await assert.rejects(world.reopen({ version }), /parsers were needed/);
  });

  test('asks if it was not reported before, although the hook file is unchanged', async (t) => {
    const world = new ProjectWorld(t, { ...asConfig('npm run x'), 'package.json': '{"scripts":{"x":"tool"}}' });
    await world.trust();
    assert.equal((await open(world)).state.kind, 'active');
    world.write({ 'node_modules/.bin/tool': '#!/bin/sh\n' });
    const { state } = await open(world);
    assert.match(
      state.kind === 'changed' ? state.what : '',
      /runs something that trust does not cover: node_modules\/\.bin\/tool/,
    );
  });

  test('asks in a work tree if it is not covered, even if the hook differs there', async (t) => {
    for (const command of ['npx lint', 'npx lint --other']) {
      const world = new ProjectWorld(t, asConfig('npx lint'));
      await world.trust();
      makeWorktree(world.dir, join(world.top, 'tree'));
      world.write(
        Object.fromEntries(Object.entries(asConfig(command)).map(([path, text]) => [`../tree/${path}`, text])),
      );
      assert.deepEqual(hookStateLines(await world.open('ask', '../tree')), ['guard changed']);
    }
  });
});

/** Makes the trust records look as if an earlier version had written them. */
function makeFormerRecords(world: ProjectWorld): void {
  const folder = trustFolder(world.user);
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.json'))) {
    const record = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    for (const entry of record.hooks) {
      for (const path of entry.hook.coverage?.files ?? []) delete entry.shas[path];
      delete entry.hook.coverage;
      delete entry.reader;
      delete entry.accepted;
    }
    writeFileSync(join(folder, name), JSON.stringify(record));
  }
}

describe('a record of an earlier version', () => {
  const start = async (t: TestContext, command: string, files: FileTexts = {}) => {
    const world = new ProjectWorld(t, { ...asConfig(command), ...files });
    await world.trust();
    makeFormerRecords(world);
    return world;
  };

  test('keeps its hook running, and reports the files that are not covered yet', async (t) => {
    const world = await start(t, 'cd hooks && sh e.sh; npx x', { 'hooks/e.sh': '' });
    const { state } = await open(world);
    assert.equal(state.kind, 'active');
    assert.deepEqual(state.kind === 'active' && state.unconfirmed?.files, [world.path('hooks/e.sh')]);
    assert.deepEqual(state.kind === 'active' && state.unconfirmed?.gaps.map(({ what }) => what), ['npx x']);
    await world.trust();
    assert.deepEqual((await open(world)).state, { kind: 'active' });
  });

  test('still detects a change of the files that it covers', async (t) => {
    const world = await start(t, './known.sh; cd hooks && sh e.sh', { 'known.sh': '#!/bin/sh\n', 'hooks/e.sh': '' });
    world.write({ 'known.sh': '#!/bin/sh\nexit 0\n' });
    assert.equal((await open(world)).state.kind, 'changed');
  });

  test('does not report a fully covered hook', async (t) => {
    const world = await start(t, './known.sh', { 'known.sh': '#!/bin/sh\n' });
    assert.deepEqual((await open(world)).state, { kind: 'active' });
  });

  test('recognizes a copy of its hook', async (t) => {
    const world = await start(t, 'cd hooks && sh e.sh', { 'hooks/e.sh': '' });
    const copy = new ProjectWorld(t, { ...asConfig('cd hooks && sh e.sh'), 'hooks/e.sh': '' });
    copy.env = { ...copy.env, HOME: world.home };
    assert.deepEqual(hookStateLines(await copy.open()), ['guard changed']);
  });

  test('is removed by --revoke like any other', async (t) => {
    const world = await start(t, 'cd hooks && sh e.sh', { 'hooks/e.sh': '' });
    assert.equal(forgetTrust(world.dir, world.user, '2026-01-01T00:00:00.000Z'), true);
    assert.deepEqual(hookStateLines(await world.open()), ['guard untrusted']);
  });
});

describe('a lock file', () => {
  test('covers the files that a command runs, and contains accepted gaps', async (t) => {
    const world = new ProjectWorld(t, { ...asConfig('cd hooks && sh e.sh; npx x'), 'hooks/e.sh': '' });
    await world.lock();
    assert.deepEqual(hookStateLines(await world.open('lock')), ['guard active']);
    world.write({ 'hooks/e.sh': 'exit 0\n' });
    assert.deepEqual(hookStateLines(await world.open('lock')), ['guard changed']);
  });

  test('of an earlier version keeps its hooks running', async (t) => {
    const world = new ProjectWorld(t, { ...asConfig('cd hooks && sh e.sh; npx x'), 'hooks/e.sh': '' });
    await world.lock();
    const path = world.path('.agents/anyhook.lock.json');
    const lock = JSON.parse(readFileSync(path, 'utf8'));
    delete lock.hooks.guard['hooks/e.sh'];
    writeFileSync(path, JSON.stringify({ version: 1, hooks: lock.hooks }));
    assert.deepEqual(hookStateLines(await world.open('lock')), ['guard active']);
    assert.ok(hookById(await world.open('lock'), 'guard').coverage);
  });
});
