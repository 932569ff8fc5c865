import { isAbsolute, join } from 'node:path';
import { homeIn } from '../../file-path.js';
import { isFile, readBytes, readText, realPath } from '../files/files.js';
import type { Environment } from '../process/fit-environment.js';
import { type GitSetting, parseGitConfig } from './git-config-file.js';
import type { RepositoryFolders } from './repository-folders.js';

/** The settings that are passed to git for one repository. */
export interface KeptSettings {
  readonly text: string;
  /** The user's file of names that git ignores everywhere. */
  readonly excludesFile?: string;
  /** What git's answer cannot take into account. */
  readonly note?: string;
  /** An explanation for a failure of git: why something may be missing. */
  readonly failureReason?: string;
}

const word = /^[\w.+-]{0,64}$/;
// No blank, quote, backslash or control character, and no `::`, which would name a transport.
const refText = /^(?!.*::)[^\u0000-\u0020"\\\u007f]{1,512}$/;

/**
 * The settings of a repository that are passed to git, by section: how files are stored and compared, and what a branch
 * follows. All others are dropped: git settings may name programs, and every version adds new ones.
 */
const repositoryKeys: Readonly<Record<string, { readonly keys: readonly string[]; readonly value: RegExp }>> = {
  core: {
    keys: [
      ...['repositoryformatversion', 'filemode', 'ignorecase', 'precomposeunicode', 'symlinks', 'autocrlf', 'eol'],
      ...['trustctime', 'checkstat', 'sparsecheckout', 'sparsecheckoutcone', 'protecthfs', 'protectntfs', 'abbrev'],
    ],
    value: word,
  },
  extensions: { keys: ['objectformat', 'refstorage', 'compatobjectformat'], value: word },
  index: { keys: ['sparse'], value: word },
  status: { keys: ['showuntrackedfiles'], value: word },
  branch: { keys: ['remote', 'merge'], value: refText },
  remote: { keys: ['fetch'], value: refText },
};

/** Extensions that do not matter to a reader of the work tree. Any other may change what the files mean. */
const harmlessExtensions = [
  'noop',
  'noop-v1',
  'preciousobjects',
  'partialclone',
  'worktreeconfig',
  'relativeworktrees',
];

/** The user's own settings that are passed to git. */
const userKeys: Readonly<Record<string, readonly string[]>> = {
  core: ['autocrlf', 'eol', 'precomposeunicode'],
  status: ['showuntrackedfiles'],
};

const maxConfigBytes = 1024 * 1024;
const maxAttributesBytes = 256 * 1024;

export function settingsFor(folders: RepositoryFolders, env: Environment): KeptSettings | string {
  const own = repositorySettings(folders);
  if (typeof own === 'string') return own;
  const problem = ownProblem(own, folders);
  if (problem !== undefined) return problem;
  const user = userSettings(env);
  const kept = [...user.filter(isKeptOfUser), ...own.filter(isKept)];
  const excludesFile = excludesFileOf(user, env);
  const filters = usedFilters([...user, ...own], folders);
  return {
    text: kept.map(settingText).join(''),
    ...(excludesFile !== undefined && { excludesFile }),
    ...(own.some(isPromisor) && {
      failureReason: 'this is a partial clone, and git does not fetch missing objects for anyhook',
    }),
    ...(filters.length > 0 && {
      note: `filters are not run (${filters.join(', ')}), so files that they convert may count as changed`,
    }),
  };
}

/** The user's settings alone, for a repository of anyhook's own. */
export const userExcludesFile = (env: Environment): string | undefined => excludesFileOf(userSettings(env), env);

/** The settings of the repository and of the work tree; includes are not followed. */
function repositorySettings({ gitFolder, commonFolder }: RepositoryFolders): readonly GitSetting[] | string {
  const common = readSettings(join(commonFolder, 'config'));
  if (typeof common === 'string') return common;
  const isLinked = gitFolder !== commonFolder;
  const shared = isLinked ? common.filter((one) => !isSetting(one, 'core', 'worktree')) : common;
  const hasOwnFile = common.some((one) => isSetting(one, 'extensions', 'worktreeconfig') && isTrue(one.value));
  const own = hasOwnFile ? readSettings(join(gitFolder, 'config.worktree')) : [];
  return typeof own === 'string' ? own : [...shared, ...own];
}

/** A missing file has no settings. */
function readSettings(file: string): readonly GitSetting[] | string {
  if (!isFile(file)) return [];
  const bytes = readBytes(file, maxConfigBytes);
  const settings = bytes && parseGitConfig(bytes.toString('latin1'));
  return settings ?? `${file} cannot be read as a git config file of at most ${maxConfigBytes} bytes`;
}

const isSetting = (one: GitSetting, section: string, key: string): boolean =>
  one.section === section && one.subsection === undefined && one.key === key;

const isPromisor = (one: GitSetting): boolean =>
  (one.section === 'remote' && one.key === 'promisor') || isSetting(one, 'extensions', 'partialclone');

const isTrue = (value: string): boolean => /^(?:true|yes|on|1)$/i.test(value);

/** Why git's answer about this folder would not be about this repository. */
function ownProblem(own: readonly GitSetting[], { top, gitFolder }: RepositoryFolders): string | undefined {
  for (const one of own) {
    const { section, subsection, key, value } = one;
    if (section === 'extensions' && subsection === undefined && !isKnownExtension(key))
      return `its config has the extension "${key}", which anyhook does not know`;
    if (!isSetting(one, 'core', 'worktree')) continue;
    if (realPath(isAbsolute(value) ? value : join(gitFolder, value)) !== top)
      return `its config names another work tree than ${top} (core.worktree)`;
  }
  return undefined;
}

const isKnownExtension = (key: string): boolean =>
  harmlessExtensions.includes(key) || (repositoryKeys['extensions']?.keys.includes(key) ?? false);

function isKept({ section, subsection, key, value }: GitSetting): boolean {
  const row = Object.hasOwn(repositoryKeys, section) ? repositoryKeys[section] : undefined;
  if (!row?.keys.includes(key) || !row.value.test(value)) return false;
  const hasSubsection = section === 'branch' || section === 'remote';
  return hasSubsection ? subsection !== undefined && refText.test(subsection) : subsection === undefined;
}

const isKeptOfUser = (one: GitSetting): boolean =>
  Object.hasOwn(userKeys, one.section) && (userKeys[one.section]?.includes(one.key) ?? false) && isKept(one);

const settingText = ({ section, subsection, key, value }: GitSetting): string =>
  `[${section}${subsection === undefined ? '' : ` "${subsection}"`}]\n\t${key} = "${value}"\n`;

/** The user's own files, in git's order. A file that cannot be read counts as empty. */
function userSettings(env: Environment): readonly GitSetting[] {
  const configHome = configHomeOf(env);
  const home = homeIn(env);
  const files = [configHome && join(configHome, 'git', 'config'), home && join(home, '.gitconfig')];
  return files.flatMap((file) => {
    const settings = file && isAbsolute(file) ? readSettings(file) : [];
    return typeof settings === 'string' ? [] : settings;
  });
}

const configHomeOf = (env: Environment): string | undefined =>
  env['XDG_CONFIG_HOME'] || (homeIn(env) && join(homeIn(env) ?? '', '.config'));

function excludesFileOf(user: readonly GitSetting[], env: Environment): string | undefined {
  const setting = user.findLast((one) => isSetting(one, 'core', 'excludesfile'));
  const named = setting && Buffer.from(setting.value, 'latin1').toString('utf8');
  const configHome = configHomeOf(env);
  const path = named ?? (configHome && join(configHome, 'git', 'ignore'));
  const home = homeIn(env);
  const file = path?.startsWith('~/') && home ? join(home, path.slice(2)) : path;
  // Anything but a file might block git.
  return file !== undefined && isAbsolute(file) && isFile(file) ? file : undefined;
}

/** The filters that are configured and used by the repository's attributes. */
function usedFilters(settings: readonly GitSetting[], { top, commonFolder }: RepositoryFolders): readonly string[] {
  const known = new Set(
    settings.flatMap(({ section, subsection, key }) =>
      section === 'filter' && subsection !== undefined && (key === 'clean' || key === 'process') ? [subsection] : [],
    ),
  );
  if (known.size === 0) return [];
  const texts = [join(top, '.gitattributes'), join(commonFolder, 'info', 'attributes')].map(
    (file) => readText(file, maxAttributesBytes) ?? '',
  );
  const named = texts.flatMap((text) => [...text.matchAll(/\sfilter=(\S+)/g)].map(([, name = '']) => name));
  // The name comes from the repository, so only a plain one is shown to a model.
  const plain = (name: string) => (/^[\w.-]{1,40}$/.test(name) ? name : 'another');
  return [...new Set(named.filter((name) => known.has(name)).map(plain))].slice(0, 5);
}
