import { basename, dirname, join } from 'node:path';
import { isObject, parseObject } from '../../core/json.js';
import type { HookFile, HookLoader, HookPlace, LoadedFile, SearchFolders } from '../format.js';
import { type ClaudeLikeFiles, claudeLikeEntries, namesOrRegex } from '../kit/claude-like-load.js';
import { loadJsonHooks } from '../kit/json-hooks.js';
import { makeWarning } from '../kit/parse.js';
import { droid } from './codec.js';
import { droidHandlerSchema } from './schema.js';

const hooksFile = 'hooks.json';
const fileNames = [hooksFile, join('hooks', hooksFile), 'settings.json', 'settings.local.json'];

/** Finds and reads droid's hooks.json and settings files. */
export const droidLoader: HookLoader = {
  fileNames: fileNames.map((name) => `.factory/${name}`),
  places,
  load,
  recognise: ({ path }) => (pathPattern.test(path) ? 'yes' : 'no'),
  placeOf(path) {
    const root = dirname(pathPattern.exec(path)?.[1] === 'hooks/' ? dirname(dirname(path)) : dirname(path));
    return { scope: 'project', dir: dirname(path), root, find: { kind: 'file', name: basename(path) } };
  },
};

const pathPattern = /(?:^|\/)\.factory\/(hooks\/(?=hooks\.json$))?(?:hooks|settings|settings\.local)\.json$/;

function places({ root, home }: SearchFolders): readonly HookPlace[] {
  const folders = [
    { scope: 'user', dir: join(home, '.factory'), root: join(home, '.factory') },
    { scope: 'project', dir: join(root, '.factory'), root },
  ] as const;
  return folders.flatMap(({ scope, dir, root: base }) =>
    fileNames.map((name): HookPlace => {
      const path = join(dir, name);
      return { scope, dir: dirname(path), root: base, find: { kind: 'file', name: basename(path) } };
    }),
  );
}

function load(file: HookFile): LoadedFile {
  const name = basename(file.path);
  const kind = name === hooksFile ? '' : `-${name.replace(/\.json$/, '').replace('.', '-')}`;
  const inFolder = basename(dirname(file.path)) === 'hooks' ? '-folder' : '';
  const origin = `${file.scope}${kind}${inFolder}`;
  if (name !== hooksFile) return file.text.includes('"hooks"') ? loadSettings(file, origin) : nothing;
  // droid finds no hook in a file with a wrapper, and says nothing; on other agents they run, with a warning.
  const isWrapped = isObject(parseObject(file.text)?.['hooks']);
  const loaded = loadJsonHooks(file, claudeLikeEntries(files, origin, { isEventMap: !isWrapped }));
  if (!isWrapped || loaded.hooks.length === 0) return loaded;
  const message = 'droid itself does not run these hooks: expected the events at the top of the file, without "hooks"';
  return { ...loaded, problems: [...loaded.problems, makeWarning(file.path, message, 1, 'hooks')] };
}

/** Settings have a switch among the events. */
function loadSettings(file: HookFile, origin: string): LoadedFile {
  const hooks = parseObject(file.text)?.['hooks'];
  const isOff = isObject(hooks) && hooks['hooksDisabled'] === true;
  return loadJsonHooks(file, claudeLikeEntries(files, origin, { otherKeys: ['hooksDisabled'], isOff }));
}

const nothing: LoadedFile = { hooks: [], problems: [] };

const files: ClaudeLikeFiles = {
  codec: droid,
  agent: 'droid',
  schema: droidHandlerSchema,
  leftOut: {},
  subjects: {
    PreToolUse: 'tool',
    PostToolUse: 'tool',
    SessionStart: 'subject',
    SessionEnd: 'subject',
    PreCompact: 'subject',
    Notification: 'subject',
    SubagentStop: 'subject',
  },
  // Every matcher is a regex that is searched.
  pattern: (matcher) => namesOrRegex(matcher, /^$/),
  unusedFields: ['if', 'args', 'once'],
  seconds: (given) => given ?? 60,
  shell: () => 'sh',
  folderVariables: ['FACTORY_PROJECT_DIR', 'DROID_PROJECT_DIR', 'CLAUDE_PROJECT_DIR'],
};
