import type { Program, ProgramTable } from '../machine.js';
import { windowsPrograms } from '../powershell/windows-programs.js';
import { archivePrograms } from './archive.js';
import { buildTools } from './build-tools.js';
import { clonePrograms } from './clones.js';
import { commandReaders } from './command-readers.js';
import { connectPrograms } from './connect.js';
import { containerPrograms } from './containers.js';
import { copyPrograms } from './copy.js';
import { curlPrograms } from './curl.js';
import { decoderPrograms } from './decoders.js';
import { downloadPrograms } from './download.js';
import { env } from './env.js';
import { fileServerPrograms } from './file-servers.js';
import { filterPrograms } from './filters.js';
import { findPrograms } from './find.js';
import { gitPrograms } from './git/git.js';
import { interpreterPrograms } from './interpreters.js';
import { namePrograms } from './names.js';
import { npmPrograms } from './npm.js';
import { otherInterpreterPrograms } from './other-interpreters.js';
import { remoteCopyPrograms } from './remote-copy.js';
import { deletePrograms } from './rm.js';
import { senderPrograms } from './senders.js';
import { runShellProgram } from './shells.js';
import { sqlitePrograms } from './sqlite.js';
import { testDatabasePrograms } from './test-databases.js';
import { textPrograms } from './text.js';
import { letterPrograms } from './tr.js';
import { unreadLanguagePrograms } from './unread-languages.js';
import { wrapperProgram } from './wrappers.js';
import { writePrograms } from './write.js';
import { itemPrograms } from './xargs.js';

/** Programs that need code, which is loaded when a command calls one of them. */
interface CodedPrograms {
  /** With a space before and after each: searching a text is as fast as a map, and costs nothing to make. */
  readonly names: string;
  readonly programOf: (name: string) => Program | undefined;
}

/** The program of the first table that has its name. */
const programIn =
  (...tables: readonly (() => ProgramTable)[]) =>
  (name: string): Program | undefined =>
    tables.map((table) => table()).find((programs) => Object.hasOwn(programs, name))?.[name];

/** Programs that read shell text. The last four are close enough for commands: their own syntax starts at variables and blocks. */
const shellNames = ' bash sh zsh dash ksh ksh93 mksh ash rbash fish yash csh tcsh rzsh xonsh nu elvish osh ';

/**
 * The names are here as well as in the code, which is not loaded to find them. The first row with a name counts:
 * some wrappers do more than start programs, and names of Windows are words elsewhere.
 */
