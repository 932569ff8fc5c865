import { dirname, join } from 'node:path';
import type { FolderListings, HookDocument, Problem, Scope } from '@anyhook/core';
import { documentFolders, isFile, namesIn, scopes } from '@anyhook/core';
import { parseYaml } from '../formats/kit/parse.js';
import type { Builtin } from '../handlers/builtins/builtin.js';
import type { SnapshotCollector } from './snapshot-collector.js';

/** How many files of one folder are read. */
const maxDocuments = 50;

/** A config file, next to which a builtin may have a folder with its own files. */
export interface DocumentOwner {
  readonly scope: Scope;
  readonly path: string;
}

/** Reads the files of builtins, each folder once, and remembers the names in it. */
export class HookDocuments {
  readonly #listings: Record<string, string> = {};
  readonly #known = new Map<string, readonly HookDocument[]>();

  /** `owners`: the config files of the organisation and the user. */
  constructor(
    private readonly collector: SnapshotCollector,
    private readonly owners: readonly DocumentOwner[],
  ) {}

  /** The names in the folders: a new file invalidates the snapshot. */
  get listings(): FolderListings {
    return this.#listings;
  }

  /** The files for a hook of a config: those next to it, and those of all configs above it. */
  forHook(owner: DocumentOwner, { documents }: Builtin): readonly HookDocument[] {
    if (!documents) return [];
    const above = this.owners.filter(({ scope }) => scopes.indexOf(scope) < scopes.indexOf(owner.scope));
    return [...above, owner].flatMap((one) => this.#read(one, documents));
  }

  /** Files of builtins that no hook reads: they have no effect. */
  idleFiles(owners: readonly DocumentOwner[]): readonly { readonly path: string; readonly builtin: string }[] {
    return Object.entries(documentFolders).flatMap(([folder, builtin]) =>
      [...new Set(owners.map(({ path }) => join(dirname(path), folder)))].flatMap((dir) => {
        const names = this.#known.has(dir) ? [] : namesIn(dir).filter((name) => /\.ya?ml$/.test(name));
        if (names.length > 0) this.#listings[dir] = namesIn(dir).join('\n');
        return names.slice(0, maxDocuments).map((name) => ({ path: join(dir, name), builtin }));
      }),
    );
  }

  #read({ scope, path }: DocumentOwner, { folder, check }: NonNullable<Builtin['documents']>): readonly HookDocument[] {
    const dir = join(dirname(path), folder);
    const known = this.#known.get(dir);
    if (known) return known;
    const names = namesIn(dir);
    this.#listings[dir] = names.join('\n');
    const files = names
      .filter((name) => /\.ya?ml$/.test(name))
      .map((name) => join(dir, name))
      .filter(isFile);
    if (files.length > maxDocuments) {
      const message = `expected at most ${maxDocuments} files, got ${files.length}: the others are not read`;
      this.collector.problems.push({ source: dir, severity: 'error', message });
    }
    const found = files.slice(0, maxDocuments).map((file): HookDocument => {
      const content = this.collector.read({ path: file, scope });
      if (typeof content === 'string') return { path: file, scope, mistake: `${file}: ${content}` };
      const parsed = parseYaml(content.text, file);
      const document = 'doc' in parsed ? { path: file, scope, value: parsed.doc.value } : { path: file, scope };
      const checked = 'doc' in parsed ? check(parsed.doc.value, file, parsed.doc.lineOf, scope) : [];
      const problems = [...parsed.problems, ...checked];
      this.collector.problems.push(...problems);
      const error = problems.find(({ severity }) => severity === 'error');
      return error ? { ...document, mistake: mistakeText(error) } : document;
    });
    this.#known.set(dir, found);
    return found;
  }
}

const mistakeText = ({ source, line, field, message }: Problem): string =>
  `${line === undefined ? source : `${source}:${line}`}: ${field === undefined ? '' : `${field}: `}${message}`;
