import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject } from '../../abilities/ability.js';
import { compileSchema } from '../../abilities/check-input.js';
import { violationText } from '../tasks/error-text.js';
import type { CallerInfo, Violation } from '../tasks/task.js';
import type { Opened } from './ability-source.js';
import { resultOf } from './results.js';

/** One call of a tool: the project as it is now, who calls, and when nobody waits any more. */
export interface Call {
  readonly opened: Opened;
  readonly caller: CallerInfo;
  readonly signal: AbortSignal;
  readonly progress: (line: string) => void;
  /** For tasks whose creation names none. */
  readonly environment: string | undefined;
  /** The name of an ability's own tool, where it has one. */
  readonly toolOf: (ability: string) => string | undefined;
}

/** A tool and what it does. */
export interface ToolRow {
  readonly tool: Tool;
  /** The tool runner checks the input by itself, for every caller alike. */
  readonly isCheckedLater?: true;
  /** It starts programs, so only some may run at once. */
  readonly isHeavy: boolean;
  run(args: JsonObject, call: Call): Promise<CallToolResult>;
}

/** Arguments that do not fit are answered with all that is wrong, never run. */
export async function checked(row: ToolRow, args: JsonObject, call: Call): Promise<CallToolResult> {
  if (row.isCheckedLater) return row.run(args, call);
  const schema = await compileSchema(row.tool.inputSchema);
  const violations = schema.ok ? schema.check(args) : [];
  return violations.length > 0 ? badArguments(row.tool.name, violations) : row.run(args, call);
}

function badArguments(tool: string, violations: readonly Violation[]): CallToolResult {
  const message = `The arguments do not fit the schema of ${tool}`;
  const list = violations.map(violationText).join('; ');
  return resultOf({
    status: 'refused',
    message: `${message}. ${list}.`,
    isError: true,
    fields: { error: { code: 'BAD_INPUT', message, violations } },
  });
}
