import { pathToFileURL } from 'node:url';
import { removePath, writeAtomic } from '@anyhook/core';

/** A local file that redirects the user's browser to the page with a code. */
interface EntryPage {
  /** Writes the page for an address, and returns the address of the file. */
  write(url: string): string;
  remove(): void;
}

/**
 * Every user of a machine can read a running program's arguments, so they never contain the address with the code: the
 * browser gets this file, which only its owner can read.
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
