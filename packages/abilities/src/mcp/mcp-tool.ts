import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject } from '../registry/ability.js';
import { compileSchema } from '../registry/compile-schema.js';
import { type CallerInfo, type Violation, violationText } from '../tasks/task.js';
import type { ProjectAbilities } from './ability-source.js';
import { toolResult } from './results.js';

/** One tool call; `signal` aborts when the client stops waiting. */
export interface McpCall {
  readonly project: ProjectAbilities;
  readonly caller: CallerInfo;
  readonly signal: AbortSignal;
  readonly progress: (line: string) => void;
  /** The default environment of new tasks. */
  readonly environment: string | undefined;
  /** The name of an ability's own tool, if it has one. */
  readonly toolNameOf: (ability: string) => string | undefined;
}

export interface McpTool {
  readonly tool: Tool;
  /** The tool runner checks the input itself, for every caller. */
  readonly isCheckedByRunner?: true;
  /** It starts programs, so only a few may run at once. */
  readonly startsPrograms: boolean;
  run(args: JsonObject, call: McpCall): Promise<CallToolResult>;
}

/** Answers invalid arguments with all their errors instead of running the tool. */
export async function runIfValid(row: McpTool, args: JsonObject, call: McpCall): Promise<CallToolResult> {
  if (row.isCheckedByRunner) return row.run(args, call);
  const schema = await compileSchema(row.tool.inputSchema);
  const violations = schema.ok ? schema.check(args) : [];
  return violations.length > 0 ? badArguments(row.tool.name, violations) : row.run(args, call);
}

function badArguments(tool: string, violations: readonly Violation[]): CallToolResult {
  const message = `The arguments do not match the schema of ${tool}`;
  const list = violations.map(violationText).join('; ');
  return toolResult({
    status: 'refused',
    message: `${message}. ${list}.`,
    isError: true,
    fields: { error: { code: 'BAD_INPUT', message, violations } },
  });
}
