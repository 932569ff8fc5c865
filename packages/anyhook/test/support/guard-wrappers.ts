import { gzipSync } from 'node:zlib';
import { codeWrappers } from './guard-code-wrappers.js';
import { decodingWrappers } from './guard-decoding-wrappers.js';
import { powershellWrapper } from './guard-windows-wrappers.js';

/**
 * How much shell a text is. A plain command is words without quotes, a simple one is one command with quoted words, a
 * line is any text of a shell.
 */
export type CommandForm = 'plain' | 'simple' | 'line';

/** A way to rewrite a command with the same effect. */
export interface CommandWrapper {
  /** The most complex command that it accepts. */
  readonly takes: CommandForm;
  readonly gives: CommandForm;
  readonly wrap: (text: string) => string;
  /** Why a harmless command in it may be asked about. */
  readonly alarms?: string;
  /** Why a command's output does not reach the transcript, so that no secret is revealed. */
  readonly hidesOutput?: string;
  /** The command runs on another machine or in a container, where a loss may be judged less severe. */
  readonly isElsewhere?: true;
}

/** Quotes any text as one shell word. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const firstWord = (text: string): string => text.split(' ')[0] ?? '';
const otherWords = (text: string): string => text.split(' ').slice(1).join(' ');
/** A word that ends no document in this text. */
const endWord = (text: string): string => {
  let word = 'END';
  while (text.includes(word)) word += 'D';
  return word;
};

const prefix = (start: string): CommandWrapper => ({
  takes: 'simple',
  gives: 'simple',
  wrap: (text) => `${start} ${text}`,
});
/** Passes the text as one word. */
const word = (before: string, after = ''): CommandWrapper => ({
  takes: 'line',
  gives: 'simple',
  wrap: (text) => `${before} ${shellWord(text)}${after}`,
});
const line = (wrap: (text: string) => string, more: Partial<CommandWrapper> = {}): CommandWrapper => ({
  takes: 'line',
  gives: 'line',
  wrap,
  ...more,
});
const plain = (wrap: (text: string) => string, more: Partial<CommandWrapper> = {}): CommandWrapper => ({
  takes: 'plain',
  gives: 'line',
  wrap,
  ...more,
});
const simple = (wrap: (text: string) => string, more: Partial<CommandWrapper> = {}): CommandWrapper => ({
  takes: 'simple',
  gives: 'line',
  wrap,
  ...more,
});

const starters: Readonly<Record<string, CommandWrapper>> = {
  sudo: prefix('sudo'),
  'sudo with options': prefix('sudo -E -u root --'),
  doas: prefix('doas'),
  env: prefix('env A=b'),
  'env -i': prefix('env -i'),
  'env -S': { takes: 'plain', gives: 'simple', wrap: (text) => `env -S ${shellWord(text)}` },
  nice: prefix('nice -n 5'),
  ionice: prefix('ionice -c 3 nice'),
  nohup: prefix('nohup'),
  timeout: prefix('timeout -k 5 30s'),
  'timeout with long options': prefix('timeout --signal=KILL --preserve-status 10'),
  command: prefix('command'),
  exec: simple((text) => `exec ${text}`),
  'exec under another name': simple((text) => `exec -a harmless ${text}`),
  time: prefix('time'),
  'time the program': prefix('/usr/bin/time -v -o /tmp/t'),
  stdbuf: prefix('stdbuf -o0'),
  setsid: prefix('setsid -f'),
  unshare: prefix('unshare -r'),
  flock: prefix('flock -n /tmp/l'),
  systemd: prefix('systemd-run --user'),
  busybox: { takes: 'plain', gives: 'simple', wrap: (text) => `busybox ${text}` },
  strace: prefix('strace -f -o /tmp/trace'),
  chronic: prefix('chronic'),
  taskset: prefix('taskset -c 0'),
  watch: word('watch -n 5'),
  script: word('script -qc', ' /dev/null'),
  su: word('su - root -c'),
  'bash -c': word('bash -c'),
  'sh -lc': word('sh -lc'),
  'bash -ec': word('bash -ec', ' name'),
  'bash -x -c': word('bash -x -c'),
  'bash with long options': word('bash --noprofile --norc -c'),
  'bash -o': word('bash -o pipefail -c'),
  'zsh -c': word('zsh -fc'),
  'dash by path': word('/usr/bin/env dash -c'),
  'two shells': { takes: 'line', gives: 'simple', wrap: (text) => `bash -c ${shellWord(`sh -c ${shellWord(text)}`)}` },
  ssh: { ...word('ssh localhost'), isElsewhere: true, alarms: 'a delete on another machine is outside' },
  'docker exec': { ...word('docker exec web sh -c'), isElsewhere: true, alarms: 'a delete in a container is outside' },
  'npx -c': word('npx -c'),
  tmux: word('tmux new -d'),
  parallel: word('parallel :::'),
  'find -exec': word('find . -maxdepth 0 -exec sh -c', ' \\;'),
  'git alias': { takes: 'line', gives: 'simple', wrap: (text) => `git -c alias.z=${shellWord(`!${text}`)} z` },
  'git bisect run': word('git bisect run sh -c'),
};

