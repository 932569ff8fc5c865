import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TestProject, testProject } from './harness.js';

interface ShownExplanation {
  readonly decision: string;
  readonly hook?: { readonly id: string };
  readonly effects: readonly {
    readonly decision: string;
    readonly text: string;
    readonly rule?: { readonly origin: string; readonly text: string };
  }[];
  readonly steps: readonly { readonly text: string; readonly note: string }[];
}

const config = (args: string) =>
  `version: 1\nhooks:\n  - { id: guard, on: tool.before, use: shell-guard, args: ${args} }\n`;
const shopPack = (caught: string) =>
  [
    'pack: shop',
    'tools: [shopctl]',
    'shapes:',
    '  - drop ** : destroy db the shop',
    'examples:',
    `  caught: [${caught}]`,
    '  passed: [shopctl list]',
    '',
  ].join('\n');

async function explainJson(here: TestProject, command: string, ...more: readonly string[]): Promise<ShownExplanation> {
  return here.json<ShownExplanation>(['guard', 'explain', command, '--json', '--trust-project', ...more]);
}

test("explain shows each step's meaning, the deciding rule, and what to do instead", async (t) => {
  const here = testProject(t);
  const { stdout, code } = await here.run(['guard', 'explain', 'cd /srv && d=$(echo sib)ling; sudo rm -rf "$d"']);
  assert.equal(code, 0);
  const [first = '', ...lines] = stdout.split('\n');
  assert.match(first, /^deny +delete .*sibling and everything in it · /);
  assert.match(stdout, /^ {2}1 {2}cd \/srv +folder is now \/srv$/m);
  assert.match(stdout, /^ {2}2 {2}d=\$\(echo sib\)ling +d=sibling$/m);
  assert.match(stdout, /^ {2}3 {2}sudo rm -rf "\$d" +rm -rf sibling → delete /m);
  assert.ok(lines.some((line) => /^ {2}rule +default {2}deny: /.test(line)));
  assert.ok(lines.some((line) => /^ {2}try +\S/.test(line)));
  assert.match(stdout, /no hook uses shell-guard here/);
});

test('explain fits 80 columns, however long paths and commands are', async (t) => {
  const here = testProject(t);
  const path = `/srv/${'deeply-nested-folder/'.repeat(12)}end`;
  const { stdout } = await here.run(['guard', 'explain', `rm -rf ${path} && echo ${'x'.repeat(300)}`]);
  for (const line of stdout.split('\n')) assert.ok([...line].length <= 80, line);
  assert.match(stdout, /\/srv\/deeply.*….*end/);
});

