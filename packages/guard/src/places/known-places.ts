import { wordList, wordSet } from '../word-list.js';

/**
 * Files and folders that matter wherever the project is. Paths are lower case: a file system may ignore case, and then
 * `~/.SSH` is `~/.ssh`. Only places that are worse to touch are compared so; temp and project folders are compared as
 * they are written.
 */

/** Folders of the operating system, in `/`. */
export const systemFolders: ReadonlySet<string> =
  wordSet(`bin boot efi etc lib lib32 lib64 libx32 nix opt proc run sbin snap sys usr var lost+found system library
  applications network cores private`);

/** Folders of Windows on a drive. */
export const windowsFolders: ReadonlySet<string> = new Set([
  'windows',
  'winnt',
  'program files',
  'program files (x86)',
  'progra~1',
  'progra~2',
  'programdata',
  'boot',
  'recovery',
  'perflogs',
  '$recycle.bin',
  'system volume information',
]);

/** Names in /dev that are no disks: to write there loses nothing. */
export const harmlessDevices: ReadonlySet<string> = new Set(
  'null zero full random urandom stdin stdout stderr fd tty ptmx pts console log kmsg'.split(' '),
);

/** Files that a shell or a login runs, in a home folder. */
const profileFiles: ReadonlySet<string> =
  wordSet(`.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin
  .zlogout .kshrc .mkshrc .cshrc .tcshrc .login .logout .xprofile .xinitrc .xsession .xsessionrc
  .config/fish/config.fish .pam_environment .config/powershell/profile.ps1
  .config/powershell/microsoft.powershell_profile.ps1 documents/powershell/profile.ps1
  documents/powershell/microsoft.powershell_profile.ps1 documents/windowspowershell/profile.ps1
  documents/windowspowershell/microsoft.powershell_profile.ps1 .config/nushell/config.nu .config/nushell/env.nu`);
const profileFolders: readonly string[] =
  wordList(`.config/fish/conf.d .config/fish/functions .bashrc.d .zshrc.d .config/autostart .config/systemd/user
  .config/environment.d library/launchagents .config/zsh .config/bash`);

/** Files of git in a home folder: aliases and hooks in them are programs. */
const gitSettings: readonly string[] = ['.gitconfig', '.config/git/config', '.config/git/hooks', '.git-templates'];

/** What continuous integration runs, in a project. */
const ciFiles: ReadonlySet<string> =
  wordSet(`jenkinsfile .gitlab-ci.yml .gitlab-ci.yaml azure-pipelines.yml azure-pipelines.yaml bitbucket-pipelines.yml
  .travis.yml .drone.yml .drone.yaml .woodpecker.yml .woodpecker.yaml appveyor.yml .appveyor.yml .cirrus.yml
  codefresh.yml cloudbuild.yaml cloudbuild.yml buildspec.yml buildspec.yaml .semaphore/semaphore.yml wercker.yml
  .scrutinizer.yml codemagic.yaml bitrise.yml .github/dependabot.yml .builds.yml .build.yml screwdriver.yaml`);
const ciFolders: readonly string[] =
  wordList(`.github/workflows .github/actions .gitea/workflows .forgejo/workflows .circleci .buildkite .gitlab/ci
  .azure-pipelines .teamcity .woodpecker .semaphore .tekton`);

/** Hidden folders with files below them that a shell, a login or git runs. */
const foldersOfCode: ReadonlySet<string> = new Set(
  [...profileFiles, ...profileFolders, ...gitSettings].filter((place) => place.startsWith('.')).flatMap(foldersAbove),
);

function foldersAbove(path: string): readonly string[] {
  const end = path.lastIndexOf('/');
  return end < 0 ? [] : [path.slice(0, end), ...foldersAbove(path.slice(0, end))];
}

/** `inHome` is lower case and relative to a home folder. */
export const holdsCode = (inHome: string): boolean => foldersOfCode.has(inHome);

const within = (folder: string, path: string): boolean => path === folder || path.startsWith(`${folder}/`);

export const isProfile = (inHome: string): boolean =>
  profileFiles.has(inHome) || profileFolders.some((folder) => within(folder, inHome));

export const isGitSetting = (inHome: string): boolean => gitSettings.some((place) => within(place, inHome));

/** `inProject` is lower case and relative to the project. */
export const isCi = (inProject: string): boolean =>
  ciFiles.has(inProject) || ciFolders.some((folder) => within(folder, inProject));

/** Places that a glob may mean, in a home folder and in a project: those that are nearly always there. */
export const usualInHome: readonly string[] =
  wordList(`.ssh .ssh/id_rsa .ssh/id_ed25519 .ssh/authorized_keys .aws .aws/credentials .gnupg .kube .kube/config .config
  .docker .bashrc .zshrc .profile .bash_profile .gitconfig .netrc .npmrc`);
export const usualInProject: readonly string[] = '.git .git/hooks .git/config .env .github/workflows'.split(' ');
export const usualInRoot: readonly string[] =
  wordList(`/bin /boot /dev /etc /home /lib /lib64 /opt /proc /root /run /sbin /srv /sys /tmp /usr /var /usr/bin /usr/lib
  /usr/local /var/lib /var/log /dev/sda /dev/nvme0n1 /etc/passwd /etc/shadow /etc/sudoers /etc/hosts /System
  /Users /Library /Applications`);
