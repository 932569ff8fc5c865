import type { Value } from '../value.js';

/** The parts of a PowerShell script, as parsed. Names of variables, members and parameters are in lower case. */
export type PsExpression =
  | { readonly kind: 'text'; readonly text: Value; readonly isQuoted: boolean }
  /** Text with variables in it. */
  | { readonly kind: 'expand'; readonly parts: readonly (Value | PsExpression)[]; readonly isQuoted: boolean }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'variable'; readonly name: string; readonly isSplat: boolean }
  /** `$(…)`, `@(…)` and `(…)`. */
  | { readonly kind: 'statements'; readonly body: readonly PsStatement[]; readonly isArray: boolean }
  | { readonly kind: 'table'; readonly entries: readonly (readonly [PsExpression, PsStatement])[] }
  | { readonly kind: 'block'; readonly script: PsScript }
  | { readonly kind: 'type'; readonly name: string }
  | { readonly kind: 'cast'; readonly type: string; readonly of: PsExpression }
  | { readonly kind: 'unary'; readonly op: string; readonly of: PsExpression }
  | { readonly kind: 'binary'; readonly op: string; readonly left: PsExpression; readonly right: PsExpression }
  | { readonly kind: 'choice'; readonly test: PsExpression; readonly yes: PsExpression; readonly no: PsExpression }
  | { readonly kind: 'list'; readonly items: readonly PsExpression[] }
  | {
      readonly kind: 'member';
      readonly of: PsExpression;
      readonly name: PsExpression;
      readonly isStatic: boolean;
      /** Undefined: a property. */
      readonly args: readonly PsExpression[] | undefined;
    }
  | { readonly kind: 'index'; readonly of: PsExpression; readonly index: PsExpression };

export interface PsScript {
  readonly parameters: readonly { readonly name: string; readonly initial: PsExpression | undefined }[];
  readonly body: readonly PsStatement[];
  /** The text between the braces. */
  readonly source: Value;
}

export type PsStatement =
  | { readonly kind: 'pipeline'; readonly stages: readonly PsStage[] }
  /** Pipelines joined by `&&` and `||`. */
  | { readonly kind: 'chain'; readonly parts: readonly PsStatement[] }
  | { readonly kind: 'assign'; readonly target: PsExpression; readonly op: string; readonly value: PsStatement }
  /** `if`, `switch` and `try`: any of the branches may run, in this order. */
  | {
      readonly kind: 'branches';
      readonly tests: readonly PsStatement[];
      readonly branches: readonly (readonly PsStatement[])[];
      /** Whether one of them certainly runs. */
      readonly isComplete: boolean;
      /** The `switch` value is `$_` in the branches. */
      readonly isSwitch: boolean;
    }
  /** `while`, `do` and `for`. */
  | {
      readonly kind: 'loop';
      readonly head: readonly PsStatement[];
      readonly test: PsStatement | undefined;
      readonly body: readonly PsStatement[];
    }
  | {
      readonly kind: 'foreach';
      readonly variable: string;
      readonly list: PsStatement;
      readonly body: readonly PsStatement[];
    }
  | { readonly kind: 'group'; readonly body: readonly PsStatement[] }
  | { readonly kind: 'function'; readonly name: string; readonly script: PsScript }
  /** `return`, `throw`, `exit`, `break`, `continue`. */
  | { readonly kind: 'leave'; readonly value: PsStatement | undefined };

export type PsStage =
  | {
      readonly kind: 'command';
      /** `&` calls, `.` sources. */
      readonly operator: '&' | '.' | undefined;
      readonly name: PsExpression;
      readonly args: readonly PsArgument[];
      readonly redirects: readonly PsRedirect[];
    }
  | { readonly kind: 'expression'; readonly of: PsExpression; readonly redirects: readonly PsRedirect[] };

export type PsArgument =
  | { readonly kind: 'value'; readonly of: PsExpression }
  /** `-Name` or `-Name:value`; `written` is the name as written, for native programs. */
  | { readonly kind: 'parameter'; readonly written: string; readonly value: PsExpression | undefined };

export interface PsRedirect {
  /** `1`, `2` … or `*`. */
  readonly stream: string;
  readonly isAppend: boolean;
  /** Undefined: another stream, as in `2>&1`. */
  readonly to: PsExpression | undefined;
}

/** The parser cannot read the text as PowerShell. */
export class PsSyntaxTrouble extends Error {}

/** PowerShell itself rejects the whole text, so no part of it runs. */
export class PsRefusal extends PsSyntaxTrouble {}
