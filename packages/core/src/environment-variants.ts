type Variables = Readonly<Record<string, string | undefined>>;

/** How many variants of one environment are kept: an agent has a few hooks, and each gets its own variables. */
const maxVariants = 16;

const variantsByEnvironment = new WeakMap<object, Map<string, Variables>>();

/**
 * An environment with extra variables. Variants of a frozen environment are frozen and cached, so results computed per
 * environment can be reused: the hooks of an agent get the same hundreds of variables at each event.
 */
export function environmentWith(env: Variables, added: Variables): Variables {
  if (!Object.isFrozen(env)) return { ...env, ...added };
  const variants = variantsByEnvironment.get(env) ?? new Map<string, Variables>();
  variantsByEnvironment.set(env, variants);
  const key = JSON.stringify(Object.entries(added));
  const known = variants.get(key);
  if (known) return known;
  const made = Object.freeze({ ...env, ...added });
  if (variants.size >= maxVariants) variants.clear();
  variants.set(key, made);
  return made;
}

/** A function that is called once per frozen environment, and at every call for others, which may have changed. */
export function perEnvironment<Env extends Variables, Result>(find: (env: Env) => Result): (env: Env) => Result {
  const found = new WeakMap<object, { readonly result: Result }>();
  return (env) => {
    if (!Object.isFrozen(env)) return find(env);
    const known = found.get(env) ?? { result: find(env) };
    found.set(env, known);
    return known.result;
  };
}
