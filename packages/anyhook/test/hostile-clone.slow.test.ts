import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, ftruncateSync, mkdirSync, openSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { ticks } from '../../core/src/platform/clock.js';
import { anyhookProgram, engineWorld } from './resident/engine-world.js';
import { makeRepository } from './support/make-repository.js';

/** Far longer than an event takes here, and far shorter than an agent's timeout, which some of these once exceeded. */
const maxMs = 10_000;

const userConfig = 'hooks:\n  - {id: mine, on: tool.before, run: "echo mine says no >&2; exit 2"}\n';
const payload = (cwd: string): string =>
  JSON.stringify({
    session_id: 's',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    cwd,
  });

function writeAt(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function writeSparse(path: string, size: number): void {
  mkdirSync(dirname(path), { recursive: true });
  const fd = openSync(path, 'w');
  ftruncateSync(fd, size);
  closeSync(fd);
}

const times = <T>(count: number, make: (i: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const hookMd = (name: string, more = ''): string =>
  `---\nname: ${name}\ndescription: A hook.\ntrigger: before_tool\n${more}---\n`;
const configHooks = (count: number, match: string): string =>
  `hooks:\n${times(count, (i) => `  - {id: h${i}, on: tool.before, run: "true", match: ${match}}\n`).join('')}`;
const dockerFile = 'hooks:\n  pre_tool_use:\n    - {hooks: [{type: command, command: "true"}]}\n';
const flowList = `[${'a,'.repeat(125_000)}a]`;

/** What a hostile clone may contain. */
const clones: Readonly<Record<string, (dir: string) => void>> = {
  'thousands of links to one large file'(dir) {
    writeFileSync(join(dir, 'zeros'), Buffer.alloc(30 * 1024 * 1024));
    for (const name of ['a', 'b', 'c']) {
      writeAt(join(dir, '.agents/hooks', name, 'HOOK.md'), hookMd(name));
      mkdirSync(join(dir, '.agents/hooks', name, 'scripts'));
      for (let i = 0; i < 1_500; i++)
        symlinkSync('../../../../zeros', join(dir, '.agents/hooks', name, `scripts/${i}.sh`));
    }
  },
  'hundreds of large sparse scripts'(dir) {
    for (const name of ['a', 'b', 'c']) {
      writeAt(join(dir, '.agents/hooks', name, 'HOOK.md'), hookMd(name));
      for (let i = 0; i < 100; i++) writeSparse(join(dir, '.agents/hooks', name, `scripts/${i}.sh`), 20 * 1024 * 1024);
    }
  },
  '20,000 hook folders': (dir) =>
    void times(20_000, (i) => writeAt(join(dir, `.agents/hooks/h${i}/HOOK.md`), hookMd(`h${i}`))),
  'a long flow list in the config': (dir) => writeAt(join(dir, '.agents/anyhook.yaml'), `hooks: ${flowList}\n`),
  'long flow lists in hook files': (dir) =>
    void times(5, (i) => writeAt(join(dir, `.agents/hooks/h${i}/HOOK.md`), hookMd(`h${i}`, `x: ${flowList}\n`))),
  'globs with huge expansions': (dir) =>
    writeAt(join(dir, '.agents/anyhook.yaml'), configHooks(20, `{paths: "${'{a,b}'.repeat(190)}"}`)),
  'patterns that compile to very large programs': (dir) =>
    writeAt(join(dir, '.agents/anyhook.yaml'), configHooks(40, `{input: "${'(x{1,30}){1,30}'.repeat(6)}"}`)),
  '5,000 hooks in one file'(dir) {
    const entry = (i: number) => ({ matcher: `Bash.*${i}`, hooks: [{ type: 'command', command: `echo ${i}` }] });
    writeAt(join(dir, '.claude/settings.json'), JSON.stringify({ hooks: { PreToolUse: times(5_000, entry) } }));
  },
  '50,000 entries in the folder of hooks'(dir) {
    mkdirSync(join(dir, '.agents/hooks'), { recursive: true });
    for (let i = 0; i < 50_000; i++) symlinkSync('nowhere', join(dir, `.agents/hooks/${i}`));
  },
  '5,000 files that the config names'(dir) {
    writeAt(join(dir, '.agents/anyhook.yaml'), `files:\n${times(5_000, (i) => `  - inc/${i}.yaml\n`).join('')}`);
    for (let i = 0; i < 5_000; i++) writeAt(join(dir, `inc/${i}.yaml`), dockerFile);
  },
  '20,000 small scripts'(dir) {
    for (let i = 0; i < 20_000; i++) writeAt(join(dir, `.agents/hooks/h${i % 11}/scripts/${i}.sh`), '');
    for (let i = 0; i < 11; i++) writeAt(join(dir, `.agents/hooks/h${i}/HOOK.md`), hookMd(`h${i}`));
  },
  'pipes, devices, deep folders and link loops'(dir) {
    const scripts = join(dir, '.agents/hooks/h/scripts');
    mkdirSync(join(scripts, ...times(200, () => 'd')), { recursive: true });
    mkdirSync(join(dir, '.claude'));
    execFileSync('mkfifo', [join(dir, '.claude/settings.json'), join(dir, '.agents/hooks/h/HOOK.md')]);
    symlinkSync('/dev/zero', join(dir, '.agents/anyhook.yaml'));
    for (let i = 0; i < 12; i++) symlinkSync('.', join(scripts, `l${i}`));
    symlinkSync('b', join(dir, '.agents/hooks/a'));
    symlinkSync('a', join(dir, '.agents/hooks/b'));
  },
};

describe("a user's own guard denies in time in a clone with", () => {
  for (const [what, make] of Object.entries(clones)) {
    test(what, { timeout: 120_000 }, async (t) => {
      const world = engineWorld(t);
      writeAt(join(world.home, '.config/anyhook/config.yaml'), userConfig);
      const clone = join(world.project, 'clone');
      const other = join(world.project, 'other');
      for (const dir of [clone, other]) makeRepository(dir);
      make(clone);
      const env = { ...world.env, ANYHOOK_TRUST: 'ask' };
      const alone = await timedEvent(clone, { ...env, ANYHOOK_ENGINE: 'off' });
      await world.up();
      const [resident, elsewhere] = await Promise.all([timedEvent(clone, env), timedEvent(other, env)]);
      for (const [where, { decision, ms }] of Object.entries({ alone, resident, elsewhere })) {
        assert.equal(decision, 'deny', where);
        assert.ok(ms < maxMs, `${where}: ${Math.round(ms)} ms`);
      }
    });
  }
});

/** One event in a separate process, and how long the agent waited. */
async function timedEvent(cwd: string, env: Readonly<Record<string, string>>) {
  const began = ticks();
  const args = [anyhookProgram, 'run', '--host', 'claude-code', '--timeout', '60000'];
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] });
  let stdout = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stdin.end(payload(cwd));
  await new Promise((resolve) => child.on('close', resolve));
  const ms = ticks() - began;
  return { decision: JSON.parse(stdout).hookSpecificOutput.permissionDecision as string, ms };
}
