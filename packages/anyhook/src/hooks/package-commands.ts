import { join } from 'node:path';
import { type Handler, isFile, shellWord } from '@anyhook/core';

/** The folder of the project, as agents call it, in front of a path. */
const projectFolder = String.raw`\$(?:\w*PROJECT_(?:DIR|ROOT)|\{\w*PROJECT_(?:DIR|ROOT)\})`;
const path = String.raw`((?:[\w@+.-]+\/)*[\w@+.-]+)`;
const quotedFolder = new RegExp(`"${projectFolder}"\\/${path}`, 'g');
const plainFolder = new RegExp(`${projectFolder}\\/${path}`, 'g');
/** A path in a command, that is not part of a longer word, a variable or an absolute path. */
const relativePath = new RegExp(String.raw`(?<![\w@+./$~:={}-])(?:\.\/)?${path}(?![\w/])`, 'g');
const script = /\.(?:sh|bash|zsh|py|rb|pl|php|[cm]?[jt]s)$/;

/**
 * The handler of a hook in a package. Hooks that were written for one project start their scripts by paths of that project;
 * in a package these scripts are in its folder, and the agent works elsewhere. Only files that the package has are meant.
 */
export function handlerInPackage(handler: Handler, folder: string): Handler {
  if (handler.kind !== 'command' || handler.cwd !== undefined) return handler;
  const command = inPackage(handler.command, folder, handler.form === 'shell');
  const args = handler.args?.map((word) => inPackage(word, folder, isShellLine(handler, word)));
  return { ...handler, command, ...(args && { args }) };
}

/** `bash -c LINE`, as some agents start their hooks. */
const isShellLine = ({ command, args = [] }: Extract<Handler, { kind: 'command' }>, word: string): boolean =>
  /^(?:ba|z|da)?sh$/.test(command) && args[0] === '-c' && args[1] === word;

function inPackage(text: string, folder: string, isLine: boolean): string {
  const found = (name: string) => (isFile(join(folder, name)) ? join(folder, name) : undefined);
  const quoted = isLine ? shellWord : (word: string) => word;
  return text
    .replace(quotedFolder, (all, name: string) => (found(name) === undefined ? all : quoted(join(folder, name))))
    .replace(plainFolder, (all, name: string) => found(name) ?? all)
    .replace(relativePath, (all, name: string) => {
      const isNamed = all.startsWith('./') || name.includes('/') || script.test(name);
      const file = isNamed ? found(name) : undefined;
      return file === undefined ? all : quoted(file);
    });
}
