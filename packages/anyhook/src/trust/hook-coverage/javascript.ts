import { dirname, extname, isAbsolute, join } from 'node:path';
import { parseObject, pathOfAddress } from '@anyhook/core';
import type { CoverageWalk } from './coverage-walk.js';
import { newState, readScript, runWords } from './shell.js';
import { noCommand } from './shell-steps.js';
import { argumentsFrom, callArguments, javaScriptSource, listItems, type SourceText, stringOf } from './source-text.js';
import type { WordValue } from './words.js';

/** Covers what a JavaScript or TypeScript file imports and starts. */
export function followJavaScript(
  walk: CoverageWalk,
  path: string,
  text: string,
  folders: readonly string[] | undefined,
): void {
  readJavaScript(walk, text, folders, path);
}

const extensions = ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.tsx', '.jsx'];

/** The files that Node, or a TypeScript runner, may resolve a path to. */
export function javaScriptCandidates(walk: CoverageWalk, path: string): readonly string[] {
  const typed = path.replace(/\.([cm]?)js$/, '.$1ts');
  const direct = [path, ...(typed === path ? [] : [typed, path.replace(/\.js$/, '.tsx')])];
  if (extensions.includes(extname(path)) || extname(path) === '.json') return direct;
  const packageFile = join(path, 'package.json');
  const main = walk.files.isFile(packageFile) ? parseObject(walk.files.readText(packageFile))?.['main'] : undefined;
  if (typeof main === 'string') walk.coverFile(packageFile);
  const folders = [...(typeof main === 'string' ? [join(path, main)] : []), join(path, 'index')];
  return [
    ...direct,
    ...[...extensions, '.json', '.node'].map((extension) => path + extension),
    ...folders.flatMap((folder) => [folder, ...extensions.map((extension) => folder + extension)]),
    ...(typeof main === 'string' ? extensions.map((extension) => join(path, main, `index${extension}`)) : []),
  ];
}

interface JavaScriptPlace {
  readonly walk: CoverageWalk;
  readonly source: SourceText;
  /** The folders that relative imports start from. */
  readonly bases: readonly string[];
  readonly path: string | undefined;
  readonly folders: readonly string[] | undefined;
}

const maxImports = 200;

