import { homeIn, hostName, userName } from '@anyhook/core';
import { contextBuiltin } from './add-context.js';
import type { Builtin } from './builtin.js';
import { flattenText } from './kit/text.js';

/** Gives the model the user name, home folder, shell and the name of the machine. */
export const addUserInfo: Builtin = contextBuiltin({
  name: 'add_user_info',
  summary: 'gives the model the user name, home directory, shell and host name',
  texts(_event, _args, { env }) {
    const facts: readonly (readonly [string, string | undefined])[] = [
      ['Name', env['USER'] ?? env['LOGNAME'] ?? env['USERNAME'] ?? userName()],
      ['Home directory', homeIn(env)],
      ['Shell', env['SHELL']],
      ['Host name', hostName()],
    ];
    const lines = facts.flatMap(([label, value]) => (value ? [`- ${label}: ${flattenText(value)}`] : []));
    return lines.length === 0 ? [] : [['User:', ...lines].join('\n')];
  },
});
