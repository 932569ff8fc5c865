import { firstItems } from '../left-out.js';
import { type Machine, type Program, programTable } from '../machine.js';
import { readWords } from '../packs/options.js';
import { unescaped } from '../shell/printf.js';
import type { Value } from '../value.js';

const xargsValues =
  '-a --arg-file -d --delimiter -E -I -L --max-lines -n --max-args -P --max-procs -s --max-chars -J -R -S --process-slot-var'.split(
    ' ',
  );

/** Items of one call; further items are not distinguished. */
const maxItems = 1_000;

/** Runs a command with words from its input. */
const xargs: Program = (call, machine) => {
  const words = withNewSpelling(call.argv.slice(1));
  const { options, operands } = readWords(words, { values: xargsValues, stopsAtOperand: true });
  const value = (...names: readonly string[]): Value | undefined =>
    options.findLast(({ name }) => names.includes(name))?.value;
  const file = value('-a', '--arg-file');
  const input = file === undefined ? call.stdin : machine.read(file);
  const isNull = options.some(({ name }) => name === '-0' || name === '--null');
  const delimiter = value('-d', '--delimiter');
  const replaced = replacedText(options, value);
  // With a text to replace, every line is one item.
  const usual = replaced === undefined ? undefined : '\n';
  const items = itemsOf(input ?? '', isNull ? '\0' : delimiter === undefined ? usual : unescaped(delimiter));
  const command = operands.length > 0 ? operands : ['echo'];
  if (replaced !== undefined)
    return printedOf(items, machine, (item) =>
      machine.run(
        command.map((word) => word.split(replaced).join(item)),
        { via: 'xargs' },
      ),
    );
  const each = Number(value('-n', '--max-args', '-L', '--max-lines') ?? items.length);
  if (each === 1) return printedOf(items, machine, (item) => machine.run([...command, item], { via: 'xargs' }));
  if (!(each > 0)) return machine.run([...command, ...items], { via: 'xargs' });
  let printed = '';
  for (let at = 0; at < items.length; at += each)
    printed += machine.run([...command, ...items.slice(at, at + each)], { via: 'xargs' });
  return items.length === 0 ? machine.run(command, { via: 'xargs' }) : printed;
};

/** `-i{}` is the old spelling of `-I {}`; only the options of xargs itself are changed. */
function withNewSpelling(words: readonly Value[]): readonly Value[] {
  const command = words.length - readWords(words, { values: xargsValues, stopsAtOperand: true }).operands.length;
  return words.map((word, index) => (index < command && /^-i./.test(word) ? `-I${word.slice(2)}` : word));
}

/** The text that `-I`, `-i` or `--replace` replaces. */
function replacedText(
  options: readonly { name: string; value: Value | undefined }[],
  value: (...names: readonly string[]) => Value | undefined,
): Value | undefined {
  const given = value('-I', '-J');
  if (given !== undefined) return given;
  const short = options.find(({ name }) => name === '-i' || name === '--replace');
  return short && (short.value || '{}');
}

/** The items of the input. An unknown one stays one item. */
function itemsOf(input: Value, delimiter: string | undefined): readonly Value[] {
  const parts =
    delimiter === undefined
      ? wordsOf(input)
      : input.split(delimiter).map((part) => (delimiter === '\n' ? part : part.replace(/\n$/, '')));
  const items = parts.filter((part) => part !== '' && part !== '\n');
  return firstItems(items, maxItems);
}

/** The output of a command that runs once per item. */
function printedOf(items: readonly Value[], machine: Machine, run: (item: Value) => Value): Value {
  let printed = '';
  machine.eachOf(items, (item) => {
    printed += run(item);
  });
  return printed;
}

/** Splits as xargs does: white space, quotes and backslashes. */
function wordsOf(text: Value): readonly Value[] {
  const words: Value[] = [];
  for (const [whole, double, single] of text.matchAll(/"([^"\n]*)"|'([^'\n]*)'|(?:\\[\s\S]|[^\s"'\\])+/g))
    words.push(double ?? single ?? whole.replace(/\\([\s\S])/g, '$1'));
  return words;
}

const parallelValues =
  '-j --jobs -a --arg-file -I -n -N -L -d --delimiter -C --colsep -S --sshlogin --joblog --results --timeout --retries --delay --tmpdir --tagstring -P --load --memfree --nice --wd --workdir'.split(
    ' ',
  );

/** GNU parallel: `parallel command ::: words`, or lines of its input. */
const parallel: Program = (call, machine) => {
  const words = readWords(call.argv.slice(1), { values: parallelValues, stopsAtOperand: true });
  const { operands } = words;
  const isFed = words.options.some(({ name }) => name === '--pipe' || name === '--pipepart');
  const file = words.options.find(({ name }) => name === '-a' || name === '--arg-file')?.value;
  // With --pipe the items are the input of the command.
  if (isFed && operands.length > 0)
    return machine.runShell(operands.join(' '), { via: 'parallel', stdin: call.stdin ?? '' });
  const at = operands.findIndex((word) => /^:::{1,2}\+?$/.test(word));
  const command = at < 0 ? operands : operands.slice(0, at);
  const sources = at < 0 ? [] : operands.slice(at);
  const items =
    sources.length > 0 ? listedItems(sources, machine) : linesOf(file === undefined ? call.stdin : machine.read(file));
  if (call.name === 'sem' && items.length === 0) return machine.runShell(command.join(' '), { via: 'sem' });
  if (command.length === 0) return printedOf(items, machine, (text) => machine.runShell(text, { via: 'parallel' }));
  const hasPlace = command.some((word) => /\{[^{}]*\}/.test(word));
  return printedOf(items, machine, (item) => {
    const put = (text: Value): readonly Value[] =>
      hasPlace ? command.map((word) => word.replace(/\{[^{}]{0,9}\}/g, () => text)) : [...command, text];
    // It joins the words to a shell text and quotes only the item, although people often expect separate words.
    const joined = machine.runShell(put(quoted(item)).join(' '), { via: 'parallel' });
    return put(item).some((word) => /\s/.test(word)) ? joined + machine.run(put(item), { via: 'parallel' }) : joined;
  });
};

const quoted = (text: Value): Value => (/^[\w./~*@%+=:,-]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

function listedItems(sources: readonly Value[], machine: Machine): readonly Value[] {
  const items: Value[] = [];
  let reads = false;
  for (const word of sources) {
    if (/^:::{1,2}\+?$/.test(word)) reads = word.startsWith('::::');
    else if (reads)
      items.push(
        ...machine
          .read(word)
          .split('\n')
          .filter((line) => line !== ''),
      );
    else items.push(word);
  }
  return items;
}

function linesOf(input: Value | undefined): readonly Value[] {
  const text = input ?? '';
  return text.split('\n').filter((line) => line !== '');
}

/** rush gets its command as a single text. */
const rush: Program = (call, machine) => {
  const { options, operands } = readWords(call.argv.slice(1), {
    values: ['-c', '-i', '-j', '-n', '-D', '-d', '-r', '-t'],
  });
  const command = operands[0];
  if (command === undefined || options.some(({ name }) => name === '--dry-run')) return undefined;
  return printedOf(linesOf(call.stdin), machine, (item) =>
    machine.runShell(
      command.replace(/\{[^{}]{0,9}\}/g, () => item),
      { via: 'rush' },
    ),
  );
};

export const itemPrograms = programTable({ 'xargs gxargs': xargs, 'parallel sem': parallel, rush });
