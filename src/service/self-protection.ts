import { basename, join } from 'node:path';
import { agentMarks } from '../agents/environment.js';
import { agents } from '../agents/index.js';
import type { Hook } from '../core/hook.js';
import { configFormat } from '../formats/index.js';
import { builtinHook } from '../formats/kit/builtin-hook.js';
import type { GuardedPaths } from '../handlers/builtins/self-protection/guarded-paths.js';
import { dataHome, userPaths } from '../state/user-paths.js';
import type { World } from './engine.js';

/** The name with which the user's config switches it off. */
export const selfProtectionId = 'self-protection';

/** The builtin that it runs. */
export const selfProtectionBuiltin = 'anyhook:self-protection';

/** Names of agents and of their folders in a project. */
const agentWords = agents.flatMap(({ name, projectEntryFiles }) =>
  projectEntryFiles ? [name, ...projectEntryFiles.map((file) => file.split('/')[0]?.replace('.', '') ?? '')] : [],
);

/** The hook looks at a call only if it contains one of these texts; plain words, so no regular expression is loaded. */
const needles = [
  ...['anyhook', 'ANYHOOK', 'agents', 'settings', 'hooks', 'local/state', 'local/share', 'XDG_', 'SA_DISABLED'],
  ...new Set(agentWords.filter((name) => name.length > 2)),
];

const entryNames = [
  ...new Set(agents.flatMap(({ projectEntryFiles = [] }) => projectEntryFiles.map((file) => basename(file)))),
].filter((name) => !name.includes('{'));

/** A hook that is always on: an agent must not change what guards it. */
export function selfProtectionHook({ env, home }: World): Hook {
  const user = userPaths(env, home);
  const data = join(dataHome(env, user.home), 'anyhook');
  const guarded: GuardedPaths = {
    home: user.home,
    anyhookOnly: [user.state, join(data, 'versions')],
    userWritten: [join(user.configHome, 'anyhook'), join(user.configHome, 'agents', 'hooks'), data, user.managedConfig],
    pathSuffixes: ['.agents/anyhook.yaml', '.agents/anyhook.lock.json'],
    entryNames: [...entryNames, 'config.toml'],
    agentVariables: agentMarks.map(({ name }) => name),
  };
  return builtinHook({
    id: selfProtectionId,
    dialect: configFormat,
    events: ['tool.before'],
    nativeEvent: 'preToolUse',
    root: user.home,
    priority: 1000,
    timeoutMs: 5_000,
    match: { input: { source: needles.join('|'), mode: 'search' } },
    handler: { kind: 'builtin', use: selfProtectionBuiltin, args: guarded },
    onFailure: 'ask',
  });
}
