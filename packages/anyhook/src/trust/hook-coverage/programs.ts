import { join } from 'node:path';
import { hasFolder, listedPaths } from '@anyhook/core';
import { followMake, followPackageScripts, runPackageScript } from './build-files.js';
import { javaScriptCandidates, readJavaScript } from './javascript.js';
import { gatherWords, named, type ProgramReader, splitOptions, textOf } from './program-words.js';
import { coverShadows, moduleFiles, readPython } from './python.js';
import type { ProgramCall } from './shell.js';
import { coverArguments, enterFolder, newState, readScript, runWords, sourceFile, startFile } from './shell.js';
import { changeFolder, isKnown, pathsIn, type WordValue, wordValues } from './words.js';

/** Tools that run code of the project by their own rules. */
const projectTool =
  (verbs?: RegExp): ProgramReader =>
  (call) => {
    const { name, args, walk } = call;
    coverArguments(args, call);
    const { operands } = splitOptions(args, /^(?:-C|-f|-p|--manifest-path|--cwd|--dir)$/);
    const verb = textOf(operands[0]) ?? '';
    if (!verbs || verbs.test(verb))
      walk.addGap(`${name} ${verb}`.trim(), "it runs the project's own code by its own rules");
  };

/** Tools that run the project's own code, by their names. */
const projectTools: Readonly<Record<string, ProgramReader>> = {
  ...named(
    `just task rake mvn mvnw gradle gradlew ant bazel bazelisk buck2 pants sbt lein mix ctest ninja scons tox nox pytest invoke
    inv doit jest vitest mocha ava playwright cypress rspec rails phpunit grunt gulp turbo nx lerna rush moon mage earthly
    pre-commit lefthook husky trunk devbox nr`.replace(/\s+/g, ' '),
    projectTool(),
  ),
  // Aliases and scripts of the project add subcommands, so the harmless ones are listed.
  cargo: projectTool(/^(?!(?:|fmt|metadata|tree|search|add|remove|update|fetch|version|help|locate-project|clean)$)/),
  composer: projectTool(/^(?!(?:|show|outdated|licenses|about|validate|diagnose|why|search|--version)$)/),
  bundle: projectTool(/^(?:exec|install|update)$/),
  go: projectTool(/^(?:run|test|generate|tool)$/),
  dotnet: projectTool(/^(?:run|test|build|watch|tool)$/),
  ...named('dart flutter', projectTool(/^(?:run|test)$/)),
  ...named('swift zig stack cabal meson', projectTool(/^(?:run|test|build)$/)),
  ...named('pixi mise pdm hatch', projectTool(/^(?:run|r|x|exec)$/)),
  nix: projectTool(/^(?:run|develop|shell|build)$/),
  docker: projectTool(/^(?:compose|build)$/),
  cmake: ({ args, walk }) => {
    if (args.some((arg) => textOf(arg) === '--build')) walk.addGap('cmake --build', "it runs the project's own code");
  },
};

const noOption = /^$/;

/** A program whose arguments after its own options are a command. */
const wrapper =
  (valued: RegExp, skip = 0): ProgramReader =>
  (call) => {
    const { operands } = splitOptions(call.args, valued);
    runWords(operands.slice(skip), call);
  };

const readEnv: ProgramReader = (call) => {
  const { operands, options } = splitOptions(call.args, /^(?:-u|--unset|-C|--chdir|-S|--split-string)$/);
  for (const { name, value } of options)
    if (/^(?:-S|--split-string)$/.test(name) && textOf(value) !== undefined)
      readScript(textOf(value) ?? '', call.state, call.walk);
  const first = operands.findIndex((value) => !/^[A-Za-z_]\w*=/.test(textOf(value) ?? ''));
  const set = (first < 0 ? operands : operands.slice(0, first)).map((value) => textOf(value) ?? '');
  const env = new Map(call.env);
  for (const text of set) env.set(text.slice(0, text.indexOf('=')), { texts: [text.slice(text.indexOf('=') + 1)] });
  const path = textOf(env.get('PATH'));
  const folders = listedPaths(path ?? '').filter((folder) => call.walk.isInProject(join(folder, 'x')));
  const before = call.state.searchFolders;
  call.state.searchFolders = [...folders, ...before];
  const folder = options.find(({ name }) => /^(?:-C|--chdir)$/.test(name))?.value;
  const state = folder ? { ...call.state, folders: changeFolder(folder, call.state.folders) } : call.state;
  if (first >= 0) runWords(operands.slice(first), { ...call, state, env });
  call.state.searchFolders = before;
};

