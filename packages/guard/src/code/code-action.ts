import type { Arguments, CodeValue } from './code-values.js';
import type { Flow } from './flow.js';

/** What a call does on the machine; gives its value. */
export type CodeAction = (args: Arguments, flow: Flow) => CodeValue;

/** Functions that get the output: `exec(cmd, (error, stdout) => …)`. */
export function callBack(args: Arguments, flow: Flow, ...values: readonly CodeValue[]): void {
  for (const item of args.list) {
    if (item.kind === 'function' || item.kind === 'ref') flow.callAny(item, { list: values, named: new Map() });
  }
}
