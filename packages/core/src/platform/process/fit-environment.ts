import { perEnvironment } from '../../environment-variants.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Longest value that is passed to a process; Linux refuses a value of 128 KiB. */
export const maxValueBytes = 100 * 1024;

// Variables and arguments share one limit: 1 MiB on macOS, a quarter of the stack (usually 2 MiB) on Linux.
const maxTotalBytes = 768 * 1024;

type FittedEnvironment = Readonly<Record<string, string>>;

/**
 * An environment that every system accepts: values that are too long are left out and marked by `<NAME>_OMITTED=1`.
 * Windows searches the working folder for programs unless a variable forbids it.
 */
export const fitEnvironment: (env: Environment, args?: readonly string[]) => FittedEnvironment =
  process.platform === 'win32'
    ? (env, args) => ({ ...fittingEnvironment(env, args), NoDefaultCurrentDirectoryInExePath: '1' })
    : fittingEnvironment;

function fittingEnvironment(env: Environment, args: readonly string[] = []): FittedEnvironment {
  if (fitsAsItIs(env, args)) return env;
  const fitted: Record<string, string> = {};
  let total = 0;
  for (const arg of args) total += byteCount(arg) + overhead;
  for (const name of Object.keys(env)) {
    const value = env[name];
    if (value === undefined || !isName(name)) continue;
    const size = byteCount(value);
    if (size > maxValueBytes || value.includes('\0')) {
      markOmitted(fitted, name);
      continue;
    }
    setVariable(fitted, name, value);
    total += byteCount(name) + size + overhead;
  }
  return total > maxTotalBytes ? shrink(fitted, total) : fitted;
}

// `NAME=value`, its NUL and the pointer to it.
const overhead = 10;

function fitsAsItIs(env: Environment, args: readonly string[]): env is FittedEnvironment {
  const size = sizeIfSmall(env);
  return size !== undefined && size + Buffer.byteLength(args.join('\n')) + overhead * args.length <= maxTotalBytes;
}

/**
 * The size of an environment that certainly fits; undefined if something may have to be left out. Checks all values
 * together, because every program start needs this, and almost all environments are small.
 */
const sizeIfSmall = perEnvironment((env: Environment): number | undefined => {
  const values = Object.values(env);
  const names = Object.keys(env);
  if (values.includes(undefined) || names.includes('') || Object.hasOwn(env, '__proto__')) return undefined;
  const [valueText, nameText] = [values.join('\n'), names.join('\n')];
  if (valueText.includes('\0') || nameText.includes('\0') || nameText.includes('=')) return undefined;
  const bytes = Buffer.byteLength(valueText);
  return bytes <= maxValueBytes ? bytes + Buffer.byteLength(nameText) + overhead * names.length : undefined;
});

function shrink(env: Record<string, string>, given: number): Record<string, string> {
  let total = given;
  const longest = Object.keys(env).sort((a, b) => (env[b]?.length ?? 0) - (env[a]?.length ?? 0));
  for (const name of longest) {
    if (total <= maxTotalBytes) break;
    total -= byteCount(env[name] ?? '');
    delete env[name];
    markOmitted(env, name);
  }
  return env;
}

function markOmitted(env: Record<string, string>, name: string): void {
  setVariable(env, `${name}_OMITTED`, '1');
}

// Assignment would set the prototype if the name is `__proto__`.
function setVariable(env: Record<string, string>, name: string, value: string): void {
  if (name !== '__proto__') env[name] = value;
}

const isName = (name: string): boolean => name !== '' && !name.includes('=') && !name.includes('\0');

// Only long texts need counting: a UTF-16 unit is at most three bytes.
const byteCount = (text: string): number => (text.length < 64 ? text.length * 3 : Buffer.byteLength(text));
