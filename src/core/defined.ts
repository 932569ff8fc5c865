type WithoutUndefined<T> = { -readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** The object without its undefined fields. */
export const withoutUndefined = <T extends object>(fields: T): WithoutUndefined<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as WithoutUndefined<T>;
