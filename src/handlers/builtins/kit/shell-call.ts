import { shellWord } from '../../../core/shell-quote.js';
import type { ToolCall } from '../../../core/tool.js';
import type { ToolShell } from '../../../guard/shell-language.js';

const folderFields = ['cwd', 'workdir', 'working_directory', 'workingDirectory', 'directory', 'dir', 'folder', 'path'];

/** The folder that a shell tool is told to run its command in, as written. */
export function shellFolder({ input }: ToolCall): string | undefined {
  const folder = folderFields
    .map((field) => (Object.hasOwn(input, field) ? input[field] : undefined))
    .find((value) => typeof value === 'string' && value !== '');
  return typeof folder === 'string' ? folder : undefined;
}

/** The command of a shell tool as one text; some agents give a list of words. */
export function shellCommand({ input: { command } }: ToolCall): string {
  return Array.isArray(command) ? command.map((word) => shellWord(String(word))).join(' ') : String(command ?? '');
}

/** The shell of a tool. Windows has a tool of its own in several agents. `bashTools`: as in the context of builtins. */
export function shellOf({ nativeName }: ToolCall, host: string, bashTools: readonly string[] = []): ToolShell {
  if (/powershell|pwsh/i.test(nativeName)) return 'powershell';
  if (/^cmd(?:\.exe)?$/i.test(nativeName)) return 'cmd';
  return bashTools.includes(`${host} ${nativeName}`) ? 'bash' : 'any';
}
