/** Compiles globs (`*`, `?`, `**`) into one test; a glob without a slash is tested on each part of a path. */
export function globTest(globs: readonly string[]): (path: string) => boolean {
  if (globs.length === 0) return () => false;
  const tests = globs.map(compile);
  return (path) => tests.some((test) => test(path));
}

function compile(glob: string): (path: string) => boolean {
  const folder = glob.endsWith('/');
  const body = folder ? `${glob}**` : glob;
  const pattern = new RegExp(`^${source(body.replace(/^\.\//, ''))}$`, 'i');
  if (body.includes('/')) return (path) => pattern.test(path);
  return (path) => path.split('/').some((part) => pattern.test(part));
}

function source(glob: string): string {
  return glob.replace(/\*\*\/|\*\*|\*|\?|[^*?]+/g, (part) => {
    if (part === '**/') return '(?:.*/)?';
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    if (part === '?') return '[^/]';
    return part.replace(/[\\^$.|+()[\]{}]/g, '\\$&');
  });
}
