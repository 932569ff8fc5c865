import { dirname, isAbsolute, join } from 'node:path';
import type { CoverageWalk, ScriptStart } from './coverage-walk.js';
import { newState, readScript, runWords } from './shell.js';
import { noCommand } from './shell-steps.js';
import { callArguments, listItems, pythonSource, type SourceText, stringOf } from './source-text.js';
import type { WordValue } from './words.js';

/** Covers what a Python file imports and starts. */
export function followPython(walk: CoverageWalk, path: string, text: string, start: ScriptStart): void {
  coverShadows(walk, [dirname(path)], start.folders);
  readPython(walk, text, [dirname(path), ...(start.modulePaths ?? [])], start, path);
}

/** Standard modules that others import: a file of that name in a folder that is searched first replaces them. */
const shadowable =
  /^(?:sitecustomize|usercustomize|_?abc|argparse|ast|base64|bisect|calendar|codecs|collections|contextlib|copy|copyreg|csv|dataclasses|datetime|decimal|dis|email|encodings|enum|errno|fcntl|fnmatch|functools|genericpath|gettext|glob|hashlib|heapq|html|http|importlib|inspect|io|ipaddress|itertools|json|keyword|linecache|locale|logging|math|ntpath|numbers|opcode|operator|os|pathlib|pickle|platform|posixpath|queue|quopri|random|re|reprlib|runpy|select|selectors|shlex|shutil|signal|site|socket|sre_\w+|ssl|stat|string|stringprep|struct|subprocess|sys|tempfile|textwrap|threading|token|tokenize|traceback|types|typing|unicodedata|urllib|uu|uuid|warnings|weakref|zipfile|zlib)(?:\.py|\.so|\.pyc|\..*\.so)?$/;

/** Covers files that would shadow standard modules, even if they appear later. */
export function coverShadows(
  walk: CoverageWalk,
  searched: readonly string[],
  folders: readonly string[] | undefined,
): void {
  const paths = searched.flatMap((path) => (isAbsolute(path) ? [path] : (folders ?? []).map((one) => join(one, path))));
  for (const folder of new Set(paths.filter((path) => walk.isInProject(`${path}/x`))))
    for (const name of walk.files.listNames(folder).filter((one) => shadowable.test(one))) {
      const path = join(folder, name);
      for (const file of [path, join(path, '__init__.py')]) walk.coverScript(file, { folders, language: 'python' });
    }
}

/** The files of a module in a folder, with the packages around it. */
export function moduleFiles(folder: string, name: string): readonly string[] {
  const parts = name.split('.').filter((part) => part !== '');
  const packages = parts.map((_, i) => join(folder, ...parts.slice(0, i + 1), '__init__.py'));
  return [join(folder, `${parts.join('/')}.py`), ...packages, join(folder, ...parts, '__main__.py')];
}

const maxImports = 100;

interface PythonPlace {
  readonly walk: CoverageWalk;
  readonly source: SourceText;
  readonly path: string | undefined;
  /** The folders that are searched for modules. */
  readonly folders: readonly string[];
  readonly start: ScriptStart;
}

