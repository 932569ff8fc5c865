type ClientEnvironment = Readonly<Record<string, string>>;

/**
 * An environment from `NAME=value` strings, each terminated by NUL. An event reads a dozen of hundreds of names: a
 * value is extracted when it is read, and all of them when the object is enumerated.
 */
export function lazyEnvironment(bytes: Buffer | undefined): ClientEnvironment {
  const words = wordsIn(bytes?.toString('utf8') ?? '');
  const env = new Proxy<Record<string, string>>(Object.create(null), {
    get: (taken, name) => takeVariable(taken, name, words),
    has: (taken, name) => takeVariable(taken, name, words) !== undefined,
    ownKeys(taken) {
      for (const name of words.names()) takeVariable(taken, name, words);
      return Reflect.ownKeys(taken);
    },
    getOwnPropertyDescriptor(taken, name) {
      takeVariable(taken, name, words);
      return Reflect.getOwnPropertyDescriptor(taken, name);
    },
    // Read-only: it belongs to the agent.
    defineProperty: () => false,
    deleteProperty: () => false,
  });
  wordsByEnvironment.set(env, words);
  return env;
}

/** Names that start with one of these letters; the rest of an event's environment is not parsed. */
export const namesStartingWith = (
  env: Readonly<Record<string, string | undefined>>,
  letters: string,
): readonly string[] =>
  wordsByEnvironment.get(env)?.names(letters) ?? Object.keys(env).filter((name) => letters.includes(name.charAt(0)));

const wordsByEnvironment = new WeakMap<object, EnvironmentWords>();

function takeVariable(
  taken: Record<string, string>,
  name: string | symbol,
  words: EnvironmentWords,
): string | undefined {
  if (typeof name === 'symbol') return undefined;
  const value = taken[name] ?? words.value(name);
  if (value !== undefined) taken[name] = value;
  return value;
}

interface EnvironmentWords {
  names(letters?: string): readonly string[];
  /** Of two equal names the first counts, as in getenv. */
  value(name: string): string | undefined;
}

function wordsIn(text: string): EnvironmentWords {
  const starts = startsIn(text);
  const nameAt = (at: number): string => {
    const name = text.slice(at, Math.max(at, text.indexOf('=', at)));
    return name.includes('\0') ? '' : name;
  };
  return {
    names(letters) {
      const places = letters === undefined ? [...starts.values()] : [...letters].map((one) => starts.get(codeOf(one)));
      return places.flatMap((some = []) => some.map(nameAt)).filter((name) => name !== '');
    },
    value(name) {
      const start = `${name}=`;
      const at = starts.get(codeOf(name))?.find((place) => text.startsWith(start, place));
      return at === undefined || nameAt(at) !== name ? undefined : text.slice(at + start.length, endOf(text, at));
    },
  };
}

const codeOf = (name: string): number => name.charCodeAt(0);

/** Where strings start, by their first letter. */
function startsIn(text: string): ReadonlyMap<number, readonly number[]> {
  const starts = new Map<number, number[]>();
  for (let at = 0, end = 0; at < text.length; at = end + 1) {
    end = endOf(text, at);
    const code = text.charCodeAt(at);
    const known = starts.get(code);
    if (known) known.push(at);
    else starts.set(code, [at]);
  }
  return starts;
}

function endOf(text: string, at: number): number {
  const end = text.indexOf('\0', at);
  return end < 0 ? text.length : end;
}