const readShell: ProgramReader = (call) => {
  const { args, state, walk, env } = call;
  for (const name of ['BASH_ENV', 'ENV']) if (env.has(name)) startFile(env.get(name) as WordValue, call, 'shell');
  const { operands, options } = splitOptions(args, /^(?:-[a-zA-Z]*c|[-+]o|[-+]O|--rcfile|--init-file)$/);
  for (const { name, value } of options)
    if (value && /^--(?:rcfile|init-file)$/.test(name)) startFile(value, call, 'shell');
  // With `-n` it only checks the syntax.
  if (options.some(({ name }) => /^-[a-mo-z]*n[a-z]*$/.test(name))) return;
  const script = options.find(({ name }) => /^-[a-zA-Z]*c$/.test(name))?.value;
  if (script) {
    if (!isKnown(script))
      return walk.addGap(`${call.name} -c ${script.unknown}`, 'what it runs is only known at run time');
    const words = operands.length > 0 ? operands : [{ texts: [call.name] }];
    const self = textOf(operands[0]);
    coverArguments(operands, call);
    for (const text of script.texts)
      readScript(
        text,
        newState({ folders: state.folders, words, ...(self !== undefined && hasFolder(self) && { self }) }),
        walk,
      );
    return;
  }
  const [file, ...rest] = operands;
  if (file && !options.some(({ name }) => name === '-s')) {
    startFile(file, { ...call, args: rest }, 'shell');
    return coverArguments(rest, call);
  }
  readInput(call, (text) => readScript(text, newState({ folders: state.folders }), walk), 'shell');
};

/** An interpreter without a script reads it from its input. */
function readInput(call: ProgramCall, read: (text: string) => void, language: 'shell' | 'javascript' | 'python'): void {
  const { command, state, walk } = call;
  for (const value of wordValues(command.inputs, state, walk)) startFile(value, call, language);
  for (const value of wordValues(command.inputTexts, state, walk)) {
    if (isKnown(value)) for (const text of value.texts) read(text);
    else walk.addGap(value.unknown, 'what it runs is only known at run time');
  }
  const from = command.pipedFrom;
  if (!from) return;
  const [program, ...args] = wordValues(from.words, state, walk);
  const name = textOf(program);
  if (name === 'cat') for (const arg of args) startFile(arg, call, language);
  else if (name === 'echo' || name === 'printf') {
    for (const arg of args) {
      if (isKnown(arg)) for (const text of arg.texts) read(text);
      else walk.addGap(arg.unknown, 'what it runs is only known at run time');
    }
  } else walk.addGap(`${name ?? '…'} | ${call.name}`, 'the output of a program is run');
}

const nodeValued =
  /^(?:-r|--require|--import|--loader|--experimental-loader|--env-file|--env-file-if-exists|-C|--conditions|-e|--eval|-p|--print|-pe|--input-type|--title|--tsconfig|--config|--project|-P|--preload|--run|--disable-warning)$/;

