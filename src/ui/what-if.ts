import { replayProject } from '../replay/replay-project.js';
import type { World } from '../service/engine.js';
import type { WhatIfView } from './page-types.js';

/** Decisions that are decided again at most. */
const maxDecisions = 5_000;
const maxFlips = 300;

export interface WhatIfQuestion {
  /** A git revision to compare the hooks with; missing: what was decided then. */
  readonly against: string | undefined;
  readonly since: number | undefined;
}

/** Decides recorded events of the project again with its hooks as they are now. Starts no program of a hook. */
export async function whatIf(world: World, { against, since }: WhatIfQuestion): Promise<WhatIfView> {
  const notices: string[] = [];
  const report = await replayProject({
    world,
    span: { filter: { ...(since !== undefined && { since }) }, last: maxDecisions },
    against,
    runCommands: false,
    listener: {
      notice: (text) => void notices.push(text),
      skippedFiles: (files) => void notices.push(`${files} large files of ${against} were left out`),
      problems: (errors) => void notices.push(...errors.map(({ message }) => message)),
    },
  });
  return { ...report, flips: report.flips.slice(-maxFlips).reverse(), notices };
}
