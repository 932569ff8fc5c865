import { homeIn, pathFromHome } from '@anyhook/core';
import type { DoctorCheck, DoctorSection, Finding, FolderProof } from '../../doctor/finding.js';
import { type Colors, colorsFor, type Io, print, terminalWidth } from '../terminal/io.js';
import { countNoun, showControls, wrap } from '../terminal/text.js';

/** Prints one line for each check, with the fix below each finding. */
export function printSections(sections: readonly DoctorSection[], io: Io): void {
  const colors = colorsFor(io);
  const home = homeIn(io.env) ?? io.home;
  const shorten = (text: string) => showControls(text.replaceAll(`${home}/`, '~/')).replaceAll('\n', ' ');
  for (const { title, host: agent, checks } of sections) {
    print(io, colors.bold(agent === undefined ? pathFromHome(title, home) : title));
    const columns = proofColumns(checks);
    for (const check of checks) printCheck(check, { io, colors, shorten, columns });
    print(io, '');
  }
  const all = sections.flatMap(({ checks }) => checks.flatMap(({ findings }) => findings));
  const isWithoutAgents = sections.every(({ host: agent }) => agent === undefined);
  if (isWithoutAgents) print(io, colors.yellow('no agent is connected here: run "anyhook init"'));
  // Hooks that no agent calls are dead, even if they are fine themselves.
  if (!isWithoutAgents || all.length > 0) print(io, summary(all, colors));
}

interface PrintOptions {
  readonly io: Io;
  readonly colors: Colors;
  readonly shorten: (text: string) => string;
  /** The text before the result of a proof. */
  readonly columns: (proof: FolderProof) => string;
}

/** Aligns agents and folders, if they leave room for the result. */
function proofColumns(checks: readonly DoctorCheck[]): (proof: FolderProof) => string {
  const proofs = checks.flatMap(({ proof }) => proof ?? []);
  const agents = Math.max(0, ...proofs.map(({ agent }) => agent.length));
  const labels = Math.max(0, ...proofs.map(({ label }) => label.length).filter((length) => length <= maxAlignedLabel));
  return ({ agent, label }) => `${agent.padEnd(agents)}  ${label.padEnd(labels)}  `;
}

const maxAlignedLabel = 24;

function printCheck({ title, findings, unseen, proof }: DoctorCheck, options: PrintOptions): void {
  const { io, colors, shorten, columns } = options;
  const width = terminalWidth(io);
  const passMark = unseen ? colors.dim('–') : colors.green('✓');
  const prefix = proof ? columns({ ...proof, label: shorten(proof.label) }) : '';
  if (findings.length === 0) print(io, `  ${passMark} ${wrap(`${prefix}${shorten(title)}`, width, 4)}`);
  for (const { severity, cause, what, fix } of findings) {
    const sign = severity === 'dead' ? colors.red('✗') : colors.yellow('!');
    const tag = `[${cause}]`;
    const text = wrap(`${prefix}${shorten(what)} ${tag}`, width, 4);
    print(io, `  ${sign} ${text.slice(0, -tag.length)}${colors.dim(tag)}`);
    print(io, `    ${colors.cyan('fix')} ${fixText(fix, width, shorten)}`);
  }
}

/** Does not wrap commands, because people copy them, or shorten quoted paths, because shells do not expand a quoted `~`. */
const fixText = (fix: string, width: number | undefined, shorten: (text: string) => string): string =>
  wrap(fix.includes("'/") ? showControls(fix) : shorten(fix), commandPattern.test(fix) ? undefined : width, 8);

const commandPattern = /^(?:run|see what [\w ]+): /;

function summary(findings: readonly Finding[], colors: Colors): string {
  const dead = findings.filter(({ severity }) => severity === 'dead').length;
  const warnings = findings.length - dead;
  if (findings.length === 0) return colors.green('all alive');
  const parts = [
    ...(dead > 0 ? [colors.red(`${countNoun(dead, 'cause')} of dead hooks`)] : []),
    ...(warnings > 0 ? [colors.yellow(countNoun(warnings, 'warning'))] : []),
  ];
  return parts.join(', ');
}
