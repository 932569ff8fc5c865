import { isAbsolute, join } from 'node:path';
import { homeIn, isFile, isObject, quoteValue, readStart } from '@anyhook/core';
import { contextBuiltin } from './add-context.js';
import type { Builtin } from './builtin.js';
import { checkFields, hasNoArgs, listParam, type Params } from './kit/args.js';
import { ancestors } from './kit/project-root.js';

const maxFileBytes = 32 * 1024;
const maxTotalBytes = 128 * 1024;
const params: Params = { files: { kind: 'texts', description: 'names or absolute paths; required' } };

/** Gives the model the text of named files: the nearest one in the working directory or above, and the one at home. */
export const addPromptFiles: Builtin = contextBuiltin({
  name: 'add_prompt_files',
  summary:
    'gives the model the content of named files, found upwards from the working directory and in the home directory',
  params,
  listForm: '["GUIDELINES.md", "PROJECT.md"]',
  checkArgs: check,
  texts(event, args, { env }) {
    const home = homeIn(env);
    const paths = new Set(listParam(args, 'files').flatMap((name) => findPaths(name, event.cwd, home)));
    const context: string[] = [];
    let remainingBytes = maxTotalBytes;
    for (const path of paths) {
      const text = fileContext(path, Math.min(maxFileBytes, remainingBytes));
      if (text === undefined) continue;
      context.push(text);
      remainingBytes -= Buffer.byteLength(text);
      if (remainingBytes <= 0) break;
    }
    return context;
  },
});

function findPaths(name: string, cwd: string, home: string | undefined): readonly string[] {
  if (isAbsolute(name)) return isFile(name) ? [name] : [];
  const candidates = ancestors(cwd).map((dir) => join(dir, name));
  const nearest = candidates.find(isFile);
  const inHome = home ? join(home, name) : undefined;
  return [nearest, inHome].filter((path): path is string => path !== undefined && isFile(path));
}

function fileContext(path: string, maxBytes: number): string | undefined {
  const start = readStart(path, maxBytes);
  if (!start || start.text.trim() === '') return undefined;
  const cutBytes = start.size - maxBytes;
  const note = cutBytes > 0 ? `\n[cut: ${cutBytes} more bytes of ${path}]` : '';
  return `Content of ${path}:\n${start.text.trimEnd()}${note}`;
}

function check(args: unknown): string | undefined {
  const example = '["GUIDELINES.md"] or {files: ["GUIDELINES.md"]}';
  if (hasNoArgs(args)) return `expected the names of files, such as ${example}, got none`;
  if (isObject(args)) {
    const problem = checkFields(args, params);
    return (
      problem ??
      (listParam(args, 'files').length > 0 ? undefined : `"files" must name at least one file, such as ${example}`)
    );
  }
  const items = Array.isArray(args) ? args : [args];
  if (items.every((item) => typeof item === 'string' && item !== '')) return undefined;
  return `expected the names of files, such as ${example}, got ${quoteValue(args)}`;
}
