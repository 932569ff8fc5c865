import { deny, type Event, pass, type Result, slashedPath } from '@anyhook/core';
import type { Builtin, BuiltinContext } from './builtin.js';
import { textsParam } from './kit/args.js';
import { globTest } from './kit/glob.js';
import { flattenText } from './kit/text.js';
import { areCut, isUnknownTool, possibleWriteTargets } from './kit/write-targets.js';

// .eslintrc* eslint.config.* .prettierrc* prettier.config.* biome.json(c) (.)ruff.toml .shellcheckrc .stylelintrc* .markdownlint*
const protectedName =
  /^(?:\.(?:eslintrc|prettierrc|stylelintrc|markdownlint).*|(?:eslint|prettier)\.config\..*|biome\.jsonc?|\.?ruff\.toml|\.shellcheckrc)$/i;

/** Keeps an agent from weakening the rules of a linter or formatter instead of fixing its code. */
export const configProtection = {
  name: 'config-protection',
  summary: 'denies changes to linter and formatter configuration',
  events: ['tool.before'],
  params: {
    protect: { kind: 'texts', description: 'globs of further files to protect' },
    allow: { kind: 'texts', description: 'globs of files that may be changed anyway' },
  },
  run(event: Event, args: unknown, { env }: BuiltinContext): Result {
    if (event.name !== 'tool.before') return noOpinion;
    if (env['SA_HOOK_INPUT_TRUNCATED'] === '1') return deny(truncatedReason(env['SA_HOOK_INPUT_MAX_BYTES']));
    const paths = possibleWriteTargets(event.call);
    if (paths.length === 0) return noOpinion;
    if (areCut(paths)) return deny(tooManyReason);
    const { protect, allow } = globsOf(args);
    const hit = paths.find((path) => isProtected(path, protect) && !allow(slashedPath(path)));
    if (hit === undefined) return noOpinion;
    return deny(
      isUnknownTool(event.call)
        ? `${protectedReason(hit)} ${unknownToolNote(event.call.nativeName)}`
        : protectedReason(hit),
    );
  },
} satisfies Builtin;

const noOpinion = pass();

function isProtected(written: string, protect: (path: string) => boolean): boolean {
  // Parts of a name that Windows ignores when it opens a file: stream names and trailing dots.
  const path = slashedPath(written);
  return protectedName.test(baseName(path)) || protect(path);
}

/** Where the name ends: `/` and `/.` after it name the same file. */
function endOfName(path: string): number {
  let end = path.length;
  for (;;) {
    const isDot = path[end - 1] === '.' && (path[end - 2] === '/' || path[end - 2] === '\\');
    if (path[end - 1] !== '/' && path[end - 1] !== '\\' && !isDot) return end;
    end -= isDot ? 2 : 1;
  }
}

// Optimized for speed: it runs before every write of every agent.
function baseName(path: string): string {
  const clean = path.slice(0, endOfName(path)).trim();
  return clean.slice(Math.max(clean.lastIndexOf('/'), clean.lastIndexOf('\\')) + 1);
}

const protectedReason = (path: string): string =>
  `BLOCKED: ${flattenText(path)} configures a linter or formatter and is protected. ` +
  'Fix the source code so that it meets the rules instead of changing them; if the rule itself is wrong, ask the user to change it.';

const unknownToolNote = (name: string): string =>
  `The tool ${flattenText(name, 100)} is not known, so its path decides; a file that it may change belongs in "allow" of config-protection.`;

const truncatedReason = (maxBytes: string | undefined): string =>
  `BLOCKED: the payload of this tool call was cut${maxBytes ? ` at ${maxBytes} bytes` : ''}, so it is unknown which file it changes. ` +
  'Make the change in smaller steps.';

const tooManyReason = 'BLOCKED: this call names too many files to check them all. Make the change in smaller steps.';

interface Globs {
  readonly protect: (path: string) => boolean;
  readonly allow: (path: string) => boolean;
}

const noGlobs: Globs = { protect: () => false, allow: () => false };
const globsByArgs = new WeakMap<object, Globs>();

function globsOf(args: unknown): Globs {
  if (typeof args !== 'object' || args === null) return noGlobs;
  let found = globsByArgs.get(args);
  if (!found) {
    found = { protect: globTest(textsParam(args, 'protect')), allow: globTest(textsParam(args, 'allow')) };
    globsByArgs.set(args, found);
  }
  return found;
}
