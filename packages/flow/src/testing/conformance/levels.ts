import { type Level, levels } from './fixture.js';
import type { FixtureResult } from './run.js';

/** Whether a level is reached: all required fixtures of it and of the levels below pass, and it has one. */
export interface LevelVerdict {
  readonly level: Level;
  readonly verdict: 'reached' | 'failed' | 'untested';
  readonly passed: number;
  readonly total: number;
  /** Names of the required fixtures that failed. */
  readonly failed: readonly string[];
}

export function levelVerdicts(results: readonly FixtureResult[]): readonly LevelVerdict[] {
  return levels.map((level, rank) => {
    const upToLevel = results.filter((result) => levels.indexOf(result.level) <= rank);
    const failed = upToLevel.filter(({ status }) => status === 'failed').map(({ name }) => name);
    const isTested = results.some((result) => result.level === level);
    return {
      level,
      verdict: !isTested ? 'untested' : failed.length > 0 ? 'failed' : 'reached',
      passed: upToLevel.filter(({ status }) => status === 'passed').length,
      total: upToLevel.length,
      failed,
    };
  });
}

export const reachedLevel = (verdicts: readonly LevelVerdict[]): Level | undefined =>
  verdicts.findLast(({ verdict }) => verdict === 'reached')?.level;
