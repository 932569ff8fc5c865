import { mayBeCmd } from './powershell/cmd/run-cmd.js';

/** The shells whose language the guard reads; bash includes all compatible shells. */
export type ShellLanguage = 'bash' | 'powershell' | 'cmd';

/** The shell that a tool starts; `any`: its name does not tell. */
export type ToolShell = ShellLanguage | 'any';

/** Cmdlets, parameters, variables and types that only PowerShell has, its aliases for downloads, and drives. */
const powershellChars =
  /(?:^|[\s;|({=&])(?:Add|Clear|ConvertFrom|ConvertTo|Copy|Disable|Enable|Expand|Export|ForEach|Format|Get|Import|Install|Invoke|Join|Move|New|Out|Pop|Push|Register|Remove|Rename|Resolve|Restart|Select|Set|Start|Stop|Test|Uninstall|Unregister|Where|Write)-[A-Z][A-Za-z]{2,40}(?![\w-])|\$env:\w|\[[A-Za-z][\w.]{1,60}\]::\w|\s-(?:Recurse|LiteralPath|ErrorAction)(?![\w-])|(?:^|[\s;|(])(?:iex|irm|iwr)\s|(?<![\w/])[A-Za-z]:\\/;

/** Commands of cmd with its switches, and its variables. */
const cmdChars =
  /(?:^|[\s&|(])(?:del|erase|rd|rmdir)\s+(?:\/[a-z]|"?[a-z]:\\)|(?:^|[\s&|(])format\s+[a-z]:|%(?:userprofile|systemroot|windir|appdata|localappdata|temp|tmp|homedrive|homepath|programfiles|programdata|systemdrive)%/i;

/**
 * The languages in which a text is read. If a tool is named for a shell, only that one. A tool called `shell` or
 * `run_command` may start any shell: a text that looks like another language is also read in that one, and on Windows
 * always as PowerShell, because bash reads other paths in it. The strictest reading counts.
 */
export function languagesOf(text: string, named: ToolShell, isWindows: boolean): readonly ShellLanguage[] {
  if (named !== 'bash' && named !== 'any') return [named];
  const isOpen = isWindows && named === 'any';
  const isPowerShell = isOpen || powershellChars.test(text);
  const isCmd = cmdChars.test(text) || (isOpen && mayBeCmd(text));
  return ['bash', ...(isPowerShell ? (['powershell'] as const) : []), ...(isCmd ? (['cmd'] as const) : [])];
}
