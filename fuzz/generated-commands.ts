import { readFileSync } from 'node:fs';
import { packedTools } from '../packages/guard/src/packs/index.js';
import { programNames as codedPrograms } from '../packages/guard/src/programs/index.js';
import { mutatedText, oddText } from './generated-values.js';
import type { FuzzRandom } from './random.js';

/** The maximum length of a command that the guard reads. */
const longest = 16_000;

/** Words of a language, and the signs that open and close its parts. */
export interface TextGrammar {
  readonly words: readonly string[];
  readonly signs: readonly string[];
  /** Templates in which `@` is replaced by another text of the grammar. */
  readonly frames: readonly string[];
}

/** A text of a grammar: nested frames, words, signs; sometimes damaged, repeated or odd. */
export function grammarText(random: FuzzRandom, grammar: TextGrammar): string {
  const kind = random.below(20);
  if (kind === 0) return oddText(random);
  if (kind < 5) return repeatedText(random, grammar);
  const text = nestedText(random, grammar, 0);
  if (kind < 12) return text.slice(0, longest);
  return random
    .many(1, 4, () => 0)
    .reduce((damaged) => mutatedText(random, damaged), text)
    .slice(0, longest);
}

/** A part repeated many times, which shows code that takes more than linear time. */
function repeatedText(random: FuzzRandom, grammar: TextGrammar): string {
  const part = random.chance(0.4)
    ? random.pick(grammar.signs)
    : random
        .many(1, 4, () => random.pick(random.chance(0.5) ? grammar.signs : grammar.words))
        .join(random.pick(['', ' ']));
  const count = Math.floor(random.pick([50, 1_000, longest]) / Math.max(1, part.length));
  const frame = random.chance(0.5) ? random.pick(grammar.frames) : '@';
  return frame.split('@').join(part.repeat(count)).slice(0, longest);
}

const deepestFrame = 5;

function nestedText(random: FuzzRandom, grammar: TextGrammar, depth: number): string {
  if (depth >= deepestFrame || random.chance(0.25)) return plainText(random, grammar);
  return random
    .pick(grammar.frames)
    .split('@')
    .reduce((text, part) => `${text}${nestedText(random, grammar, depth + 1)}${part}`);
}

const plainText = (random: FuzzRandom, { words, signs }: TextGrammar): string =>
  random
    .many(1, 5, () => (random.chance(0.15) ? random.pick(signs) : random.pick(words)))
    .join(random.pick([' ', ' ', '']));

const controls: Readonly<Record<string, string>> = { '␤': '\n', '␉': '\t', '␍': '\r', '␀': '\0', '␠': ' ' };

/** Reads a file of `grammars/`: parts are separated by two spaces, and placeholders stand for control characters. */
function readGrammar(name: string): TextGrammar {
  const text = readFileSync(new URL(`grammars/${name}.txt`, import.meta.url), 'utf8');
  const [words = [], signs = [], frames = []] = text
    .split(/^(?:words|signs|frames):$/m)
    .slice(1)
    .map((part) =>
      part
        .split(/ {2,}|\n/)
        .filter((one) => one !== '')
        .map((one) => one.replace(/[␤␉␍␀␠]/g, (sign) => controls[sign] ?? sign)),
    );
  return { words, signs, frames };
}

const shellParts = readGrammar('shell');
const programNames = [...codedPrograms(), ...packedTools()];

/** Texts for a shell: half of the words are names of programs. */
export const shellGrammar: TextGrammar = {
  ...shellParts,
  words: [
    ...programNames,
    ...Array.from(programNames, (_, at) => shellParts.words[at % shellParts.words.length] ?? ''),
  ],
};
/** Python, JavaScript, Ruby, Perl, PHP, Lua, awk, sed, Tcl and R. */
export const codeGrammar = readGrammar('code');
export const sqlGrammar = readGrammar('sql');
export const powershellGrammar = readGrammar('powershell');
export const cmdGrammar = readGrammar('cmd');
