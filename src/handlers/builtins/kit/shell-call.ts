import { shellWord } from '../../../core/shell-quote.js';
import type { ToolCall } from '../../../core/tool.js';

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

/** The language of a shell tool's command. Windows has a tool of its own in several agents. */
export const shellOf = ({ nativeName }: ToolCall): 'bash' | 'powershell' | 'cmd' =>
  /powershell|pwsh/i.test(nativeName) ? 'powershell' : /^cmd(?:\.exe)?$/i.test(nativeName) ? 'cmd' : 'bash';