const structures: Readonly<Record<string, CommandWrapper>> = {
  subshell: line((text) => `(\n${text}\n)`),
  group: line((text) => `{\n${text}\n}`),
  function: line((text) => `f() {\n${text}\n}; f`),
  'function with a word': line((text) => `function g {\n${text}\n}\ng x`),
  'function of its words': simple((text) => `h() { "$@"; }; h ${text}`),
  'function with a local variable': line((text) => `k() { local c=${shellWord(text)}; eval "$c"; }; k`),
  'in a substitution': line((text) => `echo "$(\n${text}\n)"`),
  'in backticks': plain((text) => `echo \`${text}\``),
  'in arithmetic': line((text) => `echo $(( $(\n${text}\necho 1) + 1 ))`, {
    hidesOutput: 'arithmetic prints a number',
  }),
  'in a test': line((text) => `[ -n "$(\n${text}\n)" ]`, { hidesOutput: 'a test prints nothing' }),
  'in a double test': line((text) => `[[ -z $(\n${text}\n) ]]`, { hidesOutput: 'a test prints nothing' }),
  'after and': line((text) => `true && {\n${text}\n}`),
  'after or': line((text) => `false || {\n${text}\n}`),
  'after a semicolon': line((text) => `cd . ; ${text}`),
  'between lines': line((text) => `echo a\n${text}\necho b`),
  'between comments': line((text) => `# first\n${text}\n# last`),
  if: line((text) => `if true; then\n${text}\nfi`),
  else: line((text) => `if false; then :; else\n${text}\nfi`),
  elif: line((text) => `if false; then :; elif true; then\n${text}\nfi`),
  condition: line((text) => `if\n${text}\nthen :; fi`),
  while: line((text) => `while true; do\n${text}\nbreak; done`),
  until: line((text) => `until false; do\n${text}\nbreak; done`),
  for: line((text) => `for i in 1 2; do\n${text}\ndone`),
  'counting for': line((text) => `for ((i=0;i<1;i++)); do\n${text}\ndone`),
  select: line((text) => `select x in a; do\n${text}\ndone`),
  case: line((text) => `case x in *)\n${text}\n;; esac`),
  not: simple((text) => `! ${text}`),
  background: line((text) => `{\n${text}\n} &`),
  'end of a pipe': simple((text) => `echo y | ${text}`),
  coproc: line((text) => `coproc {\n${text}\n}`, { hidesOutput: 'a coprocess prints into a pipe' }),
  'to nowhere': line((text) => `{\n${text}\n} > /dev/null 2>&1`, { hidesOutput: '/dev/null shows nothing' }),
  'redirection first': simple((text) => `>/dev/null ${text}`, { hidesOutput: '/dev/null shows nothing' }),
  'variable first': simple((text) => `A=1 ${text}`),
  trap: line((text) => `trap ${shellWord(text)} EXIT`),
  'a document': line((text) => `bash <<'${endWord(text)}'\n${text}\n${endWord(text)}`),
  'a piped document': line((text) => `cat <<'${endWord(text)}' | sh\n${text}\n${endWord(text)}`),
  'a document in a variable': line((text) => `x=$(cat <<'${endWord(text)}'\n${text}\n${endWord(text)}\n); eval "$x"`),
  'a document with tabs': plain((text) => `sh <<-E\n\t${text}\n\tE`),
  'a text as input': line((text) => `bash <<< ${shellWord(text)}`),
  'a pipe into a shell': line((text) => `echo ${shellWord(text)} | sh -s -- a`, { takes: 'simple' }),
  'a pipe into /dev/stdin': line((text) => `printf '%s' ${shellWord(text)} | sh /dev/stdin`),
  'a pipe into a dot': line((text) => `printf '%s' ${shellWord(text)} | . /dev/stdin`),
  'a process as a file': line((text) => `source <(printf '%s' ${shellWord(text)})`),
  'a shell as a file': line((text) => `printf '%s' ${shellWord(text)} | tee >(sh)`),
  'a descriptor': line((text) => `exec 3<<< ${shellWord(text)}; sh <&3`),
  'a descriptor as a file': line((text) => `sh /dev/fd/3 3<<< ${shellWord(text)}`),
  'a file': line((text) => `printf '%s\\n' ${shellWord(text)} > /tmp/a.sh; bash /tmp/a.sh`),
  'a file of a document': line(
    (text) => `cat > x.sh <<'${endWord(text)}'\n${text}\n${endWord(text)}\nchmod +x x.sh && ./x.sh`,
  ),
  'a file of tee': line((text) => `printf '%s\\n' ${shellWord(text)} | tee /tmp/b.sh; . /tmp/b.sh`),
  'a moved file': line((text) => `printf '%s\\n' ${shellWord(text)} > /tmp/c; mv /tmp/c /tmp/d.sh; sh /tmp/d.sh`),
  'a makefile': simple((text) => `printf 'all:\\n\\t%s\\n' ${shellWord(text)} | make -f -`, { takes: 'plain' }),
  at: line((text) => `printf '%s' ${shellWord(text)} | at now`, { alarms: 'a job for later is a question' }),
};

