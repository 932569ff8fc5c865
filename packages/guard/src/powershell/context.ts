import type { Machine } from '../machine.js';
import type { Value } from '../value.js';
import type { PsItem } from './items.js';
import type { PsSession } from './session.js';
import type { PsExpression, PsScript } from './syntax.js';

/** An argument of a command, evaluated. */
export type PsWord =
  | {
      readonly kind: 'value';
      readonly item: PsItem;
      readonly isQuoted: boolean;
      readonly from: PsExpression | undefined;
    }
  | { readonly kind: 'parameter'; readonly written: string; readonly value: PsItem | undefined };

/** The interpreter as seen by cmdlets and .NET members. */
export interface PsContext {
  readonly session: PsSession;
  readonly machine: Machine;
  evaluate(expression: PsExpression): PsItem;
  /** Runs a block with `$_` and arguments; returns its output items. */
  runBlock(
    script: PsScript,
    given?: { readonly current?: PsItem; readonly words?: readonly PsWord[] },
  ): readonly PsItem[];
  /** Runs text in this session, as Invoke-Expression does. */
  runText(text: Value): readonly PsItem[];
  invoke(name: Value, words: readonly PsWord[], input?: readonly PsItem[]): readonly PsItem[];
}

export const valueWord = (item: PsItem): PsWord => ({ kind: 'value', item, isQuoted: true, from: undefined });
