export const plainPath = (path: string): string => path.replace(/^[A-Za-z]:(?=[\\/])/, '').replaceAll('\\', '/');
