/** The usual temporary folders. */
const tempRoots = ['/tmp', '/var/tmp', '/private/tmp', '/private/var/tmp'];
/** TMPDIR counts only below one of these. */
const tempParents = [...tempRoots, '/var/folders', '/private/var/folders', '/run/user'];

/** The environment of an agent is untrusted: `TMPDIR=/` must not make everything temporary. */
export function tempFolders({ TMPDIR = '' }: Readonly<Record<string, string | undefined>>): readonly string[] {
  const named = TMPDIR.length > 1 && TMPDIR.endsWith('/') ? TMPDIR.slice(0, -1) : TMPDIR;
  const isTemporary = tempParents.some((parent) => named.startsWith(`${parent}/`)) && !named.split('/').includes('..');
  return isTemporary ? [...tempRoots, named] : tempRoots;
}
