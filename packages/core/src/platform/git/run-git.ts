import { homeIn, thisSystem } from '../../file-path.js';
import { realPath } from '../files/files.js';
import { findSafeProgram, opensDialog } from '../process/find-program.js';
import type { Environment } from '../process/fit-environment.js';
import { type ProcessEnd, type ProcessJob, runProcess } from '../process/run-process.js';
import { openStage } from './git-stage.js';
import { settingsFor, userExcludesFile } from './kept-settings.js';
import { findRepository, type RepositoryFolders } from './repository-folders.js';

// The only place that starts git. A repository may name programs in a hundred settings, and PATH may lead into it, so
// git never reads the repository's own config: it gets a folder of ours instead, with the few settings that are known
// to name nothing (kept-settings.ts). See docs/decisions/run-git-safely.md.

/** Where git runs, and the agent's environment. */
export interface GitPlace {
  readonly cwd: string;
  readonly env: Environment;
}

/** How a git command is run; without `stdin` its input is empty. */
export type GitRunOptions = Pick<ProcessJob, 'timeoutMs' | 'maxBytes' | 'signal'> & { readonly stdin?: string };

export interface OpenGit {
  readonly kind: 'open';
  readonly folders: RepositoryFolders;
  /** What git's answers cannot take into account. */
  readonly note?: string;
  /** An explanation for a failure: why something may be missing. */
  readonly failureReason?: string;
  /** The program with arguments and environment, for a caller that reads a stream. */
  command(args: readonly string[]): Pick<ProcessJob, 'file' | 'args' | 'cwd' | 'env'>;
  run(args: readonly string[], options: GitRunOptions): Promise<ProcessEnd>;
  close(): void;
}

/** Why git cannot be asked: there is no repository or no git, or its answer would be unsafe or wrong. */
export type GitAbsence = { readonly kind: 'absent' } | { readonly kind: 'refused'; readonly why: string };

/** Git's output. `isCut`: it exceeded `maxBytes`. */
export type GitAnswer =
  | { readonly kind: 'text'; readonly text: string; readonly isCut: boolean; readonly note?: string }
  | { readonly kind: 'failed'; readonly why: string }
  | GitAbsence;

/** Asks git one question about the repository that contains a folder. */
export async function askGit(place: GitPlace, args: readonly string[], options: GitRunOptions): Promise<GitAnswer> {
  const git = openGit(place);
  if (git.kind !== 'open') return git;
  try {
    const answer = gitAnswer(await git.run(args, options), git.note);
    const why = answer.kind === 'failed' ? git.failureReason : undefined;
    return why === undefined ? answer : { kind: 'refused', why };
  } finally {
    git.close();
  }
}

/** The end of a git process as an answer. */
export function gitAnswer(end: ProcessEnd, note?: string): GitAnswer {
  const isCut = end.kind === 'too-much-output';
  if (isCut || (end.kind === 'exit' && end.exitCode === 0))
    return { kind: 'text', text: end.stdout, isCut, ...(note !== undefined && { note }) };
  if (end.kind === 'spawn') return { kind: 'failed', why: end.error };
  return { kind: 'failed', why: end.kind === 'exit' ? end.stderr.trim().slice(0, 500) : end.kind };
}

/** Opens the repository that contains a folder. Starts nothing. */
export function openGit({ cwd, env }: GitPlace, system = thisSystem): OpenGit | GitAbsence {
  const folders = findRepository(cwd);
  if (!folders) return { kind: 'absent' };
  const program = findSafeProgram('git', env, [cwd, folders.top]);
  if (program.kind !== 'found') return program;
  if (opensDialog(program.file, system))
    return { kind: 'refused', why: `${program.file} would open a dialog; to have git, run: xcode-select --install` };
  const settings = settingsFor(folders, env);
  if (typeof settings === 'string') return { kind: 'refused', why: settings };
  const { text, excludesFile, note, failureReason } = settings;
  const stage = openStage(text, folders, env);
  if (typeof stage === 'string') return { kind: 'refused', why: stage };
  const gitEnv = {
    ...baseEnvironment(env, stage.folder),
    GIT_DIR: folders.gitFolder,
    GIT_COMMON_DIR: stage.folder,
    GIT_WORK_TREE: folders.top,
    ...stage.variables,
  };
  const command: OpenGit['command'] = (args) => ({
    file: program.file,
    args: [...fixedArgs(excludesFile), ...withoutSubmodules(args)],
    cwd: realPath(cwd),
    env: gitEnv,
  });
  return {
    kind: 'open',
    folders,
    ...(note !== undefined && { note }),
    ...(failureReason !== undefined && { failureReason }),
    command,
    run: (args, { stdin = '', ...options }) => runProcess({ ...command(args), stdin, ...options }),
    close: () => stage.close(),
  };
}

