import { ask, deny, type Event, pass, type Result, slashedPath, type ToolCall } from '@anyhook/core';
import { type GuardWorld, readCall, readCommand } from '@anyhook/guard';
import type { Builtin, BuiltinContext } from '../builtin.js';
import { readOnce } from '../kit/call-readings.js';
import { guardWorld } from '../kit/guard-world.js';
import { absolutePath } from '../kit/project-root.js';
import { hasOnlyCommand, shellCommand, shellFolders, shellOf } from '../kit/shell-call.js';
import { flattenText } from '../kit/text.js';
import { codeHitAt } from './code-places.js';
import { codeHit, type PathHit, pathKeyOf, readingHit, startFileHit } from './command-hits.js';
import { absoluteFrom, type GuardedPaths, type GuardLook, guardHitAt, withRealPaths } from './guarded-paths.js';
import { inputTexts, shellScripts } from './input-texts.js';
import { mayHoldSettings } from './tree-changes.js';

/** Prevents an agent from changing its own guard: our state, settings, launcher and entries. */
export const selfProtection: Builtin = {
  name: 'anyhook:self-protection',
  summary: 'asks before an agent changes the files and entries of anyhook',
  events: ['tool.before'],
  run(event, args, context) {
    if (event.name !== 'tool.before') return noOpinion;
    const guarded = withRealPaths(args as GuardedPaths);
    const cwd = slashedPath(event.cwd);
    const hit = findHit({ ...event, cwd }, guarded, context);
    if (!hit) return noOpinion;
    const subject = subjectOf(hit, { guarded, cwd, agent: event.host });
    if (hit.decision === 'deny')
      return deny(`${subject}. An agent must not change what guards it; ask the user to do it.`);
    return ask(`${subject}. An agent must not change what guards it unless a person approves.`);
  },
};

const noOpinion: Result = pass();

/** `~/.claude/settings.json is …`, or `/ holds …` if the call changes a folder above. */
function subjectOf({ path, what }: PathHit, look: GuardLook): string {
  if (path === undefined) return what;
  const isItself = guardHitAt(path, 'write', look) ?? codeHitAt(path, 'write', look);
  return `${flattenText(path)} ${isItself || path.includes('*') ? 'is' : 'holds'} ${what}`;
}

function findHit(
  { call, cwd, host: agent }: Extract<Event, { name: 'tool.before' }>,
  guarded: GuardedPaths,
  { env, bashTools, agentPlaces }: BuiltinContext,
): PathHit | undefined {
  const look: GuardLook = { guarded, cwd, agent };
  // The same world as that of the other hooks, to share their readings.
  const ownEnv = env['HOME'] === guarded.home ? env : { ...env, HOME: guarded.home };
  const world = guardWorld({ cwd, env: ownEnv, agentPlaces });
  const worldIn = (folder: string | undefined): GuardWorld =>
    folder === undefined ? world : { ...world, cwd: absolutePath(folder, cwd, world.home) };
  const folders = shellFolders(call);
  const inFolders = (hitIn: (world: GuardWorld, look: GuardLook) => PathHit | undefined): PathHit | undefined =>
    strictest(
      (folders.length === 0 ? [undefined] : folders).map((folder) => {
        const world = worldIn(folder);
        return hitIn(world, { ...look, cwd: world.cwd });
      }),
    );
  if (call.kind === 'shell') {
    const command = shellCommand(call);
    const { scripts, isCut } = hasOnlyCommand(call, command) ? onlyCommand : shellScripts(call);
    const others = scripts.filter((text) => text !== command);
    const shell = shellOf(call, agent, bashTools);
    const hit = inFolders((world, inFolder) =>
      strictest([
        readingHit(readOnce(call, command, world, { shell }), command, inFolder),
        scriptsHit(others, world, inFolder),
      ]),
    );
    return hit ?? (isCut ? cutHit : undefined);
  }
  const { paths, scripts, code, startLines, removes, fills, isCut } = inputTexts(call);
  const effect = removes ? 'remove' : 'write';
  const judged = new Set<string>();
  return strictest([
    ...paths.map((path) => {
      const full = absoluteFrom(path, cwd, guarded);
      judged.add(pathKeyOf(full, effect));
      const hit =
        guardHitAt(full, effect, look) ??
        codeHitAt(full, effect, look) ??
        (fills && mayHoldSettings(full, guarded) ? guardHitAt(full, 'tree', look) : undefined);
      return hit && { ...hit, path: full };
    }),
    scripts.length === 0 ? undefined : inFolders((world, inFolder) => scriptsHit(scripts, world, inFolder)),
    callHitOf(call, world, look, judged),
    ...[...code, ...startLines].map((text) => codeHit(text, look)),
    ...startLines.map((text) => startFileHit(text, look)),
    isCut ? cutHit : undefined,
  ]);
}

const onlyCommand = { scripts: [], isCut: false };

/** A limit was reached: the rest of the call is unknown. */
const cutHit: PathHit = { decision: 'ask', what: 'a call that is too large to read completely' };

/** The guard's reading of a call: files that were not judged yet, and the commands and code in it. */
function callHitOf(
  call: ToolCall,
  world: GuardWorld,
  look: GuardLook,
  judged: ReadonlySet<string>,
): PathHit | undefined {
  const reading = readCall(call, world);
  const isSilent = reading.effects.length === 0 && reading.seen.calls.length === 0 && reading.seen.code.length === 0;
  return isSilent ? undefined : readingHit(reading, '', look, judged);
}

/** A call with more commands is not read completely. */
const maxScripts = 500;

function scriptsHit(scripts: readonly string[], world: GuardWorld, look: GuardLook): PathHit | undefined {
  const lines = [...new Set(scripts)];
  return strictest([
    ...lines.slice(0, maxScripts).map((line) => readingHit(readCommand(line, world), line, look)),
    lines.length > maxScripts ? cutHit : undefined,
  ]);
}

function strictest(found: readonly (PathHit | undefined)[]): PathHit | undefined {
  return found.find((hit) => hit?.decision === 'deny') ?? found.find((hit) => hit !== undefined);
}
