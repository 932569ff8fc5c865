import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { makeEvent } from '../../packages/anyhook/src/agents/canonical/event.js';
import { selfProtectionHook } from '../../packages/anyhook/src/answer/self-protection.js';
import { someStringMatches } from '../../packages/anyhook/src/engine/match.js';
import { compileTextPattern } from '../../packages/anyhook/src/engine/pattern.js';
import { selfProtection } from '../../packages/anyhook/src/handlers/builtins/self-protection/index.js';
import { expectThat, type FuzzPart } from '../part.js';
import type { FuzzRandom } from '../random.js';

/** Commands of an agent, one after the other. */
export interface FileOperationsCase {
  readonly commands: readonly string[];
}

/** Folders near the guarded files. No path leaves the home folder of the case: see `mayRun`. */
const folders = [
  ...['~', '~/', '"$HOME"', '..', '../..', '.', '~/.config', '~/.config/anyhook', '~/.config/agents', '~/.claude'],
  ...['~/.local', '~/.local/state', '~/.local/share', '~/.local/state/anyhook', '~/.local/share/anyhook/bin'],
  ...[
    '.agents',
    '.claude',
    '~/dev',
    'src',
    'evil',
    'evil/.config',
    'evil/.claude',
    'copy',
    'link',
    'way',
    'new',
    '~/new',
  ],
  ...['copy/anyhook', 'link/anyhook', 'copy/.config', 'link/.claude', '~/other'],
];
const files = [
  ...['~/.config/anyhook/config.yaml', '~/.claude/settings.json', '~/.local/state/anyhook/trust.json'],
  ...[
    '.agents/anyhook.yaml',
    '.claude/settings.json',
    '.claude/settings.local.json',
    '~/.local/state/anyhook/off.json',
  ],
  ...[
    'note.txt',
    'copy',
    'link',
    'way',
    'copy/settings.json',
    'link/settings.json',
    'copy/config.yaml',
    'way/note.txt',
  ],
  ...['evil/settings.json', 'evil/config.yaml', 'evil/.claude/settings.json', 'src/a.txt', 'new', '~/other/a.txt'],
];
const sources = [
  ...[
    'evil',
    'evil/.',
    'evil/*',
    'evil/.c*',
    'evil/.config',
    'evil/.claude',
    'evil/.agents',
    'evil/anyhook',
    'evil/state',
  ],
  ...['src', 'src/.', 'src/*', 'closed/.', 'closed', 'copy', 'copy/.', 'link/.', 'way/.', 'evil/settings.json', '.'],
];
const modes = ['000', '600', '644', '700', '755', '777', 'u-x', 'a-r', 'go-w', '+x', 'o+w', 'u=r'];
const archives = ['evil.tar', 'src.tar', 'made.tar', 'evil.tgz'];

type Maker = (random: FuzzRandom) => string;

const one =
  (...lists: readonly (readonly string[])[]): Maker =>
  (random) =>
    random.pick(random.pick(lists));
const folder = one(folders);
const file = one(files);
const anyPath = one(folders, files, sources);
const from = one(sources, sources, files, folders);

const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0;
const [hasRsync, hasCpio] = [has('rsync'), has('cpio')];