export interface OwnRepository {
  readonly gitFolder: string;
  readonly workTree: string;
  readonly env: Environment;
  /** Additional git variables, such as the committer's name. */
  readonly variables?: Environment;
}

/** Runs git in a repository of our own, which it may create and change. */
export async function runOwnGit(
  { gitFolder, workTree, env, variables }: OwnRepository,
  args: readonly string[],
  { stdin = '', ...options }: GitRunOptions & Pick<ProcessJob, 'onStdout'>,
): Promise<ProcessEnd> {
  const program = findSafeProgram('git', env, [workTree]);
  if (program.kind !== 'found')
    return { kind: 'spawn', error: program.kind === 'refused' ? program.why : 'git is not installed' };
  return runProcess({
    file: program.file,
    args: [...fixedArgs(userExcludesFile(env)), ...args],
    cwd: workTree,
    env: {
      // The folder holds our repository and no settings of a user.
      ...baseEnvironment(env, gitFolder),
      GIT_DIR: gitFolder,
      GIT_WORK_TREE: workTree,
      ...variables,
    },
    stdin,
    ...options,
  });
}

/**
 * Runs git in an empty repository of our own to fetch from another machine, at the user's request. It uses the user's
 * own settings (proxies, certificates, credentials), and never asks for a password.
 */
export async function runFetchingGit(
  { gitFolder, env }: Pick<OwnRepository, 'gitFolder' | 'env'>,
  args: readonly string[],
  { stdin = '', ...options }: GitRunOptions & Pick<ProcessJob, 'onStdout'>,
): Promise<ProcessEnd> {
  const program = findSafeProgram('git', env, [gitFolder]);
  if (program.kind !== 'found')
    return { kind: 'spawn', error: program.kind === 'refused' ? program.why : 'git is not installed' };
  const { GIT_CONFIG_GLOBAL: _ours, GIT_CONFIG_NOSYSTEM: _system, ...base } = baseEnvironment(env, homeIn(env) ?? '');
  return runProcess({
    file: program.file,
    args: [...fixedArgs(undefined), ...args],
    cwd: gitFolder,
    env: {
      ...base,
      ...Object.fromEntries(fetchVariables.map((name) => [name, env[name]])),
      PATH: program.safePath(),
      GIT_DIR: gitFolder,
      GIT_ALLOW_PROTOCOL: 'https:ssh:file',
      GIT_ASKPASS: '/bin/false',
      SSH_ASKPASS: '/bin/false',
      GCM_INTERACTIVE: 'never',
      GIT_SSH_COMMAND: 'ssh -oBatchMode=yes -oStrictHostKeyChecking=yes',
    },
    stdin,
    ...options,
  });
}

/** Variables that connections to other machines depend on. */
const fetchVariables: readonly string[] = [
  ...['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'],
  ...['SSH_AUTH_SOCK', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'GIT_SSL_CAINFO', 'XDG_CONFIG_HOME'],
];

/** Nothing else of the agent's environment is passed to git, because any variable may name a program or a file. */
const keptVariables = ['TZ', 'SystemRoot', 'USER'];

const baseEnvironment = (env: Environment, home: string): Environment => ({
  ...Object.fromEntries(keptVariables.map((name) => [name, env[name]])),
  // Git has its own programs in its own folder.
  PATH: '/usr/bin:/bin',
  // Git before 2.32 finds the user's config by HOME only.
  HOME: home,
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_EDITOR: 'false',
  GIT_PAGER: 'cat',
});

/** Settings that always apply. */
const fixedSettings: readonly string[] = [
  'safe.bareRepository=explicit',
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.attributesFile=/dev/null',
  'core.sshCommand=false',
  'core.quotePath=false',
  'protocol.allow=never',
  'submodule.recurse=false',
  'log.showSignature=false',
  'color.ui=false',
  'gc.autoDetach=false',
  'maintenance.auto=false',
];

const fixedArgs = (excludesFile: string | undefined): readonly string[] => [
  '--no-pager',
  ...[...fixedSettings, `core.excludesFile=${excludesFile ?? '/dev/null'}`].flatMap((one) => ['-c', one]),
];

/**
 * A submodule's commit is read from its files. To see more, git would start itself there, with the submodule's
 * settings. Only an argument outranks `.gitmodules`.
 */
const withoutSubmodules = ([command = '', ...rest]: readonly string[]): readonly string[] =>
  command === 'status' || command === 'diff' ? [command, '--ignore-submodules=dirty', ...rest] : [command, ...rest];
