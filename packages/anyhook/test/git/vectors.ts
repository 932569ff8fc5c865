import { chmodSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlantedRepository } from './planted-repository.js';

/** One way in which a repository or an environment names a program. */
export interface GitVector {
  readonly name: string;
  readonly plant: (at: PlantedRepository) => void;
  /** An unprotected git call really starts the program. */
  readonly works?: true;
  /** The content of a file is missing, so there is no diff. */
  readonly isPartial?: true;
  /** Git is not asked, and the model is told this. */
  readonly refused?: RegExp;
}

/** The second value; the first is only made. */
const after = <T>(_made: unknown, value: T): T => value;

const filtered = '* filter=x\n';

/** Settings of `.git/config`, given the path of a program; with the attributes that ask for it. */
const settings: readonly (readonly [string, (evil: string) => string, { attributes?: string; works?: true }?])[] = [
  ['filter.clean', (e) => `[filter "x"]\nclean = ${e}`, { attributes: filtered, works: true }],
  ['filter.clean in capitals', (e) => `[FILTER "x"] CLEAN=${e}`, { attributes: filtered, works: true }],
  ['filter.clean in the old form', (e) => `[filter.x]\nclean = ${e}`, { attributes: filtered, works: true }],
  ['filter.clean over two lines', (e) => `[filter "x"]\nclean = \\\n${e}`, { attributes: filtered, works: true }],
  ['filter.smudge', (e) => `[filter "x"]\nsmudge = ${e}`, { attributes: filtered }],
  ['filter.process', (e) => `[filter "x"]\nprocess = ${e}`, { attributes: filtered, works: true }],
  ['a required filter', (e) => `[filter "x"]\nclean = ${e}\nrequired`, { attributes: filtered, works: true }],
  ['a filter called lfs', (e) => `[filter "lfs"]\nprocess = ${e}`, { attributes: '* filter=lfs\n', works: true }],
  ['core.fsmonitor', (e) => `[core]\nfsmonitor = ${e}`, { works: true }],
  ['core.sshCommand', (e) => `[core]\nsshCommand = ${e}\n${promisor('ssh://localhost/x')}`],
  ['core.gitProxy', (e) => `[core]\ngitProxy = ${e}\n${promisor('git://localhost/x')}`],
  ['core.askPass', (e) => `[core]\naskPass = ${e}\n${promisor('http://localhost:1/x')}`],
  ['credential.helper', (e) => `[credential]\nhelper = !${e}\n${promisor('http://localhost:1/x')}`],
  ['core.editor and sequence.editor', (e) => `[core]\neditor = ${e}\n[sequence]\neditor = ${e}`],
  ['gpg.program', (e) => `[gpg]\nprogram = ${e}\n[log]\nshowSignature = true`],
  ['gpg.ssh.program', (e) => `[gpg]\nformat = ssh\n[gpg "ssh"]\nprogram = ${e}\n[log]\nshowSignature = true`],
  ['diff.external', (e) => `[diff]\nexternal = ${e}`, { works: true }],
  ['diff.<x>.command', (e) => `[diff "x"]\ncommand = ${e}`, { attributes: '* diff=x\n', works: true }],
  ['diff.<x>.textconv', (e) => `[diff "x"]\ntextconv = ${e}`, { attributes: '* diff=x\n', works: true }],
  ['merge.<x>.driver', (e) => `[merge "x"]\ndriver = ${e} %A`, { attributes: '* merge=x\n' }],
  ['core.pager', (e) => `[core]\npager = ${e}`],
  ['pager.<command>', (e) => `[pager]\nstatus = ${e}\ndiff = ${e}\nlog = ${e}\n[core]\npager = ${e}`],
  ['alias', (e) => `[alias]\nstatus = !${e}\ndiff = !${e}\nlog = !${e}\nrev-parse = !${e}\nls-files = !${e}`],
  ['uploadpack.packObjectsHook', (e) => `[uploadpack]\npackObjectsHook = ${e}`],
  ['trailer.<x>.command', (e) => `[trailer "x"]\nkey = X\ncommand = ${e}\ncmd = ${e}`],
  ['interactive.diffFilter', (e) => `[interactive]\ndiffFilter = ${e}`],
  ['core.alternateRefsCommand', (e) => `[core]\nalternateRefsCommand = ${e}`],
  ['tar.<x>.command', (e) => `[tar "tar"]\ncommand = ${e}`],
  ['difftool and mergetool', (e) => `[diff]\ntool = x\n[difftool "x"]\ncmd = ${e}\n[mergetool "x"]\ncmd = ${e}`],
  ['browser and man viewer', (e) => `[browser "x"]\ncmd = ${e}\n[man "x"]\ncmd = ${e}\n[web]\nbrowser = x`],
  [
    'a promisor with uploadpack',
    (e) => `${promisor('/nonexistent/x')}uploadpack = ${e}\n[protocol "file"]\nallow = always`,
    { works: true },
  ],
  [
    'a promisor with ext::',
    (e) => `${promisor(`ext::${e}`)}[protocol "ext"]\nallow = always\n[protocol]\nallow = always`,
    { works: true },
  ],
  [
    'a promisor with insteadOf',
    (e) => `${promisor('x:y')}[url "ext::${e} "]\ninsteadOf = x:\n[protocol "ext"]\nallow = always`,
    { works: true },
  ],
  ['a promisor with its own helper', () => `${promisor('x')}vcs = evil`],
  [
    'branch.<x>.remote with ext::',
    (e) => `[branch "main"]\nremote = ext::${e}\nmerge = refs/heads/main\n[protocol "ext"]\nallow = always`,
  ],
];

