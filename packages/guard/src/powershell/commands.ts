import { hasMark, hasUnknown, isFullyKnown, marks, type Value } from '../value.js';
import { aliasedCmdlet } from './aliases.js';
import { fileCmdlets } from './cmdlets/files.js';
import { flowCmdlets } from './cmdlets/flow.js';
import { networkCmdlets } from './cmdlets/network.js';
import { effectByName, systemCmdlets } from './cmdlets/system.js';
import type { PsContext, PsWord } from './context.js';
import { isPsBlock, isPsTrue, type PsItem, printedItems, psItems, psText, psUnknown } from './items.js';
import { bindParameters, type Cmdlet, type CmdletTable, fullParameter, isDryRun } from './parameters.js';
import { windowsProgramName, withWildcards } from './windows-paths.js';

const cmdlets: CmdletTable = { ...fileCmdlets, ...flowCmdlets, ...networkCmdlets, ...systemCmdlets };
const hasOwn = (table: object, name: string): boolean => Object.hasOwn(table, name);

type Input = readonly PsItem[] | undefined;

/** Runs a command that is not a function: a cmdlet, a script or a program. */
export function runPsCommand(
  written: Value,
  words: readonly PsWord[],
  input: Input,
  context: PsContext,
): readonly PsItem[] {
  if (hasUnknown(written)) return runUnknown(written, words, input, context);
  const lower = written.toLowerCase();
  // A module's name before the cmdlet's: Microsoft.PowerShell.Management\Remove-Item.
  const name = /^(?:microsoft\.powershell|cim|storage|scheduledtasks|defender)[\w.]*[\\/][a-z]+-[a-z]+$/.test(lower)
    ? (lower.split(/[\\/]/)[1] as string)
    : lower;
  const cmdletName = aliasedCmdlet(name) ?? name;
  if (aliasedCmdlet(name) !== undefined) {
    const other = otherProgram(name, cmdletName, words);
    if (other) return runNative(other, words, input, context);
  }
  const cmdlet = hasOwn(cmdlets, cmdletName) ? cmdlets[cmdletName] : undefined;
  if (cmdlet) return runCmdlet(cmdletName, cmdlet, words, input, context);
  const call = bindParameters(cmdletName, words, plainParameters, input);
  const effect = effectByName(cmdletName, psText(psItems(call.get('name') ?? call.rest[0])[0]));
  if (effect) {
    if (!isDryRun(call)) context.machine.note(effect);
    return [];
  }
  return runNative(written, words, input, context);
}

const plainParameters = {
  values: 'name identity resourcegroupname driveletter number scope computername path value',
  switches: 'force',
};

function runCmdlet(
  name: string,
  cmdlet: Cmdlet,
  words: readonly PsWord[],
  input: Input,
  context: PsContext,
): readonly PsItem[] {
  const call = bindParameters(name, words, cmdlet.parameters, input);
  return (isDryRun(call) ? [] : cmdlet.run(call, context)) ?? [];
}

const isSlashSwitch = (word: PsWord): boolean =>
  word.kind === 'value' && typeof word.item === 'string' && /^\/[a-z?](?::\S*)?$/i.test(word.item) && !word.isQuoted;
const unixNames = ['rm', 'rmdir', 'cp', 'mv', 'ls', 'cat', 'sort', 'tee', 'diff', 'kill', 'ps', 'mount', 'echo', 'pwd'];
const serviceVerbs = /^(?:delete|stop|start|config|create|query|queryex|failure|sdset|pause|continue|qc|\\\\.*)$/i;

/**
 * The program with an alias's name, if the arguments do not belong to the cmdlet: `rm -rf` of Linux, `del /s` of cmd,
 * `curl -fsSL`. PowerShell 7 has no such alias outside of Windows.
 */
function otherProgram(name: string, cmdletName: string, words: readonly PsWord[]): Value | undefined {
  const parameters = words.filter((word) => word.kind === 'parameter');
  const plain = words.filter((word) => word.kind === 'value');
  const known = (hasOwn(cmdlets, cmdletName) ? cmdlets[cmdletName]?.parameters : undefined) ?? {};
  const isForeign = parameters.some((word) => fullParameter(word.written, known) === undefined);
  const hasLongOption = plain.some((word) => !word.isQuoted && /^--./.test(psText(word.item)));
  if (name === 'sc')
    return serviceVerbs.test(psText(plain[0]?.kind === 'value' ? plain[0].item : null)) ? 'sc.exe' : undefined;
  if (name === 'set') return undefined;
  if (cmdletName === 'invoke-webrequest' && name !== 'iwr') {
    const isCmdlet = parameters.some(
      (word) => word.written.length > 3 && fullParameter(word.written, known) !== undefined,
    );
    return isCmdlet || (parameters.length === 0 && !hasLongOption) ? undefined : name;
  }
  if (name === 'kill' && plain.some((word) => /^-\d/.test(psText(word.item)))) return name;
  if (name === 'start' && isSlashSwitch(words[0] ?? { kind: 'parameter', written: '', value: undefined }))
    return 'cmd-start';
  if (unixNames.includes(name) && (isForeign || hasLongOption)) return name;
  return plain.some(isSlashSwitch) && /^(?:del|erase|rd|rmdir|copy|move|ren|dir|type)$/.test(name)
    ? `cmd-${name}`
    : undefined;
}