const makers: readonly Maker[] = [
  (r) => `cp ${r.pick(['', '-r', '-a', '-R', '-rT', '-aT', '-rf', '-f'])} ${from(r)} ${anyPath(r)}`,
  (r) => `cp ${r.pick(['-r', '-a'])} ${from(r)} ${from(r)} ${folder(r)}`,
  (r) => `cp ${r.pick(['-l', '-al', '-rl', '--link', '-rs', '-s'])} ${anyPath(r)} ${anyPath(r)}`,
  (r) => `cp -r -t ${folder(r)} ${from(r)}`,
  (r) =>
    `cd evil && cp --parents ${r.pick(['.config/anyhook/config.yaml', '.claude/settings.json', 'settings.json'])} ~`,
  (r) => `cd ${r.pick(['evil', 'src', 'closed'])} && cp -a . ${r.pick(['~', '~/.config', '~/.claude', '~/other'])}`,
  (r) => `mv ${r.pick(['', '-f', '-T', '-n'])} ${anyPath(r)} ${anyPath(r)}`,
  (r) => `ln ${r.pick(['', '-s', '-sf', '-sfn', '-f', '-sT'])} ${anyPath(r)} ${anyPath(r)}`,
  (r) => `ln -s ${r.pick(['~', '~/.config', '~/.claude', '~/.local', '..'])} ${r.pick(['link', 'way'])}`,
  (r) => `mkdir -p ${anyPath(r)}`,
  (r) => `chmod ${r.pick(['', '-R'])} ${r.pick(modes)} ${anyPath(r)}`,
  (r) => `install ${r.pick(['-D', '-m 600', ''])} ${file(r)} ${anyPath(r)}`,
  (r) => `install -d -m ${r.pick(modes.slice(0, 6))} ${folder(r)}`,
  (r) => `tar cf made.tar -C ${folder(r)} ${r.pick(['.', '.config', 'anyhook'])}`,
  (r) => `tar xf ${r.pick(archives)} -C ${folder(r)} ${r.pick(['', '--strip-components=1', '--strip-components=2'])}`,
  (r) => `tar cf - -C ${r.pick(['evil', 'src', 'closed'])} . | tar xf - -C ${folder(r)}`,
  (r) => `rm ${r.pick(['-rf', '-f', '-r'])} ${anyPath(r)}`,
  (r) =>
    `${r.pick(['echo x >', ': >', 'echo x >>', 'truncate -s 0', 'tee <<< x', 'touch', 'sed -i s/o/x/'])} ${file(r)}`,
  (r) => `cat ${file(r)} > ${file(r)}`,
  (r) => `for f in ${r.pick(['evil', 'src', 'copy'])}/${r.pick(['*', '.c*'])}; do cp -r "$f" ${folder(r)}; done`,
  (r) =>
    `find ${r.pick(['evil', 'src', '~/.claude'])} -name '${r.pick(['*.json', 'config*', '*'])}' -exec ${r.pick(['cp', 'mv', 'ln'])} {} ${folder(r)} \\;`,
  (r) => `ls ${r.pick(['evil', 'src'])} | xargs -I{} cp -r ${r.pick(['evil', 'src'])}/{} ${folder(r)}`,
  (r) => `grep -rl ${r.pick(['hook', 'x'])} ${folder(r)} | xargs sed -i s/o/x/`,
  (r) => `mkdir -p new/.config/anyhook && echo x > new/.config/anyhook/config.yaml && cp -r new/. ${folder(r)}`,
  () => 'ln -s ~ new && cp -r evil/. new',
  ...(hasCpio
    ? ([
        (r) =>
          `cd ${r.pick(['evil', 'src', '~/.claude', '~/.config'])} && find . | cpio -pd${r.pick(['m', 'l', 'u', ''])} ${r.pick(['~', '~/.config', '~/new', '~/other'])}`,
      ] satisfies readonly Maker[])
    : []),
  ...(hasRsync
    ? ([
        (r) => `rsync ${r.pick(['-a', '-r', '-aR', '-a --delete', '-aK'])} ${from(r)} ${anyPath(r)}`,
        (r) => `rsync -a --link-dest="$HOME/.claude" ${from(r)} ${folder(r)}`,
        (r) => `rsync -a ${r.pick(['evil', 'src', 'closed', 'copy'])}/ ${folder(r)}`,
      ] satisfies readonly Maker[])
    : []),
];

