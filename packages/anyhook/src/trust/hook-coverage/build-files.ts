import { dirname, join } from 'node:path';
import { isObject, parseObject, spelledPath } from '@anyhook/core';
import { gatherWords, textOf } from './program-words.js';
import { newState, type ProgramCall, readScript } from './shell.js';
import { changeFolder, isKnown, pathsIn, type WordValue } from './words.js';

/** The folders in which a package manager looks for `package.json`. */
type PackageCall = Pick<ProgramCall, 'walk' | 'state'>;

interface PackageReaders {
  readonly readNode: (call: ProgramCall) => void;
  readonly readPackageProgram: (call: ProgramCall) => void;
}

/** Words of package managers that do not run scripts of the project. */
const harmlessVerbs =
  /^(?:|-v|--version|-h|--help|help|audit|outdated|ls|list|view|info|why|config|cache|bin|root|prefix|whoami|ping|search|login|logout|pack|version|store|doctor|explain|fund|licenses|init|create|link|unlink|pm|upgrade)$/;
const installVerbs = /^(?:install|i|ci|add|remove|uninstall|update|up|rebuild|dedupe)$/;
const scriptVerbs: Readonly<Record<string, string>> = {
  test: 'test',
  t: 'test',
  tst: 'test',
  start: 'start',
  stop: 'stop',
  restart: 'restart',
};

/** `npm`, `yarn`, `pnpm`, `bun`: covers the package file and what its script runs. */
export function followPackageScripts(call: ProgramCall, { readNode, readPackageProgram }: PackageReaders): void {
  const { name, args, walk, state } = call;
  const { operands, options } = gatherWords(
    args,
    /^(?:--prefix|-C|--cwd|--dir|-w|--workspace|--filter|-F|--loglevel|--script-shell|--userconfig|--registry|--cache)$/,
  );
  const [verb, ...rest] = operands;
  const word = textOf(verb);
  const optionNamed = (shape: RegExp) => options.find((option) => shape.test(option.name));
  const folder = optionNamed(/^(?:--prefix|-C|--cwd|--dir)$/)?.value;
  const place: PackageCall = {
    walk,
    state: folder ? { ...state, folders: changeFolder(folder, state.folders) } : state,
  };
  const workspace = optionNamed(/^(?:-w|--workspaces?|--filter|-F|-r|--recursive)$/);
  const script = /^(?:run|run-script|rum)$/.test(word ?? '') ? rest[0] : namedScript(word ?? '');
  const wanted = textOf(script ?? verb);
  if (verb === undefined) {
    if (name === 'yarn') runPackageScript('install', place);
  } else if (word === undefined || wanted === undefined)
    walk.addGap(`${name} run`, 'which script it runs is only known at run time');
  else if (workspace) walk.addGap(`${name} ${word} ${workspace.name}`, 'scripts of several packages are not covered');
  else if (/^(?:exec|x|dlx)$/.test(word)) readPackageProgram({ ...call, args: rest, name: `${name} ${word}` });
  else if (installVerbs.test(word)) runPackageScript('install', place);
  else if (script === undefined && (name === 'npm' || harmlessVerbs.test(word))) return;
  else if (name === 'bun' && /[./]/.test(wanted))
    readNode({ ...call, state: place.state, args: script ? rest : operands });
  else runPackageScript(wanted, place, name);
}

const namedScript = (verb: string): WordValue | undefined =>
  Object.hasOwn(scriptVerbs, verb) ? { texts: [scriptVerbs[verb] ?? verb] } : undefined;

