import type { FileStamp, FolderOwners, Hook, Problem, Scope } from '@anyhook/core';
import {
  createContentHasher,
  createOtherUsersCheck,
  entryExists,
  fileStamp,
  isFile,
  maxProjectHashedBytes,
  readBytes,
  sha256,
  systemFileProblem,
  trustedFiles,
} from '@anyhook/core';
import { maxFileBytes } from '../formats/kit/parse.js';
import type { FamiliarContent } from '../trust/familiar-content.js';
import type { FileOfOtherUsers } from '../trust/trust.js';
import { UntrustedReadBudget } from './untrusted-budget.js';

export interface FileToRead {
  readonly path: string;
  readonly scope: Scope;
  /** The part of the text that will be parsed. */
  readonly parsedPart?: ((text: string) => string) | undefined;
}

/** A file that a person is editing: its unsaved text replaces the one on disk. */
export interface UnsavedFile {
  readonly path: string;
  readonly text: string;
}

/** Collects problems, stamps and the hashes that trust covers. Untrusted files share a small budget. */
export class SnapshotCollector {
  readonly problems: Problem[] = [];
  readonly stamps: Record<string, FileStamp | null> = Object.create(null);
  readonly shas: Record<string, string> = Object.create(null);
  /** Untrusted files that were not read, because the budget was used up. */
  readonly unread: string[] = [];
  /** Untrusted files that were read. */
  readonly untrusted = new Set<string>();
  private readonly budget = new UntrustedReadBudget();

  /** No content is familiar until the trust mode is known; files of the user and the organisation always are. */
  familiar: FamiliarContent = { hasTrust: false, knowsPath: () => false, knowsContent: () => false };

  /** Files that another user could have written. */
  readonly ofOtherUsers = new Map<string, FileOfOtherUsers>();
  private readonly otherUsers = createOtherUsersCheck();

  /**
   * @param place The home of the user and the root of the project.
   * @param unsaved A file whose text is taken from here.
   */
  constructor(
    private readonly place: { readonly home: string; readonly root: string },
    private readonly unsaved?: UnsavedFile,
  ) {}

  /** The folders above the files that were read, through which other users could change them. */
  get folderOwners(): FolderOwners {
    return this.otherUsers.folders;
  }

  /** The problem of a file that another user could have written; it is not loaded. */
  problemOfOtherUsers({ path, scope }: Pick<FileToRead, 'path' | 'scope'>): Problem | undefined {
    const { home, root } = this.place;
    const found = this.otherUsers.find(path, { home, project: scope === 'project' ? root : undefined });
    if (!found) return undefined;
    const about = found.path === path ? '' : `${found.path}: `;
    const message = `not loaded: ${about}${found.why}; check what is in it, then run: ${found.repair}`;
    this.ofOtherUsers.set(path, { ...found, file: path });
    return { source: path, severity: 'error', message };
  }

  stampFile(path: string): void {
    if (!(path in this.stamps)) this.stamps[path] = fileStamp(path) ?? null;
  }

  /** Whether a hook came with the project and its file is untrusted. */
  isUntrusted = ({ scope, source }: Pick<Hook, 'scope' | 'source'>): boolean =>
    scope === 'project' && this.untrusted.has(source);

  /** A hook or config file, hashed from the same bytes; `unread` if reading it is too expensive. */
  read({ path, scope, parsedPart = wholeText }: FileToRead): { readonly text: string } | 'unread' | 'unreadable' {
    this.stampFile(path);
    const exposed = scope === 'managed' ? systemFileProblem(path) : undefined;
    if (exposed !== undefined) {
      this.problems.push({ source: path, severity: 'error', message: exposed });
      return 'unreadable';
    }
    const changeable = this.isUnsaved(path) ? undefined : this.problemOfOtherUsers({ path, scope });
    if (changeable) {
      this.problems.push(changeable);
      return 'unreadable';
    }
    const isKnown = scope !== 'project' || this.familiar.knowsPath(path);
    const maxBytes = isKnown ? maxFileBytes : Math.min(maxFileBytes, this.budget.maxBytes);
    const typed = this.isUnsaved(path) ? Buffer.from(this.unsaved?.text ?? '') : undefined;
    const size = typed?.length ?? this.stamps[path]?.size ?? 0;
    if (size > maxBytes && size <= maxFileBytes) return this.leaveUnread(path);
    const bytes = typed ?? (maxBytes > 0 ? readBytes(path, maxBytes) : undefined);
    if (!bytes && maxBytes === 0) return this.leaveUnread(path);
    if (!bytes) {
      const message = `cannot be read: expected a readable file of at most ${maxFileBytes} bytes`;
      this.problems.push({ source: path, severity: 'error', message });
      return 'unreadable';
    }
    const sha = sha256(bytes);
    this.shas[path] = sha;
    const text = bytes.toString('utf8');
    if (scope !== 'project' || this.familiar.knowsContent(sha)) return { text };
    if (!this.budget.payForFile(path, bytes.length, parsedPart(text))) return this.leaveUnread(path);
    this.untrusted.add(path);
    return { text };
  }

  isUnsaved(path: string): boolean {
    return this.unsaved?.path === path;
  }

  private leaveUnread(path: string): 'unread' {
    this.unread.push(path);
    return 'unread';
  }

  /** Whether a file exists that a hook in `source` names. */
  findsFile(path: string, source: Pick<Hook, 'scope' | 'source'>): boolean {
    if (this.isUntrusted(source) && !(path in this.stamps) && !this.budget.payForLookup()) return false;
    this.stampFile(path);
    return isFile(path);
  }

  /** A file that the config names must exist. */
  requireExisting(path: string): void {
    this.stampFile(path);
    if (entryExists(path)) return;
    const message = 'not loaded: the config names this file under "files", but it does not exist';
    this.problems.push({ source: path, severity: 'error', message });
  }

  /** The path is not a readable file. The stamp never matches, so every later check tries again. */
  reportUnusable(
    path: string,
    message = 'not used: expected a file, got a folder, a broken link or something else',
  ): void {
    this.stamps[path] = { size: -1, mtimeMs: 0, ctimeMs: 0, ino: 0 };
    this.problems.push({ source: path, severity: 'error', message });
  }

  /** Reports how many files were left unread; an event does not list them one by one. */
  reportUnread(root: string): void {
    if (this.unread.length === 0) return;
    const files = this.unread.length === 1 ? '1 hook file' : `${this.unread.length} hook files`;
    const message = `${files} of this project not read: they are untrusted, and there is too much to read; "anyhook list" and "anyhook trust" read all`;
    this.problems.push({ source: root, severity: 'error', message });
  }

  /** Hashes the files of hooks that may be trusted: each content once, up to a limit in total. */
  hashFiles(hooks: readonly Hook[]): void {
    const hasher = createContentHasher(maxProjectHashedBytes);
    for (const path of new Set(hooks.flatMap(trustedFiles))) {
      this.stampFile(path);
      if (this.stamps[path] !== null && !(path in this.shas)) this.shas[path] = hasher.hash(path);
    }
    if (hasher.skipped === 0) return;
    const message = `${hasher.skipped} files of hooks are not covered by trust: expected at most ${maxProjectHashedBytes} bytes for all hooks of a project; these hooks ask`;
    this.problems.push({ source: hooks[0]?.root ?? '', severity: 'error', message });
  }
}

const wholeText = (text: string): string => text;
