/** A program that can be started, or the reason why it is missing. */
export interface FoundProgram {
  readonly program?: string;
  readonly version?: string;
  readonly reason?: string;
}
export function findNode(): FoundProgram;
export function findNatsServer(): FoundProgram;
export function canSyncAlways(found: FoundProgram): boolean;
