import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { EventName } from '../../../core/src/contract.js';
import type { ToolKind } from '../../../core/src/tool.js';
import { emptyVerdict, type Verdict } from '../../../core/src/verdict.js';
import { storeFolder } from '../../../undo/src/shadow-git.js';
import { readTurns } from '../../../undo/src/turn-files.js';
import { applyUndo, prepareUndo, type UndoSelection } from '../../../undo/src/undo.js';
import type { BuiltinContext } from '../../src/handlers/builtins/builtin.js';
import { undo } from '../../src/handlers/builtins/undo.js';
import { contextWith, eventAt, initRepository, tempFolder, writeTestFiles } from '../builtin-world.js';

type Call = { readonly kind: ToolKind; readonly input: Readonly<Record<string, unknown>> };

interface WorldOptions {
  /** Without git. */
  readonly isPlain?: true;
  /** Work that continues after an answer, as in a running engine: it waits until `finishLater`. */
  readonly hasLater?: true;
  /** Git is a script that waits so many seconds and fails while `breakGit` is on. */
  readonly gitSeconds?: number;
}

/** A project, a store, and agents that work in it through the builtin. */
export function undoWorld(files: Readonly<Record<string, string>>, options: WorldOptions = {}) {
  const folder = tempFolder();
  const world = undoWorldIn(join(folder.path, 'project'), folder.path, files, options);
  return { ...world, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

function slowGit(beside: string, seconds: number): string {
  const folder = join(beside, 'bin');
  const program = execFileSync('which', ['git'], { encoding: 'utf8' }).trim();
  const script = `#!/bin/sh\n[ -e "$0.broken" ] && exit 1\nsleep ${seconds}\nexec ${program} "$@"\n`;
  writeTestFiles(beside, { 'bin/git': script });
  return folder;
}

/** The same in an existing folder. */
export function undoWorldIn(
  root: string,
  beside: string,
  files: Readonly<Record<string, string>>,
  options: WorldOptions = {},
) {
  mkdirSync(root);
  if (options.isPlain) writeTestFiles(root, files);
  else initRepository(root, files);
  const env = {
    XDG_STATE_HOME: join(beside, 'state'),
    HOME: join(beside, 'home'),
    ...(options.gitSeconds !== undefined && { PATH: `${slowGit(beside, options.gitSeconds)}:${process.env['PATH']}` }),
  };
  const later: (() => Promise<void>)[] = [];
  const onVerdict: Parameters<NonNullable<BuiltinContext['onVerdict']>>[0][] = [];
  const context = contextWith(env, {
    ...(options.hasLater && { afterAnswer: (work: () => Promise<void>) => void later.push(work) }),
    onVerdict: (work) => void onVerdict.push(work),
  });
  const place = { root, env: context.env };
  const dir = storeFolder(root, context.env);
  const send = async (session: string, name: EventName, fields: Readonly<Record<string, unknown>> = {}) =>
    undo.run(eventAt(name, root, { sessionId: session, ...fields }), undefined, context);
  let calls = 0;
  /** One tool call, and its effects while it runs. */
  const call = async (session: string, { kind, input }: Call, act: () => unknown, isEnded = true) => {
    const one = { call: { kind, input, nativeName: kind, id: `call-${++calls}` }, result: { ok: true, text: '' } };
    await send(session, 'tool.before', one);
    await act();
    if (isEnded) await send(session, 'tool.after', one);
  };
  return {
    root,
    context,
    place,
    dir,
    send,
    at: (path: string) => join(root, path),
    prompt: (session: string, text = 'do it') => send(session, 'prompt.submit', { prompt: text }),
    done: (session: string) => send(session, 'agent.done'),
    shell: (session: string, command: string, act: () => unknown, isEnded = true) =>
      call(session, { kind: 'shell', input: { command } }, act, isEnded),
    write: (session: string, path: string, act: () => unknown) =>
      call(session, { kind: 'write', input: { path: join(root, path), content: '' } }, act),
    /** The verdict of all hooks on an event. */
    async verdict(decision: Verdict['decision']) {
      for (const work of onVerdict.splice(0)) await work({ ...emptyVerdict, decision });
    },
    async finishLater() {
      for (const work of later.splice(0)) await work();
    },
    breakGit: (isBroken: boolean) =>
      isBroken ? writeFileSync(join(beside, 'bin', 'git.broken'), '') : rmSync(join(beside, 'bin', 'git.broken')),
    turns: () => readTurns(dir),
    prepare: (selection: UndoSelection = {}) => prepareUndo(place, selection),
    /** Undoes what can be undone; returns the paths. */
    async undo(selection: UndoSelection = {}, at = root) {
      const found = await prepareUndo({ ...place, root: at }, selection);
      if (found.kind !== 'prepared') throw new Error(JSON.stringify(found).slice(0, 300));
      await applyUndo({ ...place, root: at }, found, selection.paths === undefined);
      return {
        taken: found.plan.items.map(({ path }) => path),
        left: found.plan.conflicts.map(({ path, why }) => `${path}: ${why}`),
      };
    },
    files: () => filesIn(root),
  };
}

export type UndoWorld = ReturnType<typeof undoWorldIn>;

/** Every file with content and mode, and every empty folder with its mode, as one string each. */
export function filesIn(root: string, folder = ''): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  if (!existsSync(join(root, folder))) return found;
  for (const name of readdirSync(join(root, folder)).sort()) {
    const path = folder === '' ? name : `${folder}/${name}`;
    const file = join(root, path);
    const stat = lstatSync(file);
    if (name === '.git') continue;
    if (stat.isDirectory()) {
      const below = filesIn(root, path);
      Object.assign(found, below);
      // A trailing slash marks an empty folder.
      if (readdirSync(file).length === 0) found[`${path}/`] = (stat.mode & 0o777).toString(8);
    } else if (stat.isSymbolicLink()) found[path] = `-> ${readlinkSync(file)}`;
    else found[path] = `${(stat.mode & 0o777).toString(8)} ${readFileSync(file, 'latin1')}`;
  }
  return found;
}