/** Covers a script of the nearest `package.json`, with those that run before and after it. */
export function runPackageScript(name: string, { walk, state }: PackageCall, manager = 'npm'): void {
  if (!state.folders) {
    walk.addGap(`${manager} run ${name}`, 'the folder of its package is only known at run time');
    return;
  }
  for (const folder of state.folders) {
    const file = walk.findUpwards(folder, ['package.json']);
    if (file === undefined || !walk.isInProject(file)) continue;
    walk.coverFile(file);
    for (const config of ['.npmrc', '.yarnrc', '.yarnrc.yml', '.pnp.cjs', 'pnpm-workspace.yaml', 'bunfig.toml'])
      walk.coverFile(join(dirname(file), config));
    const found = parseObject(walk.textOf(file))?.['scripts'];
    const scripts = isObject(found) ? found : {};
    const names =
      name === 'install' ? ['preinstall', 'install', 'postinstall', 'prepare'] : [`pre${name}`, name, `post${name}`];
    for (const script of names) {
      const text = Object.hasOwn(scripts, script) ? scripts[script] : undefined;
      const packageFolder = dirname(file);
      if (typeof text === 'string' && walk.claim(`${file}\n${script}`))
        readScript(text, newState({ folders: [packageFolder], packageFolder }), walk);
    }
    if (name === 'start' && !Object.hasOwn(scripts, name))
      walk.coverScript(join(dirname(file), 'server.js'), { folders: [dirname(file)], language: 'javascript' });
    if (name !== 'install' && !Object.hasOwn(scripts, name) && manager !== 'npm')
      walk.addGap(`${manager} ${name}`, 'installed packages are not covered');
  }
}

const makefileNames = ['GNUmakefile', 'makefile', 'Makefile'];

/** `make`: covers the makefile and what the recipes of the wanted targets run. */
export function followMake(call: ProgramCall): void {
  const { args, walk, state } = call;
  const words = args.flatMap((arg): readonly WordValue[] => {
    // `-Cfolder` is `-C folder`.
    const [, option, value] = /^-([Cf])(.+)$/.exec(textOf(arg) ?? '') ?? [];
    return option && value ? [{ texts: [`-${option}`] }, { texts: [value] }] : [arg];
  });
  const { operands, options } = gatherWords(words, /^(?:-C|--directory|-f|--file|--makefile|-I|-o|-W)$/);
  let { folders } = state;
  for (const { name, value } of options) if (/^(?:-C|--directory)$/.test(name)) folders = changeFolder(value, folders);
  const named = options.filter(({ name }) => /^(?:-f|--file|--makefile)$/.test(name)).map(({ value }) => value);
  const unknownWord = named.find((value) => value && !isKnown(value)) ?? operands.find((value) => !isKnown(value));
  if (!folders || unknownWord) {
    walk.addGap('make', 'which makefile and target it takes is only known at run time');
    return;
  }
  const targets = operands.map((value) => textOf(value) ?? '').filter((text) => text !== '' && !text.includes('='));
  const files = folders.flatMap((folder) => {
    const paths = named.flatMap((value) => (isKnown(value) ? pathsOf(value, folder) : []));
    return paths.length > 0
      ? paths
      : makefileNames
          .map((name) => join(folder, name))
          .filter(walk.files.isFile)
          .slice(0, 1)
          .map(spelledPath);
  });
  for (const file of files) if (walk.coverFile(file)) readMakefile(file, targets, folders, call);
}

const pathsOf = (value: { readonly texts: readonly string[] }, folder: string): readonly string[] => {
  const found = pathsIn(value, [folder]);
  return isKnown(found) ? found.texts : [];
};

interface MakeRule {
  readonly needs: string[];
  readonly recipe: string[];
}

