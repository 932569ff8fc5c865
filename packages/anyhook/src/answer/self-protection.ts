import { join } from 'node:path';
import {
  dataHome,
  type Hook,
  hasOtherName,
  listFolder,
  nodeProgram,
  ownIdentityOf,
  packageFile,
  realPath,
  selfProtectionId,
  slashedPath,
  type UserPaths,
  userPaths,
} from '@anyhook/core';
import { unsupportedAgents } from '../../.cache/agents/unsupported.js';
import type { Agent, AgentPrograms } from '../agents/agent.js';
import { agentMarks } from '../agents/environment.js';
import { agents } from '../agents/index.js';
import { folderVariableOf, possibleFolders } from '../agents/moved-folders.js';
import { configFormat } from '../formats/index.js';
import { hookWithDefaults } from '../formats/kit/builtin-hook.js';
import type { CodePlaces } from '../handlers/builtins/self-protection/code-places.js';
import type { GuardedPaths, GuardedSettings } from '../handlers/builtins/self-protection/guarded-paths.js';
import { homePrograms } from '../handlers/builtins/self-protection/home-programs.js';
import type { Config } from '../hooks/merged-config.js';
import type { World } from './engine.js';

export const selfProtectionBuiltin = 'anyhook:self-protection';

/** Parts of the paths of every agent's settings, such as `claude` and `settings`. */
const settingsWords = agents.flatMap(({ name, settings, projectEntryFiles = [] }) => {
  if (!settings) return [];
  const { folder, user, project = [] } = settings;
  const files = [...user, ...project, ...projectEntryFiles];
  return [name, ...[folder, ...files].map(firstWord)];
});

/** An agent can also be started by the name of its package. */
const namesOf = ({ names = [], packages = [] }: Partial<AgentPrograms> = {}): readonly string[] => [
  ...names,
  ...packages.map((name) => name.slice(name.lastIndexOf('/') + 1)),
];

/** The first word that is long enough of each path that code is loaded from; of `.pi/git/` both, as `git` is frequent. */
const codeWords = [...agents, ...unsupportedAgents].flatMap(({ settings }) => {
  const { folder = '', code = [], projectCode = [] } = settings ?? {};
  return [...(code.length > 0 ? [folder] : []), ...projectCode].map((path) => {
    const words = path.split('/').map(firstWord);
    return words.find((word) => word.length > 3 && !word.includes('*')) ?? words.slice(0, 2).join('/');
  });
});

/** Programs, packages and options that start an agent without its hooks. */
const startWords = agents.flatMap(({ programs, settings }) => [
  ...(programs?.names ?? []),
  ...(programs?.packages ?? []),
  ...(programs?.hookOptions ?? [])
    .filter((option) => option.startsWith('--'))
    .map((option) => option.slice(0, `${option} `.indexOf(' '))),
  ...(settings?.otherVariables ?? []),
]);

/** `settings` of `.claude/settings.local.json`. Without a regular expression: this runs at every start. */
function firstWord(file: string): string {
  const base = file.slice(file.lastIndexOf('/') + 1);
  const start = base.startsWith('.') ? 1 : 0;
  const ends = [base.indexOf('.', start), base.indexOf('{', start)].filter((at) => at >= 0);
  return base.slice(start, Math.min(base.length, ...ends));
}

/** Words in the names of the files that a shell runs when it starts. */
const startFileWords = ['shrc', 'profile', 'login', 'logout', 'aliases', 'zshenv', 'environment', 'conf'];

/** The hook runs on a call only if it contains one of these texts; plain words, so no regular expression is loaded. */
const needles = [
  ...new Set([
    ...[
      'anyhook',
      'ANYHOOK',
      'agents',
      'settings',
      'hooks',
      'plugin',
      'local',
      'config',
      'XDG_',
      'SA_DISABLED',
      'SA_HOOK',
      'dist',
      'uninstall',
      'nodejs',
      'skill',
      'clawhub',
    ],
    ...[...settingsWords, ...startWords, ...Object.keys(homePrograms)].filter((word) => word.length > 2),
    ...codeWords,
    ...startFileWords,
    // Too short on its own.
    ...agents.flatMap(({ programs }) => namesOf(programs).filter((name) => name.length < 3)).map((name) => `${name} `),
  ]),
];

