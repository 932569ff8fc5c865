/** `dead`: a hook that should run does not. `warning`: it runs, but something is wrong. */
export type Severity = 'dead' | 'warning';

/** One way in which hooks fail silently. */
export interface Cause {
  readonly severity: Severity;
  readonly title: string;
  /** How `doctor` detects it. */
  readonly found: string;
  /** What to do; `{placeholders}` are filled in for each finding. */
  readonly fix: string;
}
