import type { Event } from '../../../core/event.js';
import { slashedPath } from '../../../core/file-path.js';
import type { ToolCall } from '../../../core/tool.js';
import { ask, deny, pass, type Result } from '../../../core/verdict.js';
import { readCall } from '../../../guard/guard.js';
import type { GuardWorld } from '../../../guard/world.js';
import type { Builtin, BuiltinContext } from '../builtin.js';
import { guardWorld } from '../kit/guard-world.js';
import { shellCommand, shellFolder, shellOf } from '../kit/shell-call.js';
import { flattenText } from '../kit/text.js';
import { codeHitAt } from './code-places.js';
import { codeHit, commandHit, type PathHit, readingHit } from './command-hits.js';
import { absoluteFrom, type GuardedPaths, type GuardLook, guardHitAt, withRealPaths } from './guarded-paths.js';
import { inputTexts, shellScripts } from './input-texts.on-demand.js';
import { hasOnlyCommand } from './plain-input.js';

/** Prevents an agent from changing its own guard: our state, settings, launcher and entries. */
export const selfProtection: Builtin = {
  name: 'anyhook:self-protection',
  summary: 'asks before an agent changes the files and entries of anyhook',
  events: ['tool.before'],
  run(event, args, context) {
    if (event.name !== 'tool.before') return noOpinion;
    const guarded = withRealPaths(args as GuardedPaths);
    const hit = findHit({ ...event, cwd: slashedPath(event.cwd) }, guarded, context);
    if (!hit) return noOpinion;
    const subject = `${hit.path === undefined ? '' : `${flattenText(hit.path)} is `}${hit.what}`;
    if (hit.decision === 'deny')
      return deny(`${subject}. An agent must not change what guards it; ask the user to do it.`);
    return ask(`${subject}. An agent must not change what guards it unless a person says so.`);
  },
};

const noOpinion: Result = pass();

function findHit(
  { call, cwd, host }: Extract<Event, { name: 'tool.before' }>,
  guarded: GuardedPaths,
  { env, bashTools }: BuiltinContext,
): PathHit | undefined {
  const look: GuardLook = { guarded, cwd, host };
  const world = guardWorld({ cwd, folder: shellFolder(call), env: { ...env, HOME: guarded.home } });
  const inFolder = { ...look, cwd: world.cwd };
  if (call.kind === 'shell') {
    const command = shellCommand(call);
    const others = hasOnlyCommand(call, command) ? [] : shellScripts(call).filter((text) => text !== command);
    const hit = commandHit(command, world, inFolder, { shell: shellOf(call, host, bashTools) });
    return strictest([hit, scriptsHit(others, world, inFolder)]);
  }
  const { paths, scripts, code, removes } = inputTexts(call);
  const effect = removes ? 'remove' : 'write';
  return strictest([
    ...paths.map((path) => {
      const full = absoluteFrom(path, cwd, guarded);
      const hit = guardHitAt(full, effect, look) ?? codeHitAt(full, effect, look);
      return hit && { ...hit, path: full };
    }),
    scriptsHit(scripts, world, inFolder),
    callHitOf(call, { ...world, cwd }, look),
    ...code.map((text) => codeHit(text, look)),
  ]);
}

/** What the guard reads in a call: its files, and the commands and code in it. */
function callHitOf(call: ToolCall, world: GuardWorld, look: GuardLook): PathHit | undefined {
  const reading = readCall(call, world);
  const isSilent = reading.effects.length === 0 && reading.seen.calls.length === 0 && reading.seen.code.length === 0;
  return isSilent ? undefined : readingHit(reading, '', look);
}

/** A call with more commands than this is not read command by command. */
const maxScripts = 100;

function scriptsHit(scripts: readonly string[], world: GuardWorld, look: GuardLook): PathHit | undefined {
  const lines = [...new Set(scripts)];
  return strictest([
    ...lines.slice(0, maxScripts).map((line) => commandHit(line, world, look)),
    ...lines.slice(maxScripts).map((line) => codeHit(line, look)),
  ]);
}

function strictest(found: readonly (PathHit | undefined)[]): PathHit | undefined {
  return found.find((hit) => hit?.decision === 'deny') ?? found.find((hit) => hit !== undefined);
}