/** Never executed: the text of a file, unless it is a start file, and the description of a command. */
const skips = { shell: ['description'], write: ['content'], edit: ['oldText', 'newText', 'old_string', 'new_string'] };

/** The executable parts of the package. */
const programParts = ['bin', 'dist'];

/** An always-on hook: agents must not change what guards them. */
export function selfProtectionHook(world: World, config: FolderConfig = {}): Hook {
  const guarded = guardedPaths(world, config);
  return hookWithDefaults({
    id: selfProtectionId,
    dialect: configFormat,
    events: ['tool.before'],
    nativeEvent: 'preToolUse',
    root: guarded.home,
    priority: 1000,
    timeoutMs: 5_000,
    ...(needsNoWords(world, guarded)
      ? {}
      : {
          match: {
            input: {
              source: [...needles, ...programWords(guarded)].join('|'),
              mode: 'search',
              findsHidden: true,
              skips,
            },
          },
        }),
    handler: { kind: 'builtin', use: selfProtectionBuiltin, args: guarded },
    onFailure: 'ask',
  });
}

/** Whether a text without any of the words may refer to guarded files. */
const needsNoWords = (world: World, guarded: GuardedPaths): boolean =>
  isAtHome(world.cwd, guarded) || firstFiles(world.cwd, guarded).some(hasOtherName) || hasLinkTo(world.cwd, guarded);

/** Whether a bare name may be that of a guarded place, or of a folder that contains one. */
const isAtHome = (cwd: string, { home, anyhookOnly, userWritten }: GuardedPaths): boolean =>
  [home, ...anyhookOnly, ...userWritten].some((place) => `${place}/`.startsWith(`${slashedPath(cwd)}/`));

const maxEntries = 200;

/** Whether a link in the folder leads to a guarded place, or to a folder with one in it. */
function hasLinkTo(cwd: string, guarded: GuardedPaths): boolean {
  const entries = listFolder(cwd, maxEntries);
  const { anyhookOnly, userWritten, settings } = guarded;
  const places = [...anyhookOnly, ...userWritten, ...settings.flatMap(({ userFiles }) => userFiles)];
  return (typeof entries === 'string' ? [] : entries).some(({ name }) => {
    const path = join(cwd, name);
    // A link is neither a file nor a folder itself.
    if (ownIdentityOf(path)?.kind !== 'other') return false;
    const target = slashedPath(realPath(path));
    return isAtHome(target, guarded) || places.some((place) => `${target}/`.startsWith(`${place}/`));
  });
}

/** The same for an agent's working folder: such a link may appear at any time. */
export const linksToGuarded = (world: World, config: FolderConfig = {}): boolean =>
  hasLinkTo(world.cwd, guardedPaths(world, config));

/** Guarded files that a hard link could point to. */
function firstFiles(
  cwd: string,
  { anyhookOnly, userWritten, settings, pathSuffixes }: GuardedPaths,
): readonly string[] {
  const inProject = [...pathSuffixes, ...settings.flatMap(({ projectFiles }) => projectFiles)];
  const inFolders = [...anyhookOnly, ...userWritten].flatMap((folder) => {
    const entries = listFolder(folder, maxEntries);
    return typeof entries === 'string' ? [] : entries.map(({ name }) => join(folder, name));
  });
  return [...settings.flatMap(({ userFiles }) => userFiles), ...inProject.map((file) => join(cwd, file)), ...inFolders];
}

/** Words in the paths of programs that run hooks: `nvm`, and the whole path of one outside the home folder. */
const programWords = ({ home, program }: GuardedPaths): readonly string[] => [
  ...new Set(
    program
      .map((path) => (path.startsWith(`${home}/`) ? (path.slice(home.length + 1).split('/', 1)[0] ?? '') : path))
      // Plain text only, as above.
      .map((text) => text.split(/[^\w/-]+/).reduce((one, other) => (other.length > one.length ? other : one), ''))
      .filter((word) => word.length > 2),
  ),
];

