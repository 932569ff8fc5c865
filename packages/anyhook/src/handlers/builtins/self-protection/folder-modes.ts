/**
 * Whether `chmod` with this mode may lock out a folder's owner or let others change its content; undefined: the mode is
 * unknown, or it sets another owner.
 */
export function closesFolder(mode: string | undefined): boolean {
  if (mode === undefined) return true;
  if (/^[0-7]{1,5}$/.test(mode)) return !/7[0-7][0145]$/.test(mode);
  return !mode.split(',').every(keepsFolder);
}

/** `u+w`, `+x`, `go-w`, `a=rwx`: no class means all. */
function keepsFolder(part: string): boolean {
  const [, who = '', changes = ''] = /^([ugoa]*)((?:[-+=][rwxXst]*)+)$/.exec(part) ?? [];
  if (changes === '') return false;
  const isOwner = who === '' || /[ua]/.test(who);
  // Without a class, the umask keeps others from writing.
  const isOthers = /[oa]/.test(who);
  return (changes.match(/[-+=][rwxXst]*/g) ?? []).every((change) => {
    const given = change.slice(1);
    if (change.startsWith('-')) return !isOwner || !/[rwx]/.test(given);
    if (isOthers && given.includes('w')) return false;
    return change.startsWith('+') || !isOwner || (/r/.test(given) && /w/.test(given) && /x/i.test(given));
  });
}

/** `u+w`, `+X`: the owner keeps all permissions, and others gain no write. */
export const givesOwner = (mode: string | undefined): boolean =>
  mode?.split(',').every((part) => /^(?:u\+[rwxX]+|[ugoa]*\+[xX]+)$/.test(part)) ?? false;