const readNode: ProgramReader = (call) => {
  const { args, env, walk, state } = call;
  const nodeOptions = textOf(env.get('NODE_OPTIONS') ?? state.variables.get('NODE_OPTIONS'));
  if (env.has('NODE_PATH') || state.variables.has('NODE_PATH'))
    walk.addGap('NODE_PATH', 'modules are searched in further folders');
  if (call.name === 'bun') for (const folder of state.folders ?? []) walk.coverFile(join(folder, 'bunfig.toml'));
  const given = nodeOptions === undefined ? [] : nodeOptions.split(/\s+/).map((text): WordValue => ({ texts: [text] }));
  const { operands, options } = splitOptions([...given, ...args], nodeValued);
  for (const { name, value } of options) {
    if (value && /^(?:-r|--(?:require|import|loader|experimental-loader|preload))$/.test(name))
      startModule(value, call);
    if (value && /^--(?:env-file(?:-if-exists)?|tsconfig|config|project)$/.test(name)) startFile(value, call, 'other');
    if (value && /^(?:-e|--eval|-p|--print|-pe)$/.test(name)) readProgramText(value, call);
    if (value && name === '--run') runPackageScript(textOf(value) ?? '', call);
  }
  if (options.some(({ name }) => /^(?:-e|--eval|-p|--print|-pe|-c|--check)$/.test(name))) return;
  if (options.some(({ name }) => name === '--test'))
    walk.addGap(`${call.name} --test`, 'it runs the tests that it finds');
  const [file, ...rest] = operands;
  if (!file || textOf(file) === '-')
    return readInput(call, (text) => readJavaScript(walk, text, state.folders, undefined), 'javascript');
  startFile(file, call, 'javascript', (path) => javaScriptCandidates(walk, path));
  coverArguments(rest, call);
};

/** A module that is loaded first: a path, or a package. */
function startModule(value: WordValue, call: ProgramCall): void {
  const text = textOf(value);
  if (text !== undefined && !/^[./]/.test(text)) {
    if (!text.startsWith('node:')) call.walk.addGap(`node_modules (${text})`, 'installed packages are not covered');
    return;
  }
  startFile(value, call, 'javascript', (path) => javaScriptCandidates(call.walk, path));
}

function readProgramText(value: WordValue, { walk, state, name }: ProgramCall): void {
  if (isKnown(value)) for (const text of value.texts) readJavaScript(walk, text, state.folders, undefined);
  else walk.addGap(`${name} -e ${value.unknown}`, 'what it runs is only known at run time');
}

/** Modules that run code of the project, as the tools of the same name do. */
const projectModules = /^(?:pytest|unittest|invoke|tox|nox|doit|pre_commit)$/;

/** `-mname` is `-m name`. */
const splitModule = (arg: WordValue): readonly WordValue[] => {
  const [, name] = /^-m([A-Za-z_][\w.]*)$/.exec(textOf(arg) ?? '') ?? [];
  return name === undefined ? [arg] : [{ texts: ['-m'] }, { texts: [name] }];
};

const readPythonProgram: ProgramReader = (call) => {
  const { args, env, walk, state } = call;
  const searchPath = textOf(env.get('PYTHONPATH') ?? state.variables.get('PYTHONPATH')) ?? '';
  const searched = pathsIn({ texts: listedPaths(searchPath).filter((path) => path !== '') }, state.folders ?? []);
  const modulePaths = isKnown(searched) ? searched.texts : [];
  const { operands, options } = splitOptions(args.flatMap(splitModule), /^(?:-[a-zA-Z]*[cm]|-W|-X)$/);
  const isIsolated = options.some(({ name }) => /^-[a-zA-Z]*[IP]/.test(name));
  coverShadows(walk, modulePaths, state.folders);
  const code = options.find(({ name }) => /^-[a-zA-Z]*c$/.test(name))?.value;
  const module = options.find(({ name }) => /^-[a-zA-Z]*m$/.test(name))?.value;
  if (code) {
    if (!isKnown(code)) return walk.addGap(`${call.name} -c ${code.unknown}`, 'what it runs is only known at run time');
    if (!isIsolated) coverShadows(walk, state.folders ?? [], state.folders);
    for (const text of code.texts) readPython(walk, text, state.folders ?? [], { folders: state.folders });
    return;
  }
  if (module) {
    const name = textOf(module);
    if (name === undefined) return walk.addGap(`${call.name} -m`, 'the module is only known at run time');
    coverShadows(walk, state.folders ?? [], state.folders);
    if (projectModules.test(name))
      walk.addGap(`${call.name} -m ${name}`, "it runs the project's own code by its own rules");
    for (const folder of [...(state.folders ?? []), ...modulePaths])
      for (const path of moduleFiles(folder, name))
        walk.coverScript(path, { folders: state.folders, language: 'python', modulePaths: state.folders ?? [] });
    return;
  }
  const [file, ...rest] = operands;
  if (!file || textOf(file) === '-')
    return readInput(call, (text) => readPython(walk, text, state.folders ?? [], { folders: state.folders }), 'python');
  startFile(file, call, 'python', (path) => [path, join(path, '__main__.py')], modulePaths);
  coverArguments(rest, call);
};

