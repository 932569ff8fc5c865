import { type FactsQuestion, nodeFacts, pythonFacts } from '@anyhook/core';

type Variables = Readonly<Record<string, string>>;

/** An interpreter that can be prestarted. */
export interface SpareInterpreter {
  readonly name: 'node' | 'python';
  /** The names of its program. */
  readonly words: RegExp;
  /** The first argument of a command that runs a script. */
  readonly script: RegExp;
  /** The versions in which spares were compared with normal starts; other versions start normally. */
  readonly versions: RegExp;
  readonly question: FactsQuestion;
  /** Variables that it reads when it starts: a spare starts with them, and only serves hooks with the same values. */
  readonly startVariables: RegExp;
  /** Start variables with which a spare would differ; then the hook starts normally. */
  readonly refuses: (start: Variables) => boolean;
  /** Whether a spare waits for one script, or for any. */
  readonly waitsForScript: boolean;
}

/** Variables that the system's own libraries read when a process starts. */
const libraryVariables =
  'PATH|LANG|LANGUAGE|LC_\\w+|LD_\\w+|DYLD_\\w+|MALLOC_\\w+|GLIBC_TUNABLES|GCONV_PATH|LOCPATH|TZDIR|OPENSSL_\\w+|SSL_CERT_\\w+|ICU_\\w+';

/** Options that do not change how code is loaded. */
const harmlessNodeOption =
  /^--(?:max-(?:old-space|semi-space)-size=\d+|(?:no-)?(?:warnings|deprecation)|enable-source-maps|trace-(?:warnings|deprecation|uncaught)|throw-deprecation|pending-deprecation|disable-warning=\w+|dns-result-order=\w+|unhandled-rejections=[\w-]+|use-(?:openssl|bundled|system)-ca|stack-trace-limit=\d+)$/;

const harmlessPythonVariable =
  /^PYTHON(?:DONTWRITEBYTECODE|UNBUFFERED|IOENCODING|UTF8|HASHSEED|NOUSERSITE|PYCACHEPREFIX|OPTIMIZE|FAULTHANDLER|SAFEPATH|PATH|HOME)$/;

export const interpreters: readonly SpareInterpreter[] = [
  {
    name: 'node',
    words: /^node$/,
    script: /\.[cm]?[jt]s$/,
    versions: /^(?:20|22|24)\./,
    question: nodeFacts,
    startVariables: new RegExp(`^(?:${libraryVariables}|UV_\\w+|NODE_\\w+|NODE_OPTIONS)$`),
    refuses: (start) =>
      ['NODE_DEBUG', 'NODE_DEBUG_NATIVE', 'NODE_CHANNEL_FD', 'NODE_V8_COVERAGE'].some((name) => start[name]) ||
      (start['NODE_OPTIONS'] ?? '')
        .split(' ')
        .filter((option) => option !== '')
        .some((option) => !harmlessNodeOption.test(option)),
    waitsForScript: false,
  },
  {
    name: 'python',
    words: /^python(?:3(?:\.\d+)?)?$/,
    script: /\.py$/,
    versions: /^3\.(?:9|1[0-3])\./,
    question: pythonFacts,
    startVariables: new RegExp(`^(?:${libraryVariables}|HOME|PYTHON\\w+|__PYVENV_LAUNCHER__)$`),
    refuses: (start) =>
      Object.keys(start).some((name) => name.startsWith('PYTHON') && !harmlessPythonVariable.test(name)) ||
      // An empty or relative entry means the folder in which the script runs.
      (start['PYTHONPATH'] ?? '').split(':').some((entry) => entry !== '' && !entry.startsWith('/')) ||
      /^:|::|:$/.test(start['PYTHONPATH'] ?? ''),
    waitsForScript: true,
  },
];

/** The interpreter with this program name. */
export const interpreterNamed = (word: string): SpareInterpreter | undefined =>
  interpreters.find(({ words }) => words.test(word.slice(word.lastIndexOf('/') + 1)));