function readMakefile(
  file: string,
  targets: readonly string[],
  folders: readonly string[],
  { walk }: ProgramCall,
): void {
  const text = walk.files.readText(file);
  if (text === undefined) {
    walk.addGap(file, 'the makefile is too long to be read');
    return;
  }
  const { rules, variables, includes, isDynamic, hasPatterns, first } = parseMakefile(text);
  const ownCommands = 'the makefile composes its commands';
  if (isDynamic) walk.addGap(file, ownCommands);
  const shell = variables.get('SHELL');
  if (shell !== undefined) readScript(fillMakeVariables(shell, variables), newState({ folders }), walk);
  for (const include of includes) {
    if (/[$*?[]/.test(include)) walk.addGap(`include ${include}`, 'rules of included makefiles are not read');
    for (const folder of folders)
      if (walk.coverFile(join(folder, include))) walk.addGap(include, 'rules of included makefiles are not read');
  }
  const wanted = new Set(targets.length > 0 ? targets : first === undefined ? [] : [first]);
  let linesLeft = maxRecipeLines;
  // A set grows while it is walked through.
  for (const target of wanted) {
    const rule = rules.get(target);
    for (const need of rule?.needs ?? []) wanted.add(need);
    if (!rule?.recipe.length && hasPatterns) walk.addGap(file, ownCommands);
    for (const line of rule?.recipe ?? []) {
      if (linesLeft-- === 0) {
        walk.addGap(file, 'its recipes are too long to be read');
        return;
      }
      readScript(fillMakeVariables(line, variables), newState({ folders }), walk);
    }
  }
}

const maxLineLength = 4_000;
const maxRecipeLines = 200;

function parseMakefile(text: string) {
  const rules = new Map<string, MakeRule>();
  const variables = new Map<string, string>();
  const includes: string[] = [];
  let current: readonly string[] = [];
  let first: string | undefined;
  let isDynamic = false;
  let hasPatterns = false;
  for (const line of text.replace(/\\\n\s*/g, ' ').split('\n')) {
    if (line.length > maxLineLength) {
      isDynamic = true;
      continue;
    }
    if (line.startsWith('\t')) {
      for (const target of current) rules.get(target)?.recipe.push(line.trim().replace(/^[@+-]+\s*/, ''));
      continue;
    }
    if (/^define\b|\$\((?:eval|call)\b|^\.ONESHELL/.test(line)) isDynamic = true;
    const [, included] = /^-?s?include\s(.+)$/.exec(line) ?? [];
    const [, name, value] = /^(?:export\s+)?([A-Za-z_]\w*)\s*[:?+]*=(.*)$/.exec(line) ?? [];
    const colon = /^[#=\s]/.test(line) ? -1 : line.indexOf(':');
    if (included !== undefined) includes.push(...included.trim().split(/\s+/));
    else if (name !== undefined) variables.set(name, value ?? '');
    else if (colon > 0) {
      const [list = '', inline] = line.slice(colon).replace(/^::?/, '').split(';');
      current = line.slice(0, colon).trim().split(/\s+/);
      if (current.some((target) => target.includes('%'))) hasPatterns = true;
      if (current.some((target) => target.includes('$'))) isDynamic = true;
      for (const target of current) {
        const rule = rules.get(target) ?? { needs: [], recipe: [] };
        rule.needs.push(...list.trim().split(/\s+/));
        if (inline) rule.recipe.push(inline.trim());
        rules.set(target, rule);
      }
      first ??= current.find((target) => !target.startsWith('.'));
    }
  }
  return { rules, variables, includes, isDynamic, hasPatterns, first };
}

/** `$(NAME)` of make becomes its text, or a variable that the shell does not know; `$$` becomes `$`. */
function fillMakeVariables(line: string, variables: ReadonlyMap<string, string>): string {
  let filled = line;
  for (let round = 0; round < 4 && filled.length < maxFilledLength; round++)
    filled = filled.replace(
      /\$\$|\$[({](\w+)[)}]|\$[({]shell ([^)}]{0,2000})[)}]|\$[@<^*?]/g,
      (whole, name?: string, shell?: string) => {
        if (whole === '$$') return '\u0001';
        if (shell !== undefined) return `\u0001(${shell})`;
        if (name === 'MAKE') return 'make';
        if (name === 'CURDIR') return '\u0001PWD';
        const value = name === undefined ? undefined : variables.get(name);
        return value ?? `\u0001{make_${name ?? 'target'}}`;
      },
    );
  return filled.slice(0, maxFilledLength).replaceAll('\u0001', '$');
}

const maxFilledLength = 4_000;
