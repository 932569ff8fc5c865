import { pathOfAddress, shellWord } from '@anyhook/core';
import { type ToolStep, valuesOf } from './tool-steps.js';
import { changeWords, folderWords, permissionWords, toolFields, toolWords } from './tool-words.js';

/** Equivalent shell commands for calls of file tools: permissions, links, mounts and whole folders. */
export function fileCommands(step: ToolStep, servers: readonly string[]): readonly string[] {
  const says = (known: ReadonlySet<string>): boolean => step.words.some((word) => known.has(word));
  const from = pathsOf(step, toolFields.from);
  const to = pathsOf(step, toolFields.to);
  const paths = pathsOf(step, toolFields.path);
  const isFolder = says(folderWords.folder) || step.fields.some(([name]) => folderWords.folder.has(name));
  const inFolders = hasFlag(step, folderWords.recursive) ? ' -R' : '';
  const changes = says(toolWords.write) || says(changeWords);
  if (says(toolWords.permit) || (changes && says(permissionWords.mode)))
    return modesOf(step).flatMap((mode) => [...paths, ...to].map((path) => `chmod${inFolders} ${mode} ${path}`));
  if (says(toolWords.own) || (changes && says(permissionWords.owner)))
    return [...paths, ...to].map((path) => `chown${inFolders} ${shellWord(ownerOf(step))} ${path}`);
  if (says(toolWords.link)) return linkCommand(step);
  if (says(toolWords.mount)) return pairs([...from, ...paths], to, 'mount --bind');
  if (says(toolWords.delete)) return [];
  if (says(toolWords.sync)) {
    const isExact = says(folderWords.exact) || hasFlag(step, toolWords.delete) || hasFlag(step, folderWords.exact);
    return pairs([...from, ...paths], to, `rsync -a${isExact ? ' --delete' : ''}`, '/');
  }
  const isTree = isFolder || inFolders !== '' || !says(folderWords.file);
  if (says(toolWords.copy) && isTree) {
    const sources = [...from, ...paths];
    // Some tools copy a folder's contents, not the folder.
    const folders = isFolder ? sources : sources.filter((path) => !/\.\w+'?$/.test(path));
    return [...pairs(sources, to, 'cp -r'), ...pairs(folders, to, 'rsync -a', '/')];
  }
  const hasOnlyFolders = isFolder || [...servers, ...step.words].some((word) => folderWords.server.has(word));
  return says(folderWords.empties) && hasOnlyFolders ? paths.map((path) => `find ${path} -mindepth 1 -delete`) : [];
}

/** The most paths of a step that are turned into commands. */
const maxPaths = 50;

const pathsOf = (step: ToolStep, names: ReadonlySet<string>): readonly string[] =>
  valuesOf(step, names)
    .flat()
    .filter((path): path is string => typeof path === 'string' && path !== '' && path.length <= 4096)
    .slice(0, maxPaths)
    .map(pathWord);

/** A path as one shell word; only a leading home folder is expanded. */
function pathWord(given: string): string {
  const path = (pathOfAddress(given.trim()) || given).trim();
  const [home = ''] = /^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/.exec(path) ?? [];
  const rest = path.slice(home.length).replace(/^-/, './-');
  if (home === '') return shellWord(rest);
  return rest.length > 1 ? `~/${shellWord(rest.slice(1))}` : `~${rest}`;
}

const pairs = (from: readonly string[], to: readonly string[], command: string, end = ''): readonly string[] =>
  from
    .slice(0, maxPaths)
    .flatMap((one) => to.map((target) => `${command} ${one}${end} ${target}`))
    .slice(0, maxPaths);

const hasFlag = ({ fields }: ToolStep, names: ReadonlySet<string>): boolean =>
  fields.some(
    ([name, value]) => (value === true || value === 'true') && name.split('_').some((word) => names.has(word)),
  );

/** A number may be octal as written, or a decimal value. Without a known mode, anything may be set. */
function modesOf(step: ToolStep): readonly string[] {
  const given = valuesOf(step, permissionWords.modeFields).flatMap((mode) =>
    typeof mode === 'number'
      ? [String(mode), mode.toString(8)]
      : typeof mode === 'string'
        ? [mode.replace(/^0o/i, '')]
        : [],
  );
  const known = given.filter((mode) => /^[0-7]{1,5}$|^[ugoa]*[-+=][rwxXst]*$/.test(mode));
  return known.length > 0 ? [...new Set(known)].map((mode) => mode.padStart(3, '0')) : ['--reference=/'];
}

const ownerOf = (step: ToolStep): string => String(valuesOf(step, permissionWords.ownerFields)[0] ?? 'root');

/** A new link and its target: tools have no common names for the two. */
function linkCommand(step: ToolStep): readonly string[] {
  const named = pathsOf(step, folderWords.linkFields);
  const target = pathsOf(step, new Set(['target', 'targets', 'target_path']));
  const to = pathsOf(step, toolFields.to).filter((path) => !target.includes(path));
  const paths = pathsOf(step, toolFields.path).filter((path) => !target.includes(path));
  const from = pathsOf(step, toolFields.from);
  const links =
    [named, to, from.length > 0 && paths.length === 0 ? target : paths].find((list) => list.length > 0) ?? target;
  const existing = [...from, ...target, ...paths].filter((path) => !links.includes(path));
  return existing.length === 0 ? links.map((link) => `ln -sfn x ${link}`) : pairs(existing, links, 'ln -sfn');
}
