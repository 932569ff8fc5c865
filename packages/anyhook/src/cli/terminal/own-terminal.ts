import { isFullPath, type ProcessFacts, type TerminalEvidence, type TerminalHolder } from '@anyhook/core';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Programs with which a person opens a terminal. Not tmux or screen: any program can open and steer a window in them. */
const terminalPrograms = words(
  'login sshd sshd-session dropbear mosh-server xterm uxterm urxvt urxvtd rxvt st foot footserver kitty alacritty ' +
    'wezterm-gui ghostty gnome-terminal-server kgx ptyxis ptyxis-agent konsole yakuake xfce4-terminal ' +
    'mate-terminal lxterminal qterminal terminology tilix tilda cosmic-term deepin-terminal',
);

/** Programs that include a terminal: editors and others. There, a typed word is required. */
const programsWithTerminal = words(
  'code code-insiders code-oss codium vscodium zed zed-editor idea pycharm webstorm goland clion rider phpstorm rubymine ' +
    'rustrover datagrip studio dolphin kate kdevelop gnome-builder geany sakura termit lilyterm roxterm ' +
    'guake termite blackbox rio contour cool-retro-term hyper tabby wezterm-mux-server',
);

/** Programs that give a terminal to anyone who connects: only the system's own authenticate the user. */
const loginServers = words('sshd sshd-session dropbear');

/** Programs that keep terminals while clients come and go. */
const multiplexers = words('tmux screen zellij dtach abduco');

/** Programs that forward input typed into their own terminal. */
const relays = words('sudo su runuser doas');

const shells = words('sh dash ash bash zsh ksh mksh fish tcsh csh nu elvish xonsh pwsh');

/**
 * Did a person open this terminal, judging by the evidence? Above this process must be a shell that takes commands from
 * its terminal, and above that a system program that opens terminals for people. `script`, `tmux new -d`, `xterm -e`
 * and processes that left their parents do not look like this.
 */
export function isOpenedByPerson(ancestors: readonly ProcessFacts[]): boolean {
  const shell = ancestors.findIndex(isInteractiveShell);
  return shell >= 0 && ancestors.slice(shell + 1).some(isTerminalProgram);
}

function isInteractiveShell({ args: [program = '', ...rest] }: ProcessFacts): boolean {
  return shells.has(baseName(program)) && rest.every((word) => /^-/.test(word) && !/^-[a-z]*c/.test(word));
}

/** By its file: a process chooses its own name, so the name only counts for root's processes, whose file may be hidden. */
const isTerminalProgram = ({ name, file, isOfSystem }: ProcessFacts): boolean =>
  isOfSystem && terminalPrograms.has(baseName(file ?? name));

/** A program that could type into the terminal instead of a person. */
export interface SteeredTerminal {
  /** A clause: `/usr/bin/python3 (process 12) holds this terminal`. */
  readonly what: string;
  readonly holder: ProcessFacts;
}

/**
 * The program at the other end of the terminal, unless a person types there. `known`: names and full paths that an
 * administrator added. Undefined: it may be a person, or it cannot be seen.
 */
export function steeringOf(
  evidence: TerminalEvidence,
  { known, ancestors }: { readonly known: readonly string[]; readonly ancestors: readonly ProcessFacts[] },
): SteeredTerminal | undefined {
  if (evidence.kind === 'unseen') return undefined;
  if (evidence.kind === 'namespace')
    return {
      what: 'this runs in a namespace or sandbox that any program can create, so it is unknown who types',
      holder: evidence.own,
    };
  if (evidence.kind === 'hidden') {
    const [holder] = evidence.hidden;
    // The system holds the terminals that it opens, and hides their holder.
    if (!holder || isBelowLogin(ancestors)) return undefined;
    return { what: `${holder.name} (process ${holder.pid}) hides whether it holds this terminal`, holder };
  }
  for (const holder of evidence.holders) {
    const found = steeringBy(holder, known);
    if (found) return found;
  }
  return undefined;
}

function steeringBy(holder: TerminalHolder, known: readonly string[]): SteeredTerminal | undefined {
  const { name, file, pid, isOfSystem } = holder;
  const program = baseName(file ?? name);
  const shown = `${file ?? name} (process ${pid}) holds this terminal`;
  if (file !== undefined && known.some((one) => isFullPath(one) && one === file)) return undefined;
  const isKnown = [terminalPrograms, programsWithTerminal, multiplexers, relays].some((all) => all.has(program));
  if (!isKnown && !known.includes(program))
    return { what: `${shown}, which can type by itself: no person needs to be there`, holder };
  if (!isOfSystem)
    return {
      what: `${shown}, and an agent could have put it there: users other than root can change that file`,
      holder,
    };
  if (loginServers.has(program) && !holder.isRoots && !holder.isStartedByRoot)
    return { what: `${shown}, and the system did not start it: any program can connect to it and type`, holder };
  const trick = trickOf(holder);
  if (trick !== undefined) return { what: `${shown}, ${trick}`, holder };
  if (relays.has(program) && !holder.hasTerminal) return { what: `${shown}, and has no terminal of its own`, holder };
  if (relays.has(program)) return steeringOf(holder.above(), { known, ancestors: holder.ancestors });
  if (!multiplexers.has(program) || holder.isRoots) return undefined;
  const isSeen = holder
    .viewers()
    .some((viewer) => steeringOf(viewer, { known, ancestors: holder.ancestors }) === undefined);
  return isSeen ? undefined : { what: `${shown}, and no person has this window open`, holder };
}

/**
 * Did the system open the terminal: by a login, for a WSL window, or from outside this container (no first process is seen)?
 * Root's processes have the names that root gave them; a process detached from its agent has only the first process above it.
 */
const isBelowLogin = (ancestors: readonly ProcessFacts[]): boolean =>
  ancestors.at(-1)?.pid !== 1 ||
  ancestors.some((one) => isTerminalProgram(one) || (isRoots(one) && (relays.has(one.name) || wslName.test(one.name))));

/** Processes whose file we are not allowed to see. */
const isRoots = ({ isOfSystem, file }: ProcessFacts): boolean => isOfSystem && file === undefined;

const wslName = /^(?:Relay\(|SessionLeader)/;

/** How a system program runs foreign code. */
function trickOf({ args, env }: TerminalHolder): string | undefined {
  if (env['ELECTRON_RUN_AS_NODE']) return 'started as an interpreter (ELECTRON_RUN_AS_NODE)';
  if (args[1]?.startsWith('+')) return `started to run a script (${args[1]})`;
  const variable = ['LD_PRELOAD', 'LD_AUDIT', 'LD_LIBRARY_PATH', 'GTK_MODULES', 'GTK_PATH', 'QT_PLUGIN_PATH'].find(
    (one) => (env[one] ?? '').split(/[\s:]/).some((path) => path.includes('/') && !systemPath.test(path)),
  );
  return variable === undefined ? undefined : `with other code in it (${variable})`;
}

const systemPath = /^\/(?:usr|lib|lib64|opt|nix|snap)\/(?!.*\/\.\.(?:\/|$))/;

const baseName = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/^-/, '')
    .toLowerCase();
