import type { InitOptions } from '../../install/init-plan.js';

/** The options of `anyhook init`. */
export interface InitCommandOptions extends Omit<InitOptions, 'chosen'> {
  readonly preset?: readonly string[];
  /** False: hooks in an agent's own settings stay with that agent. */
  readonly share?: boolean;
  readonly list?: true;
  readonly diff?: true;
  readonly dryRun?: true;
  readonly yes?: true;
  readonly ci?: true;
  readonly json?: true;
  readonly cwd?: string;
}
