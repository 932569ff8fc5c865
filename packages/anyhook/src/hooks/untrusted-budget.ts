import { untrustedLimits } from '@anyhook/core';

/** The remaining budget for untrusted files; shared by all of them. */
export class UntrustedReadBudget {
  private files: number = untrustedLimits.files;
  private bytes: number = untrustedLimits.bytes;
  private marks: number = untrustedLimits.marks;
  private lookups: number = untrustedLimits.lookups;

  /** The largest file that may still be read; 0 if none may. */
  get maxBytes(): number {
    return this.files > 0 && this.marks > 0 ? Math.max(0, this.bytes) : 0;
  }

  /** Pays for a file that was read and is about to be parsed; false if parsing it would take too long. */
  payForFile(path: string, size: number, parsedText: string): boolean {
    this.files--;
    this.bytes -= size;
    const cost = path.endsWith('.json') ? jsonCost : 1;
    const marks = countMarks(parsedText, this.marks / cost) * cost;
    // Rejecting a text costs only the scan.
    if (marks > this.marks) return false;
    this.marks -= marks;
    return true;
  }

  /** Pays for checking whether a name is a file; false if there were too many. */
  payForLookup(): boolean {
    return this.lookups-- > 0;
  }
}

/** The time that a character of JSON takes, compared with YAML. */
const jsonCost = 1 / 4;

/** The number of structural characters in a text; stops a little beyond `max`. */
function countMarks(text: string, max: number): number {
  let marks = 0;
  for (let i = 0; i < text.length && marks <= max; i++) if (isMark[text.charCodeAt(i)] === 1) marks++;
  return marks;
}

const isMark = new Uint8Array(128);
for (const char of '\n,:[]{}-?&*!|>\'"#%@`') isMark[char.charCodeAt(0)] = 1;