/** Other interpreters: their script is covered, what it imports is not followed. */
const readOtherInterpreter: ProgramReader = (call) => {
  const { operands, options } = splitOptions(call.args, /^(?:-[a-z]{0,3}e|-r|-I|-f|-v|-F|-File|-Command)$/);
  for (const { name, value } of options) {
    if (value && /^(?:-f|-r|-File|--file)$/.test(name)) startFile(value, call, 'other', (path) => [path, `${path}.rb`]);
    if (/^-[IM]./.test(name) || name === '-I')
      call.walk.addGap(`${call.name} ${name}`, 'modules that it loads are not covered');
  }
  const hasText = options.some(({ name }) => /^-[a-z]{0,3}e$|^-Command$/.test(name));
  const [file, ...rest] = operands;
  // `ruby -c` and `php -l` only check the syntax.
  if (options.some(({ name }) => name === '-c' || name === '-l')) return;
  if (file && !hasText) startFile(file, call, 'other');
  coverArguments(rest, call);
};

const readPackageProgram: ProgramReader = ({ name, args, walk, state, command, env }) => {
  const { operands } = splitOptions(args, /^(?:-p|--package|-c|--call|--prefix)$/);
  walk.addGap(
    [name, textOf(operands[0])].filter((text) => text !== undefined).join(' '),
    'installed packages are not covered',
  );
  runWords(operands, { walk, state, command, env });
};

const deno: ProgramReader = (call) => {
  const [verb, ...rest] = call.args;
  for (const folder of call.state.folders ?? []) call.walk.coverFile(join(folder, 'deno.json'));
  if (/^(?:task|test)$/.test(textOf(verb) ?? '')) {
    call.walk.addGap(`deno ${textOf(verb)} ${textOf(rest[0]) ?? ''}`.trim(), 'tasks and tests of deno are not read');
    return;
  }
  const { operands, options } = splitOptions(
    textOf(verb) === 'run' ? rest : call.args,
    /^(?:-c|--config|--import-map)$/,
  );
  for (const { name, value } of options) if (value && name !== '--allow') startFile(value, call, 'other');
  const [file, ...others] = operands;
  if (file && !/^(?:https?|npm|jsr):/.test(textOf(file) ?? '')) startFile(file, call, 'javascript');
  coverArguments(others, call);
};

/** `uv run`: the project's environment runs, unless the script brings its own. */
const readInEnvironment: ProgramReader = (call) => {
  const { walk, state, name } = call;
  const [verb, ...rest] = call.args;
  if (textOf(verb) !== 'run') return;
  const { operands, options } = splitOptions(
    rest,
    /^(?:--with|--with-requirements|--python|-p|--env-file|--project|--directory|--extra|--group)$/,
  );
  if (name !== 'uv') walk.addGap(`${name} run`, "the project's environment of installed packages is not covered");
  const isAlone = options.some(({ name: option }) => /^(?:--script|-s|--no-project|--isolated)$/.test(option));
  const found = (state.folders ?? []).some((folder) => walk.findUpwards(folder, ['pyproject.toml']) !== undefined);
  if (found && !isAlone) walk.addGap(`${name} run`, "the project's environment of installed packages is not covered");
  const file = textOf(operands[0]);
  if (file !== undefined && /\.pyw?$/.test(file)) readPythonProgram({ ...call, args: operands });
  else if (options.some(({ name: option }) => option === '-m')) readPythonProgram({ ...call, args: rest });
  else runWords(operands, call);
};

