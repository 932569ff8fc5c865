import { userPaths } from '@anyhook/core';
import { openJournal } from '../../journal/open-journal.js';
import { type Io, noticePrinter } from './io.js';

/** The journal of the current user. */
export const openUserJournal = (
  io: Io,
  { create }: { readonly create?: boolean | undefined } = {},
): ReturnType<typeof openJournal> =>
  openJournal({ state: userPaths(io.env, io.home).state, notify: noticePrinter(io), create });
