import { hintFor } from '@anyhook/core';
import type { EffectName, PlaceScope } from '../effect.js';
import type { GuardRule, RuleArea, RuleCondition } from './rule.js';
import { effectNames, placeWords, type RuleWords, ruleWords, scopesNamed, whereFields } from './words.js';

/** What is wrong with the text of a rule. */
export class RuleSyntaxError extends Error {
  override readonly name = 'RuleSyntaxError';
}

interface RuleWord {
  readonly text: string;
  readonly quoted: boolean;
  /** A comma follows, so the list continues. */
  readonly comma: boolean;
}

type RuleParts = Pick<GuardRule, 'effects' | 'flags' | 'kinds' | 'scopes' | 'within' | 'to' | 'where'>;

const clauseWords = ['in', 'to', 'where'] as const;

/** Reads one rule, word by word. */
export class RuleReader {
  readonly #words: readonly RuleWord[];
  #at = 0;
  readonly #flags: string[] = [];
  readonly #kinds: string[] = [];
  readonly #scopes: PlaceScope[] = [];
  readonly #where: RuleCondition[] = [];
  #to: readonly string[] | undefined;
  #within: RuleArea | undefined;

  constructor(text: string) {
    this.#words = splitWords(text);
  }

  read(): RuleParts {
    const effects = this.#readEffects();
    const tables = (effects.length === 0 ? effectNames : effects).map((name) => ruleWords[name]);
    while (this.#at < this.#words.length) this.#readPart(this.#next(), tables, effects);
    return {
      effects,
      flags: this.#flags,
      kinds: this.#kinds,
      scopes: this.#scopes,
      within: this.#within,
      to: this.#to,
      where: this.#where,
    };
  }

  #readEffects(): readonly EffectName[] {
    if (this.#words.length === 0) throw new RuleSyntaxError(`it names no effect; known: ${effectNames.join(', ')}`);
    const { text } = this.#next();
    if (text === '*') return [];
    return text.split('|').map((name) => {
      if (!isEffectName(name))
        throw new RuleSyntaxError(`"${name}" is not an effect; ${hintFor(name, [...effectNames, '*'])}`);
      return name;
    });
  }

  #readPart({ text, quoted, comma }: RuleWord, tables: readonly RuleWords[], effects: readonly EffectName[]): void {
    const known = (list: (table: RuleWords) => readonly string[] | undefined) =>
      effects.length > 0 && tables.every((table) => list(table)?.includes(text));
    const takesPlaces = effects.length === 0 || tables.every(({ places }) => places);
    if (quoted) throw new RuleSyntaxError(`unexpected path or text "${text}"; write "in" before a path`);
    if (text === '*' || known(({ filler }) => filler)) return;
    if (text === 'where') this.#readWhere();
    else if (text === 'in' && takesPlaces) this.#readIn();
    else if (text === 'to' && tables.every(({ to }) => to !== undefined)) this.#readTo(tables);
    else if (known(({ flags }) => flags)) this.#flags.push(text);
    else if (known(({ kinds }) => kinds)) this.#kinds.push(text);
    else if (takesPlaces && scopesNamed(text)) this.#scopes.push(...this.#scopesOf(text, comma));
    else throw new RuleSyntaxError(`"${text}" is not known here; ${hintFor(text, knownWords(tables, takesPlaces))}`);
  }

  #scopesOf(word: string, hasComma: boolean): readonly PlaceScope[] {
    // `outside the project` is the same as `outside`; `outside, project` names two places.
    if (!hasComma && (word === 'inside' || word === 'outside')) {
      if (this.#peek() === 'the') this.#at++;
      if (this.#peek() === 'project') this.#at++;
    }
    return scopesNamed(word) ?? [];
  }

  #readIn(): void {
    const scopes: PlaceScope[] = [];
    const paths: string[] = [];
    let isWorkTree = false;
    for (const { text, quoted, comma } of this.#list('in')) {
      if (!quoted && scopesNamed(text)) scopes.push(...this.#scopesOf(text, comma));
      else if (!quoted && text === 'work' && this.#peek() === 'tree') {
        this.#at++;
        isWorkTree = true;
      } else paths.push(text);
    }
    this.#within = { scopes, paths, isWorkTree };
  }

  #readTo(tables: readonly RuleWords[]): void {
    if (tables.every(({ to }) => to === 'place')) this.#readIn();
    else this.#to = [...this.#list('to')].map(({ text }) => text);
  }

  /** Words separated by commas. A generator: a word may consume the next one, as in `work tree`. */
  *#list(clause: string): Generator<RuleWord> {
    for (;;) {
      const word = this.#words[this.#at++];
      if (word === undefined) throw new RuleSyntaxError(`a word is missing after "${clause}"`);
      yield word;
      if (!this.#words[this.#at - 1]?.comma) return;
    }
  }

  #readWhere(): void {
    for (;;) {
      const field = this.#take('where', 'a field');
      if (!(whereFields as readonly string[]).includes(field))
        throw new RuleSyntaxError(`"where" cannot test "${field}"; ${hintFor(field, whereFields)}`);
      const char = this.#take(field, '~, !~, is or is not');
      if (!['~', '!~', 'is'].includes(char))
        throw new RuleSyntaxError(`"${char}" after "where ${field}" is not one of ~, !~, is, is not`);
      const isNot = char === 'is' && this.#peek() === 'not';
      if (isNot) this.#at++;
      const value = this.#take(char, 'a text');
      this.#where.push({ field, negated: isNot || char === '!~', by: char === 'is' ? 'is' : '~', value });
      if (this.#peek() !== 'and') return;
      this.#at++;
    }
  }

  #take(after: string, what: string): string {
    const word = this.#words[this.#at++];
    if (word === undefined) throw new RuleSyntaxError(`${what} is missing after "${after}"`);
    return word.text;
  }

  #next = (): RuleWord => this.#words[this.#at++] as RuleWord;
  #peek = (): string | undefined => this.#words[this.#at]?.text;
}

const isEffectName = (name: string): name is EffectName => Object.hasOwn(ruleWords, name);

function knownWords(tables: readonly RuleWords[], takesPlaces: boolean): readonly string[] {
  const own = tables.flatMap(({ flags = [], kinds = [], filler = [] }) => [...flags, ...kinds, ...filler]);
  return [...new Set([...own, ...(takesPlaces ? Object.keys(placeWords) : []), ...clauseWords])];
}

/** Words, and texts in quotes; a comma after a word means that a list continues. */
function splitWords(text: string): readonly RuleWord[] {
  const words: RuleWord[] = [];
  const add = (word: string, quoted: boolean, comma: boolean) => {
    if (word !== '' || quoted) words.push({ text: word, quoted, comma });
  };
  let at = 0;
  while (at < text.length) {
    const first = text[at] as string;
    if (first === '"' || first === "'") {
      const end = text.indexOf(first, at + 1);
      if (end < 0) throw new RuleSyntaxError(`the quote ${first} is not closed`);
      const comma = text[end + 1] === ',';
      add(text.slice(at + 1, end), true, comma);
      at = end + (comma ? 2 : 1);
    } else if (isBlank(first)) at++;
    else {
      let end = at;
      while (end < text.length && !isBlank(text[end] as string) && text[end] !== ',') end++;
      add(text.slice(at, end), false, text[end] === ',');
      at = text[end] === ',' ? end + 1 : end;
    }
  }
  return words;
}

const isBlank = (character: string): boolean => character === ' ' || character === '\t' || character === '\n';
