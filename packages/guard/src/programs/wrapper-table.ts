/** How a program starts another one. Lists are words with spaces between them. */
export interface Wrapper {
  /** Words that come first: `exec` of `npm exec`. */
  readonly words?: string;
  /** Options that take a value. */
  readonly values?: string;
  /** Operands before the command: the time of `timeout`, the host of `ssh`. */
  readonly skips?: number;
  /** `NAME=value` words may come before the command. */
  readonly takesVariables?: boolean;
  /** Options whose value is shell text: `su -c`. */
  readonly textOptions?: string;
  /** All words after the program that it starts are of that program: `npx codex -c x`. */
  readonly optionsFirst?: boolean;
  /** The rest, joined, is shell text: `watch`, `ssh`. */
  readonly joins?: boolean;
  /** One operand is shell text, more are a command with its words: `tmux new`, `script`. */
  readonly joinsOne?: boolean;
  /** Options whose value is a file that it writes. */
  readonly outputOptions?: string;
  /** The first operand is a file that it writes: `script FILE`. */
  readonly writesFirst?: boolean;
  /** The option that names the folder in which it starts. */
  readonly folderOptions?: string;
  /** It starts the command on another machine or in a container; the number of the operand that names it. */
  readonly remoteAt?: number;
  /** It starts a shell that reads its input when no command is given. */
  readonly readsInput?: boolean;
  /** The option whose value may name a program to connect with: `ssh -o ProxyCommand=…`. */
  readonly settingOption?: string;
  /** A command is only what follows `--`. */
  readonly needsDashes?: boolean;
  /** Options after which the rest is the command: `nix shell x -c command`. */
  readonly restOptions?: string;
  /** The option that lets others reach a port of this machine: `ssh -R`. */
  readonly exposeOption?: string;
  /** With one of these it starts the command at other times. */
  readonly laterOptions?: string;
  /** It runs text at another time: a file that this option names, or its input. */
  readonly fileOption?: string;
}

const plain: Wrapper = {};
/** A window with a shell; what follows `-e` runs in it instead. */
const terminal: Wrapper = { restOptions: '-e --command', joinsOne: true, needsDashes: true };
const runsScripts: Wrapper = {
  words: 'run',
  values: '--with --python -p --extra --group --directory --project -C --env-file --index -e --env -n --name --cwd',
};

