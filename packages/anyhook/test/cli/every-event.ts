import { toolEvents } from '../../src/formats/docker/events.js';
import { hookMdWithScript } from './harness.js';

/** Saves the hook's stdin. */
const keep = (event: string): string => `cat >"$KEEP/${event}.json"`;

/** For each format, the files of a project that has one hook for each of these events; each keeps its stdin in `$KEEP`. */
export const everyEvent = {
  'hook-md': (events) =>
    Object.assign({}, ...events.map((event) => hookMdWithScript(event.replaceAll('_', '-'), event, keep(event)))),
  docker: (events) => {
    const hook = (event: string) => `{type: command, command: '${keep(event)}'}`;
    const lines = events.map((event) =>
      toolEvents.has(event) ? `  ${event}: [{hooks: [${hook(event)}]}]` : `  ${event}: [${hook(event)}]`,
    );
    return { '.agents/hooks.yaml': `hooks:\n${lines.join('\n')}\n` };
  },
  ability: (events) =>
    Object.fromEntries(
      events.map((event) => [
        `.system/hooks/${event}.yaml`,
        `id: ${event.toLowerCase()}\nevent_type: ${event}\nenabled: true\nblocking: true\nhandler: {kind: script, command: '${keep(event)}'}\n`,
      ]),
    ),
  claude: (events) => ({
    'hooks/hooks.json': JSON.stringify({
      hooks: Object.fromEntries(
        events.map((event) => [event, [{ hooks: [{ type: 'command', command: keep(event) }] }]]),
      ),
    }),
  }),
} as const satisfies Record<string, (events: readonly string[]) => Record<string, string>>;
