import type { ToolCall } from '@anyhook/core';
import { runCode } from './code/index.js';
import type { Effect, SeenEffect } from './effect.js';
import { memoryKeys } from './machine.js';
import type { Pack } from './packs/pack.js';
import { type LookLimits, observePlaces, type PlaceLook } from './places/observe.js';
import { searchedVariables, shownSecretVariable } from './places/secret-variables.js';
import { runCmd } from './powershell/cmd/run-cmd.js';
import { runPowerShell } from './powershell/run-powershell.js';
import { type GuardSettings, type Judgement, judgeEffects } from './rules/judge.js';
import type { GuardRule } from './rules/rule.js';
import { Interpreter } from './shell/interpreter.js';
import { SeenCalls } from './shell/seen-calls.js';
import { ShellFrame } from './shell/state.js';
import type { GuardStep } from './shell/steps.js';
import { OutputStream } from './shell/streams.js';
import { languagesOf, type ShellLanguage, type ToolShell } from './shell-language.js';
import { runSql } from './sql/sql.js';
import { toolEffects } from './tools.js';
import { foreignText, marks, type Value } from './value.js';
import type { GuardWorld } from './world.js';

/** What a command would do, and how it was read. */
export interface CommandReading {
  readonly effects: readonly SeenEffect[];
  readonly steps: readonly GuardStep[];
  /** Links that the command makes, by their paths. */
  readonly links: ReadonlyMap<string, string>;
  /** The programs that it starts, code in other languages, and variables that it sets. */
  readonly seen: Pick<SeenCalls, 'calls' | 'code' | 'variables'>;
  /** A shell would reject all or part of it for its syntax; the rest was read as far as possible. */
  readonly hasSyntaxError: boolean;
}

export interface ReadingOptions {
  /** Packs of users and projects, in addition to the shipped ones. */
  readonly packs?: readonly Pack[];
  /** The other machine on which the command runs. */
  readonly remote?: string;
  /** The shell that reads the command; missing: any. */
  readonly shell?: ToolShell;
}

/** The rules and settings that the guard judges by. */
export interface GuardRules extends GuardSettings, ReadingOptions {
  readonly rules: readonly GuardRule[];
  /** Resolves the places that effects name: links and work trees. */
  readonly look?: PlaceLook;
  readonly lookLimits?: LookLimits;
}

/** A judgement, and how the command was read. */
export interface CommandJudgement extends Judgement {
  readonly steps: readonly GuardStep[];
}

/** The whole pipeline: command → parse → interpret → effects → observe → judge. */
export const judgeCommand = (command: string, world: GuardWorld, rules: GuardRules): CommandJudgement =>
  judgeReading(readCommand(command, world, rules), world, rules);

/** The same for a call of any other tool: the files it touches, and its texts that something runs. */
export const judgeCall = (call: ToolCall, world: GuardWorld, rules: GuardRules): CommandJudgement =>
  judgeReading(readCall(call, world, rules), world, rules);

/** `before`: effects without a place. A command without effects passes, whatever the rules are. */
export function judgeReading(
  { effects, steps, links }: CommandReading,
  world: GuardWorld,
  rules: GuardRules,
  before: readonly SeenEffect[] = [],
): CommandJudgement {
  if (effects.length + before.length === 0) return { decision: 'pass', findings: [], steps };
  const { look, lookLimits } = rules;
  const unseen: SeenEffect[] = [];
  const onLimit = () => unseen.push(unseenPlaces);
  const observed =
    look && lookLimits ? observePlaces(effects, { world, look, limits: lookLimits, links, onLimit }) : effects;
  return { ...judgeEffects([...before, ...observed, ...unseen.slice(0, 1)], rules.rules, rules), steps };
}

/** Links may lead to other places from those that were not resolved. */
const unseenPlaces: SeenEffect = {
  ...{ do: 'unread', why: 'limit', what: 'more places than the guard may check' },
  ...{ span: [0, 0], via: [], call: '', source: 'places' },
};

/** Reads a command as bash would, on a simulated machine. Nothing runs; it never throws. */
export function readCommand(command: string, world: GuardWorld, options: ReadingOptions = {}): CommandReading {
  const shell = new Interpreter(world, { runCode, runSql }, options.packs);
  const text = foreignText(command);
  runInLanguages(text, shell, options.shell ?? 'any', (run) => runOn(shell, options.remote, run));
  return readingOf(shell);
}

/** Runs a text in each language that it may be written in. */
function runInLanguages(
  text: Value,
  shell: Interpreter,
  named: ToolShell,
  start: (run: (state: ShellFrame) => void) => void,
): void {
  const [first, ...others] = languagesOf(text, named, /^[A-Za-z]:/.test(shell.world.root));
  const runAs = (language: ShellLanguage | undefined) =>
    start((state) => {
      if (language === 'powershell') state.streams.get(1)?.write(runPowerShell(text, shell.machineFor(state)));
      else if (language === 'cmd') state.streams.get(1)?.write(runCmd(text, shell.machineFor(state)));
      else shell.runText(text, state);
    });
  runAs(first);
  if (others.length === 0) return;
  const asBash = shell.effects.length;
  for (const language of others) runAs(language);
  const more = shell.effects.slice(asBash);
  // A text that is not bash, but was fully read in another language, is not unread.
  const isRead = !more.some(({ do: name }) => name === 'unread') && shell.hasSyntaxError;
  const own = shell.effects
    .slice(0, asBash)
    .filter((effect) => !isRead || effect.do !== 'unread' || effect.why !== 'syntax');
  // If bash has the same effect, rules see it with the program that bash starts.
  const known = new Set(own.map(effectText));
  shell.effects.splice(0, shell.effects.length, ...own, ...more.filter((effect) => !known.has(effectText(effect))));
}

