import { arch, hostname, platform, release, userInfo } from 'node:os';
import { attempt } from '../errors.js';

/** The operating system and processor that the agent runs on. */
export const machineInfo = (): { readonly system: string; readonly release: string; readonly arch: string } => ({
  system: platform(),
  release: release(),
  arch: arch(),
});

/** The name of the current user; undefined if the system has no entry for it. */
export const userName = (): string | undefined => attempt(() => userInfo().username);

/** The name of this machine. */
export const hostName = (): string => hostname();