const readFindExec: ProgramReader = (call) => {
  const texts = call.args.map((arg) => textOf(arg) ?? '');
  for (const [index, text] of texts.entries()) {
    if (!/^-(?:exec|execdir|ok|okdir)$/.test(text)) continue;
    const end = texts.findIndex((one, i) => i > index && (one === ';' || one === '+'));
    const words = call.args
      .slice(index + 1, end < 0 ? undefined : end)
      .map((value): WordValue => (textOf(value)?.includes('{}') ? { unknown: 'the files that "find" finds' } : value));
    runWords(words, call);
  }
};

/** `run-parts`: every file of a folder runs. */
const readRunParts: ProgramReader = ({ args, state, walk, name }) => {
  const folders = splitOptions(args, noOption).operands.map((value) =>
    isKnown(value) ? pathsIn(value, state.folders) : value,
  );
  for (const folder of folders) {
    if (isKnown(folder))
      for (const path of folder.texts.filter((one) => walk.isInProject(`${one}/x`)))
        for (const file of walk.files.listNames(path)) walk.coverScript(join(path, file), { folders: state.folders });
    else walk.addGap(`${name} ${folder.unknown}`, 'the folder is only known at run time');
  }
};

const readXargs: ProgramReader = (call) => {
  const { operands } = splitOptions(call.args, /^(?:-[IinPLdEs]|--(?:max-args|max-procs|delimiter|replace))$/);
  if (operands.length > 0) runWords([...operands, { unknown: `the input of "${call.name}"` }], call);
};

/** Programs whose output `eval` may run: shell setup, and `jq` and `getopt`, which print data that is not covered. */
const shellSetup =
  /^\s*(?:ssh-agent|direnv|fnm|pyenv|rbenv|nodenv|goenv|brew|\/\S*\/brew|mise|asdf|opam|conda|starship|zoxide|luarocks|dircolors|locale|resize|jq|getopt|tset)\b/;

const readEval: ProgramReader = ({ args, command, state, walk }) => {
  const unknownPart = args.find((arg) => !isKnown(arg));
  if (!unknownPart) return readScript(args.map((arg) => textOf(arg) ?? '').join(' '), state, walk);
  const parts = command.words.slice(1).flatMap(({ parts: all }) => all);
  const isSetup = parts.every(
    (part) =>
      (part.kind === 'output' && shellSetup.test(part.script)) || (part.kind === 'text' && part.text.trim() === ''),
  );
  if (!isSetup && !isKnown(unknownPart))
    walk.addGap(`eval ${unknownPart.unknown}`, 'what it runs is only known at run time');
};

const readTrap: ProgramReader = ({ args: [text], state, walk }) => {
  if (isKnown(text))
    for (const script of text.texts) readScript(script, { ...state, variables: new Map(state.variables) }, walk);
};

/** Variables that are read from an input are unknown. */
const readVariables: ProgramReader = ({ args, state }) => {
  for (const arg of args) {
    const name = textOf(arg) ?? '';
    if (/^[A-Za-z_]\w*$/.test(name)) state.variables.set(name, { unknown: `$${name}` });
  }
};

const ignore: ProgramReader = () => undefined;

