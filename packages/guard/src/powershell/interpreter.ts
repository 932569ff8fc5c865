import type { Machine } from '../machine.js';
import { isFullyKnown, type Value } from '../value.js';
import { bindFunction } from './cmdlets/flow.js';
import { destructiveNames } from './cmdlets/system.js';
import { runFile, runPsCommand } from './commands.js';
import type { PsContext, PsWord } from './context.js';
import { evaluateExpression, psSingle } from './evaluate.js';
import { noteWindowsWrite } from './file-effects.js';
import {
  isPsBlock,
  isPsList,
  isPsObject,
  isPsTable,
  type PsItem,
  printedItems,
  psEither,
  psItems,
  psList,
  psText,
  psUnknown,
} from './items.js';
import { applyOperator } from './operators.js';
import { parsePowerShell } from './parse.js';
import { boundedRounds } from './rounds.js';
import type { PsSession } from './session.js';
import {
  type PsArgument,
  type PsExpression,
  type PsRedirect,
  PsRefusal,
  type PsScript,
  type PsStage,
  type PsStatement,
  PsSyntaxTrouble,
} from './syntax.js';

type Items = readonly PsItem[];
type CommandStage = PsStage & { readonly kind: 'command' };

/** Runs PowerShell on the simulated machine. */
export class PsInterpreter implements PsContext {
  readonly machine: Machine;

  constructor(readonly session: PsSession) {
    this.machine = session.machine;
  }

  evaluate(expression: PsExpression): PsItem {
    return evaluateExpression(expression, this, (body) => this.runAll(body));
  }

  /** Runs text as Invoke-Expression does: in this session. */
  runText(text: Value): Items {
    const { session } = this;
    if (session.noteSource(text) || session.isTooLong(text)) return [psUnknown(text)];
    return session.deeper(() => {
      try {
        return this.runAll(parsePowerShell(text).body);
      } catch (trouble) {
        if (!(trouble instanceof PsSyntaxTrouble)) throw trouble;
        if (!(trouble instanceof PsRefusal) && namesDestruction(text))
          this.machine.note({ do: 'unread', why: 'syntax' });
        return [psUnknown(text)];
      }
    });
  }

  runAll(body: readonly PsStatement[]): Items {
    return body.flatMap((statement) => this.run(statement));
  }

  private run(statement: PsStatement): Items {
    this.session.step();
    switch (statement.kind) {
      case 'pipeline':
        return this.runPipeline(statement.stages);
      case 'chain':
        return statement.parts.flatMap((part) => this.run(part));
      case 'group':
        return this.runAll(statement.body);
      case 'assign':
        this.assign(statement.target, statement.op, psSingle(this.run(statement.value)));
        return [];
      case 'branches':
        return this.runBranches(statement);
      case 'loop':
        return this.runLoop(statement);
      case 'foreach':
        return boundedRounds(this.run(statement.list)).flatMap((item) => {
          this.session.assign(statement.variable, item);
          return this.runAll(statement.body);
        });
      case 'function':
        this.session.functions.set(statement.name, statement.script);
        return [];
      case 'leave':
        return statement.value ? this.run(statement.value) : [];
    }
  }

  private assign(target: PsExpression, op: string, value: PsItem): void {
    const { session } = this;
    if (target.kind === 'cast') this.assign(target.of, op, value);
    else if (target.kind === 'variable') {
      const before = session.variables.get(target.name) ?? null;
      session.assign(target.name, op === '+=' ? applyOperator('+', before, value, session) : value);
    } else if (target.kind === 'list') {
      const items = psItems(value);
      for (const [at, part] of target.items.entries()) this.assign(part, op, items[at] ?? null);
    } else if (target.kind === 'member' || target.kind === 'index') this.assignPart(target, value);
  }

  /** `$table.key = …` and `$table['key'] = …`; objects keep assigned values. */
  private assignPart(target: PsExpression & { kind: 'member' | 'index' }, value: PsItem): void {
    const of = this.evaluate(target.of);
    const key = psText(this.evaluate(target.kind === 'member' ? target.name : target.index)).toLowerCase();
    if (isPsTable(of)) of.entries.set(key, value);
    else if (isPsObject(of) && target.of.kind === 'variable')
      this.session.assign(target.of.name, { ...of, args: [...of.args, value] });
  }

  private runBranches(statement: PsStatement & { kind: 'branches' }): Items {
    const { session } = this;
    const tested = statement.tests.flatMap((test) => this.run(test));
    if (statement.isSwitch) session.assign('_', psSingle(tested));
    const before = session.variables;
    const cwd = session.cwd;
    const outcomes = statement.isComplete ? [] : [before];
    const results: PsItem[] = [];
    for (const branch of statement.branches) {
      session.variables = new Map(before);
      results.push(...this.runAll(branch));
      outcomes.push(session.variables);
    }
    // A folder that only some branches enter is still the most likely one.
    if (statement.isComplete && statement.branches.length === 0) session.cwd = cwd;
    session.variables = mergedVariables(outcomes);
    return statement.isSwitch || results.length < 2 ? results : [psEither(results)];
  }

  private runLoop(statement: PsStatement & { kind: 'loop' }): Items {
    const { session } = this;
    this.runAll(statement.head);
    const test = statement.test ? this.run(statement.test) : [];
    if (test.length === 1 && (test[0] === true || test[0] === 1) && startsWithoutEnd(statement.body))
      session.machine.note({ do: 'exhaust', what: 'starts processes forever' });
    return this.runAll(statement.body);
  }

