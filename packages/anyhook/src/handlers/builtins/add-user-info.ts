import { homeIn, hostName, pass, type Result, userName } from '@anyhook/core';
import type { Builtin } from './builtin.js';
import { contextEvents, takesContext } from './kit/context-events.js';
import { flattenText } from './kit/text.js';

/** Gives the model the user name, home folder, shell and the name of the machine. */
export const addUserInfo: Builtin = {
  name: 'add_user_info',
  summary: 'gives the model the user name, home directory, shell and host name',
  events: contextEvents,
  decides: false,
  run(event, _args, { env }): Result {
    if (!takesContext(event.name)) return pass();
    const facts: readonly (readonly [string, string | undefined])[] = [
      ['Name', env['USER'] ?? env['LOGNAME'] ?? env['USERNAME'] ?? userName()],
      ['Home directory', homeIn(env)],
      ['Shell', env['SHELL']],
      ['Host name', hostName()],
    ];
    const lines = facts.flatMap(([label, value]) => (value ? [`- ${label}: ${flattenText(value)}`] : []));
    return lines.length === 0 ? pass() : pass({ context: [['User:', ...lines].join('\n')] });
  },
};
