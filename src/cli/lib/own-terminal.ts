import type { ProcessFacts } from '../../core/process-facts.js';

/** Programs with which a person opens a terminal. tmux and screen are not here: any program can open and steer a window in them. */
const terminalPrograms = new Set(
  (
    'login sshd sshd-session dropbear mosh-server xterm uxterm urxvt urxvtd rxvt st foot footserver kitty alacritty ' +
    'wezterm-gui ghostty gnome-terminal-server kgx ptyxis ptyxis-agent konsole yakuake xfce4-terminal ' +
    'mate-terminal lxterminal qterminal terminology tilix tilda cosmic-term deepin-terminal'
  ).split(' '),
);

const shells = new Set('sh dash ash bash zsh ksh mksh fish tcsh csh nu elvish xonsh pwsh'.split(' '));

/**
 * Did a person open this terminal, as far as one can tell? Above this process must be a shell that takes commands from its
 * terminal, and above that a program of the system that opens terminals for people. `script`, `tmux new -d`, `xterm -e` and
 * processes that left their parents do not look like this.
 */
export function isOpenedByPerson(ancestors: readonly ProcessFacts[]): boolean {
  const shell = ancestors.findIndex(isInteractiveShell);
  return shell >= 0 && ancestors.slice(shell + 1).some(isTerminalProgram);
}

function isInteractiveShell({ args: [program = '', ...rest] }: ProcessFacts): boolean {
  return shells.has(baseName(program)) && rest.every((word) => /^-/.test(word) && !/^-[a-z]*c/.test(word));
}

/** By its file; a process chooses its own name, so that counts only for root's processes, whose file we may not see. */
const isTerminalProgram = ({ name, file, isOfSystem }: ProcessFacts): boolean =>
  isOfSystem && terminalPrograms.has(baseName(file ?? name));

const baseName = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/^-/, '')
    .toLowerCase();
