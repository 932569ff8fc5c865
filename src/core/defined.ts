type WithoutUndefined<T> = { -readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** A copy of the object without its undefined fields. */
export function withoutUndefined<T extends object>(fields: T): WithoutUndefined<T> {
  const pairs = Object.values(fields).includes(undefined) ? Object.entries(fields) : undefined;
  return (
    pairs ? Object.fromEntries(pairs.filter(([, value]) => value !== undefined)) : { ...fields }
  ) as WithoutUndefined<T>;
}
