type ClientEnvironment = Readonly<Record<string, string>>;

/** Made from `NAME=value` strings that end in NUL. Values are extracted when read: an event reads a few of hundreds. */
export function lazyEnvironment(bytes: Buffer | undefined): ClientEnvironment {
  const text = bytes?.toString('utf8') ?? '';
  if (last?.text === text) return last.env;
  const variables = indexVariables(text);
  let whole: ClientEnvironment | undefined;
  const readWhole = () => {
    whole ??= Object.freeze(variables.all());
    return whole;
  };
  let isComplete = false;
  const read = (cache: Record<string, string>, name: string | symbol): string | undefined => {
    if (typeof name === 'symbol') return undefined;
    const known = cache[name];
    if (known !== undefined || isComplete) return known;
    const value = variables.value(name);
    if (value !== undefined) cache[name] = value;
    return value;
  };
  const env = new Proxy<Record<string, string>>(Object.create(null), {
    get: read,
    has: (cache, name) => read(cache, name) !== undefined,
    ownKeys(cache) {
      if (!isComplete) Object.assign(cache, readWhole());
      isComplete = true;
      return Reflect.ownKeys(cache);
    },
    getOwnPropertyDescriptor(cache, name) {
      read(cache, name);
      return Reflect.getOwnPropertyDescriptor(cache, name);
    },
    // Read-only: it belongs to the agent.
    defineProperty: () => false,
    deleteProperty: () => false,
  });
  variablesByEnvironment.set(env, { names: variables.names, whole: readWhole });
  last = { text, env };
  return env;
}

/** An agent sends the same environment again and again. */
let last: { readonly text: string; readonly env: ClientEnvironment } | undefined;

/** An environment with some variables replaced or removed; it is read through, not copied. */
export function withReplacedVariables(
  env: Readonly<Record<string, string | undefined>>,
  replaced: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  const replacedNames = Object.keys(replaced);
  const valueOf = (name: string | symbol): string | undefined =>
    typeof name === 'symbol' ? undefined : Object.hasOwn(replaced, name) ? replaced[name] : env[name];
  const namesAmong = (
    names: readonly string[],
    isWanted: (name: string) => boolean = () => true,
  ): readonly string[] => [
    ...names.filter((name) => !Object.hasOwn(replaced, name)),
    ...replacedNames.filter((name) => replaced[name] !== undefined && isWanted(name)),
  ];
  const view = new Proxy<Record<string, string>>(Object.create(null), {
    get: (_, name) => valueOf(name),
    has: (_, name) => valueOf(name) !== undefined,
    ownKeys: () => [...namesAmong(Object.keys(env))],
    getOwnPropertyDescriptor(_, name) {
      const value = valueOf(name);
      return value === undefined ? undefined : { value, writable: false, enumerable: true, configurable: true };
    },
    defineProperty: () => false,
    deleteProperty: () => false,
  });
  variablesByEnvironment.set(view, {
    names: (letters) =>
      letters === undefined
        ? namesAmong(Object.keys(env))
        : namesAmong(namesStartingWith(env, letters), (name) => letters.includes(name.charAt(0))),
  });
  return view;
}

/** Names that start with one of these letters; the rest of an event's environment is not parsed. */
export const namesStartingWith = (
  env: Readonly<Record<string, string | undefined>>,
  letters: string,
): readonly string[] =>
  variablesByEnvironment.get(env)?.names(letters) ??
  Object.keys(env).filter((name) => letters.includes(name.charAt(0)));

/** All variables of an event in a plain object: to enumerate the environment itself takes ten times as long. */
export const wholeEnvironment = (
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> => variablesByEnvironment.get(env)?.whole?.() ?? env;

const variablesByEnvironment = new WeakMap<
  object,
  Pick<EnvironmentIndex, 'names'> & { readonly whole?: EnvironmentIndex['all'] }
>();

interface EnvironmentIndex {
  names(letters?: string): readonly string[];
  /** In one pass: reading each name would search among all names with its first letter. */
  all(): ClientEnvironment;
  /** If a name occurs twice, the first value wins, as in getenv. */
  value(name: string): string | undefined;
}

function indexVariables(text: string): EnvironmentIndex {
  const offsetsByLetter = entryOffsets(text);
  const nameAt = (at: number): string => {
    const name = text.slice(at, Math.max(at, text.indexOf('=', at)));
    return name.includes('\0') ? '' : name;
  };
  return {
    names(letters) {
      const offsets =
        letters === undefined
          ? [...offsetsByLetter.values()]
          : [...letters].map((one) => offsetsByLetter.get(codeOf(one)));
      return offsets.flatMap((some = []) => some.map(nameAt)).filter((name) => name !== '');
    },
    all() {
      const whole: Record<string, string> = Object.create(null);
      for (const entry of text.split('\0')) {
        const sign = entry.indexOf('=');
        if (sign > 0) whole[entry.slice(0, sign)] ??= entry.slice(sign + 1);
      }
      return whole;
    },
    value(name) {
      const prefix = `${name}=`;
      const at = offsetsByLetter.get(codeOf(name))?.find((place) => text.startsWith(prefix, place));
      return at === undefined || nameAt(at) !== name ? undefined : text.slice(at + prefix.length, endOf(text, at));
    },
  };
}

const codeOf = (name: string): number => name.charCodeAt(0);

/** Where strings start, by their first letter. */
function entryOffsets(text: string): ReadonlyMap<number, readonly number[]> {
  const offsetsByLetter = new Map<number, number[]>();
  for (let at = 0, end = 0; at < text.length; at = end + 1) {
    end = endOf(text, at);
    const code = text.charCodeAt(at);
    const known = offsetsByLetter.get(code);
    if (known) known.push(at);
    else offsetsByLetter.set(code, [at]);
  }
  return offsetsByLetter;
}

function endOf(text: string, at: number): number {
  const end = text.indexOf('\0', at);
  return end < 0 ? text.length : end;
}