  private runPipeline(stages: readonly PsStage[]): Items {
    let input: Items | undefined;
    for (const stage of stages) {
      const items = stage.kind === 'expression' ? psItems(this.evaluate(stage.of)) : this.runStage(stage, input);
      input = this.redirect(items, stage.redirects);
    }
    return input ?? [];
  }

  private redirect(items: Items, redirects: readonly PsRedirect[]): Items {
    let left = items;
    for (const { stream, isAppend, to } of redirects) {
      if (to === undefined) continue;
      const isOutput = stream === '1' || stream === '*';
      const isNull = to.kind === 'variable' && to.name === 'null';
      if (!isNull)
        noteWindowsWrite(
          this.session,
          this.evaluate(to),
          isAppend ? 'append' : 'over',
          isOutput ? printedItems(items) : undefined,
        );
      if (isOutput) left = [];
    }
    return left;
  }

  private runStage(stage: CommandStage, input: Items | undefined): Items {
    const name = this.evaluate(stage.name);
    const words = stage.args.map((arg) => this.word(arg));
    if (isPsBlock(name))
      return this.runBlock(name.script, { words, ...(input?.[0] === undefined ? {} : { current: input[0] }) });
    if (isPsObject(name) && name.type === 'commandinfo') return this.invoke(psText(name.args[0]), words, input);
    if (isPsObject(name) && name.type === 'scripttext') return this.runText(psText(name.args[0]));
    const names = isPsList(name) && name.isEither ? name.items : [name];
    return names.flatMap((one) => {
      const text = psText(one);
      // Sourcing and calling a file differ only in the scope of variables.
      if (stage.operator === '.' && isFullyKnown(text))
        return runFile(text, words, this) ?? this.invoke(text, words, input);
      return this.invoke(text, words, input);
    });
  }

  private word(arg: PsArgument): PsWord {
    if (arg.kind === 'parameter')
      return { kind: 'parameter', written: arg.written, value: arg.value && this.evaluate(arg.value) };
    const isBare = (arg.of.kind === 'text' || arg.of.kind === 'expand') && !arg.of.isQuoted;
    return { kind: 'value', item: this.evaluate(arg.of), isQuoted: !isBare, from: arg.of };
  }

  invoke(name: Value, words: readonly PsWord[], input?: Items): Items {
    const { session } = this;
    session.noteLeftOut(name);
    session.step();
    const alias = session.aliases.get(name.toLowerCase()) ?? name;
    const script = session.functions.get(alias.toLowerCase());
    if (script) return this.runBlock(script, { words, ...(input?.[0] === undefined ? {} : { current: input[0] }) });
    return runPsCommand(alias, words, input, this);
  }

  /** Variables set in a block are local; folder and environment are shared. */
  runBlock(script: PsScript, given: { readonly current?: PsItem; readonly words?: readonly PsWord[] } = {}): Items {
    const { session } = this;
    return session.deeper(() => {
      const outer = session.variables;
      const own = new Map(outer);
      const bound = bindFunction(
        script.parameters.map(({ name }) => name),
        given.words ?? [],
      );
      if (given.current !== undefined) for (const name of ['_', 'psitem', 'input']) own.set(name, given.current);
      session.variables = own;
      for (const { name, initial } of script.parameters)
        own.set(name, bound.given.get(name) ?? (initial ? this.evaluate(initial) : (given.current ?? psUnknown())));
      if (given.words !== undefined) own.set('args', psList(bound.rest));
      const items = this.runAll(script.body);
      // The block of a loop shares the variables of the surrounding text; a function with parameters does not.
      session.variables = given.words === undefined ? withoutCurrent(own, outer) : outer;
      return items;
    });
  }
}

function withoutCurrent(own: Map<string, PsItem>, outer: Map<string, PsItem>): Map<string, PsItem> {
  for (const name of ['_', 'psitem', 'input']) {
    const before = outer.get(name);
    if (before === undefined) own.delete(name);
    else own.set(name, before);
  }
  return own;
}

function mergedVariables(outcomes: readonly ReadonlyMap<string, PsItem>[]): Map<string, PsItem> {
  const names = new Set(outcomes.flatMap((outcome) => [...outcome.keys()]));
  const values = (name: string): readonly PsItem[] =>
    outcomes.flatMap((outcome) => {
      const value = outcome.get(name);
      return value === undefined ? [] : [value];
    });
  return new Map([...names].map((name) => [name, psEither(values(name))]));
}

/** Whether a loop's body starts work without waiting for it or leaving the loop. */
function startsWithoutEnd(body: readonly PsStatement[]): boolean {
  const names = body.flatMap((statement) =>
    statement.kind === 'pipeline' ? statement.stages.flatMap((stage) => (stage.kind === 'command' ? [stage] : [])) : [],
  );
  const isWaiting = body.some((statement) => statement.kind === 'leave' || statement.kind === 'branches');
  const starts = names.some(
    ({ name, args }) =>
      name.kind === 'text' &&
      /^(?:start-process|saps|start|start-job|sajb|start-threadjob)$/i.test(name.text) &&
      !args.some((arg) => arg.kind === 'parameter' && /^-wa/i.test(arg.written)),
  );
  return (
    starts && !isWaiting && !names.some(({ name }) => name.kind === 'text' && /^(?:start-)?sleep$/i.test(name.text))
  );
}

/** Whether the name of a destructive command is at the position of a command. */
function namesDestruction(text: Value): boolean {
  const words = text.toLowerCase().split(/[\s;|&({})=]+/);
  const starts = new Set(
    text
      .toLowerCase()
      .split(/[;|&({\r\n=]/)
      .map((part) => part.trim().split(/\s/)[0] ?? ''),
  );
  return words.some((word) => starts.has(word) && destructiveNames.includes(word.replaceAll('`', '')));
}