/** The words of a program, with wildcards and the home folder expanded as in the shell. */
function nativeWords(words: readonly PsWord[], { session }: PsContext): readonly Value[] {
  return words.flatMap((word): readonly Value[] => {
    if (word.kind === 'parameter')
      return [word.value === undefined ? word.written : `${word.written}:${psText(word.value)}`];
    // `find -exec rm {} +`: a program gets a block as written.
    if (isPsBlock(word.item)) return [`{${psText(word.item)}}`];
    if (word.isQuoted) return psItems(word.item).map(psText);
    return psItems(word.item).map((item) => {
      const text = psText(item);
      if (text === '~' || /^~[\\/]/.test(text)) return session.absolute(text);
      return /[*?]/.test(text) ? withWildcards(text.replaceAll('[', '`[')) : text;
    });
  });
}

function runNative(written: Value, words: readonly PsWord[], input: Input, context: PsContext): readonly PsItem[] {
  const { session } = context;
  const stdin = input === undefined ? undefined : printedItems(input);
  const args = nativeWords(words, context);
  if (written.startsWith('cmd-'))
    return [session.startProgram(['cmd', '/c', [written.slice(4), ...args.map(quoted)].join(' ')], stdin)];
  const isPath = /[\\/]/.test(written);
  if (isPath || /\.\w{1,4}$/.test(written)) {
    const ran = runFile(written, words, context);
    if (ran) return ran;
  }
  const name = windowsProgramName(written);
  if (name === 'powershell' || name === 'pwsh') {
    const block = words.find((word) => word.kind === 'value' && isPsBlock(word.item));
    if (block?.kind === 'value')
      return [session.startProgram([name, '-NoProfile', '-Command', psText(block.item)], stdin)];
  }
  const isOwnFile = isPath && !/^(?:[a-z]:)?[\\/]/i.test(written);
  const output = session.startProgram([isOwnFile ? written.replaceAll('\\', '/') : name, ...args], stdin);
  return output === '' ? [] : isFullyKnown(output) ? output.replace(/\r?\n$/, '').split('\n') : [output];
}

const quoted = (word: Value): Value =>
  /\s/.test(word) ? `"${word}"` : word.replaceAll(marks.star, '*').replaceAll(marks.one, '?');

/** Runs a file whose text this command wrote; undefined for any other program. */
export function runFile(written: Value, words: readonly PsWord[], context: PsContext): readonly PsItem[] | undefined {
  const { session, machine } = context;
  const text = machine.read(session.absolute(written));
  if (session.noteSource(text)) return [psUnknown()];
  const isScript = /\.ps1$/i.test(written);
  if (isScript && isFullyKnown(text) && text !== '') {
    session.variables.set('psscriptroot', session.absolute(written).replace(/\/[^/]*$/, ''));
    const args = words.flatMap((word) => (word.kind === 'value' ? psItems(word.item) : []));
    session.variables.set('args', { kind: 'list', items: args });
    return context.runText(text);
  }
  if (/\.(?:bat|cmd)$/i.test(written) && isFullyKnown(text) && text !== '')
    return [session.startProgram(['cmd', '/c', text], undefined)];
  return undefined;
}

/** A command with an unknown name: it counts if its words would be a dangerous delete or untrusted code. */
function runUnknown(written: Value, words: readonly PsWord[], input: Input, context: PsContext): readonly PsItem[] {
  const { session, machine } = context;
  const texts = words.flatMap((word) => (word.kind === 'value' ? psItems(word.item).map(psText) : []));
  if (session.noteSource(written)) return [psUnknown(written)];
  const given = [...texts, ...(input ?? []).map(psText)].join(' ');
  if (hasMark(given, 'net') || hasMark(given, 'decoded')) session.noteSource(given);
  else if (
    words.some(
      (word) =>
        word.kind === 'parameter' && /^-(?:r|rec\w*|rf|fr)$/i.test(word.written) && isPsTrue(word.value ?? true),
    )
  ) {
    const harmful = ['root', 'system', 'home', 'above', 'project', 'git', 'outside', 'in-home', 'unset'];
    if (texts.some((text) => harmful.includes(machine.place(session.absolute(withWildcards(text))).scope)))
      machine.note({ do: 'run', code: 'unknown' });
  }
  return [psUnknown(...texts, ...(input ?? []))];
}
