import { join } from 'node:path';
import { parseConfig } from '@anyhook/anyhook';
import { readText } from '@anyhook/core';
import type { CentralApprovals } from './approval-mailbox.js';

const maxConfigBytes = 1024 * 1024;

/** Where a bundle of a fleet has its config. */
export const bundleConfigFile = (folder: string): string => join(folder, '.agents', 'anyhook.yaml');

/** Who may decide about calls from afar, as a signed bundle says; undefined if it says nothing, or not as expected. */
export function readCentralApprovals(folder: string): CentralApprovals | undefined {
  const file = bundleConfigFile(folder);
  const text = readText(file, maxConfigBytes);
  return text === undefined ? undefined : parseConfig(text, file, 'managed').source?.file.approvals;
}