/** A remote that git asks for missing objects. */
function promisor(url: string): string {
  return `[extensions]\npartialClone = origin\n[remote "origin"]\nurl = "${url}"\npromisor = true\npartialclonefilter = blob:none\nfetch = +refs/heads/*:refs/remotes/origin/*\n`;
}

const settingVectors: readonly GitVector[] = settings.map(([name, text, { attributes, works } = {}]) => ({
  name,
  ...(works && { works }),
  ...(text('').includes('promisor') && { isPartial: true }),
  plant(at) {
    const config = text(at.evil());
    if (config.includes('promisor')) removeBlob(at);
    if (attributes) at.write({ '.gitattributes': attributes });
    at.config(config);
  },
}));

/** Removes the content of c.bin, so that git would fetch it. */
function removeBlob(at: PlantedRepository): void {
  const id = at.git('rev-parse', 'HEAD:c.bin').trim();
  rmSync(join(at.dir, '.git/objects', id.slice(0, 2), id.slice(2)), { force: true });
  at.write({ 'c.bin': 'changed\n' });
}

const filterText = (at: PlantedRepository): string => `[filter "x"]\nclean = ${at.evil()}\nprocess = ${at.evil()}\n`;

/** Configs that are not in `.git/config` itself. */
const otherFiles: readonly GitVector[] = [
  {
    name: 'include.path',
    works: true,
    plant(at) {
      at.write({ '.gitattributes': filtered, 'more.cfg': filterText(at) });
      at.config('[include]\npath = ../more.cfg');
    },
  },
  ...['gitdir:**', 'gitdir/i:**', 'onbranch:main'].map(
    (condition): GitVector => ({
      name: `includeIf ${condition}`,
      works: true,
      plant(at) {
        at.write({ '.gitattributes': filtered, 'more.cfg': filterText(at) });
        at.config(`[includeIf "${condition}"]\npath = ../more.cfg`);
      },
    }),
  ),
  {
    name: 'config.worktree',
    works: true,
    plant(at) {
      at.write({ '.gitattributes': filtered, '.git/config.worktree': filterText(at) });
      at.config('[core]\nrepositoryformatversion = 1\n[extensions]\nworktreeConfig = true');
    },
  },
  {
    name: 'the config of a linked work tree',
    works: true,
    plant(at) {
      at.config('[core]\nrepositoryformatversion = 1\n[extensions]\nworktreeConfig = true');
      at.git('worktree', 'add', '--quiet', '-b', 'other', join(at.base, 'linked'));
      writeFileSync(join(at.base, 'linked/.gitattributes'), filtered);
      writeFileSync(join(at.base, 'linked/a.txt'), 'changed\n');
      at.write({ '.git/worktrees/linked/config.worktree': filterText(at) });
      at.cwd = join(at.base, 'linked');
    },
  },
  {
    name: 'info/attributes',
    works: true,
    plant(at) {
      at.write({ '.git/info/attributes': filtered });
      at.config(filterText(at));
    },
  },
  {
    name: 'attributes of a subfolder',
    works: true,
    plant(at) {
      at.write({ 'sub/.gitattributes': filtered });
      at.config(filterText(at));
      at.cwd = join(at.dir, 'sub');
    },
  },
  {
    name: 'core.attributesFile',
    works: true,
    plant(at) {
      at.write({ 'attributes.txt': filtered });
      at.config(`${filterText(at)}[core]\nattributesFile = ${join(at.dir, 'attributes.txt')}`);
    },
  },
  {
    name: 'hooks of every name in .git/hooks',
    plant(at) {
      const body = readFileSync(at.evil(), 'utf8');
      for (const name of hookNames) at.write({ [`.git/hooks/${name}`]: body });
    },
  },
  {
    name: 'core.hooksPath',
    plant(at) {
      const body = readFileSync(at.evil(), 'utf8');
      for (const name of hookNames) at.write({ [`hooks/${name}`]: body });
      at.config('[core]\nhooksPath = hooks\nfsmonitorHookVersion = 2');
    },
  },
  {
    name: 'alternates with a command for their refs',
    plant(at) {
      at.write({ '.git/objects/info/alternates': '../../.git/objects\n' });
      at.config(`[core]\nalternateRefsCommand = ${at.evil()}`);
    },
  },
  {
    name: 'a commit with a signature',
    works: true,
    plant(at) {
      const [head = '', body = ''] = at.git('cat-file', 'commit', 'HEAD').split('\n\n');
      const signed = `${head}\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n abc\n -----END PGP SIGNATURE-----\n\n${body}\n`;
      at.write({ '.git/signed': signed });
      const id = at.git('hash-object', '-t', 'commit', '-w', '.git/signed').trim();
      at.git('reset', '--quiet', '--soft', id);
      at.config(`[gpg]\nprogram = ${at.evil()}\n[log]\nshowSignature = true`);
    },
  },
];

