import type { Call, Language, Machine } from '../machine.js';
import { marks, type Value } from '../value.js';
import { argumentsOf } from './call-words.js';
import { textOfBase64 } from './decoders.js';
import type { InterpreterUse } from './interpreters.js';
import { editFile, inputOf, noteServedFolder, servesThisMachine, unknownFrom } from './kit.js';
import { callOptions, runProgramText, valueAfter } from './program-texts.js';

/** perl and ruby read the files after the code; with -i they edit them. */
export function outputWithFiles(use: InterpreterUse, call: Call, machine: Machine, printed: Value): Value {
  const readsFiles = argumentsOf(call).some((word) => /^-[a-zA-Z0-9]*[pnia]/.test(word));
  if (!readsFiles) return printed;
  const files = use.rest.filter((word) => word !== '--');
  const printsLines = argumentsOf(call).some((word) => /^-[a-zA-Z0-9]*p/.test(word));
  // With -i, a program that prints nothing leaves the files empty.
  const newText = printsLines || /\b(?:print|say|puts|printf|p)\b|\$_/.test(use.codes.join('\n')) ? undefined : '';
  if (use.isInPlace) for (const path of files) editFile(machine, path, newText);
  return use.isInPlace ? marks.any : unknownFrom(inputOf(machine, call, files), printed);
}

export function runPythonModule(machine: Machine, module: Value, rest: readonly Value[], call: Call): Value {
  if ((module === 'zipfile' || module === 'tarfile') && /^(?:-e|--extract)$/.test(rest[0] ?? '')) {
    machine.write(rest[2] ?? '.', 'unpack');
    return '';
  }
  const [file] = module === 'json.tool' ? rest.filter((word) => !word.startsWith('-')) : [];
  if (file !== undefined) return machine.read(file);
  const isServer = module === 'http.server' || module === 'SimpleHTTPServer';
  if (isServer && !servesThisMachine(valueAfter(rest, /^(?:-b|--bind)$/) ?? ''))
    noteServedFolder(machine, valueAfter(rest, /^(?:-d|--directory)$/));
  return machine.run([module, ...rest], { ...callOptions(call), via: `${call.name} -m` });
}

const dataModule = /^data:(?:text|application)\/javascript(?:;charset=[\w-]+)?(;base64)?,/i;

export function runPreload(machine: Machine, language: Language, preload: Value, call: Call): void {
  const data = dataModule.exec(preload);
  if (language !== 'javascript') return;
  if (!data) {
    const text = machine.read(preload);
    if (text !== marks.any) runProgramText(machine, language, text, call, []);
    return;
  }
  const body = preload.slice(data[0].length);
  runProgramText(
    machine,
    'javascript',
    data[1] === undefined ? percentDecoded(body) : (textOfBase64(body) ?? ''),
    call,
    [],
  );
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
