import { type Problem, quoteValue } from '@anyhook/core';
import { packFileLimits } from '../limits.js';
import { type LineFinder, type Pack, type PackResult, readPack } from './pack.js';
import { blockIn, contentOfBlock } from './table-text.js';

export interface PackFile {
  readonly source: string;
  readonly text: string;
}

/** Parses YAML or JSON, like the parsers of hook files. */
export type PackParser = (
  text: string,
  source: string,
) =>
  | { readonly doc: { readonly value: unknown; readonly lineOf: LineFinder }; readonly problems: readonly Problem[] }
  | { readonly problems: readonly Problem[] };

export interface PackLoad {
  readonly packs: readonly Pack[];
  readonly problems: readonly Problem[];
}

/**
 * Reads packs of users and projects. An invalid file gives problems and no pack, and never disables another. Each pack
 * judges a call by itself, so it cannot disable what another one knows.
 */
export function loadPacks(files: readonly PackFile[], parse: PackParser): PackLoad {
  const packs: Pack[] = [];
  const problems: Problem[] = [];
  const sources = new Map<string, string>();
  for (const [index, { source, text }] of files.entries()) {
    const tooMuch = tooMuchMessage(index, files.length, text);
    if (tooMuch !== undefined) {
      problems.push({ source, severity: 'error', message: tooMuch });
      if (index >= packFileLimits.files) break;
      continue;
    }
    const parsed = parse(text, source);
    problems.push(...parsed.problems);
    if (!('doc' in parsed)) continue;
    for (const result of readPackFile(parsed.doc.value, source, parsed.doc.lineOf)) {
      problems.push(...result.problems);
      if ('pack' in result) addPack(result.pack, source);
    }
  }
  return { packs, problems };

  function addPack(pack: Pack, source: string): void {
    const other = sources.get(pack.name);
    if (other === undefined) {
      packs.push(pack);
      sources.set(pack.name, source);
      return;
    }
    const message = `expected a unique name, got ${quoteValue(pack.name)}, the name of a pack in ${other}`;
    problems.push({ source, field: 'pack', severity: 'error', message });
  }
}

/** The packs of one file: a single one, or a list for related programs. */
export function readPackFile(content: unknown, source: string, lineOf?: LineFinder): readonly PackResult[] {
  if (!Array.isArray(content)) return [readPack(content, source, lineOf)];
  const packs = content.slice(0, packFileLimits.packs);
  const results = packs.map((one, index) => readPack(one, source, lineOf && ((path) => lineOf([index, ...path]))));
  if (packs.length === content.length) return results;
  const message = `expected at most ${packFileLimits.packs} packs in one file, got ${content.length}`;
  return [...results, { problems: [{ source, severity: 'error', message }] }];
}

function tooMuchMessage(index: number, count: number, text: string): string | undefined {
  const { files, characters } = packFileLimits;
  if (index >= files) return `expected at most ${files} pack files, got ${count}: the others are not read`;
  if (text.length > characters) return `expected at most ${characters} characters, got ${text.length}: split the pack`;
  return undefined;
}

/** A shipped pack from its table. */
export function readBlock(table: string, name: string): Pack {
  const result = readPack(contentOfBlock(blockIn(table, name)), `${name}.yaml`);
  if (!('pack' in result)) throw new Error(`the shipped pack ${name} is broken: ${result.problems[0]?.message}`);
  return result.pack;
}
