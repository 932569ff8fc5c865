import { statSync } from 'node:fs';

/** Is this folder ours, with no right for anybody else? */
export function isOursAlone(folder: string): boolean {
  try {
    const stat = statSync(folder);
    return stat.isDirectory() && stat.uid === process.geteuid?.() && (stat.mode & 0o077) === 0;
  } catch {
    return false;
  }
}

/** Does this process see the same files, network and processes as we do? Elsewhere than on Linux all do. */
export function sharesNamespaces(pid: number): boolean {
  if (process.platform !== 'linux') return true;
  return ['mnt', 'net', 'pid'].every((kind) => {
    const own = place(`/proc/self/ns/${kind}`);
    return own !== undefined && own === place(`/proc/${pid}/ns/${kind}`);
  });
}

function place(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path);
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}

/** May other users put files into this folder? Never where the system has no such rights. */
export function isOpenToOthers(dir: string): boolean {
  try {
    return process.geteuid !== undefined && (statSync(dir).mode & 0o022) !== 0;
  } catch {
    return false;
  }
}