/** The files of the home folder at the start of a case. The entry makes Claude Code a connected agent. */
const entry = '{"hooks":{"PreToolUse":[{"hooks":[{"command":"/x/anyhook-hook claude-code"}]}]}}\n';
const project = 'dev/project';
const guarded: Readonly<Record<string, string>> = {
  '.local/state/anyhook/trust.json': '{"hook":1}\n',
  '.config/anyhook/config.yaml': 'hooks: []\n',
  '.config/agents/hooks/guard/HOOK.md': 'hook\n',
  '.local/share/anyhook/bin/anyhook-hook': '#!/bin/sh\n# hook\n',
  '.local/share/anyhook/versions/1.0.0-0123456789abcdef/bin/anyhook.cjs': '// hook\n',
  '.claude/settings.json': entry,
  [`${project}/.agents/anyhook.yaml`]: 'hooks: []\n',
  [`${project}/.claude/settings.json`]: entry,
};
const plain: Readonly<Record<string, string>> = {
  [`${project}/note.txt`]: 'note\n',
  [`${project}/src/a.txt`]: 'a hook\n',
  [`${project}/src/lib/b.txt`]: 'b\n',
  [`${project}/closed/.config/c.txt`]: 'c\n',
  [`${project}/evil/anyhook/config.yaml`]: 'disabled: [self-protection]\n',
  [`${project}/evil/.config/anyhook/config.yaml`]: 'disabled: [self-protection]\n',
  [`${project}/evil/.claude/settings.json`]: '{}\n',
  [`${project}/evil/.agents/anyhook.yaml`]: 'x\n',
  [`${project}/evil/settings.json`]: '{}\n',
  [`${project}/evil/config.yaml`]: 'x\n',
  [`${project}/evil/trust.json`]: 'x\n',
  [`${project}/evil/state/anyhook/off.json`]: '{}\n',
  'other/a.txt': 'other\n',
};
/** Guarded files that do not exist at the start: creating one matters. */
const missing = [
  '.local/state/anyhook/off.json',
  '.claude/settings.local.json',
  `${project}/.claude/settings.local.json`,
];

/**
 * Random copies, links, permissions, moves and unpacks around what self-protection guards, really carried out in a
 * temporary home folder. A command that self-protection passes must leave each guarded file unchanged and accessible.
 */
export function startFileOperations(): FuzzPart<FileOperationsCase> {
  const user = unprivilegedUser();
  return {
    name: 'file-operations',
    // Shortening a command makes a different command, and commands are really run.
    isWhole: true,
    maxMs: 10_000,
    make: (random) => ({ commands: random.many(2, 6, () => random.pick(makers)(random).replace(/ +/g, ' ')) }),
    async check({ commands }) {
      if (process.platform === 'win32') return;
      for (const command of commands)
        if (!mayRun(command)) throw new Error(`the command may reach files outside its home folder: ${command}`);
      const base = realpathSync(mkdtempSync(join(tmpdir(), 'anyhook-fuzz-files-')));
      try {
        const home = join(base, deepPath, 'home');
        makeHome(home);
        changeOwner(base, user);
        await runAll(commands, { base, home, user });
      } finally {
        reopenFolders(base);
        rmSync(base, { recursive: true, force: true });
      }
    },
  };
}

type User = { readonly uid: number; readonly gid: number } | undefined;

/** The user for the commands if root runs the fuzzer: permissions do not apply to root. */
const unprivilegedUser = (): User => (process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined);