/** How to find out what a program runs, by its name. For other programs the arguments are covered. */
export const programReaders: Readonly<Record<string, ProgramReader | undefined>> = {
  ...named(
    `cat head tail less more grep egrep fgrep rg cut sort uniq wc tr tee ls stat file diff cmp test [ echo printf true
    false : exit return break continue set unset shopt umask wait kill sleep date touch mkdir rm rmdir mv cp ln chmod
    chown basename dirname realpath readlink pwd which type hash unalias git gh curl wget mktemp md5sum sha256sum du df
    uname id whoami hostname ps pgrep pkill lsof notify-send say afplay logger getopts let jobs fg bg disown`.replace(
      /\s+/g,
      ' ',
    ),
    ignore,
  ),
  // A file given with `-f` is a program in the tool's own language.
  ...named('jq yq gojq jaq sed gsed', (call) => {
    const { options } = gatherWords(call.args, /^(?:-[a-zA-Z]*f|--from-file|--file)$/);
    for (const { name, value } of options)
      if (value && /^(?:-[a-zA-Z]*f|--from-file|--file)$/.test(name)) startFile(value, call, 'other');
  }),
  ...named('cd pushd', enterFolder),
  popd: ({ state }) => {
    state.folders = undefined;
  },
  ...named('source .', (call) => {
    const [file] = call.args;
    if (file) sourceFile(file, call);
  }),
  ...named('sh bash zsh dash ksh ash mksh', readShell),
  ...named(
    'exec nohup setsid chronic unbuffer builtin caffeinate busybox unshare eatmydata dotenv strace',
    wrapper(/^(?:-[aoeP])$/),
  ),
  ...named('taskset', wrapper(/^$/, 1)),
  command: (call) => {
    if (!/^-[vV]/.test(textOf(call.args[0]) ?? '')) wrapper(noOption)(call);
  },
  ...named('time nice ionice stdbuf', wrapper(/^(?:-n|-c|-p|-f|-o|-i|-e|--adjustment)$/)),
  ...named('sudo doas', wrapper(/^(?:-u|-g|-h|-p|-C|-U|--user|--group)$/)),
  timeout: wrapper(/^(?:-s|-k|--signal|--kill-after)$/, 1),
  gtimeout: wrapper(/^(?:-s|-k|--signal|--kill-after)$/, 1),
  flock: wrapper(/^(?:-w|-E|--timeout)$/, 1),
  env: readEnv,
  ...named('node nodejs tsx ts-node esno vite-node', readNode),
  ...named('python python2 python3 pypy pypy3', readPythonProgram),
  ...named('ruby perl php pwsh powershell lua Rscript awk gawk mawk nawk osascript', readOtherInterpreter),
  ...named('npx bunx pnpx uvx', readPackageProgram),
  ...named('npm yarn pnpm bun', (call) => followPackageScripts(call, { readNode, readPackageProgram })),
  ...named('make gmake', followMake),
  deno,
  ...named('uv poetry pipenv rye', readInEnvironment),
  find: readFindExec,
  'run-parts': readRunParts,
  ...named('xargs parallel', readXargs),
  eval: readEval,
  alias: ({ args, state, walk }) => {
    for (const text of args.map((arg) => textOf(arg) ?? '').filter((one) => one.includes('=')))
      readScript(text.slice(text.indexOf('=') + 1), { ...state, variables: new Map(state.variables) }, walk);
  },
  java: (call) => {
    coverArguments(call.args, call);
    const folders = call.args
      .map((arg) => textOf(arg) ?? '')
      .filter((text) => /^(?:-cp|-classpath|--class-path\b.*)$/.test(text));
    for (const option of folders) call.walk.addGap(`java ${option}`, 'classes in folders are not covered');
  },
  // Which word is first afterwards depends on the conditions around it.
  shift: ({ state }) => {
    const [self, ...rest] = state.words;
    const texts = rest.flatMap((word) => (isKnown(word) ? word.texts : []));
    if (self && texts.length > 0) state.words = [self, ...rest.map(() => ({ texts }))];
  },
  trap: readTrap,
  ...named('read mapfile readarray', readVariables),
  ...projectTools,
};