/** Covers what a Python text imports and starts. */
export function readPython(
  walk: CoverageWalk,
  text: string,
  folders: readonly string[],
  start: ScriptStart,
  path?: string,
): void {
  const source = pythonSource(text);
  const place: PythonPlace = { walk, source, path, folders, start };
  const all = { ...place, folders: [...folders, ...addedFolders(place)] };
  for (const name of importedNames(source.code).slice(0, maxImports)) coverModule(name, all);
  for (const [arg = ''] of callArguments(
    source.code,
    /(?<![.\w])(?:__import__|(?:importlib\.)?import_module|(?:runpy\.)?run_module)\s*\(/g,
  )) {
    const name = stringOf(arg, source);
    if (name && !name.isTemplate) coverModule(name.text, all);
    else walk.addGap(`${nameOf(place)}: import_module(${arg})`, 'which module it loads is only known at run time');
  }
  for (const [first = '', second = ''] of callArguments(
    source.code,
    /\b(?:run_path|spec_from_file_location|SourceFileLoader|load_source)\s*\(/g,
  )) {
    const found = pathValue(second.includes('=') || second === '' ? first : second, place);
    if (found !== undefined) walk.coverScript(found, { ...start, language: 'python' });
    else walk.addGap(`${nameOf(place)}: ${second || first}`, 'which file it loads is only known at run time');
  }
  if (/(?<![.\w])(?:eval|exec|compile)\s*\(|(?<![.\w])execfile\s*\(/.test(source.code))
    walk.addGap(`${nameOf(place)}: eval`, 'what it runs is only known at run time');
  startPrograms(place);
}

const nameOf = ({ path, walk }: PythonPlace): string => (path === undefined ? 'python -c' : walk.nameOf(path));

/** Modules that a text imports; those of its own package begin with dots. */
function importedNames(code: string): string[] {
  const names: string[] = [];
  for (const [, list = ''] of code.matchAll(/(?:^|[\n;:])[ \t]*import[ \t]+([\w.,\t ]+)/g))
    names.push(...list.split(',').map((part) => part.trim().split(/\s+/)[0] ?? ''));
  for (const [, from = '', list = ''] of code.matchAll(
    /(?:^|[\n;:])[ \t]*from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n;]+)/g,
  )) {
    names.push(from);
    const parts = list
      .replace(/[()]/g, '')
      .split(',')
      .map((part) => part.trim().split(/\s+/)[0] ?? '');
    // An imported name may be a module of the package.
    if (from.includes('.') || parts.length <= 8)
      names.push(
        ...parts.filter((part) => /^\w+$/.test(part)).map((part) => `${from}${from.endsWith('.') ? '' : '.'}${part}`),
      );
  }
  return [...new Set(names.filter((name) => /\w/.test(name) || /^\.+$/.test(name)))];
}

/** Standard modules; files of the same name in a package below are not searched. */
const standard =
  /^(?:__future__|abc|argparse|ast|asyncio|base64|collections|concurrent|contextlib|copy|csv|dataclasses|datetime|enum|fnmatch|functools|glob|hashlib|html|http|importlib|inspect|io|itertools|json|logging|math|os|pathlib|platform|pprint|queue|random|re|select|shlex|shutil|signal|socket|sqlite3|string|struct|subprocess|sys|tempfile|textwrap|threading|time|tomllib|traceback|types|typing|unicodedata|unittest|urllib|uuid|warnings|xml|zipfile)\./;

function coverModule(name: string, { walk, folders, path, start }: PythonPlace): void {
  const [dots = ''] = /^\.*/.exec(name) ?? [];
  const rest = name.slice(dots.length);
  if (dots === '' && standard.test(`${rest}.`) && rest.includes('.')) return;
  const bases =
    dots === '' ? folders : path === undefined ? [] : [join(dirname(path), '../../hooks/'.repeat(dots.length - 1))];
  for (const base of bases)
    for (const file of moduleFiles(base, rest))
      if (!file.endsWith('__main__.py') && walk.isInProject(file))
        walk.coverScript(file, { ...start, language: 'python', modulePaths: folders });
}

/** Folders that a script adds to `sys.path`. */
function addedFolders(place: PythonPlace): readonly string[] {
  const { source, walk } = place;
  const calls = [...callArguments(source.code, /\b(?:sys\.path\.(?:insert|append|extend)|site\.addsitedir)\s*\(/g)];
  const assigned = [...source.code.matchAll(/\bsys\.path(?:\[[^\]\n]{0,200}\])?[ \t]*\+?=[ \t]*([^\n]+)/g)];
  return [...calls, ...assigned.map(([, value = '']) => [value])].flatMap((args) => {
    const found = pathValue(args.at(-1) ?? '', place);
    if (found !== undefined) return [found];
    walk.addGap(`${nameOf(place)}: sys.path`, 'modules are searched in a folder that is only known at run time');
    return [];
  });
}

const maxDepth = 10;

/** The path that an expression evaluates to, for the usual forms; undefined if it is only known at run time. */
function pathValue(code: string, place: PythonPlace, depth = 0): string | undefined {
  const { source, path, walk, start } = place;
  if (depth > maxDepth || code.length > 500) return undefined;
  const expression = code
    .trim()
    .replace(/^\w+\s*=\s*(?!=)/, '')
    .trim();
  const inner = (part: string) => pathValue(part, place, depth + 1);
  const text = stringOf(expression, source);
  if (text)
    return text.isTemplate
      ? undefined
      : isAbsolute(text.text) || !start.folders?.[0]
        ? text.text
        : join(start.folders[0], text.text);
  if (expression === '__file__') return path;
  const list = listItems(expression);
  if (list) return list.length === 1 ? inner(list[0] ?? '') : undefined;
  const wrapped =
    /^(?:str|Path|pathlib\.Path|PurePath|os\.path\.(?:abspath|realpath|normpath|expanduser)|os\.fspath)\((.*)\)$/s.exec(
      expression,
    );
  if (wrapped && isBalanced(wrapped[1] ?? '')) return inner(wrapped[1] ?? '');
  const up = /^(.*)\.parent$/s.exec(expression);
  if (up) return dirnameOf(inner(up[1] ?? ''));
  const ups = /^(.*)\.parents\[(\d)\]$/s.exec(expression);
  if (ups) return Array.from({ length: Number(ups[2]) + 1 }).reduce<string | undefined>(dirnameOf, inner(ups[1] ?? ''));
  const same = /^(.*)\.(?:resolve|absolute|as_posix|expanduser)\([^()]*\)$/s.exec(expression);
  if (same) return inner(same[1] ?? '');
  const folder = /^os\.path\.dirname\((.*)\)$/s.exec(expression);
  if (folder && isBalanced(folder[1] ?? '')) return dirnameOf(inner(folder[1] ?? ''));
  if (/^(?:os\.getcwd|Path\.cwd|pathlib\.Path\.cwd)\(\)$/.test(expression)) return start.folders?.[0];
  const variable = /^os\.(?:environ(?:\.get)?|getenv)[[(]\s*(«\d+»)/.exec(expression);
  if (variable) return walk.place.variables[stringOf(variable[1] ?? '', source)?.text ?? '']?.[0];
  if (/^os\.path\.join\(.*\)$/s.test(expression)) {
    const [args = []] = [...callArguments(expression, /^os\.path\.join\(/g)];
    return joined(args, inner, source);
  }
  const slashes = splitOutside(expression, '/');
  if (slashes.length > 1) return joined(slashes, inner, source);
  if (!/^\w+$/.test(expression)) return undefined;
  const declared = source.declared.get(expression);
  return declared === undefined ? undefined : inner(declared);
}

const dirnameOf = (path: string | undefined): string | undefined => (path === undefined ? undefined : dirname(path));

function joined(
  parts: readonly string[],
  inner: (part: string) => string | undefined,
  source: SourceText,
): string | undefined {
  const [first = '', ...rest] = parts;
  const base = inner(first);
  const texts = rest.map((part) => {
    const text = stringOf(part, source);
    return text && !text.isTemplate ? text.text : part === 'os.pardir' ? '..' : undefined;
  });
  return base === undefined || texts.includes(undefined) ? undefined : join(base, ...(texts as string[]));
}

const isBalanced = (code: string): boolean => {
  let depth = 0;
  for (const char of code) {
    if (char === '(') depth++;
    if (char === ')' && --depth < 0) return false;
  }
  return depth === 0;
};

/** Splits at a character outside of brackets. */
function splitOutside(code: string, sign: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < code.length; i++) {
    const char = code[i] as string;
    if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char)) depth--;
    else if (char === sign && depth === 0) {
      parts.push(code.slice(from, i).trim());
      from = i + 1;
    }
  }
  return [...parts, code.slice(from).trim()];
}

/** Calls that start programs, including by names that a script assigns to them. */
function programStart(code: string): RegExp {
  const [, alias = 'subprocess'] = /\bimport[ \t]+subprocess[ \t]+as[ \t]+(\w+)/.exec(code) ?? [];
  const [, list = ''] = /\bfrom[ \t]+subprocess[ \t]+import[ \t]+([\w, \t]+)/.exec(code) ?? [];
  const names = list.split(',').flatMap(
    (part) =>
      part
        .trim()
        .split(/(?<!\s)\s+as\s+/)
        .at(-1) || [],
  );
  const own = names.length > 0 ? `|(?<![.\\w])(?:${names.join('|')})` : '';
  return new RegExp(
    `\\b(?:(?:subprocess|${alias})\\.(?:run|call|check_call|check_output|Popen|getoutput)|os\\.(?:system|popen|exec[lv]p?e?|spawn[lv]p?e?)|pty\\.spawn)\\s*\\(${own ? `${own}\\s*\\(` : ''}`,
    'g',
  );
}

/** Programs started by name with literal words. Commands that a program composes are not followed. */
function startPrograms(place: PythonPlace): void {
  const { walk, source, start } = place;
  const state = newState({ folders: start.folders });
  for (const [command = ''] of callArguments(source.code, programStart(source.code))) {
    const text = stringOf(command, source);
    if (text) {
      readScript(text.text.replace(/\{[^{}]*\}/g, '${value_of_the_script}'), state, walk);
      continue;
    }
    const words = (listItems(command) ?? []).map((item): WordValue => {
      if (item === 'sys.executable') return { texts: ['python3'] };
      const literal = stringOf(item, source);
      const value = literal && !literal.isTemplate ? literal.text : pathValue(item, place);
      return value === undefined ? { unknown: `${nameOf(place)}: ${item}` } : { texts: [value] };
    });
    runWords(words, { state, walk, command: noCommand, env: new Map() });
  }
}