test('explain escapes control and private-use characters', async (t) => {
  const here = testProject(t);
  const { stdout } = await here.run(['guard', 'explain', 'rm -rf /\u001b[2J\u202etxt \uE002']);
  assert.match(stdout, /\\u001b\[2J\\u202etxt/);
  assert.doesNotMatch(stdout, /[\u001b\u202e\uE002]/);
  const json = await here.run(['guard', 'effects', 'rm -rf "$X/a" \u202e', '--json']);
  assert.doesNotMatch(json.stdout, /[\u202e\uE000-\uE00F]/);
});

test('explain and effects read the command from stdin and exit 0 for any verdict', async (t) => {
  const here = testProject(t);
  const explained = await here.run(['guard', 'explain', '-'], { stdin: 'rm -rf /\n' });
  assert.deepEqual([explained.code, explained.stdout.slice(0, 4)], [0, 'deny']);
  const effects = await here.json<readonly { readonly do: string; readonly at: { readonly scope: string } }[]>(
    ['guard', 'effects', '-', '--json'],
    { stdin: 'rm -rf /' },
  );
  // On Windows PowerShell deletes as well, in its own way.
  assert.deepEqual(new Set(effects.map((effect) => `${effect.do} ${effect.at.scope}`)), new Set(['delete root']));
  const harmless = await here.run(['guard', 'explain', 'git status']);
  assert.deepEqual([harmless.code, harmless.stdout.slice(0, 4)], [0, 'pass']);
});

test('explain uses the rules and packs of this project, and names the hook', async (t) => {
  const here = testProject(t, {
    '.agents/anyhook.yaml': config('{ rules: [{ deny: push to main }] }'),
    '.agents/guard/shop.yaml': shopPack('shopctl drop all'),
    '.agents/guard/rules.yaml': 'rules:\n  - { deny: destroy db, because: customers wait }\n',
  });
  const push = await explainJson(here, 'git push origin main');
  assert.deepEqual([push.decision, push.hook?.id], ['deny', 'guard']);
  assert.equal(push.effects[0]?.rule?.origin, 'project');
  const drop = await explainJson(here, 'shopctl drop all');
  assert.equal(drop.decision, 'deny');
  assert.match(drop.effects[0]?.text ?? '', /the shop/);
});

test('explain says when hooks of the guard do not run', async (t) => {
  const here = testProject(t, { '.agents/anyhook.yaml': config('{ rules: [{ deny: push to main }] }') });
  const { stdout } = await here.run(['guard', 'explain', 'git push origin main']);
  assert.match(stdout, /^pass/);
  assert.match(stdout, /a hook with shell-guard is not running/);
});

test('effects reports when hooks of the guard do not run', async (t) => {
  const here = testProject(t, {
    '.agents/anyhook.yaml': config('{}'),
    '.agents/guard/shop.yaml': shopPack('shopctl drop a'),
  });
  const { stdout } = await here.run(['guard', 'effects', 'shopctl drop all']);
  assert.match(stdout, /^no effects that the guard knows\n {2}note +a hook with shell-guard is not running/);
  assert.match((await here.run(['guard', 'effects', 'shopctl drop all', '--trust-project'])).stdout, /the shop/);
});

for (const [what, pack, mistake] of [
  ['a pack with an unknown key', shopPack('shopctl drop all').replace('shapes', 'shape'), /shop\.yaml:/],
  ['a pack that is no YAML', 'pack: [shop\ntools: x', /shop\.yaml:\d+: not valid YAML/],
  ['an unknown rule', 'rules:\n  - deny: destry db\n', /shop\.yaml:2: .*destry/],
] as const)
  test(`a guard with ${what} lets no call pass and reports where the mistake is`, async (t) => {
    const hook = config('{}').replace('use: shell-guard', 'use: shell-guard, onFailure: ask');
    const here = testProject(t, { '.agents/anyhook.yaml': hook, '.agents/guard/shop.yaml': pack });
    const { stdout } = await here.run(['guard', 'explain', 'ls', '--trust-project']);
    assert.match(stdout, /^ask +no rule stops it, but a file of the guard has a mistake/);
    assert.match(stdout.replace(/\s+/g, ' '), mistake);
    assert.equal((await explainJson(here, 'ls')).decision, 'ask');
    const fired = await here.run([
      'fire',
      'tool.before',
      '--tool',
      'Bash',
      '--input',
      '{"command":"ls"}',
      '--trust-project',
    ]);
    assert.match(fired.stdout.replace(/\s+/g, ' '), /ask.*a guard file has a mistake/);
    here.write({ '.agents/anyhook.yaml': hook.replace('onFailure: ask', 'onFailure: closed') });
    assert.equal((await explainJson(here, 'ls')).decision, 'deny');
  });

test('a rule can match the program that prints a secret', async (t) => {
  const here = testProject(t, {
    '.agents/anyhook.yaml': config('{ rules: [{ deny: "reveal secret where call ~ vault" }] }'),
  });
  const shown = await explainJson(here, 'cat .env; x=$(vault kv get -field=p secret/db); echo $x');
  assert.equal(shown.decision, 'deny');
  assert.deepEqual(
    shown.effects.map(({ decision, rule }) => [decision, rule?.origin]),
    [
      ['deny', 'project'],
      ['ask', 'default'],
    ],
  );
});

test("explain shows a project's rule rather than an equivalent default rule", async (t) => {
  const here = testProject(t, {
    '.agents/anyhook.yaml': config('{ rules: [{ ask: publish, because: the release team does it }] }'),
  });
  const { effects } = await explainJson(here, 'npm publish');
  assert.deepEqual([effects[0]?.decision, effects[0]?.rule?.origin], ['ask', 'project']);
});

test('explain reads PowerShell and cmd', async (t) => {
  const here = testProject(t);
  const shown = await explainJson(here, 'Remove-Item -Recurse -Force C:\\', '--powershell');
  assert.notEqual(shown.decision, 'pass');
  assert.notEqual((await explainJson(here, 'rd /s /q C:\\', '--cmd')).decision, 'pass');
});

test('guard test checks the examples in guard files, and failures name file, line and field', async (t) => {
  const here = testProject(t, {
    '.agents/anyhook.yaml': config('{}'),
    '.agents/guard/shop.yaml': shopPack('shopctl drop all, shopctl list drop'),
  });
  const { code, stdout } = await here.run(['guard', 'test', '.agents/guard/shop.yaml']);
  assert.equal(code, 1);
  assert.match(
    stdout,
    /shop\.yaml:6: error: examples\.caught\[1\]: the example "shopctl list drop": expected deny or ask, got pass/,
  );
  here.write({ '.agents/guard/shop.yaml': shopPack('shopctl drop all') });
  const all = await here.json<{ readonly packs: number; readonly examples: number }>(['guard', 'test', '--json']);
  assert.ok(all.packs > 100 && all.examples > 1_000);
  const own = await here.run(['guard', 'test', '.agents/guard/shop.yaml']);
  assert.deepEqual([own.code, own.stdout], [0, 'ok    1 pack, 2 examples in .agents/guard/shop.yaml\n']);
});

test('validate reports wrong rules, wrong packs and wrong examples with their lines', async (t) => {
  const here = testProject(t, {
    '.agents/anyhook.yaml': config('{}'),
    '.agents/guard/rules.yaml': 'rules:\n  - deny: publish\n  - deny: explode outside\nprofil: strict\n',
    '.agents/guard/shop.yaml': shopPack('shopctl list'),
    '.agents/guard/wrong.yaml': 'pack: wrong\ntools: [x]\nshapes:\n  - y : explode\n',
  });
  const { code, stdout } = await here.run(['hooks', 'validate']);
  assert.equal(code, 1);
  assert.match(stdout, /guard\/rules\.yaml:3: error: rules\[1\]: .*"explode" is not an effect/);
  assert.match(stdout, /guard\/rules\.yaml:4: error: .*"profil".*profile/);
  assert.match(stdout, /guard\/shop\.yaml:6: error: examples\.caught\[0\]: .*got pass/);
  assert.match(stdout, /guard\/wrong\.yaml:4: error: shapes\[0\]: /);
  const single = await here.run(['hooks', 'validate', '.agents/guard/shop.yaml']);
  assert.match(single.stdout, /examples\.caught\[0\]/);
  assert.doesNotMatch(single.stdout, /wrong\.yaml/);
});

test('validate names guard files that no hook reads', async (t) => {
  const here = testProject(t, { '.agents/guard/rules.yaml': 'rules:\n  - deny: publish\n' });
  const { code, stdout } = await here.run(['hooks', 'validate']);
  assert.equal(code, 0);
  assert.match(stdout, /guard\/rules\.yaml: warning: no hook of the config next to it uses shell-guard/);
});

test('explain accepts an unquoted command, and shows a long step in full', async (t) => {
  const here = testProject(t);
  const words = await here.run(['guard', 'explain', 'rm', '-rf', '/srv/a b', '--trust-project']);
  const text = await here.run(['guard', 'explain', "rm -rf '/srv/a b'", '--trust-project']);
  assert.equal(words.code, 0);
  assert.equal(words.stdout, text.stdout);
  const { stdout } = await here.run(['guard', 'explain', 'rm -rf /srv/one-folder /srv/another-folder']);
  assert.match(stdout, /^ {2}1 {2}rm -rf \/srv\/one-folder \/srv\/another-folder\n {7}delete /m);
});

test('list names unread guard files, and validate recognizes a guard file by its content', async (t) => {
  const here = testProject(t, { '.agents/guard/rules.yaml': 'rules: []\n', 'mine.yaml': 'rules:\n  - pass: push\n' });
  assert.match((await here.run(['list'])).stdout, /1 guard file is read by no hook/);
  assert.match(
    (await here.run(['hooks', 'validate', 'mine.yaml'])).stdout,
    /mine\.yaml: warning: rule "pass: push" has no effect/,
  );
});
