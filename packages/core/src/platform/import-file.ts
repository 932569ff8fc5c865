import { readFileSync } from 'node:fs';
import nodeModule from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { fileStamp } from './files/files.js';

/** Imports a JS or TS file once; an edited file is imported again. Rejects with a message that names the file. */
export async function importFile(path: string): Promise<Readonly<Record<string, unknown>>> {
  const url = versionedUrl(path);
  try {
    return await import(url);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_UNKNOWN_FILE_EXTENSION') throw error;
    if (!stripTypes())
      throw new Error(
        `${path}: Node ${process.versions.node} cannot run TypeScript; compile it to .js, or use Node 22.15 or later`,
      );
    // Node caches the failure of the first URL.
    return await import(`${url}&stripped`);
  }
}

function versionedUrl(path: string): string {
  const found = fileStamp(path);
  if (!found) throw new Error(`${path}: no such module file`);
  return `${pathToFileURL(path).href}?v=${found.mtimeMs}-${found.size}`;
}

// Node 22.15 to 22.17 can strip types, but not by default.
interface TypeStripping {
  stripTypeScriptTypes?(source: string): string;
  registerHooks?(hooks: {
    load(url: string, context: unknown, next: (url: string, context: unknown) => unknown): unknown;
  }): void;
}

let isStripping = false;

function stripTypes(): boolean {
  const { registerHooks, stripTypeScriptTypes } = nodeModule as TypeStripping;
  if (isStripping) return true;
  if (!registerHooks || !stripTypeScriptTypes) return false;
  registerHooks({
    load(url, context, next) {
      const file = url.split('?')[0] ?? url;
      if (!/^file:.*\.m?ts$/.test(file)) return next(url, context);
      const source = stripTypeScriptTypes(readFileSync(fileURLToPath(file), 'utf8'));
      return { format: 'module', source, shortCircuit: true };
    },
  });
  isStripping = true;
  return true;
}
