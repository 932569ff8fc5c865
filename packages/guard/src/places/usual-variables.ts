import type { Value } from '../value.js';
import type { GuardWorld } from '../world.js';

/** Variables that mean the same on every machine, set or not; programs fall back to these places themselves. */
const usualValues: Readonly<Record<string, (world: GuardWorld) => Value>> = {
  HOME: ({ home }) => home,
  USERPROFILE: ({ home }) => home,
  USER: ({ home }) => lastPart(home),
  LOGNAME: ({ home }) => lastPart(home),
  USERNAME: ({ home }) => lastPart(home),
  TMPDIR: tempFolder,
  TMP: tempFolder,
  TEMP: tempFolder,
  TEMPDIR: tempFolder,
  RUNNER_TEMP: tempFolder,
  XDG_CONFIG_HOME: ({ home }) => `${home}/.config`,
  XDG_CACHE_HOME: ({ home }) => `${home}/.cache`,
  XDG_DATA_HOME: ({ home }) => `${home}/.local/share`,
  XDG_STATE_HOME: ({ home }) => `${home}/.local/state`,
  CARGO_HOME: ({ home }) => `${home}/.cargo`,
  GNUPGHOME: ({ home }) => `${home}/.gnupg`,
  GITHUB_WORKSPACE: ({ root }) => root,
  CI_PROJECT_DIR: ({ root }) => root,
  BASH: () => '/bin/bash',
  ZSH_NAME: () => 'zsh',
  INIT_CWD: ({ cwd }) => cwd,
};

/** Variables whose text programs run. */
const runByPrograms =
  /^(?:GIT_(?:SSH|SSH_COMMAND|EXTERNAL_DIFF|PROXY_COMMAND)|\w*PAGER|\w*EDITOR|VISUAL|BROWSER|PROMPT_COMMAND|LESS(?:OPEN|CLOSE)?|(?:\w+_)?(?:RSH|ASKPASS)|RUSTC_WRAPPER|LD_(?:PRELOAD|AUDIT)|DYLD_INSERT_LIBRARIES|(?:NODE|JAVA_TOOL|_JAVA|TAR)_OPTIONS|MAVEN_OPTS|RUBYOPT|PERL5DB|MAKEFLAGS|FZF_DEFAULT_COMMAND|npm_config_script_shell)$/;

export const isRunByPrograms = (name: string): boolean => runByPrograms.test(name);

/** What a variable that this machine does not set means; undefined if nobody knows. */
export function usualVariable(name: string, world: GuardWorld): Value | undefined {
  // What a person chose as pager or editor goes from one variable to the next: `EDITOR="$VISUAL"`.
  if (runByPrograms.test(name)) return '';
  return Object.hasOwn(usualValues, name) ? usualValues[name]?.(world) : undefined;
}

const lastPart = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);

function tempFolder({ temp }: GuardWorld): Value {
  return temp[0] ?? '/tmp';
}