const spellings: Readonly<Record<string, CommandWrapper>> = {
  'a quoted name': plain((text) => `${text.slice(0, 1)}"${firstWord(text).slice(1)}" ${otherWords(text)}`),
  'empty quotes': plain((text) => `${text.slice(0, 1)}''${text.slice(1)}`),
  'a backslash first': plain((text) => `\\${text}`),
  'a backslash inside': plain((text) => `${text.slice(0, 1)}\\${text.slice(1)}`),
  'a path': plain((text) => `/usr/bin/${text}`),
  'a path with dots': plain((text) => `/bin/../bin/${text}`),
  'a path with globs': plain((text) => `/bin/${firstWord(text).slice(0, -1)}? ${otherWords(text)}`, {
    alarms: 'nobody knows which program the glob means',
  }),
  'two variables': plain((text) => `a=${text.slice(0, 1)}; b=${firstWord(text).slice(1)}; $a$b ${otherWords(text)}`),
  'an unset variable inside': plain((text) => `${text.slice(0, 1)}\${Q}${text.slice(1)}`, {
    alarms: 'nobody knows the name of the program',
  }),
  braces: plain((text) => `{${text.split(' ').join(',')}}`),
  IFS: plain((text) => text.split(' ').join('${IFS}')),
  'IFS and an empty argument': plain((text) => text.replace(' ', '$IFS$9')),
  tabs: plain((text) => text.replaceAll(' ', '\t')),
  'a line end': plain((text) => text.replace(' ', ' \\\n ')),
  'a list': plain((text) => `c=(${text}); "\${c[@]}"`),
  'a list in one word': plain((text) => `c=(${text}); \${c[*]}`),
  which: plain((text) => `$(which ${firstWord(text)}) ${otherWords(text)}`),
  'an echoed name': plain((text) => `$(echo ${firstWord(text)}) ${otherWords(text)}`),
  'a default': plain((text) => `\${X:-${firstWord(text)}} ${otherWords(text)}`),
  'set arguments': simple((text) => `set -- ${text}; "$@"`),
  xargs: plain((text) => `echo ${shellWord(otherWords(text))} | xargs ${firstWord(text)}`),
  'xargs with a shell': plain((text) => `echo ${shellWord(text)} | xargs -I{} sh -c '{}'`),
  'xargs -0': line((text) => `printf '%s' ${shellWord(text)} | xargs -0 bash -c`),
  hash: plain((text) => `hash -p /bin/${firstWord(text)} zz; zz ${otherWords(text)}`),
  alias: line((text) => `alias zz=${shellWord(text)}; zz`),
  eval: line((text) => `x=${shellWord(text)}; eval "$x"`),
  'eval of eval': line((text) => `eval eval ${shellWord(shellWord(text))}`),
  'a variable for a shell': line((text) => `x=${shellWord(text)}; bash -c "$x"`),
  'a variable as a command': plain((text) => `x=${shellWord(text)} && $x`),
  'an exported variable': line((text) => `export C=${shellWord(text)}; sh -c 'eval "$C"'`),
  read: line((text) => `read -r -d '' x <<< ${shellWord(text)}; eval "$x"`),
  mapfile: plain((text) => `mapfile -t a <<< ${shellWord(text)}; eval "\${a[0]}"`),
  'lower case': plain((text) => (/[A-Z]/.test(text) ? text : `x=${shellWord(text.toUpperCase())}; eval "\${x,,}"`)),
  'a replaced part': line((text) => `x=${shellWord(text.replaceAll(' ', '@@'))}; eval "\${x//@@/ }"`),
  'a cut start': line((text) => `x=${shellWord(`zz${text}`)}; eval "\${x:2}"`),
  'a stripped start': line((text) => `x=${shellWord(`zz_${text}`)}; eval "\${x#*_}"`),
  'a name of a name': line((text) => `y=${shellWord(text)}; x=y; eval "\${!x}"`),
  'a reference': line((text) => `y=${shellWord(text)}; declare -n z=y; eval "$z"`),
  'printf -v': line((text) => `printf -v x '%s' ${shellWord(text)}; eval "$x"`),
  'an added text': line((text) => `x=${shellWord(text.slice(0, 3))}; x+=${shellWord(text.slice(3))}; eval "$x"`),
};

