import { camelEvents, camelRows, pascalEvents } from '../../../.cache/agents/copilot/tables.js';
import { fileEvents, payloadEvents, withPatchPaths } from '../kit/tables.js';

const table = {
  ...camelEvents,
  ...Object.fromEntries(Object.entries(pascalEvents).map(([name, camel]) => [name, camelEvents[camel]])),
};
export const events = payloadEvents(table);
export const hookEvents = fileEvents(table);
export const camelTools = withPatchPaths(camelRows);
