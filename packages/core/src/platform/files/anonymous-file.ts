import { closeSync, constants, openSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/**
 * An open file without a name that contains this data, positioned at its start; the caller closes it. Undefined if it
 * cannot be created in the folder.
 */
export function openAnonymousFile(folder: string, data: string | Uint8Array): number | undefined {
  // The name exists for microseconds, and O_EXCL refuses an existing one, so it need not be secret.
  const path = join(folder, `anyhook-${process.pid}-${Math.random().toString(36).slice(2)}`);
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600);
  } catch {
    return undefined;
  }
  try {
    unlinkSync(path);
    writeAtStart(fd, typeof data === 'string' ? Buffer.from(data) : data);
    return fd;
  } catch {
    closeSync(fd);
    return undefined;
  }
}

/** Writing at a position leaves the file's own offset at 0, where the reader starts. */
export function writeAtStart(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at, bytes.length - at, at);
}
