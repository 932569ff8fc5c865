import { isUserFile } from '../places/scope.js';
import { marks, type Value } from '../value.js';
import { type CodeAction, callBack } from './actions.js';
import { type CodeText, codeText, namedArgument, textsOf, unknownCodeValue } from './code-values.js';
import type { Flow } from './flow.js';
import { isAddress, noteFetch } from './network-actions.js';

export const writeTo = (paths: readonly Value[], how: 'over' | 'append', text: Value, flow: Flow): void => {
  for (const path of paths) flow.machine.write(flow.path(path), how, text);
};

/** Opens a file: reading returns its text, writing is reported at once. */
export const asOpen: CodeAction = (args, flow) => {
  const paths = textsOf(args.list[0] ?? args.named.get('file'));
  const mode = textsOf(args.list[1] ?? namedArgument(args, 'mode', 'open', 'write') ?? codeText('r'))[0] ?? 'r';
  const command = flow.language === 'ruby' ? paths.find((path) => path.startsWith('|')) : undefined;
  if (command !== undefined) return codeText(flow.shell(command.slice(1)));
  const flags = args.list[1]?.kind === 'ref' && openFlags.test(args.list[1].name) ? args.list[1].name : undefined;
  const result = openFile(paths, flags ?? mode, flow);
  const others = flags === undefined ? args : { ...args, list: args.list.slice(2) };
  callBack(others, flow, flow.language === 'javascript' ? unknownCodeValue : result, result);
  return result;
};

/** `os.O_WRONLY`, `File::RDWR`, `O_TRUNC`. */
const openFlags = /\b(?:O_)?(?:WRONLY|RDWR|TRUNC)\b/;

export function openFile(paths: readonly Value[], mode: string, flow: Flow): CodeText {
  const isAppend = /^[a-z+]*a/.test(mode);
  const isWrite =
    mode.includes('w') || mode.includes('x') || mode.includes('+') || mode === 'true' || openFlags.test(mode);
  if (isAppend || isWrite) {
    writeTo(paths, isAppend ? 'append' : 'over', '', flow);
    const isNew = !isAppend && (/^[rwbtx+]*w/.test(mode) || mode.includes('TRUNC'));
    if (isNew) noteEmptied(paths, flow);
    return { ...codeText(''), type: 'file', path: paths };
  }
  return { ...codeText(...paths.map((path) => readPath(path, flow))), type: 'file' };
}

export const readPath = (path: Value, flow: Flow): Value => {
  if (path === 'php://stdin' || path === '/dev/stdin' || path === '0' || path === '-') return flow.stdin;
  return isAddress(path) ? noteFetch(path, flow) : flow.machine.read(flow.path(path));
};

/** `open(F, '>', path)`, `open(F, "> path")`, `open(F, 'cmd |')` of perl. */
export const asPerlOpen: CodeAction = (args, flow) => {
  const [, second, ...rest] = args.list;
  for (const text of textsOf(second)) {
    const mode = text.trim();
    if (rest.length > 0 && (mode.startsWith('-|') || mode.startsWith('|-'))) {
      if (rest.length > 1) flow.program(rest.map((codeValue) => textsOf(codeValue)[0] ?? ''));
      else flow.shell(textsOf(rest[0])[0] ?? '');
    } else if (mode.startsWith('|')) flow.shell(mode.slice(1));
    else if (mode.endsWith('|')) flow.shell(mode.slice(0, -1));
    else {
      const chars = mode.startsWith('>>')
        ? 2
        : mode.startsWith('>') || mode.startsWith('<')
          ? 1
          : mode.startsWith('+')
            ? 2
            : 0;
      const isDuplicate = mode.startsWith('>&') || mode.startsWith('<&');
      if (isDuplicate) continue;
      const paths = rest.length > 0 ? textsOf(rest[0]) : [mode.slice(chars).trim()];
      if (chars > 0 && !(chars === 1 && mode.startsWith('<')))
        writePerlFile(paths, mode.startsWith('>>') ? 'append' : 'over', flow);
      else flow.variables.set('<FILE>', codeText(...paths.map((path) => readPath(path, flow))));
    }
  }
};

/** Output of a Perl program may go to any file that it opened. */
function writePerlFile(paths: readonly Value[], how: 'over' | 'append', flow: Flow): void {
  writeTo(paths, how, marks.any, flow);
  if (how === 'over') noteEmptied(paths, flow);
}

/** Records files outside the project that are overwritten; they are lost unless they get content. */
function noteEmptied(paths: readonly Value[], flow: Flow): void {
  for (const path of paths) {
    const at = flow.place(path);
    if (isUserFile(at)) flow.emptied.set(path, at);
  }
}
