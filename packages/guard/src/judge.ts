import { judgeCommand } from './guard.js';
import { type ExplainedEffect, explainJudgement, guardReason } from './rules/reason.js';
import type { GuardDecision } from './rules/rule.js';
import type { ToolShell } from './shell-language.js';
import { tempFolders } from './temp-folders.js';

export interface JudgeOptions {
  /** The folder in which the command would start; absolute. */
  readonly cwd: string;
  /** The home folder of the user; absolute. */
  readonly home: string;
  /** The project, whose files may be changed; `cwd` if missing. */
  readonly root?: string;
  /** Variables that the command would get, besides `HOME`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The shell that would read the command; any if missing. */
  readonly shell?: ToolShell;
}

export interface CommandVerdict {
  /** `ask`: a person must decide. */
  readonly verdict: GuardDecision;
  /** Everything that the command would do, the strictest first. */
  readonly effects: readonly ExplainedEffect[];
  /** The text for the agent; missing if the command passes. */
  readonly reason?: string;
}

/** Judges a command by its effects, with the default rules. Nothing runs, and no file is read. */
export function judge(
  command: string,
  { cwd, home, root = cwd, env = {}, shell = 'any' }: JudgeOptions,
): CommandVerdict {
  const variables = { HOME: home, ...env };
  const rules = { rules: [], root, home, shell };
  const world = { cwd, root, home, temp: tempFolders(variables), env: variables };
  const judgement = judgeCommand(command, world, rules);
  const reason = guardReason(judgement, rules);
  const { effects } = explainJudgement(judgement, [], rules);
  return { verdict: judgement.decision, effects, ...(reason !== undefined && { reason }) };
}
