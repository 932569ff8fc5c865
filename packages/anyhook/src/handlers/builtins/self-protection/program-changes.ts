import { type CommandReading, hasUnknown, type SeenCall, type Value } from '@anyhook/guard';
import type { GuardedPaths, GuardHit } from './guarded-paths.js';

/** How a command's programs affect the anyhook and the Node.js that run hooks, independent of the files they name. */
export function programHit(
  { calls }: Pick<CommandReading['seen'], 'calls'>,
  { program }: GuardedPaths,
): GuardHit | undefined {
  if (calls.some(installsProgram)) return { decision: 'ask', what: 'a command that replaces the program of anyhook' };
  if (calls.some((call) => removesNode(call, program)))
    return { decision: 'ask', what: 'a command that may remove the Node.js that runs hooks' };
  if (disturbsEngine(calls)) return { decision: 'ask', what: 'a command that changes the running engine of anyhook' };
  return undefined;
}

/** `npm i -g anyhook@0.0.1`. */
function installsProgram({ name, argv }: SeenCall): boolean {
  if (!/^(?:npm|pnpm|yarn|bun|volta|corepack|brew)$/.test(name)) return false;
  const words = argv.slice(1);
  const isGlobal =
    /^(?:volta|brew)$/.test(name) ||
    words.some((word) => /^(?:-\w*g\w*|--global|--location=global|global)$/.test(word));
  const installs = words.some((word) => /^(?:i|in|ins\w*|install|add|up|update|upgrade|link)$/.test(word));
  return isGlobal && installs && words.some((word) => /(?:^|[/:])anyhook(?:@|$)/.test(word));
}

/** Node.js version managers, and the folders of their versions. */
const nodeKeepers: Readonly<Record<string, RegExp>> = {
  nvm: /\/\.?nvm\//,
  fnm: /\/\.?fnm\b/,
  volta: /\/\.volta\//,
  asdf: /\/\.asdf\//,
  mise: /\/mise\//,
  rtx: /\/(?:mise|rtx)\//,
  nodenv: /\/\.nodenv\//,
  nvs: /\/\.?nvs\//,
  n: /\/bin\/node$/,
  brew: /\/(?:Cellar|opt|homebrew|linuxbrew)\//,
  port: /\/opt\/local\//,
  apt: /^\/usr\/bin\//,
  'apt-get': /^\/usr\/bin\//,
  dnf: /^\/usr\/bin\//,
  yum: /^\/usr\/bin\//,
  pacman: /^\/usr\/bin\//,
  apk: /^\/usr\/bin\//,
  zypper: /^\/usr\/bin\//,
  snap: /^\/snap\//,
  conda: /conda|mamba/,
  mamba: /conda|mamba/,
};

const nodePackage = /^(?:node(?:js)?|linux-nodejs)(?:[@-]?[\d.]*)?$|^nodejs/;
const isNodeVersion = (word: Value): boolean => /^(?:v?\d|lts|system|default)/.test(word) || hasUnknown(word);

/** `nvm uninstall 20`, if anyhook's Node.js was installed by nvm. */
function removesNode({ name, argv }: SeenCall, program: readonly string[]): boolean {
  const place = Object.hasOwn(nodeKeepers, name) ? nodeKeepers[name] : undefined;
  const node = program.find((path) => /\/node(?:\.exe)?$/.test(path));
  if (!place || node === undefined || !place.test(node)) return false;
  const [order = '', ...rest] = argv.slice(1);
  const words = name === 'pacman' ? argv.slice(1) : rest;
  const removes = /^(?:uninstall|remove|rm|delete|purge|autoremove|prune|unload|deactivate|del|-R\w*)$/.test(order);
  if (!removes) return false;
  if (/^(?:prune|autoremove|unload)$/.test(order) && words.every((word) => word.startsWith('-'))) return true;
  const named = words.filter((word) => nodePackage.test(word) || isNodeVersion(word));
  const versions = named.map((word) => /(\d+(?:\.\d+)*)/.exec(word)?.[1]);
  // Other versions are in other folders.
  return versions.some((version) => version === undefined || hasVersion(node, version));
}

/** Whether a path of one version of Node.js may belong to this version; a path without a version may. */
function hasVersion(node: string, version: string): boolean {
  const [, own] = /[/@v](\d+(?:\.\d+){1,2})/.exec(node) ?? [];
  return own === undefined || own === version || own.startsWith(`${version}.`);
}

/** `gdb -p $(pgrep -f anyhook)`, `prlimit --pid … --nofile=1`. */
const disturbs =
  /^(?:gdb|lldb|strace|ltrace|prlimit|renice|taskset|chrt|ionice|reptyr|criu|choom|cpulimit|perf|bpftrace|frida)$/;

function disturbsEngine(calls: readonly SeenCall[]): boolean {
  const names = (call: SeenCall) => call.argv.slice(1).some((word) => word.includes('anyhook'));
  return calls.some(
    (call) => disturbs.test(call.name) && call.argv.some(hasUnknown) && calls.some((one) => one !== call && names(one)),
  );
}
