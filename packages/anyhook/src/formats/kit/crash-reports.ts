import type { ProcessOutput } from './format.js';

/** The interpreters whose reports are known. */
export type Runtime = 'node' | 'bun' | 'deno' | 'python' | 'ruby' | 'perl' | 'php' | 'shell';

/** What an interpreter reported when it could not run a script, or gave up on it. */
export interface CrashReport {
  readonly runtime: Runtime;
  /** `missing`: a script, module or package; `syntax`: a file that does not parse; `exception`: nobody caught it. */
  readonly kind: 'missing' | 'syntax' | 'exception';
  /** The line that says what happened. */
  readonly cause: string;
  /** For `syntax`: the file, as the interpreter names it. */
  readonly file: string;
}

/** Runtime, kind, exit codes, and the form of the report, which ends what the program printed. */
type CrashForm = readonly [Runtime, CrashReport['kind'], readonly number[], RegExp];

// Lines begin with a line break, so that each is matched in one way only: patterns take linear time.
// Measured with Node 20, tsx 4, npm 10, Bun 1.4, Deno 2.9, Python 3.11, Ruby 3.1, Perl 5.36, PHP 8.2, dash, bash 5.2, zsh 5.9, jq 1.6.
const forms: readonly CrashForm[] = [
  [
    'node',
    'missing',
    [1],
    /\n(?<cause>(?:Error(?: \[\w+\])?: )Cannot find (?:module|package) .*)(?:\n.*)*\nNode\.js v\d.*$/,
  ],
  [
    'node',
    'syntax',
    [1],
    /\n(?<file>(?:(?:file:\/\/)?\/|[A-Za-z]:\\).+):\d+(?:\n.*){1,4}\n(?<cause>SyntaxError: .*)(?:\n.*)*\nNode\.js v\d.*$/,
  ],
  ['node', 'exception', [1, 7], /\n(?<cause>\w*(?:Error|Exception|Rejection)\b.*)(?:\n.*)*\nNode\.js v\d+\.\d.*$/],
  ['node', 'exception', [1, 7], /\n(?<cause>.+):\d+\n.*\n +\^(?:\n.*)*\nNode\.js v\d+\.\d.*$/],
  ['node', 'exception', [1, 7], /\n(?<cause>.*\S.*)(?:\n\(Use `node .*)?\n\nNode\.js v\d+\.\d.*$/],
  [
    'node',
    'missing',
    [1, 254],
    /\nnpm (?:error|ERR!) (?<cause>(?:code E(?:404|NOENT|NOTFOUND|NOTCACHED|TARGET|AI_AGAIN|CONNREFUSED)|Missing script: |could not determine executable|npx canceled).*)(?:\nnpm (?:error|ERR!).*)*$/,
  ],
  ['bun', 'missing', [1], /\n(?<cause>error: Cannot find (?:module|package) .*)(?:\n.*)*\nBun v\d+\.\d.*$/],
  ['bun', 'missing', [1], /\n(?<cause>error: (?:Module|Script) not found ".*")$/],
  ['bun', 'exception', [1], /\n(?<cause>\w*[Ee]rror: .*)(?:\n.*)*\n\nBun v\d+\.\d.*$/],
  [
    'deno',
    'missing',
    [1],
    /\n(?<cause>error: (?:Module not found "|Import ".+" not a dependency|Cannot resolve module ).*)(?:\n(?:[ \t].*|Stack backtrace:)?)*$/,
  ],
  [
    'deno',
    'syntax',
    [1],
    /\n(?<cause>error: (?:The module's source code could not be parsed|SyntaxError).*)(?:\n(?! +at ).*)*\n +at (?<file>file:\/\/.+):\d+:\d+(?:\n(?:[ \t].*|Stack backtrace:)?)*$/,
  ],
  ['deno', 'exception', [1], /\n(?<cause>error: Uncaught .*)(?:\n.*\n *\^.*)?(?:\n(?:[ \t].*)?)*$/],
  [
    'python',
    'missing',
    [1, 2],
    /\n(?<cause>.*python[\w.]*: (?:can't open file |No module named |can't find '__main__' module |Error while finding module specification).*)$/i,
  ],
  [
    'python',
    'missing',
    [1],
    /\nTraceback \(most recent call last\):(?:\n[ \t].*)+\n(?<cause>(?:ModuleNotFoundError|ImportError): .*)$/,
  ],
  [
    'python',
    'exception',
    [1],
    /\nTraceback \(most recent call last\):(?:\n[ \t].*)+\n(?<cause>[A-Za-z_][\w.]*(?:: .*)?)$/,
  ],
  [
    'python',
    'exception',
    [1],
    /\n {2}\+ Exception Group Traceback .*(?:\n +[|+].*)*\n {2}\| (?<cause>\S.*)(?:\n +[|+].*)+$/,
  ],
  [
    'python',
    'syntax',
    [1],
    /\n {2}File "(?<file>.+)", line \d+(?:\n {4}.*)*\n(?<cause>(?:SyntaxError|IndentationError|TabError): .*)$/,
  ],
  ['ruby', 'missing', [1], /\n(?<cause>.*ruby[\w.]*: No such file or directory -- .+ \(LoadError\))$/],
  ['ruby', 'missing', [1], /\n(?<cause>.+:\d+:in .*cannot load such file.*\(LoadError\))(?:\n[ \t]+from .*)*$/],
  [
    'ruby',
    'exception',
    [1],
    /\n(?<cause>.+:\d+:in [`'].+\([A-Z][\w:]*\))(?:\n(?:[ \t]+from |.+:\d+:in [`'].+\([A-Z][\w:]*\)$).*)*$/,
  ],
  ['ruby', 'syntax', [1], /\n(?<file>.+):\d+: (?<cause>syntax error.*)(?:\n.*){0,4}$/],
  ['perl', 'missing', [2], /\n(?<cause>Can't open perl script .*)$/],
  [
    'perl',
    'missing',
    [2, 255],
    /\n(?<cause>Can't locate .+ at .+ line \d+\.)(?:\nBEGIN failed--compilation aborted at .*)*$/,
  ],
  ['perl', 'syntax', [255], /\n(?<cause>.+)\nExecution of (?<file>.+) aborted due to compilation errors\.$/],
  [
    'perl',
    'exception',
    [255],
    /\n(?<cause>(?:Can't (?:call|use|modify) |Undefined subroutine |Not an? |Illegal division |Modification of ).* at .+ line \d+(?:, <.+> (?:line|chunk) \d+)?\.)$/,
  ],
  ['php', 'missing', [1], /^\n(?<cause>Could not open input file: .*)$/],
  [
    'php',
    'missing',
    [255],
    /\n(?:PHP )?Fatal error: +(?<cause>Uncaught .*Failed opening required .*)(?:\n.*)*\n {2}thrown in .+ on line \d+$/,
  ],
  ['php', 'exception', [255], /\n(?:PHP )?Fatal error: +(?<cause>Uncaught .*)(?:\n.*)*\n {2}thrown in .+ on line \d+$/],
  ['php', 'syntax', [255], /\n(?:PHP )?Parse error: {1,4}(?<cause>\S.*) in (?<file>.+) on line \d+$/],
  ['shell', 'missing', [2], /\n(?<cause>.*: (?:0|\d+: \.): cannot open .+: No such file)$/],
  ['shell', 'missing', [2], /\n(?<cause>\S*sh: can't open '.+': No such file.*)$/],
  ['shell', 'missing', [1], /\n(?<cause>.+: line \d+: [^\s:]+\.(?:ba|z)?sh: No such file or directory)$/],
  ['shell', 'exception', [1], /\n(?<cause>.+: line \d+: [\w$]+: unbound variable)$/],
  ['shell', 'exception', [1], /\n(?<cause>\S+:\d+: \w+: parameter not set)$/],
  [
    'shell',
    'syntax',
    [1, 2],
    /\n(?<file>.+): line \d+: (?<cause>(?:syntax error|unexpected EOF|unexpected argument).*)(?:\n.+: line \d+: .*)?$/,
  ],
  ['shell', 'syntax', [2], /\n(?<file>.+): \d+: (?<cause>Syntax error: .*)$/],
  ['shell', 'syntax', [1], /\n(?<file>.+):\d+: (?<cause>(?:parse error|unmatched) .*)$/],
  // jq in a script that ends at errors. Its exit code 2 is left out: hooks check JSON files with jq.
  ['shell', 'exception', [5], /\n(?<cause>jq: error \(at .*)$/],
  ['shell', 'exception', [3], /\n(?<cause>jq: error: .*)(?:\n.*)*\njq: \d+ compile errors?$/],
];

/** The report that ends the output; undefined if the program ended itself. */
export function readCrashReport({ exitCode, stdout, stderr }: ProcessOutput): CrashReport | undefined {
  const errors = lastPart(stderr);
  const printed = lastPart(stdout);
  for (const [runtime, kind, exitCodes, form] of forms) {
    if (!exitCodes.includes(exitCode)) continue;
    // Only PHP reports on stdout.
    const found = form.exec(errors) ?? (runtime === 'php' ? form.exec(printed) : null);
    if (found?.groups) return { runtime, kind, cause: found.groups['cause'] ?? '', file: found.groups['file'] ?? '' };
  }
  return undefined;
}

/** The end of an output, where reports are, without colours and without the middle of long lines: forms take time by the length of a line. */
const lastPart = (text: string): string =>
  `\n${text
    .slice(-8192)
    .replace(/\u001b\[[\d;]*m|\r(?=\n)/g, '')
    .trimEnd()
    .replace(/^(.{200}).{200,}(.{200})$/gm, '$1…$2')}`;
