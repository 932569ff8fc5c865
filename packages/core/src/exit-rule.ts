import type { Handler, Hook } from './hook.js';
import type { FailureKind } from './verdict.js';

export const exitRules = ['decisions', 'claude', 'seed'] as const;
/** What the exit code of a hook in a file of Claude Code's format means. */
export type ExitRule = (typeof exitRules)[number];

/** What a rule sets for a hook. It has no effect on events that cannot be blocked. */
type ExitRuleSettings = Pick<Hook, 'onFailure' | 'concurrent' | 'stopsList' | 'blockingFailures'>;

/** Endings in which a program ran and its output cannot be read, so the call must not continue. */
const unreadable: readonly FailureKind[] = ['bad-output', 'too-much-output', 'error'];

const settings: Readonly<Record<ExitRule, ExitRuleSettings>> = {
  decisions: { onFailure: 'open', concurrent: false, stopsList: true, blockingFailures: unreadable },
  claude: { onFailure: 'open', concurrent: true, stopsList: false },
  seed: { onFailure: 'closed', concurrent: false, stopsList: true },
};

/** The rule in one sentence, for people. */
export const exitRuleTexts: Readonly<Record<ExitRule, string>> = {
  decisions: 'an exit code that the script chose blocks, a broken script does not',
  claude: 'only exit 2 and JSON block',
  seed: 'any exit but 0 blocks, and so does any failure',
};

export function withExitRule(hook: Hook, exitRule: ExitRule): Hook {
  const { blockingFailures: _old, ...kept } = hook;
  return { ...kept, ...exitRuleFields(exitRule, hook.handler) };
}

/** The fields that the rule sets on a hook with this handler. */
export function exitRuleFields(exitRule: ExitRule, { kind }: Handler): ExitRuleSettings & Pick<Hook, 'exitRule'> {
  const { onFailure, concurrent, stopsList, blockingFailures } = settings[exitRule];
  const isProgram = kind === 'command';
  return {
    exitRule,
    concurrent,
    stopsList,
    onFailure: isProgram ? onFailure : 'open',
    ...(isProgram && blockingFailures && { blockingFailures }),
  };
}
