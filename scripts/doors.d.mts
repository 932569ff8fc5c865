export const product: string;
export const packageNames: readonly string[];
export const doorOf: (name: string) => ReadonlyMap<string, string>;
export const throughDoors: (text: string, specifier: (file: string, name: string) => string) => string;