const hookNames = [
  ...['post-index-change', 'reference-transaction', 'pre-commit', 'post-commit', 'post-checkout', 'fsmonitor-watchman'],
  ...['post-merge', 'pre-auto-gc', 'query-watchman', 'commit-msg', 'prepare-commit-msg', 'post-rewrite'],
];

/** Repositories inside the repository, and work trees elsewhere. */
const otherFolders: readonly GitVector[] = [
  ...['tool', 'tool/sub', '.'].map(
    (folder): GitVector => ({
      name: `an embedded bare repository, asked in ${folder}`,
      ...(folder !== '.' && { works: true }),
      plant(at) {
        plantBareRepository(at, folder === '.' ? '.' : 'tool');
        at.cwd = join(at.dir, folder);
      },
    }),
  ),
  ...(['', 'ignore = none\n'] as const).flatMap((ignore): readonly GitVector[] => [
    {
      name: `the config of a submodule${ignore && ' that .gitmodules wants to be looked into'}`,
      works: true,
      plant(at) {
        plantSubmodule(at, ignore);
      },
    },
  ]),
  {
    name: 'the config of a submodule, asked in it',
    works: true,
    plant(at) {
      plantSubmodule(at, '');
      at.cwd = join(at.dir, 'module');
    },
  },
  {
    name: 'a .git file that leads into the tree',
    works: true,
    plant(at) {
      at.write({ '.gitattributes': filtered });
      at.config(filterText(at));
      renameSync(join(at.dir, '.git'), join(at.dir, 'real-git'));
      at.write({ '.git': 'gitdir: real-git\n' });
    },
  },
  {
    name: 'core.worktree that leads elsewhere',
    refused: /git cannot be asked: its config names another work tree/,
    plant(at) {
      at.config(`[core]\nworktree = ${at.base}\n${filterText(at)}`);
      at.write({ '.gitattributes': filtered });
    },
  },
  {
    name: 'an extension that nobody knows',
    refused: /git cannot be asked: its config has the extension "evil"/,
    plant: (at) => at.config(`[core]\nrepositoryformatversion = 1\n[extensions]\nevil = ${at.evil()}`),
  },
  {
    name: 'a config that is no config',
    refused: /git cannot be asked: .*\.git\/config cannot be read/,
    plant: (at) => at.config(`[core\nfsmonitor = ${at.evil()}`),
  },
];