/** The files and folders of agents' settings and of anyhook, for a project. */
export function agentPlaces(world: World, root: string, config: FolderConfig = {}): readonly string[] {
  const { anyhookOnly, userWritten, pathSuffixes, settings } = guardedPaths(world, config);
  const inProject = [...pathSuffixes, ...settings.flatMap(({ projectFiles }) => projectFiles)];
  return [
    ...anyhookOnly,
    ...userWritten,
    ...settings.flatMap(({ userFiles }) => userFiles),
    ...inProject.map((file) => join(root, file)),
  ];
}

/** Tools that start bash on every system, as `agent tool`. */
export const bashTools: readonly string[] = agents.flatMap(({ name, bashTools: tools = [] }) =>
  tools.map((tool) => `${name} ${tool}`),
);

type FolderConfig = Pick<Config, 'agentFolders'>;

export const addedFolders = (
  { hooksRunByAgent = [] }: Pick<Agent, 'hooksRunByAgent'>,
  { agentFolders = {} }: FolderConfig,
): readonly string[] =>
  hooksRunByAgent.flatMap(({ format, scope }) => (scope === 'project' ? [] : (agentFolders[format] ?? [])));

function guardedPaths({ env, home }: World, config: FolderConfig): GuardedPaths {
  const user = userPaths(env, home);
  const data = join(dataHome(env, user.home), 'anyhook');
  const slashed = (paths: readonly string[]) => paths.map((path) => slashedPath(path));
  return {
    home: slashedPath(user.home),
    anyhookOnly: slashed([user.state, join(data, 'versions')]),
    userWritten: slashed([
      join(user.configHome, 'anyhook'),
      join(user.configHome, 'agents', 'hooks'),
      data,
      user.managedConfig,
    ]),
    pathSuffixes: ['.agents/anyhook.yaml', '.agents/anyhook.lock.json', '.agents/anyhook.packages.json'],
    program: slashed([...programParts.map((part) => packageFile(part)), nodeProgram()]),
    settings: agents.flatMap((agent) => guardedSettings(agent, { env, added: addedFolders(agent, config) }, user)),
    code: codePlaces(env, user, config),
    agentVariables: agentMarks.map(({ name }) => name),
  };
}

/** Places on this machine from which any agent, connected or not, loads code. */
function codePlaces(env: World['env'], paths: UserPaths, config: FolderConfig): readonly CodePlaces[] {
  // Field by field: a copy of the whole agent would load its codec, at every start and for every agent.
  const supported = agents.flatMap(({ title, settings, programs, hooksRunByAgent = [] }) =>
    settings
      ? [{ title, settings, programs: namesOf(programs), added: addedFolders({ hooksRunByAgent }, config) }]
      : [],
  );
  const all = [...supported, ...unsupportedAgents.map((agent) => ({ ...agent, added: [] }))];
  return all.flatMap(({ title, programs, settings, added }): readonly CodePlaces[] => {
    const { code = [], projectCode = [] } = settings;
    const folders = [...new Set([...possibleFolders(settings, env, paths), ...added])];
    const ofUser = folders.flatMap((folder) => code.map((one) => `${slashedPath(folder)}/${one}`));
    return ofUser.length + projectCode.length === 0 ? [] : [{ title, programs, patterns: [...ofUser, ...projectCode] }];
  });
}

function guardedSettings(
  { name, title, settings, programs, projectEntryFiles = [] }: Agent,
  { env, added }: { readonly env: World['env']; readonly added: readonly string[] },
  paths: UserPaths,
): readonly GuardedSettings[] {
  if (!settings) return [];
  const { user, project = [], system = [], otherVariables = [] } = settings;
  const folderVariable = folderVariableOf(settings);
  const folders = [...new Set([...possibleFolders(settings, env, paths), ...added])];
  const ofUser = folders.flatMap((one) => user.map((file) => slashedPath(join(one, file))));
  return [
    {
      agent: name,
      title,
      programs: programs?.names ?? [],
      packages: programs?.packages ?? [],
      ...(programs?.folder !== undefined && { programFolder: programs.folder }),
      hookOptions: programs?.hookOptions ?? [],
      hookFields: programs?.hookFields ?? [],
      ...(programs?.hooksSince !== undefined && { hooksSince: programs.hooksSince }),
      variables: [...(folderVariable === undefined ? [] : [folderVariable]), ...otherVariables],
      userFiles: [...ofUser, ...system],
      projectFiles: [...new Set([...projectEntryFiles, ...project])],
    },
  ];
}