/** By program; the first row whose words fit counts. */
export const wrappers: Readonly<Record<string, readonly Wrapper[]>> = {
  sudo: [
    {
      values:
        '-u --user -g --group -h --host -p --prompt -C --close-from -D --chdir -R --chroot -r --role -t --type -T --command-timeout -U --other-user',
      takesVariables: true,
      folderOptions: '-D --chdir',
    },
  ],
  doas: [{ values: '-u -C' }],
  pkexec: [{ values: '--user' }],
  please: [{ values: '-u -d -t', folderOptions: '-d' }],
  gosu: [{ skips: 1 }],
  'su-exec': [{ skips: 1 }],
  runuser: [{ values: '-u --user -g -G -s -w', textOptions: '-c --command --session-command' }],
  su: [
    {
      values: '-g --group -G -s --shell -w',
      textOptions: '-c --command --session-command',
      readsInput: true,
      skips: 99,
    },
  ],
  nice: [{ values: '-n --adjustment' }],
  ionice: [{ values: '-c --class -n --classdata -p -P -u' }],
  chrt: [{ values: '-T -P -D --sched-runtime --sched-deadline --sched-period', skips: 1 }],
  taskset: [{ values: '-p', skips: 1 }],
  numactl: [
    {
      values: '-N -m -C -i -p --cpunodebind --membind --physcpubind --interleave --preferred',
    },
  ],
  timeout: [{ values: '-k --kill-after -s --signal', skips: 1 }],
  gtimeout: [{ values: '-k --kill-after -s --signal', skips: 1 }],
  stdbuf: [{ values: '-i --input -o --output -e --error' }],
  unbuffer: [plain],
  nohup: [plain],
  setsid: [plain],
  detach: [plain],
  daemonize: [{ values: '-c -e -o -p -l -u -E', outputOptions: '-e -o -p -l' }],
  time: [{ values: '-f --format -o --output', outputOptions: '-o --output' }],
  gtime: [{ values: '-f --format -o --output', outputOptions: '-o --output' }],
  hyperfine: [
    {
      values:
        '-w -r -m -M -p -c -s --warmup --runs --prepare --setup --cleanup --export-json --export-markdown --export-csv --export-asciidoc --export-orgmode --output -n --shell -S',
      outputOptions: '--export-json --export-markdown --export-csv --export-asciidoc --export-orgmode --output',
      joinsOne: true,
      textOptions: '-p --prepare -s --setup -c --cleanup',
    },
  ],
  strace: [{ values: '-e -o --output -p -s -u -P -a -b -E -I -O -S -X', outputOptions: '-o --output' }],
  ltrace: [{ values: '-e -o --output -p -s -u -l -n -a', outputOptions: '-o --output' }],
  valgrind: [
    {
      outputOptions:
        '--log-file --xml-file --callgrind-out-file --massif-out-file --cachegrind-out-file --xtree-memory-file',
    },
  ],
  perf: [
    { words: 'stat|record|trace', values: '-e -o --output -F -g -p -r -C', outputOptions: '-o --output --log-fd' },
  ],
  catchsegv: [plain],
  faketime: [{ skips: 1 }],
  fakeroot: [{ values: '-l -s -i -b' }],
  fakechroot: [plain],
  proxychains: [{ values: '-f' }],
  proxychains4: [{ values: '-f' }],
  torsocks: [plain],
  torify: [plain],
  tsocks: [plain],
  firejail: [plain],
  tsp: [{ values: '-L -N -D -W -S' }],
  devbox: [{ words: 'run', joins: true }],
  unshare: [
    {
      values: '--map-user --map-group --propagation --setgroups -R --root -w --wd -S --setuid -G --setgid --kill-child',
    },
  ],
  nsenter: [{ values: '-t --target -S -G -r -w' }],
  chroot: [{ values: '--userspec --groups', skips: 1, remoteAt: 0 }],
  // The name of the machine is optional, and a program of its own that does the same.
  setarch: [plain],
  x86_64: [plain],
  i386: [plain],
  i686: [plain],
  aarch64: [plain],
  uname26: [plain],
  proot: [{ values: '-r -b -w -q -R -S -v --rootfs --bind --cwd --pwd' }],
  'dumb-init': [{ values: '-r --rewrite' }],
  tini: [{ values: '-p -e' }],
  catatonit: [plain],
  's6-setuidgid': [{ skips: 1 }],
  setuidgid: [{ skips: 1 }],
  chpst: [{ values: '-u -U -b -e -/ -C -n -l -L -m -d -o -p -f -c -r -t' }],
  rlwrap: [{ values: '-b -C -D -f -g -H -l -m -O -p -P -q -s -S -t -w -z' }],
  just: [{ values: '-f --justfile -d --working-directory --set', restOptions: '-c --command', needsDashes: true }],
  sg: [{ textOptions: '-c', skips: 1 }],
  newgrp: [{ textOptions: '-c', skips: 1 }],
  salt: [{ values: '-t -b --batch-size --out', skips: 2, joins: true, remoteAt: -1 }],
  clush: [{ values: '-w -g -x -X -l -o -f -t -u -R --options', joins: true, remoteAt: -1 }],
  'parallel-ssh': [{ values: '-h -H -l -p -t -o -e -O -x -X', joins: true, remoteAt: -1 }],
  devcontainer: [
    {
      words: 'exec',
      values: '--workspace-folder --container-id --config --override-config --remote-env --docker-path --id-label',
      remoteAt: -1,
    },
  ],
  linux32: [plain],
  linux64: [plain],
  arch: [{ values: '-e -d' }],
  setpriv: [
    {
      values: '--reuid --regid --groups --inh-caps --ambient-caps --bounding-set --securebits --pdeathsig',
    },
  ],
  prlimit: [{ values: '-p --pid -o' }],
  cgexec: [{ values: '-g' }],
  cpulimit: [{ values: '-l --limit -e --exe -p --pid -P --path' }],
  trickle: [{ values: '-d -u -w -t -l -n -N' }],
  'systemd-run': [
    {
      values:
        '-u --unit -p --property -E --setenv --uid --gid --nice -M --machine -H --host --description --slice --working-directory ' +
        '--on-active --on-boot --on-calendar --on-startup --on-unit-active --on-unit-inactive',
      folderOptions: '--working-directory',
      laterOptions: '--on-active --on-boot --on-calendar --on-startup --on-unit-active --on-unit-inactive',
    },
  ],
  'systemd-inhibit': [{ values: '--what --who --why --mode' }],
  'dbus-run-session': [{ values: '--config-file --dbus-daemon' }],
  'xvfb-run': [
    { values: '-n -s -e -f -p -w --server-args --server-num --error-file', outputOptions: '-e --error-file' },
  ],
  caffeinate: [{ values: '-t -w' }],
  'sandbox-exec': [{ values: '-f -n -p -D' }],
  busybox: [plain],
  coreutils: [plain],
  uutils: [plain],
  toybox: [plain],
  corepack: [plain],
  ccache: [plain],
  sccache: [plain],
  distcc: [plain],
  entr: [{ textOptions: '-s' }],
  watchexec: [
    {
      values: '-e -w -i -f --exts --watch --ignore --filter -d --debounce --workdir',
      joinsOne: true,
    },
  ],
  nodemon: [
    {
      values: '-w --watch -e --ext -i --ignore -d --delay -C --cwd -V --config -L',
      textOptions: '-x --exec',
      skips: 99,
    },
  ],
  chronic: [plain],
  watch: [{ values: '-n --interval -q --equexit', joins: true }],
  script: [
    {
      values: '-o --output-limit -I -O -B -T -m -E --log-in --log-out --log-io --log-timing',
      outputOptions: '-I -O -B -T --log-in --log-out --log-io --log-timing',
      textOptions: '-c --command',
      skips: 1,
      writesFirst: true,
    },
  ],
  flock: [{ values: '-w --wait --timeout -E --conflict-exit-code', textOptions: '-c --command', skips: 1 }],
  lockf: [{ values: '-t', skips: 1 }],
  setlock: [{ skips: 1 }],
  ssh: [
    {
      values: '-B -b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w -P',
      settingOption: '-o',
      exposeOption: '-R',
      skips: 1,
      joins: true,
      remoteAt: 0,
      readsInput: true,
    },
  ],
  autossh: [
    {
      values: '-M -i -p -l -o -L -R -D -F -J',
      settingOption: '-o',
      exposeOption: '-R',
      skips: 1,
      joins: true,
      remoteAt: 0,
      readsInput: true,
    },
  ],
  mosh: [{ values: '-p --port --ssh', skips: 1, remoteAt: 0 }],
  rsh: [{ values: '-l', skips: 1, joins: true, remoteAt: 0 }],
  sshpass: [{ values: '-p -f -d -P' }],
  dsh: [{ values: '-m -g -f', joins: true }],
  pssh: [{ values: '-h -H -l -p -t -o -e -O -x -X', joins: true, remoteAt: -1 }],
  pdsh: [{ values: '-w -x -l -t -u -f -R -g', joins: true, remoteAt: -1 }],
  npx: [
    {
      values: '-p --package -w --workspace --prefix --registry --cache',
      textOptions: '-c --call',
      optionsFirst: true,
    },
  ],
  bunx: [plain],
  pnpx: [{ values: '--package' }],
  uvx: [{ values: '--from --with --python -p --index-url --index' }],
  npm: [{ words: 'exec|x', values: '-p --package -w --workspace --prefix', textOptions: '-c --call' }],
  pnpm: [{ words: 'exec|dlx', values: '--filter -F -C --dir --package', joinsOne: true }],
  lerna: [{ words: 'exec', values: '--scope --ignore --since --concurrency', joinsOne: true }],
  nx: [{ words: 'exec', values: '-p --projects --parallel', joinsOne: true }],
  meta: [{ words: 'exec', values: '--include-only --exclude', joinsOne: true }],
  repo: [{ words: 'forall', values: '-g -r -i -j --groups --regex', restOptions: '-c --command', joins: true }],
  yarn: [{ words: 'exec|dlx', values: '-p --package --cwd', joinsOne: true }],
  bun: [{ words: 'x' }],
  pipx: [{ words: 'run', values: '--spec --python --index-url --pip-args' }],
  uv: [runsScripts],
  poetry: [runsScripts],
  pipenv: [runsScripts],
  pdm: [runsScripts],
  hatch: [runsScripts],
  rye: [runsScripts],
  conda: [runsScripts],
  mamba: [runsScripts],
  micromamba: [runsScripts],
  pixi: [runsScripts],
  bundle: [{ words: 'exec' }],
  rbenv: [{ words: 'exec' }],
  pyenv: [{ words: 'exec' }],
  asdf: [{ words: 'exec' }],
  nvm: [{ words: 'exec|run', skips: 1 }],
  fnm: [{ words: 'exec', values: '--using' }],
  volta: [{ words: 'run', values: '--node --npm --yarn' }],
  mise: [{ words: 'exec|x', needsDashes: true }],
  rtx: [{ words: 'exec|x', needsDashes: true }],
  direnv: [{ words: 'exec', skips: 1 }],
  nix: [{ words: 'develop|shell|run', restOptions: '-c --command', needsDashes: true }],
  'nix-shell': [{ values: '-p --packages -A -I --arg --argstr', textOptions: '--run --command', skips: 99 }],
  op: [{ words: 'run', values: '--env-file --account', needsDashes: true }],
  doppler: [
    {
      words: 'run',
      values: '-p -c --project --config -t --token --fallback',
      textOptions: '--command',
      needsDashes: true,
    },
  ],
  infisical: [
    {
      words: 'run',
      values: '--env --path --projectId --token',
      textOptions: '--command -c',
      needsDashes: true,
    },
  ],
  chamber: [{ words: 'exec', needsDashes: true }],
  'aws-vault': [{ words: 'exec', values: '-d --duration --region -t --mfa-token', needsDashes: true }],
  'aws-okta': [{ words: 'exec', needsDashes: true }],
  teller: [{ words: 'run', needsDashes: true }],
  dotenv: [{ words: 'run', values: '-f --file -q -e --export' }, { values: '-e -v -c -p -f --file' }],
  envchain: [{ skips: 1 }],
  envconsul: [{ values: '-config -consul-addr -prefix -secret -vault-addr' }],
  summon: [{ values: '-f -p -e -D --provider --yaml' }],
  berglas: [{ words: 'exec', needsDashes: true }],
  dotenvx: [{ words: 'run', values: '-f --env-file -e --env' }],
  'env-cmd': [{ values: '-f --file -e --environments -r' }],
  'cross-env': [{ takesVariables: true }],
  'cross-env-shell': [{ takesVariables: true, joins: true }],
  envdir: [{ skips: 1 }],
  'with-contenv': [plain],
  tmux: [
    {
      words: 'new-session|new|neww|new-window|split-window|splitw|respawn-pane|run-shell|run|popup|display-popup',
      values: '-s -n -t -c -x -y -F -f -e -l -L -S -w -T',
      joinsOne: true,
    },
    { words: 'send-keys|send', values: '-t -N -c', joins: true },
  ],
  byobu: [{ words: 'new-session|new|new-window', values: '-s -n -t -c', joinsOne: true }],
  zellij: [{ words: 'run', values: '-n --name -d --direction --cwd' }],
  screen: [{ values: '-S -t -c -e -h -p -s -T -X', joinsOne: true }],
  dtach: [{ values: '-n -c -A -a -e -r -E' }],
  xterm: [terminal],
  urxvt: [terminal],
  rxvt: [terminal],
  st: [terminal],
  alacritty: [terminal],
  lxterminal: [terminal],
  kitty: [{ values: '-T --title -d --directory -c --config -o --override --class' }],
  foot: [{ values: '-T --title -D --working-directory -c --config -a --app-id', restOptions: '-e' }],
  'xfce4-terminal': [{ textOptions: '-e --command', restOptions: '-x --execute', needsDashes: true }],
  terminator: [{ textOptions: '-e --command', restOptions: '-x --execute', needsDashes: true }],
  wezterm: [{ words: 'start', values: '--cwd --class --workspace' }],
  'gnome-terminal': [{ values: '--title --geometry', textOptions: '-e --command', needsDashes: true }],
  konsole: [terminal],
  expect: [{}],
  machinectl: [{ words: 'shell', values: '--uid -E --setenv', skips: 1 }],
  lxc: [{ words: 'exec', skips: 1, remoteAt: 0 }],
  incus: [{ words: 'exec', skips: 1, remoteAt: 0 }],
  'docker-compose': [
    {
      words: 'exec|run',
      values: '-e --env -u --user -w --workdir --index --name -v --volume -p --publish --entrypoint -l',
      skips: 1,
      remoteAt: 0,
    },
  ],
  vagrant: [{ words: 'ssh', textOptions: '-c --command', skips: 99, remoteAt: -1 }],
  heroku: [{ words: 'run', values: '-a --app -s --size -e --env -r', joins: true, remoteAt: -1 }],
  fly: [{ words: 'ssh console', values: '-a --app', textOptions: '-C --command', skips: 99, remoteAt: -1 }],
  flyctl: [{ words: 'ssh console', values: '-a --app', textOptions: '-C --command', skips: 99, remoteAt: -1 }],
  at: [{ values: '-f -q -t', fileOption: '-f' }],
  batch: [{ values: '-f -q', fileOption: '-f' }],
  eatmydata: [plain],
  'ld.so': [plain],
  'ld-linux-x86-64.so.2': [plain],
  concurrently: [{ values: '-n --names -c --prefix-colors -p --prefix -m', joinsOne: true }],
};
