import { failureKinds } from '@anyhook/core';
import { dockerRows, toolEvents as toolEventNames } from '../../../.cache/formats/docker/tables.js';
import type { FormatEvent } from '../kit/format.js';

export const dockerEvents: Readonly<Record<string, FormatEvent>> = {
  ...dockerRows,
  tool_guard: { ...dockerRows.tool_guard, blockingFailures: failureKinds },
};

/** Events whose entries are groups with a matcher over tool names. */
export const toolEvents: ReadonlySet<string> = new Set(toolEventNames);

/** Events that only docker-agent has. */
export const dockerOnlyEvents: ReadonlySet<string> = new Set(
  Object.keys(dockerEvents).filter((name) => dockerEvents[name]?.byName),
);

/** The order in which hooks of one canonical event run: the input is rewritten before guards see it, the output before observers. */
export const runOrder: readonly string[] = [
  ...['tool_input_transform', 'tool_guard', 'tool_response_transform'],
  ...Object.keys(dockerEvents).filter((name) => !/^tool_/.test(name)),
];