/** Equal for equal effects, whatever program causes them. */
const effectText = ({ span: _span, via: _via, source: _source, call: _call, ...effect }: SeenEffect): string =>
  JSON.stringify(effect);

/** Merges several readings of one call. `isCut`: a limit was reached, so the call may do more. */
export function mergedReadings(readings: readonly CommandReading[], isCut: boolean): CommandReading {
  const [first] = readings;
  if (first && readings.length === 1 && !isCut) return first;
  const seen = new SeenCalls();
  for (const one of readings) {
    seen.calls.push(...one.seen.calls);
    seen.code.push(...one.seen.code);
    for (const [name, values] of one.seen.variables) for (const value of values) seen.assign(name, value);
  }
  const effects = readings.flatMap((one) => one.effects);
  const cut: SeenEffect = { do: 'unread', why: 'steps', span: [0, 0], via: [], call: '', source: 'tool' };
  return {
    effects: distinct(isCut ? [...effects, cut] : effects),
    steps: readings.flatMap(({ steps }) => steps),
    links: new Map(readings.flatMap(({ links }) => [...links])),
    seen,
    hasSyntaxError: readings.some(({ hasSyntaxError }) => hasSyntaxError),
  };
}

/** Reads a call of a tool that is not a shell. */
export function readCall(call: ToolCall, world: GuardWorld, options: ReadingOptions = {}): CommandReading {
  const shell = new Interpreter(world, { runCode, runSql }, options.packs);
  const { effects, commands, code, sql } = toolEffects(call, world);
  const direct = effects.map((effect): SeenEffect => ({ ...effect, ...ofTool(call) }));
  for (const { text, cwd, remote } of commands)
    runInLanguages(foreignText(text), shell, 'any', (run) =>
      runOn(shell, remote ?? options.remote, (state) => {
        if (cwd !== undefined) state.folders = [shell.placeIn(state, foreignText(cwd)).path];
        run(state);
      }),
    );
  const readings = [readingOf(shell)];
  if (code.length + sql.length > 0) {
    // The same text may be read as a command and as code: neither sees the state that the other leaves.
    const other = new Interpreter(world, { runCode, runSql }, options.packs);
    for (const { language, text } of code)
      runOn(other, options.remote, (state) => {
        const printed = other.machineFor(state).runCode(language, foreignText(text), { via: call.nativeName });
        state.streams.get(1)?.write(printed);
      });
    for (const text of sql) runOn(other, options.remote, (state) => other.machineFor(state).runSql(foreignText(text)));
    readings.push(readingOf(other));
  }
  const reading = mergedReadings(readings, false);
  return { ...reading, effects: [...direct, ...reading.effects] };
}

export const ofTool = ({ nativeName }: ToolCall): Omit<SeenEffect, keyof Effect> => ({
  span: [0, 0],
  via: [],
  call: nativeName,
  source: `tool:${nativeName}`,
});

/** Runs in a fresh shell. Its output is shown to the agent; an internal error becomes an effect. */
function runOn(shell: Interpreter, remote: string | undefined, run: (state: ShellFrame) => void): void {
  const state = new ShellFrame(shell.world.cwd);
  const terminal = new OutputStream();
  state.remote = remote;
  state.streams.set(1, terminal);
  state.streams.set(2, terminal);
  try {
    run(state);
  } catch {
    shell.unread('fault');
  }
  const printsVariables = terminal.written.includes(marks.environment);
  const searched = shell.memory.get(searchedVariables);
  const variable = printsVariables ? shownSecretVariable(shell.world.env, searched) : undefined;
  if (variable !== undefined && remote === undefined)
    shell.note({ do: 'reveal', what: `all variables, ${variable} among them` }, remote);
  else if (printsVariables && searched === undefined && shell.memory.has(memoryKeys.secretVariables))
    shell.note({ do: 'reveal', what: 'all variables, credentials among them' }, remote);
  else if (terminal.written.includes(marks.secret))
    // One effect per call that read secrets: rules may name the program.
    for (const { by, names } of shell.readSecrets.values())
      shell.note({ do: 'reveal', what: firstOf([...names]) }, remote, undefined, by);
}

const firstOf = (names: readonly string[]): string =>
  names.slice(0, 3).join(', ') + (names.length > 3 ? ` and ${names.length - 3} more` : '');

const readingOf = (shell: Interpreter): CommandReading => ({
  effects: distinct(shell.effects),
  steps: shell.steps,
  links: shell.links,
  seen: shell.seen,
  hasSyntaxError: shell.hasSyntaxError,
});

/** Each effect once: loops and branches report the same effect repeatedly. */
function distinct(effects: readonly SeenEffect[]): readonly SeenEffect[] {
  const seen = new Set<string>();
  return effects.filter((effect) => {
    const key = JSON.stringify({ ...effect, span: undefined });
    return !seen.has(key) && seen.add(key);
  });
}
