export const shells = ['bash', 'zsh', 'fish'] as const;

/** A command, as completion needs it. */
export interface CompletionCommand {
  readonly name: string;
  readonly text: string;
  readonly options: readonly {
    readonly flag: string;
    readonly text: string;
    /** Undefined: takes no value. Empty: a file or free text. */
    readonly values?: readonly string[] | undefined;
  }[];
  readonly argumentWords: readonly string[];
}

export const completionScripts: Readonly<
  Record<(typeof shells)[number], (commands: readonly CompletionCommand[]) => string>
> = {
  bash,
  zsh,
  fish,
};

/** Possible values per command and option, as arms of a shell `case`. */
function caseArms(commands: readonly CompletionCommand[]): {
  readonly values: readonly string[];
  readonly words: readonly string[];
} {
  const values = commands.flatMap(({ name, options }) =>
    options.flatMap((option) => {
      if (option.values === undefined) return [];
      const found = option.values.length === 0 ? 'files=1' : `words="${option.values.join(' ')}"`;
      return [`    "${name} ${option.flag}") ${found} ;;`];
    }),
  );
  const words = commands.map(({ name, options, argumentWords }) => {
    const flags = [...options.map(({ flag }) => flag), '--help'];
    return `      ${name}) words="${[...argumentWords, ...flags].join(' ')}" ;;`;
  });
  return { values, words };
}

const commandNames = (commands: readonly CompletionCommand[]): string =>
  [...commands.map(({ name }) => name), '--help', '--version'].join(' ');

function bash(commands: readonly CompletionCommand[]): string {
  const { values, words } = caseArms(commands);
  return `# bash completion for anyhook
_anyhook() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local command="\${COMP_WORDS[1]}" words="" files=""
  COMPREPLY=()
  case "$command $previous" in
${values.join('\n')}
  esac
  if [ -z "$words$files" ]; then
    if [ "$COMP_CWORD" -eq 1 ]; then
      words="${commandNames(commands)}"
    else
      case "$command" in
${words.join('\n')}
      esac
    fi
  fi
  if [ -n "$words" ]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  fi
  if [ "\${#COMPREPLY[@]}" -eq 0 ]; then
    compopt -o default 2>/dev/null
  fi
}
complete -F _anyhook anyhook
`;
}

function zsh(commands: readonly CompletionCommand[]): string {
  const { values, words: arguments_ } = caseArms(commands);
  const descriptions = commands.map(({ name, text }) => `    '${name}:${withoutQuotes(text)}'`);
  return `#compdef anyhook
_anyhook() {
  local command="\${words[2]}" previous="\${words[CURRENT-1]}" found files
  local -a commands
  commands=(
${descriptions.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case "$command $previous" in
${values.map((arm) => arm.replace('words=', 'found=')).join('\n')}
  esac
  if [[ -z "$found$files" ]]; then
    case "$command" in
${arguments_.map((arm) => arm.replace('words=', 'found=')).join('\n')}
    esac
  fi
  if [[ -n "$found" ]]; then
    compadd -- \${=found}
  fi
  _files
}
if [[ "$funcstack[1]" == "_anyhook" ]]; then
  _anyhook "$@"
else
  compdef _anyhook anyhook
fi
`;
}

function fish(commands: readonly CompletionCommand[]): string {
  const lines = commands.flatMap(({ name, text, options, argumentWords }) => {
    const prefix = `complete -c anyhook -n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c anyhook -f -n __fish_use_subcommand -a ${name} -d '${withoutQuotes(text)}'`,
      ...(argumentWords.length > 0 ? [`${prefix} -f -a '${argumentWords.join(' ')}'`] : []),
      ...options.map(({ flag, text: description, values }) => {
        const value = values === undefined ? '' : values.length === 0 ? ' -r' : ` -x -a '${values.join(' ')}'`;
        return `${prefix} -l ${flag.replace(/^--/, '')}${value} -d '${withoutQuotes(description)}'`;
      }),
    ];
  });
  return `# fish completion for anyhook\n${lines.join('\n')}\n`;
}

/** A description without characters that would end a quoted word or a field. */
const withoutQuotes = (text: string): string => text.replace(/['"\\`$:]/g, '');