/** Covers what a program text imports and starts. Without a file, imports are relative to its working folder. */
export function readJavaScript(
  walk: CoverageWalk,
  text: string,
  folders: readonly string[] | undefined,
  path: string | undefined,
): void {
  const source = javaScriptSource(text);
  const bases = path === undefined ? (folders ?? []) : [dirname(path)];
  const place: JavaScriptPlace = { walk, source, bases, path, folders };
  const { code } = source;
  const names = [...code.matchAll(/\b(?:from|import)\s*(«\d+»)/g)].slice(0, maxImports);
  for (const [, name = ''] of names) importModule(stringOf(name, source)?.text ?? '', place);
  for (const [arg = ''] of callArguments(code, loadCall(source))) {
    const value = pathValue(arg, place);
    if (value !== undefined) importModule(value, place);
    // The definition of a function of that name is not a call.
    else if (!/^(?:\w+\s*[:)=]|)$/.test(arg))
      walk.addGap(
        `${nameOf(place)}: ${readable(`require(${arg})`, source)}`,
        'which module it loads is only known at run time',
      );
  }
  if (/(?<![.\w$])eval\s*\(|\bnew\s+Function\s*\(|\bvm\s*\.\s*(?:runIn|compileFunction|Script)/.test(code))
    walk.addGap(`${nameOf(place)}: eval`, 'what it runs is only known at run time');
  startPrograms(place);
}

/** Calls that load a module, including by names that a script assigns to `require`. */
function loadCall({ declared }: SourceText): RegExp {
  const isLoader = (value: string) => /^(?:module\.)?require$|^(?:\w+\.)?createRequire\s*\(/.test(value);
  const names = [...declared].flatMap(([name, value]) => (isLoader(value) && /^\w+$/.test(name) ? [name] : []));
  const own = names.map((name) => `|${name}`).join('');
  const created = 'createRequire\\s*\\([^()]*(?:\\([^()]*\\))?[^()]*\\)';
  return new RegExp(
    `(?<![.\\w$])(?:(?:module\\s*\\.\\s*)?(?:import|require|require\\.resolve${own})\\s*(?:\\?\\.)?|(?:\\w+\\.)?${created})\\s*\\(`,
    'g',
  );
}

const nameOf = ({ path, walk }: JavaScriptPlace): string => (path === undefined ? 'node -e' : walk.nameOf(path));

/** Code with its strings, for display. */
const readable = (code: string, { strings }: SourceText): string =>
  code.replace(/«(\d+)»/g, (_, number: string) => `'${strings[Number(number)]?.text ?? ''}'`);

/** Modules of Node without the prefix `node:`. */
const builtin =
  /^(?:node:.*|bun(?::.*)?|assert|async_hooks|buffer|child_process|cluster|console|constants|crypto|dgram|diagnostics_channel|dns|domain|events|fs|http2?|https|inspector|module|net|os|path|perf_hooks|process|punycode|querystring|readline|repl|stream|string_decoder|sys|timers|tls|tty|url|util|v8|vm|wasi|worker_threads|zlib|test)(?:\/[a-z]+)?$/;

function importModule(name: string, { walk, bases, folders }: JavaScriptPlace): void {
  if (name === '' || builtin.test(name) || /^(?:https?|data|npm|jsr):/.test(name)) return;
  const path = (pathOfAddress(name) ?? name).replace(/[?#].*/s, '');
  if (/^\.{0,2}\//.test(path) || isAbsolute(path) || path === '.' || path === '..') {
    for (const base of bases) {
      const full = isAbsolute(path) ? path : join(base, path);
      const found = javaScriptCandidates(walk, full).find((candidate) => walk.files.isFile(candidate));
      if (found !== undefined) walk.coverScript(found, { folders });
    }
    return;
  }
  if (/^(?:#|@\/|~\/)/.test(name)) {
    walk.addGap(name, 'the name of this import is explained in another file');
    return;
  }
  const packageName = name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
  const isInstalled = bases.some(
    (base) => walk.findUpwards(base, [join('node_modules', packageName, 'package.json')]) !== undefined,
  );
  if (isInstalled) walk.addGap(`node_modules (${packageName})`, 'installed packages are not covered');
}

const maxPathDepth = 10;

/** The path or name that an expression evaluates to; undefined if that is only known at run time. */
function pathValue(code: string, place: JavaScriptPlace, depth = 0): string | undefined {
  if (depth > maxPathDepth) return undefined;
  const { source, bases, path, walk } = place;
  const text = stringOf(code, source);
  if (text && !text.isTemplate) return text.text;
  const inner = (part: string) => pathValue(part, place, depth + 1);
  if (text) {
    const [, before = '', name = '', after = ''] = /^([^$]*)\$\{\s*([\w.]+)\s*\}([^$]*)$/.exec(text.text) ?? [];
    const value = name === '' ? undefined : inner(name);
    return value === undefined ? undefined : before + value + after;
  }
  const expression = code.trim();
  if (/^(?:__dirname|import\.meta\.dirname)$/.test(expression)) return bases[0];
  if (/^(?:__filename|import\.meta\.filename|import\.meta\.url)$/.test(expression)) return path;
  if (/^process\.cwd\(\)$/.test(expression)) return place.folders?.[0];
  const variable = /^process\.env(?:\.(\w+)|\[(«\d+»)\])$/.exec(expression);
  if (variable) return walk.place.variables[variable[1] ?? stringOf(variable[2] ?? '', source)?.text ?? '']?.[0];
  const call =
    /^(?:new\s+)?((?:\w+\.|require\(«\d+»\)\.)*)(join|resolve|dirname|fileURLToPath|pathToFileURL|URL|String)\s*\(/.exec(
      expression,
    );
  if (call && expression.endsWith(')')) return callValue(call[2] ?? '', call[0].length, expression, inner);
  const property = /^(.*)\.(?:href|pathname|toString\(\))$/s.exec(expression);
  if (property) return inner(property[1] ?? '');
  const sum = expression.split('+');
  if (sum.length > 1) {
    const parts = sum.map(inner);
    return parts.includes(undefined) ? undefined : parts.join('');
  }
  if (!/^[A-Za-z_$][\w$]*$/.test(expression)) return undefined;
  const declared = source.declared.get(expression);
  return declared === undefined ? undefined : inner(declared);
}

function callValue(
  name: string,
  start: number,
  expression: string,
  inner: (part: string) => string | undefined,
): string | undefined {
  const values = argumentsFrom(expression, start).map(inner);
  const [first, second] = values;
  if (name === 'URL') return first !== undefined && second !== undefined ? join(dirname(second), first) : undefined;
  if (name === 'dirname') return first === undefined ? undefined : dirname(first);
  if (name !== 'join' && name !== 'resolve') return first;
  return values.includes(undefined) ? undefined : join(...(values as string[]));
}

/** The folder of the option `cwd`. */
function startFolders(args: readonly string[], place: JavaScriptPlace): readonly string[] | undefined {
  const options = args.find((arg) => arg.startsWith('{'));
  const option = argumentsFrom(options ?? '', 1).find((one) => /^cwd\s*:/.test(one));
  const folder = option === undefined ? undefined : pathValue(option.replace(/^cwd\s*:/, ''), place);
  if (folder === undefined) return undefined;
  return isAbsolute(folder) ? [folder] : place.folders?.map((base) => join(base, folder));
}

/** Programs started by name with literal words. Commands that a program composes are not followed. */
function startPrograms(place: JavaScriptPlace): void {
  const { walk, source, folders } = place;
  const stateOf = (args: readonly string[]) => newState({ folders: startFolders(args, place) ?? folders });
  for (const args of callArguments(source.code, /\b(?:exec\s*\(\s*(?=«)|execSync\s*\(|\$\s*(?=«))/g)) {
    const [command = ''] = args;
    const text = stringOf(/^«\d+»/.exec(command)?.[0] ?? command, source)?.text ?? pathValue(command, place);
    if (text !== undefined) readScript(text.replace(/\$\{[^{}]*\}/g, '${value_of_the_script}'), stateOf(args), walk);
  }
  for (const args of callArguments(
    source.code,
    /\b(?:spawn|spawnSync|execFile|execFileSync|new\s+Deno\.Command)\s*\(/g,
  )) {
    const [first = '', second = ''] = args;
    const [program = '', list = ''] = first.startsWith('[')
      ? [listItems(first)?.[0], `[${(listItems(first) ?? []).slice(1).join()}]`]
      : [first, second];
    const name = /^process\.(?:execPath|argv\[0\])$/.test(program) ? 'node' : pathValue(program, place);
    if (name === undefined) continue;
    const words = (listItems(list) ?? []).map((item): WordValue => {
      const value = pathValue(item, place);
      return value === undefined ? { unknown: `${nameOf(place)}: ${readable(item, source)}` } : { texts: [value] };
    });
    runWords([{ texts: [name] }, ...words], { state: stateOf(args), walk, command: noCommand, env: new Map() });
  }
  for (const [module = ''] of callArguments(source.code, /(?:\bfork|\bnew\s+(?:\w+\s*\.\s*)?Worker)\s*\(/g)) {
    const value = pathValue(module, place);
    if (value !== undefined) importModule(/^[./]/.test(value) ? value : `./${value}`, place);
    else walk.addGap(`${nameOf(place)}: ${readable(module, source)}`, 'which file it starts is only known at run time');
  }
}