function plantBareRepository(at: PlantedRepository, folder: string): void {
  const bare = join(at.dir, folder);
  mkdirSync(join(bare, 'sub'), { recursive: true });
  for (const name of ['HEAD', 'objects', 'refs', 'index'])
    cpSync(join(at.dir, '.git', name), join(bare, name), { recursive: true });
  const config = `[core]\nrepositoryformatversion = 0\nbare = false\nworktree = ${at.dir}\n${filterText(at)}`;
  at.write({ [join(folder, 'config')]: config, [join(folder, 'info/attributes')]: filtered });
}

function plantSubmodule(at: PlantedRepository, ignore: string): void {
  const origin = join(at.base, 'origin');
  cpSync(at.dir, origin, { recursive: true });
  at.git('submodule', '--quiet', 'add', origin, 'module');
  at.commit('submodule');
  at.append('.gitmodules', ignore);
  at.write({ 'a.txt': 'three\n' });
  at.write({ 'module/.gitattributes': filtered, 'module/a.txt': 'changed\n' });
  at.append('.git/modules/module/config', `${filterText(at)}[core]\nfsmonitor = ${at.evil()}\n`);
}

/** Variables of the agent's environment, given the repository and the path of a program. */
const variables: readonly (readonly [
  string,
  (at: PlantedRepository, evil: string) => Record<string, string>,
  true?,
])[] = [
  ['GIT_DIR and GIT_WORK_TREE', (at) => ({ GIT_DIR: plantOther(at), GIT_WORK_TREE: at.dir }), true],
  ['GIT_EXTERNAL_DIFF', (_, e) => ({ GIT_EXTERNAL_DIFF: e }), true],
  [
    'GIT_CONFIG_COUNT',
    (_, e) => ({ GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.fsmonitor', GIT_CONFIG_VALUE_0: e }),
    true,
  ],
  ['GIT_CONFIG_PARAMETERS', (_, e) => ({ GIT_CONFIG_PARAMETERS: `'core.fsmonitor'='${e}'` }), true],
  ['GIT_CONFIG_GLOBAL', (at) => ({ GIT_CONFIG_GLOBAL: plantUserConfig(at, 'global.cfg') }), true],
  ['GIT_CONFIG_SYSTEM', (at) => ({ GIT_CONFIG_SYSTEM: plantUserConfig(at, 'system.cfg') }), true],
  ['HOME in the project', (at) => after(plantUserConfig(at, '.gitconfig'), { HOME: at.dir }), true],
  [
    'XDG_CONFIG_HOME in the project',
    (at) => after(plantUserConfig(at, 'git/config'), { XDG_CONFIG_HOME: at.dir }),
    true,
  ],
  ['XDG_STATE_HOME in the project', (at) => ({ XDG_STATE_HOME: join(at.dir, 'state') })],
  ['GIT_SSH_COMMAND and GIT_ASKPASS', (_, e) => ({ GIT_SSH_COMMAND: e, GIT_ASKPASS: e, SSH_ASKPASS: e, GIT_SSH: e })],
  ['GIT_PAGER, PAGER and editors', (_, e) => ({ GIT_PAGER: e, PAGER: e, GIT_EDITOR: e, EDITOR: e, VISUAL: e })],
  ['GIT_PROXY_COMMAND', (_, e) => ({ GIT_PROXY_COMMAND: e })],
  [
    'GIT_TRACE into a file',
    (at) => ({ GIT_TRACE: join(at.marks, 'trace'), GIT_TRACE2_EVENT: join(at.marks, 'trace2') }),
    true,
  ],
  [
    'GIT_EXEC_PATH',
    (at) => {
      const body = readFileSync(at.evil('git-status'), 'utf8');
      for (const name of ['git', 'git-diff', 'git-log', 'git-remote-ext']) at.write({ [`.evil/${name}`]: body });
      return { GIT_EXEC_PATH: join(at.dir, '.evil') };
    },
  ],
  ['GIT_TEMPLATE_DIR', (at) => after(at.evil('x'), { GIT_TEMPLATE_DIR: join(at.dir, '.evil') })],
];

function plantUserConfig(at: PlantedRepository, file: string): string {
  at.write({ '.gitattributes': filtered, [file]: `${filterText(at)}[core]\nfsmonitor = ${at.evil()}\n` });
  return join(at.dir, file);
}

function plantOther(at: PlantedRepository): string {
  plantBareRepository(at, 'other');
  return join(at.dir, 'other');
}

const variableVectors: readonly GitVector[] = variables.map(([name, env, works]) => ({
  name: `the variable ${name}`,
  ...(works && { works }),
  plant: (at) => Object.assign(at.env, env(at, at.evil())),
}));

/** Folders with their own `git`, on PATH before the real one. */
const paths: readonly (readonly [string, (at: PlantedRepository) => string, { works?: true }?])[] = [
  ['node_modules/.bin of the project', (at) => plantGit(at, 'node_modules/.bin')],
  ['a folder of the project', (at) => plantGit(at, 'bin')],
  ['the folder ".", with git in the top', (at) => after(plantGit(at, '.'), '.')],
  ['an empty entry', (at) => after(plantGit(at, '.'), '')],
  ['a relative folder', (at) => after(plantGit(at, 'bin'), 'bin')],
  ['node_modules/.bin of a folder above', (at) => plantGit(at, '../node_modules/.bin')],
  ['a link into the project', (at) => link(plantGit(at, 'bin'), join(at.base, 'link'))],
  [
    'a folder elsewhere whose git is a link into the project',
    (at) => {
      mkdirSync(join(at.base, 'elsewhere'));
      link(join(plantGit(at, 'bin'), 'git'), join(at.base, 'elsewhere/git'));
      return join(at.base, 'elsewhere');
    },
  ],
  ['a folder that all may write', (at) => withMode(plantGit(at, '../shared'), 0o777)],
  ['a sticky folder that all may write', (at) => withMode(plantGit(at, '../shared'), 0o1777)],
  [
    'a folder below one that all may write',
    (at) => after(withMode(join(plantGit(at, '../shared/bin'), '..'), 0o777), join(at.base, 'shared/bin')),
  ],
];

function plantGit(at: PlantedRepository, folder: string): string {
  const body = readFileSync(at.evil('git'), 'utf8');
  at.write({ [join(folder, 'git')]: body });
  return join(at.dir, folder);
}

function link(to: string, from: string): string {
  symlinkSync(to, from);
  return from;
}

function withMode(folder: string, mode: number): string {
  chmodSync(folder, mode);
  return folder;
}

const pathVectors: readonly GitVector[] = paths.map(([name, folder]) => ({
  name: `on PATH ${name}`,
  works: true,
  plant(at) {
    at.env['PATH'] = `${folder(at)}:${at.env['PATH']}`;
  },
}));

/** Every known way in which looking at a repository could start a program. */
export const gitVectors: readonly GitVector[] = [
  ...settingVectors,
  ...otherFiles,
  ...otherFolders,
  ...variableVectors,
  ...pathVectors,
];
