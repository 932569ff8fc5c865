import type { ExplainedEffect, ExplainedStep } from '@anyhook/guard';
import type { CommandExplanation } from '../../answer/guard/explain-here.js';
import type { ExampleReport } from '../../answer/guard/guard-examples.js';
import { pathFromFolder } from '../terminal/describe-hook.js';
import { type Colors, colorsFor, type Io, print, terminalWidth } from '../terminal/io.js';
import { inFileOrder, problemLine } from '../terminal/problems.js';
import { countNoun, oneLine, wrap } from '../terminal/text.js';

const defaultWidth = 80;
const maxWordWidth = 44;
const maxEffects = 10;
const maxSteps = 20;
const textWidth = 26;
const longestText = 200;

/** The decision, each step, the rules that decided, and what to do instead. */
export function printExplanation(explanation: CommandExplanation, io: Io): void {
  const { decision, effects, steps, hook, mistakes } = explanation;
  const colors = colorsFor(io);
  const write = lineWriter(io);
  const stopped = effects.filter((effect) => effect.decision !== 'pass');
  if (stopped.length === 0 && mistakes.length > 0)
    write(7, paint(decision, colors), 'no rule stops it, but a file of the guard has a mistake');
  else if (decision === 'pass')
    write(7, colors.green('pass'), 'no rule stops it, so the agent decides as it does without anyhook');
  for (const { decision: word, text } of stopped.slice(0, maxEffects)) write(7, paint(word, colors), text);
  if (stopped.length > maxEffects) write(7, '', `and ${stopped.length - maxEffects} more`);
  printSteps(steps, write, io, colors);
  for (const text of distinct(stopped.map(ruleText))) write(9, '  rule', text);
  for (const text of distinct(stopped.flatMap(({ instead }) => instead ?? []))) write(9, '  try', text);
  if (hook) write(9, '  hook', `${hook.id} in ${pathFromFolder(hook.source, io.cwd)}`);
  for (const note of notesOf(explanation)) write(9, '  note', note);
}

/** Why the rules and packs are not all that the files here have. */
function notesOf({ hook, idleHooks, mistakes }: CommandExplanation): readonly string[] {
  const broken = mistakes.map((mistake) => `${mistake}; until it is fixed, the guard lets no call pass`);
  if (idleHooks === 0)
    return hook
      ? broken
      : [
          'no hook uses shell-guard here, so these are the default rules; "anyhook hooks new --preset shell-guard" adds it',
        ];
  const what = idleHooks === 1 ? 'a hook with shell-guard is' : `${idleHooks} hooks with shell-guard are`;
  const rules = hook ? '' : ', so these are the default rules and packs';
  const help = '"anyhook list" says why, "anyhook trust" changes it, and --trust-project only tries it';
  return [...broken, `${what} not running (untrusted, changed or disabled)${rules}; ${help}`];
}

const paint = (decision: ExplainedEffect['decision'], colors: Colors): string =>
  decision === 'deny' ? colors.red(decision) : decision === 'ask' ? colors.yellow(decision) : colors.green(decision);

function ruleText({ rule }: ExplainedEffect): string {
  if (!rule) return 'none matches';
  const origin = rule.origin === 'default' ? 'default' : `${rule.origin} config`;
  const because = rule.because === undefined ? '' : `, because ${rule.because}`;
  const until = rule.until === undefined ? '' : ` (until ${rule.until})`;
  return `${origin}  ${rule.text}${because}${until}`;
}

const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)];

function printSteps(steps: readonly ExplainedStep[], write: WriteLine, io: Io, colors: Colors): void {
  const shown = steps.slice(0, maxSteps).map((step) => ({ ...step, text: cutMiddle(oneLine(step.text), longestText) }));
  const lengths = shown.map(({ text }) => [...text].length).filter((length) => length <= textWidth);
  const width = Math.max(0, ...lengths);
  shown.forEach(({ text, note, source }, index) => {
    const number = String(index + 1).padStart(3);
    const known = note === '' || source === undefined ? note : `${note} (${source})`;
    if ([...text].length > textWidth) {
      // A long step gets separate lines: half of a command explains nothing.
      write(5, number, text);
      if (known !== '') write(7, '', known, colors.dim);
      return;
    }
    const start = `${number}  ${text}${' '.repeat(width - [...text].length)}`;
    if (known === '') print(io, start.trimEnd());
    else write([...start].length + 2, start, known, colors.dim);
  });
  if (steps.length > maxSteps) print(io, `     and ${countNoun(steps.length - maxSteps, 'more step')}`);
}

/** What a command would do, one line each. */
export function printEffects(explanation: CommandExplanation, io: Io): void {
  const { effects } = explanation;
  const write = lineWriter(io);
  if (effects.length === 0) print(io, 'no effects that the guard knows');
  for (const { text, via, source } of effects) {
    const way = via.length > 0 ? ` (by ${via.join(' > ')})` : '';
    write(4, '  -', `${text}${way} · ${source}`);
  }
  if (explanation.hook || explanation.idleHooks > 0) for (const note of notesOf(explanation)) write(9, '  note', note);
}

/** How many examples were judged as their packs say, and each that was not. */
export function printExamples(
  { shipped, own }: { readonly shipped: readonly ExampleReport[]; readonly own: readonly ExampleReport[] },
  io: Io,
): void {
  const colors = colorsFor(io);
  for (const problem of inFileOrder([...shipped, ...own].flatMap(({ problems }) => problems)))
    print(io, problemLine(problem, io, colors));
  if (shipped.length > 0) print(io, `${reportCounts(shipped)} of anyhook`);
  for (const one of own) print(io, `${reportCounts([one])} in ${pathFromFolder(one.source, io.cwd)}`);
}

function reportCounts(reports: readonly ExampleReport[]): string {
  const sum = (count: (one: ExampleReport) => number) => reports.reduce((all, one) => all + count(one), 0);
  const wrong = sum(({ problems }) => problems.length);
  const packs = countNoun(
    sum((one) => one.packs),
    'pack',
  );
  const examples = countNoun(
    sum((one) => one.examples),
    'example',
  );
  return `${wrong === 0 ? 'ok   ' : 'FAIL '} ${packs}, ${examples}${wrong === 0 ? '' : `, ${countNoun(wrong, 'problem')}`}`;
}

type WriteLine = (indent: number, start: string, text: string, color?: (text: string) => string) => void;

/** Prints lines with a first word and a text, wrapped to the terminal's width below the start of the text. */
const lineWriter =
  (io: Io): WriteLine =>
  (indent, start, text, color = (same) => same) => {
    const width = terminalWidth(io) ?? defaultWidth;
    const words = oneLine(text)
      .split(' ')
      .map((word) => cutMiddle(word, Math.min(maxWordWidth, Math.max(20, width - indent))));
    const gap = ' '.repeat(Math.max(1, indent - visibleLength(start)));
    print(io, `${start}${gap}${color(wrap(words.join(' '), width, indent))}`);
  };

// Only our own colours stand before the text.
const visibleLength = (text: string): number => [...text.replace(/\u001b\[\d+m/g, '')].length;

/** Long paths are cut in the middle: both ends are the most informative. */
function cutMiddle(text: string, width: number): string {
  const chars = [...text];
  if (chars.length <= width) return text;
  const head = Math.ceil((width - 1) / 2);
  return `${chars.slice(0, head).join('')}…${chars.slice(chars.length - (width - 1 - head)).join('')}`;
}
