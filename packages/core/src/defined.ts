type WithoutUndefined<T> = { -readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** A copy of the object without its undefined fields. Every event makes several, so this is a plain loop. */
export function withoutUndefined<T extends object>(fields: T): WithoutUndefined<T> {
  const defined: WithoutUndefined<T> = {};
  for (const key of Object.keys(fields) as (keyof T & string)[]) {
    const value = fields[key];
    if (value === undefined) continue;
    // A plain assignment to this key would set the prototype.
    if (key === '__proto__') Object.defineProperty(defined, key, { value, ...ordinary });
    else defined[key] = value as Exclude<T[typeof key], undefined>;
  }
  return defined;
}

const ordinary = { writable: true, enumerable: true, configurable: true };