/** Every way to wrap a command for a shell, by name. */
export const commandWrappers: Readonly<Record<string, CommandWrapper>> = {
  ...starters,
  ...structures,
  ...spellings,
  ...decodingWrappers,
  ...codeWrappers,
  gzip: line((text) => `echo ${gzipSync(text).toString('base64')} | base64 -d | gunzip | sh`, {
    alarms: 'nobody sees into the packed text',
  }),
  'pwsh -Command': line((text) => `pwsh -NoProfile -Command ${shellWord(powershellWrapper(text))}`),
  'pwsh -EncodedCommand': line(
    (text) => `pwsh -EncodedCommand ${Buffer.from(powershellWrapper(text), 'utf16le').toString('base64')}`,
  ),
  'a long way': line((text) => `bash -c "$(echo ${base64(text)} | base64 --decode)"`),
};

const rank: Readonly<Record<CommandForm, number>> = { plain: 0, simple: 1, line: 2 };

/** Wraps a command from the inside out; wrappers that do not accept the current text are skipped. */
export function wrappedCommand(
  command: string,
  names: readonly string[],
): { readonly text: string; readonly used: readonly CommandWrapper[] } {
  let text = command;
  let form: CommandForm = 'plain';
  const used: CommandWrapper[] = [];
  for (const name of names) {
    const wrapper = commandWrappers[name];
    if (!wrapper || rank[wrapper.takes] < rank[form]) continue;
    text = wrapper.wrap(text);
    form = wrapper.gives;
    used.push(wrapper);
  }
  return { text, used };
}