const codedPrograms: readonly CodedPrograms[] = [
  { names: `${shellNames} env `, programOf: (name) => (name === 'env' ? env : runShellProgram) },
  {
    names:
      ' cat gcat rev tac gtac head tail ghead gtail sort gsort uniq cut paste nl rot13 caesar seq yes wc ' +
      ' cksum md5sum sha1sum sha256sum sha512sum b2sum shasum md5 sum file stat du cmp hexdump hd look comm ' +
      ' join xmllint fold expand unexpand iconv strings column pr fmt col pv ts less more most bat batcat ' +
      ' pg glow mdcat pygmentize highlight grep egrep fgrep ggrep zgrep rg ag ack jq yq gojq jaq xq dasel ' +
      ' diff colordiff sdiff diff3 delta icdiff xclip xsel pbcopy pbpaste wl-copy wl-paste clip putclip ' +
      ' termux-clipboard-set win32yank copyq gpaste-client lemonade gzip ' +
      ' gunzip zcat gzcat bzip2 bunzip2 bzcat xz unxz xzcat lzma unlzma lzcat zstd unzstd zstdcat lz4 unlz4 ' +
      ' lz4cat brotli uncompress basename gbasename dirname gdirname realpath grealpath readlink greadlink mktemp ' +
      ' gmktemp which date gdate ls printenv ',
    programOf: programIn(textPrograms, namePrograms),
  },
  {
    names:
      ' tee gtee sponge dd truncate split csplit touch mkdir chmod gchmod chown gchown chgrp chattr chflags ' +
      ' setfacl cp gcp mv gmv install ginstall ln gln ',
    programOf: programIn(writePrograms, copyPrograms),
  },
  {
    names: ' rm grm srm unlink rmdir shred gshred wipe trash trash-put rmtrash ',
    programOf: programIn(deletePrograms),
  },
  {
    names: ' find gfind bfs fd fdfind xargs gxargs parallel sem rush ',
    programOf: programIn(findPrograms, itemPrograms),
  },
  {
    names:
      ' git hub yadm git-send-pack git-reset git-checkout git-restore git-switch git-clean git-stash git-rm git-mv git-worktree ' +
      ' git-submodule git-checkout-index git-read-tree git-branch git-tag git-push git-filter-branch ' +
      ' git-filter-repo git-replace git-rebase git-reflog git-gc git-prune git-update-ref git-symbolic-ref ' +
      ' git-send-email git-config git-bisect git-difftool git-mergetool git-clone git-fetch git-pull ' +
      ' git-ls-remote git-fetch-pack git-remote git-grep git-show git-log git-diff git-blame git-annotate git-cat-file git-format-patch ' +
      ' git-whatchanged git-fast-export git-pack-objects ' +
      ' git-archive git-for-each-ref git-fast-import git-bundle git-lfs git-daemon git-credential ' +
      ' git-credential-store git-credential-cache git-credential-osxkeychain git-credential-manager ' +
      ' git-for-each-repo git-rev-parse git-help git-status git-add git-commit git-merge ' +
      ' git-apply patch gpatch apply_patch applypatch ',
    programOf: programIn(gitPrograms),
  },
  {
    names:
      ' ftp lftp ncftp tftp ncftpput ftpput mail mailx s-nail mutt neomutt swaks sendmail msmtp ssmtp pastebinit ' +
      ' wormhole croc transfer.sh nc ncat netcat nc.traditional nc.openbsd mkfifo mknod socat telnet ping ping6 ' +
      ' traceroute mtr dig nslookup host drill whois wget wget2 http https httpie xh xhs aria2c axel lynx w3m ' +
      ' links elinks GET lwp-request fetch curl curlie rsync scp sftp http-server serve live-server sirv darkhttpd ' +
      ' miniserve simple-http-server webfsd caddy httpd ',
    programOf: programIn(
      senderPrograms,
      connectPrograms,
      downloadPrograms,
      curlPrograms,
      remoteCopyPrograms,
      fileServerPrograms,
    ),
  },
  {
    names: ' rails rake mix sqlite3 sqlite redis-cli valkey-cli keydb-cli mongosh mongo terraform tofu ',
    programOf: programIn(testDatabasePrograms, sqlitePrograms, commandReaders),
  },
  { names: ' gdb make gmake capsh cmake bwrap start-stop-daemon ', programOf: programIn(buildTools) },
  { names: ' gh glab hg svn ', programOf: programIn(clonePrograms) },
  { names: ' npm pnpm ', programOf: programIn(npmPrograms) },
  { names: ' docker podman nerdctl ', programOf: programIn(containerPrograms) },
  { names: ' tar gtar bsdtar zip unzip 7z 7za 7zz rar unrar cpio ar ', programOf: programIn(archivePrograms) },
  {
    names:
      ' python python2 python2.7 python3 python3.6 python3.7 python3.8 python3.9 python3.10 python3.11 ' +
      ' python3.12 python3.13 python3.14 python3.15 python3.16 python3.17 pypy pypy3 ipython ipython3 py node ' +
      ' nodejs tsx ts-node esno babel-node bun ',
    programOf: programIn(interpreterPrograms),
  },
  {
    names:
      ' perl perl5 ruby jruby truffleruby php php7 php8 php7.4 php8.1 php8.2 php8.3 php8.4 lua luajit lua5.1 lua5.3 ' +
      ' lua5.4 texlua tclsh tclsh8.6 wish expect Rscript R littler deno osascript ',
    programOf: programIn(otherInterpreterPrograms),
  },
  { names: ' sed gsed awk gawk mawk nawk tr gtr ', programOf: programIn(filterPrograms, letterPrograms) },
  { names: ' base64 gbase64 base64url base32 basenc uudecode xxd od openssl ', programOf: programIn(decoderPrograms) },
  {
    names:
      ' julia elixir iex erl groovy scala scala-cli amm kotlin kotlinc jshell swift nim crystal octave octave-cli matlab ' +
      ' guile racket sbcl clisp ecl chez csi gosh janet fennel hy clojure clj bb ghc ghci runghc runhaskell stack ocaml ' +
      ' utop raku perl6 coffee gnuplot m4 rust-script evcxr gore go maxima ',
    programOf: programIn(unreadLanguagePrograms),
  },
  {
    names:
      ' sudo doas pkexec please gosu su-exec runuser su nice ionice chrt taskset numactl timeout gtimeout stdbuf ' +
      ' unbuffer nohup setsid detach daemonize time gtime hyperfine strace ltrace valgrind perf catchsegv ' +
      ' faketime fakeroot fakechroot proxychains proxychains4 torsocks torify tsocks firejail unshare ' +
      ' nsenter chroot setarch proot dumb-init tini catatonit s6-setuidgid setuidgid chpst rlwrap just sg newgrp ' +
      ' salt clush parallel-ssh devcontainer linux32 linux64 arch setpriv prlimit cgexec systemd-run ' +
      ' systemd-inhibit dbus-run-session xvfb-run caffeinate sandbox-exec busybox toybox corepack ccache sccache ' +
      ' distcc entr watchexec nodemon chronic watch script flock lockf setlock ssh autossh mosh rsh sshpass dsh ' +
      ' pssh pdsh npx bunx pnpx uvx yarn bun pipx uv poetry pipenv pdm hatch rye conda mamba micromamba ' +
      ' pixi bundle rbenv pyenv asdf nvm fnm volta mise rtx direnv nix nix-shell op doppler infisical chamber ' +
      ' aws-vault aws-okta teller dotenv dotenvx env-cmd cross-env cross-env-shell envdir with-contenv tmux ' +
      ' screen dtach xterm gnome-terminal konsole expect lxc incus docker-compose vagrant heroku fly flyctl at ' +
      ' tsp devbox batch eatmydata ld.so ld-linux-x86-64.so.2 concurrently x86_64 i386 i686 aarch64 uname26 coreutils ' +
      ' uutils cpulimit trickle lerna nx meta repo envchain envconsul summon berglas urxvt rxvt st alacritty lxterminal ' +
      ' kitty foot xfce4-terminal terminator wezterm byobu zellij machinectl ',
    programOf: wrapperProgram,
  },
  {
    names:
      ' vssadmin wbadmin bcdedit bootrec bootsect bcdboot cipher schtasks net net1 netsh sc logoff psshutdown ' +
      ' wevtutil auditpol fsutil manage-bde mountvol dism wusa msiexec mshta regsvr32 rundll32 procdump ' +
      ' procdump64 regedit reagentc setx wmic wsl ntdsutil reg diskpart format taskkill shutdown takeown icacls ' +
      ' cacls xcacls robocopy xcopy certutil bitsadmin wscript cscript forfiles sdelete sdelete64 runas psexec ' +
      ' psexec64 powershell pwsh cmd ',
    programOf: programIn(windowsPrograms),
  },
];

/** The program of this name, if it needs code. */
export function programNamed(name: string): Program | undefined {
  if (name === '' || name.includes(' ')) return undefined;
  const word = ` ${name} `;
  for (const { names, programOf } of codedPrograms) if (names.includes(word)) return programOf(name);
  return undefined;
}

/** The names of all programs that need code. */
export const programNames = (): readonly string[] => [
  ...[...codedPrograms].reverse().flatMap(({ names }) => names.trim().split(/\s+/)),
];

/** The names of all shells. */
export const shellProgramNames: ReadonlySet<string> = new Set(shellNames.trim().split(/\s+/));