/** Whether a command stays in the home folder of its case: it has no absolute path, and none above the home folder. */
const mayRun = (command: string): boolean =>
  !/(?:^|[\s"'=<>|;&(])\/|\.\.\/\.\.\/|[^\s/.]\/\.\.|\.\.\/(?!\.\.(?:[\s;]|$))/.test(command.replaceAll('{}', 'x')) &&
  !/\$(?!HOME\b|f\b)/.test(command) &&
  (!command.includes('cd ') || !command.includes('..'));

function makeHome(home: string): void {
  for (const [name, text] of Object.entries({ ...guarded, ...plain })) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  const folder = join(home, project);
  for (const [archive, of] of [
    ['evil.tar', 'evil'],
    ['src.tar', 'src'],
    ['evil.tgz', 'evil'],
  ] as const)
    spawnSync('tar', [archive.endsWith('gz') ? 'czf' : 'cf', archive, '-C', of, '.'], { cwd: folder });
  chmodSync(join(folder, 'closed/.config'), 0o500);
}

/** A relative link that is moved may lead further up; with so many folders, it stays in the folder of the case. */
const deepPath = 'd/'.repeat(16);

interface CaseWorld {
  readonly base: string;
  readonly home: string;
  readonly user: User;
}

async function runAll(commands: readonly string[], { base, home, user }: CaseWorld): Promise<void> {
  const cwd = join(home, project);
  const done: string[] = [];
  for (const command of commands) {
    // If the project was moved or replaced by a link, the paths of the command mean something else.
    if (!resolvesToItself(cwd) || !staysInside(base, base)) return;
    if ((await decisionOn(command, home, cwd)) !== 'pass') continue;
    const before = snapshotOf(home);
    const env = { HOME: home, PATH: '/usr/bin:/bin', LC_ALL: 'C' };
    spawnSync('bash', ['-c', command], { cwd, env, timeout: 10_000, stdio: 'ignore', ...user });
    done.push(command);
    const after = snapshotOf(home);
    for (const [name, state] of before)
      expectThat(
        after.get(name) === state,
        `${name} was "${state}" and is "${after.get(name)}" after: ${done.join(' ;; ')}`,
      );
  }
}

/** Whether every link leads to a path in the folder of the case. */
function staysInside(folder: string, base: string): boolean {
  return readdirSync(folder, { withFileTypes: true }).every((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return staysInside(path, base);
    if (!entry.isSymbolicLink()) return true;
    return resolve(folder, readlinkSync(path)).startsWith(`${base}/`) && (realPathOf(path) ?? base).startsWith(base);
  });
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

const resolvesToItself = (folder: string): boolean => realPathOf(folder) === folder;

/** The decision of self-protection on a command, given the files as they are now. */
async function decisionOn(command: string, home: string, cwd: string): Promise<string> {
  const env = { HOME: home };
  const hook = selfProtectionHook({ cwd, home, env });
  const input = { command };
  const matchesInput = hook.match.input ? await compileTextPattern(hook.match.input) : () => true;
  if (!someStringMatches(input, matchesInput)) return 'pass';
  const event = makeEvent({
    name: 'tool.before',
    tool: 'shell',
    input,
    cwd,
    sessionId: 's',
    now: '2030-01-02T03:04:05.000Z',
  });
  const args = hook.handler.kind === 'builtin' ? hook.handler.args : undefined;
  const result = await selfProtection.run(event, args, { hook, env, timeoutMs: 10_000 });
  return 'decision' in result ? result.decision : 'pass';
}

/** Each guarded file with its content, and whether its owner can reach it through all parent folders. */
const snapshotOf = (home: string): ReadonlyMap<string, string> =>
  new Map([...Object.keys(guarded), ...missing].map((name) => [name, describeFile(home, name)]));

function describeFile(home: string, name: string): string {
  try {
    const parts = name.split('/').slice(0, -1);
    const above = parts.map((_, at) => join(home, ...parts.slice(0, at + 1)));
    const isOpen = [home, ...above].every((one) => {
      const { mode } = statSync(one);
      return (mode & 0o700) === 0o700 && (mode & 0o002) === 0;
    });
    const text = readFileSync(join(home, name), 'utf8');
    return `${isOpen && (statSync(join(home, name)).mode & 0o400) !== 0 ? '' : 'closed '}${text}`;
  } catch {
    return 'gone';
  }
}

function changeOwner(path: string, user: User): void {
  if (!user) return;
  lchownSync(path, user.uid, user.gid);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) changeOwner(join(path, entry.name), user);
    else lchownSync(join(path, entry.name), user.uid, user.gid);
  }
}

/** Makes folders writable again: the owner cannot remove what is in a folder that a command made read-only. */
function reopenFolders(path: string): void {
  chmodSync(path, 0o700);
  for (const entry of readdirSync(path, { withFileTypes: true }))
    if (entry.isDirectory()) reopenFolders(join(path, entry.name));
}
