export const lazyParts: () => ReadonlyMap<string, readonly string[]>;
