import { join } from 'node:path';
import { readBytes, readText, sha256 } from '@anyhook/core';
import { isRepository } from './repository.js';

const maxFileBytes = 8 * 1024 * 1024;

/** The current line ends of a file, if it differs from the content with this hash in nothing else. */
export function otherLineEnds(path: string, trustedSha: string): 'CRLF' | 'LF' | undefined {
  const text = readBytes(path, maxFileBytes)?.toString('latin1');
  if (text === undefined) return undefined;
  const shaOf = (changed: string) => sha256(Buffer.from(changed, 'latin1'));
  const lf = text.replaceAll('\r\n', '\n');
  if (lf !== text && shaOf(lf) === trustedSha) return 'CRLF';
  return shaOf(lf.replaceAll('\n', '\r\n')) === trustedSha ? 'LF' : undefined;
}

export const lineEndsAdvice = '"* text=auto eol=lf" in .gitattributes prevents that';

/** May git change the line ends of the project's files on a checkout on Windows? */
export const mayChangeLineEnds = (root: string): boolean =>
  isRepository(root) && !/^[^#\n]*\s(?:eol=lf|-text|binary)\b/m.test(readText(join(root, '.gitattributes')) ?? '');
