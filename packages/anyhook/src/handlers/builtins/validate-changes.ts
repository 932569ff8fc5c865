import { isAbsolute, relative, sep } from 'node:path';
import { deny, type Event, homeIn, pass, type Result, slashedPath, type ToolCall, writeTarget } from '@anyhook/core';
import type { Builtin } from './builtin.js';
import { textsParam } from './kit/args.js';
import { globTest } from './kit/glob.js';
import { absolutePath, projectRoot } from './kit/project-root.js';
import { flattenText } from './kit/text.js';
import { writeTargets } from './kit/write-targets.js';

/** Denies changes to files that an agent must not touch: outside the project, secrets, system files. */
export const validateChanges: Builtin = {
  name: 'validate-changes',
  summary: 'denies writes outside the project, to env, credential and key files, and to system paths',
  events: ['tool.before', 'tool.after'],
  params: {
    block: { kind: 'texts', description: 'globs of further files that must not be changed' },
    allow: {
      kind: 'texts',
      description:
        'globs of files that may be changed anyway; only an absolute one (or `~/…`) reaches outside the project',
    },
  },
  run(event, args, { env }): Result {
    if (event.name !== 'tool.before' && event.name !== 'tool.after') return pass();
    const paths = writeTargets(event.call);
    if (paths.length === 0) return pass();
    const home = homeIn(env);
    // Globs and paths are compared with slashes on every system.
    const globs = (name: string) => textsParam(args, name).map((glob) => slashedPath(glob));
    const allow = globs('allow').map((glob) => glob.replace(/^~(?=\/)/, (tilde) => slashedPath(home ?? tilde)));
    const rules: Rules = {
      places: placesOf(event),
      home,
      block: globTest(globs('block')),
      allow: globTest(allow),
      allowOutside: globTest(allow.filter(isAbsolute)),
    };
    const objections = paths.flatMap((path) => {
      const why = objection(path, rules);
      return why ? [`${flattenText(path)}: ${why}`] : [];
    });
    return objections.length === 0 ? pass() : deny(reason(event.name, objections));
  },
};

interface Rules {
  readonly places: Places;
  readonly home: string | undefined;
  readonly block: (path: string) => boolean;
  readonly allow: (path: string) => boolean;
  /** Only an absolute pattern can allow a path outside the project. */
  readonly allowOutside: (path: string) => boolean;
}

/** The real paths of the project and of the files of a call. */
interface Places {
  readonly cwd: string;
  readonly root: string;
  readonly realRoot: string;
  /** The file that a write to this path would change. */
  targetOf(path: string): string;
}

/** Several hooks ask about the same call, and each answer needs many file system calls. */
const placesByCall = new WeakMap<ToolCall, Places>();

function placesOf({ call, cwd }: { readonly call: ToolCall; readonly cwd: string }): Places {
  const known = placesByCall.get(call);
  if (known?.cwd === cwd) return known;
  const root = projectRoot(cwd);
  const targets = new Map<string, string>();
  const targetOf = (path: string): string => {
    const target = targets.get(path) ?? writeTarget(path);
    targets.set(path, target);
    return target;
  };
  const places = { cwd, root, realRoot: writeTarget(root), targetOf };
  placesByCall.set(call, places);
  return places;
}

const secrets: readonly (readonly [RegExp, string])[] = [
  [/\.env[^/]*$/i, 'it is an environment file'],
  [/credential|secret/i, 'it is a credential file'],
  [/\.(?:key|pem|p12|pfx|jks|keystore)$/i, 'it is a key file'],
  [/(?:^|\/)id_(?:rsa|dsa|ecdsa|ed25519)[^/]*$/i, 'it is a key file'],
];

const systemPath =
  /^\/(?:private\/)?(?:etc|usr|bin|sbin|lib|lib32|lib64|boot|dev|proc|sys|system|library)(?:\/|$)|^[a-z]:[/\\](?:windows|program files)/i;

// Where containers and package builds keep sources.
const sourceFolder = /^\/usr\/(?:local\/)?src\/./;

// No system accepts longer paths, and resolving their parts would take too long.
const maxPathLength = 16_384;

// Three dots are part of a name: web frameworks have routes such as `[...slug]`.
const twoDots = /(?<!\.)\.\.(?!\.)/;
const dotsReason = 'its path contains ".."';

function objection(path: string, rules: Rules): string | undefined {
  const { cwd, root, realRoot, targetOf } = rules.places;
  if (path.length > maxPathLength) return `its path is longer than ${maxPathLength} characters`;
  const absolute = absolutePath(slashedPath(path.replaceAll('\\', sep)), cwd, rules.home);
  const target = targetOf(absolute);
  const pathInProject = pathInside(target, realRoot);
  const outside = pathInProject === undefined ? slashedPath(target) : undefined;
  const views = [pathInside(absolute, root), pathInProject, outside].filter((view) => view !== undefined);
  if (views.some(rules.block)) return "it matches one of the hook's own blocked patterns";
  if (path.split(/[/\\]/).includes('..')) return dotsReason;
  if (outside === undefined ? views.some(rules.allow) : rules.allowOutside(outside)) return undefined;
  if (twoDots.test(path)) return dotsReason;
  for (const [pattern, why] of secrets) if (views.some((view) => pattern.test(view))) return why;
  if ([absolute, target].some(isSystem(root))) return 'it is a system path';
  if (pathInProject !== undefined) return undefined;
  const linkNote = target === absolute ? '' : ` (it leads to ${flattenText(target)})`;
  return `it lies outside the project ${flattenText(root)}${linkNote}`;
}

const isSystem =
  (root: string) =>
  (path: string): boolean =>
    systemPath.test(path) && !(sourceFolder.test(root) && pathInside(path, root) !== undefined);

/** The path below the folder, or undefined when it is elsewhere. */
function pathInside(path: string, folder: string): string | undefined {
  const relativePath = relative(folder, path);
  if (
    relativePath === '' ||
    relativePath === '..' ||
    relativePath.startsWith(`..${sep}`) ||
    // On Windows the path to another drive is a full path.
    isAbsolute(relativePath)
  )
    return undefined;
  return relativePath.split(sep).join('/');
}

function reason(name: Event['name'], objections: readonly string[]): string {
  const advice =
    name === 'tool.before'
      ? 'Choose a file inside the project, or ask the user to make this change.'
      : 'It has been written: undo the change, then tell the user.';
  return `validate-changes: this change is not allowed.\n${objections.map((line) => `- ${line}`).join('\n')}\n${advice}`;
}
