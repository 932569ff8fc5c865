import { pathToFileURL } from 'node:url';
import { removePath, writeAtomic } from '../platform/files/files.js';

/** A page on the disk that leads the user's browser to the page with a code. */
export interface EntryPage {
  /** Writes the page for an address, and returns the address of the file. */
  write(url: string): string;
  remove(): void;
}

/**
 * Every user of a machine can read the arguments of a running program, so the address with the code is in none of them:
 * the browser is given this file, which only its owner can read.
 */
export const createEntryPage = (path: string): EntryPage => ({
  write(url) {
    writeAtomic(path, pageTo(url));
    return pathToFileURL(path).href;
  },
  remove: () => removePath(path),
});

const pageTo = (url: string): string => `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<title>anyhook</title>
<script>location.replace(${JSON.stringify(url)})</script>
<p><a href="${url}" rel="noreferrer">Open the page of anyhook</a>
`;
