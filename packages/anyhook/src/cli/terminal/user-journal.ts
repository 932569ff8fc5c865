import { userPaths } from '@anyhook/core';
import { openJournal } from '../../journal/open-journal.js';
import { type Io, noticePrinter } from './io.js';

export const openUserJournal = (
  io: Io,
  { create }: { readonly create?: boolean | undefined } = {},
): ReturnType<typeof openJournal> =>
  openJournal({ state: userPaths(io.env, io.home).state, notify: noticePrinter(io), create });
