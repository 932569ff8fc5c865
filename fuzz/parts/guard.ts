import {
  alarmedBy,
  dangerousCommands,
  guardTestWorld,
  harmlessCommands,
  weakenedBy,
  weakenedWindows,
  windowsCommands,
} from '../../packages/anyhook/test/support/guard-verdicts.js';
import { powershellWrappers } from '../../packages/anyhook/test/support/guard-windows-wrappers.js';
import { commandWrappers } from '../../packages/anyhook/test/support/guard-wrappers.js';
import { runCode } from '../../packages/guard/src/code/index.js';
import { type CommandReading, readCommand } from '../../packages/guard/src/guard.js';
import type { Language } from '../../packages/guard/src/machine.js';
import { runCmd } from '../../packages/guard/src/powershell/cmd/run-cmd.js';
import { runPowerShell } from '../../packages/guard/src/powershell/run-powershell.js';
import { approvableEffects } from '../../packages/guard/src/rules/approval.js';
import { judgeEffects } from '../../packages/guard/src/rules/judge.js';
import { guardReason } from '../../packages/guard/src/rules/reason.js';
import { Interpreter } from '../../packages/guard/src/shell/interpreter.js';
import { ShellFrame } from '../../packages/guard/src/shell/state.js';
import { OutputStream } from '../../packages/guard/src/shell/streams.js';
import { runSql } from '../../packages/guard/src/sql/sql.js';
import { foreignText } from '../../packages/guard/src/value.js';
import {
  cmdGrammar,
  codeGrammar,
  grammarText,
  powershellGrammar,
  shellGrammar,
  sqlGrammar,
} from '../generated-commands.js';
import { expectThat, type FuzzPart } from '../part.js';

/** The CPU time that the guard may use for any command; `runCase` measures slower ones again. */
const maxMs = 50;

/** Judges the effects, and words the reason. Throws if the guard had to catch an internal fault. */
function expectJudged({ effects }: CommandReading, reproduce: () => void): void {
  if (effects.some((effect) => effect.do === 'unread' && effect.why === 'fault')) {
    reproduce();
    throw new Error('the guard caught a fault that does not happen again');
  }
  const settings = { root: guardTestWorld.root, home: guardTestWorld.home };
  const judgement = judgeEffects(effects, [], settings);
  const reason = guardReason(judgement, settings);
  expectThat((reason === undefined) === (judgement.decision === 'pass'), 'a verdict without a reason');
  approvableEffects(judgement, guardTestWorld.cwd);
}

/** Does what the guard does, without catching faults. */
function interpretUncaught(run: (shell: Interpreter, state: ShellFrame) => void): void {
  const shell = new Interpreter(guardTestWorld, { runCode, runSql });
  const state = new ShellFrame(guardTestWorld.cwd);
  state.streams.set(1, new OutputStream());
  state.streams.set(2, new OutputStream());
  run(shell, state);
}

/** The guard reads any text for a shell. */
export const guardShell: FuzzPart<string> = {
  name: 'guard-shell',
  maxMs,
  reference: 'cd . ; '.repeat(1_400),
  make: (random) => grammarText(random, shellGrammar),
  check: (text) =>
    expectJudged(readCommand(text, guardTestWorld), () =>
      interpretUncaught((shell, state) => void shell.runText(foreignText(text), state)),
    ),
};

/** A program of another language, or SQL. */
export interface GuardCodeCase {
  readonly language: Language | 'sql';
  readonly text: string;
}

const languages = ['python', 'javascript', 'ruby', 'perl', 'php', 'lua', 'awk', 'sed', 'tcl', 'r', 'sql'] as const;

/** The guard reads any text for an interpreter or a database. */
export const guardCode: FuzzPart<GuardCodeCase> = {
  name: 'guard-code',
  maxMs,
  reference: { language: 'python', text: 'a = 1 + 2; '.repeat(1_400) },
  make: (random) => {
    const language = random.pick(languages);
    return { language, text: grammarText(random, language === 'sql' ? sqlGrammar : codeGrammar) };
  },
  check: ({ language, text }) => {
    if (!languages.includes(language)) return;
    interpretUncaught((shell, state) => {
      const machine = shell.machineFor(state);
      if (language === 'sql') machine.runSql(foreignText(text));
      else machine.runCode(language, foreignText(text));
      expectJudged(shell, () => {});
    });
  },
};

/** A text for a Windows shell. */
export interface GuardWindowsCase {
  readonly shell: 'powershell' | 'cmd';
  readonly text: string;
}

/** The guard reads any text for PowerShell and cmd. */
export const guardWindows: FuzzPart<GuardWindowsCase> = {
  name: 'guard-windows',
  maxMs,
  reference: { shell: 'cmd', text: 'cd . & '.repeat(1_400) },
  make: (random) => {
    const shell = random.pick(['powershell', 'cmd'] as const);
    return { shell, text: grammarText(random, shell === 'cmd' ? cmdGrammar : powershellGrammar) };
  },
  check: ({ shell: kind, text }) =>
    expectJudged(readCommand(text, guardTestWorld, { shell: kind }), () =>
      interpretUncaught((shell, state) => {
        const run = kind === 'cmd' ? runCmd : runPowerShell;
        run(foreignText(text), shell.machineFor(state));
      }),
    ),
};

/** Names of wrappers around a command, from the inside out. */
export interface GuardWrapCase {
  readonly shell: 'bash' | 'powershell';
  readonly command: string;
  readonly wrappers: readonly string[];
}

const isIn = (list: readonly string[], command: string): boolean => list.includes(command);

/** A command in other commands is judged at least as strictly, and in bash a harmless one stays harmless. */
export const guardWrap: FuzzPart<GuardWrapCase> = {
  name: 'guard-wrap',
  isWhole: true,
  make: (random) => {
    const shell = random.chance(0.8) ? 'bash' : 'powershell';
    const names = Object.keys(shell === 'bash' ? commandWrappers : powershellWrappers);
    const { dangerous, harmless } =
      shell === 'bash' ? { dangerous: dangerousCommands, harmless: harmlessCommands } : windowsCommands.powershell;
    const command = random.pick(random.chance(0.6) ? dangerous : harmless);
    return { shell, command, wrappers: random.many(1, 4, () => random.pick(names)) };
  },
  check: ({ shell, command, wrappers }) => {
    if (shell === 'bash') {
      const isDangerous = isIn(dangerousCommands, command);
      const fault = isDangerous ? weakenedBy(wrappers, command) : alarmedBy(wrappers, command);
      expectThat(fault === undefined, fault ?? '');
      return;
    }
    const text = wrappers.reduce((inner, name) => powershellWrappers[name]?.(inner) ?? inner, command);
    if (isIn(windowsCommands.powershell.dangerous, command)) {
      const fault = weakenedWindows(shell, command, text);
      expectThat(fault === undefined, fault ?? '');
    }
  },
};
