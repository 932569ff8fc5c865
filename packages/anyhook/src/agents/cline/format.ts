import { basename, dirname, extname, join } from 'node:path';
import { callsAnyhook } from '@anyhook/core';
import { interpreters } from '../../../.cache/agents/cline/tables.js';
import { hookWithDefaults } from '../../formats/kit/builtin-hook.js';
import type { HookFile, HookLoader, HookPlace, LoadedFile, SearchFolders } from '../../formats/kit/format.js';
import { userFolders } from '../../formats/kit/format.js';
import { scriptsIn } from '../../formats/kit/scripts.js';
import { clineFormatCodec, toolsOf } from './format-codec.js';

const cline = clineFormatCodec();

const userFolder = '.cline';

/** Lowercase event → its name: Cline compares file names case-insensitively. */
const events = new Map(Object.keys(cline.events).map((name) => [name.toLowerCase(), name]));

/** Finds and reads Cline's hook scripts. */
export const clineLoader: HookLoader = {
  fileNames: ['.clinerules/hooks/PreToolUse'],
  userFolder,
  places,
  load,
  recognise: ({ path }) =>
    /(?:^|\/)(?:\.clinerules|\.cline|Cline)\/[Hh]ooks\/[^/]+$/.test(path) && eventOf(path) ? 'yes' : 'no',
};

const scriptNames = `(?:${[...events.values()].join('|')})(?:${Object.keys(interpreters).join('|').replaceAll('.', '\\.')})`;

function places(search: SearchFolders): readonly HookPlace[] {
  const { root, home } = search;
  const find = { kind: 'folder', names: scriptNames } as const;
  const ofUser = userFolders(search, cline.name, userFolder).map(
    (dir): HookPlace => ({ scope: 'user', dir: join(dir, 'hooks'), root: dir, find }),
  );
  const documents = join(home, 'Documents', 'Cline');
  return [
    ...ofUser,
    { scope: 'user', dir: join(documents, 'Hooks'), root: documents, find },
    { scope: 'project', dir: join(root, '.clinerules', 'hooks'), root, find },
    { scope: 'project', dir: join(root, '.cline', 'hooks'), root, find },
  ];
}

/** The event that a script is named after. Other files in the folder are helpers of scripts, or texts. */
function eventOf(path: string): string | undefined {
  const ending = extname(path).toLowerCase();
  return Object.hasOwn(interpreters, ending)
    ? events.get(
        basename(path)
          .slice(0, basename(path).length - ending.length)
          .toLowerCase(),
      )
    : undefined;
}

function load(file: HookFile): LoadedFile {
  const native = eventOf(file.path);
  const row = native === undefined ? undefined : cline.events[native];
  // Scripts that `anyhook init` wrote are not hooks.
  if (native === undefined || !row || callsAnyhook(file.text)) return { hooks: [], problems: [] };
  const [command = 'bash', ...args] = [...programOf(file), file.path];
  const isInProject = file.scope === 'project';
  const hook = hookWithDefaults({
    id: `${idPrefix(file)}.cline.${native}`,
    dialect: cline.name,
    events: row.events,
    nativeEvent: native,
    scope: file.scope,
    source: file.path,
    root: file.root,
    match: row.events[0] === 'other' ? { nativeEvent: native } : {},
    handler: { kind: 'command', form: 'exec', command, args, ...(isInProject && { cwd: '.' }) },
    timeoutMs: 120_000,
    files: [file.path, ...scriptsOf(file)],
    ...(isForExtension(file.text) && { flavour: 'extension' }),
  });
  return { hooks: [hook], problems: [] };
}

function idPrefix({ path, scope }: HookFile): string {
  const folder = basename(dirname(dirname(path))).replace(/^\./, '');
  return scope === 'project' ? folder : `${scope}-${folder}`;
}

/** The program of the first line, by its name if it is a common one, else the one for the file's ending. */
function programOf({ path, text }: HookFile): readonly string[] {
  const [, line = ''] = /^#!(.*)/.exec(text) ?? [];
  const words = line.trim().split(/\s+/).filter(Boolean);
  const isEnv = basename(words[0] ?? '') === 'env';
  const [program, ...args] = isEnv ? words.slice(1).filter((word) => word !== '-S') : words;
  if (program === undefined) return interpreters[extname(path).toLowerCase()] ?? ['bash'];
  const name = basename(program);
  return [/^(?:ba|z)?sh$|^python3?$/.test(name) ? name : program, ...args];
}

/** The scripts that the script names. */
const scriptsOf = ({ path, text, root, exists }: HookFile): readonly string[] =>
  extname(path) === '' || /\.(?:ba|z)?sh$/.test(path)
    ? scriptsIn(text, { base: root, vars: {}, exists }).filter((script) => script !== path)
    : [];

/**
 * Was the script written for the editor extension? Its tool names differ from those of the terminal program, and
 * scripts compare names: a script is for the extension if it has one of its names and none of the program's.
 */
function isForExtension(text: string): boolean {
  const names = (tools: object) => new RegExp(`\\b(?:${Object.keys(tools).join('|')}|use_mcp_tool)\\b`);
  const programWords = new RegExp(`\\b(?:${Object.keys(toolsOf(false)).join('|')}|tool_call|tool_result)\\b`);
  return names(toolsOf(true)).test(text) && !programWords.test(text);
}
