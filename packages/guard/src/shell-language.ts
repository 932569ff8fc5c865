import { mayBeCmd } from './powershell/cmd/run-cmd.js';

/** The shells whose language the guard reads; bash stands for all that read its language. */
export type ShellLanguage = 'bash' | 'powershell' | 'cmd';

/** The shell that a tool starts; `any`: its name does not say which. */
export type ToolShell = ShellLanguage | 'any';

/** Cmdlets, parameters, variables and types as only PowerShell has them, its short names for downloads, and drives. */
const powershellChars =
  /(?:^|[\s;|({=&])(?:Add|Clear|ConvertFrom|ConvertTo|Copy|Disable|Enable|Expand|Export|ForEach|Format|Get|Import|Install|Invoke|Join|Move|New|Out|Pop|Push|Register|Remove|Rename|Resolve|Restart|Select|Set|Start|Stop|Test|Uninstall|Unregister|Where|Write)-[A-Z][A-Za-z]{2,40}(?![\w-])|\$env:\w|\[[A-Za-z][\w.]{1,60}\]::\w|\s-(?:Recurse|LiteralPath|ErrorAction)(?![\w-])|(?:^|[\s;|(])(?:iex|irm|iwr)\s|(?<![\w/])[A-Za-z]:\\/;

/** Orders of cmd with its switches, and its variables. */
const cmdChars =
  /(?:^|[\s&|(])(?:del|erase|rd|rmdir)\s+(?:\/[a-z]|"?[a-z]:\\)|(?:^|[\s&|(])format\s+[a-z]:|%(?:userprofile|systemroot|windir|appdata|localappdata|temp|tmp|homedrive|homepath|programfiles|programdata|systemdrive)%/i;

/**
 * The languages in which a text is read. A tool whose name says its shell is believed. A tool called `shell` or
 * `run_command` may start any shell: a text that looks like another language is read in that one as well, and on Windows
 * always as PowerShell, because bash reads other paths in it. The strictest reading counts.
 */
export function languagesOf(text: string, named: ToolShell, isWindows: boolean): readonly ShellLanguage[] {
  if (named !== 'bash' && named !== 'any') return [named];
  const isOpen = isWindows && named === 'any';
  const isPowerShell = isOpen || powershellChars.test(text);
  const isCmd = cmdChars.test(text) || (isOpen && mayBeCmd(text));
  return ['bash', ...(isPowerShell ? (['powershell'] as const) : []), ...(isCmd ? (['cmd'] as const) : [])];
}
