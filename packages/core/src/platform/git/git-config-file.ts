/** A setting of a git config file; section and key in lower case, the subsection as it is. */
export interface GitSetting {
  readonly section: string;
  readonly subsection?: string;
  readonly key: string;
  readonly value: string;
}

/**
 * The settings in the text of a git config file, in order; undefined if git itself would reject the file. Parsed as git
 * does, character by character, and includes are not followed: an include is a setting like any other. The text is
 * bytes as characters (latin1).
 */
export function parseGitConfig(text: string): readonly GitSetting[] | undefined {
  if (text.includes('\0')) return undefined;
  const reader = new ConfigReader(text.replace(/^\u00ef\u00bb\u00bf/, '').replaceAll('\r\n', '\n'));
  const settings: GitSetting[] = [];
  let header: SectionHeader | undefined;
  while (!reader.isAtEnd()) {
    const char = reader.next();
    if (isSpace(char)) continue;
    if (char === '#' || char === ';') reader.skipLine();
    else if (char === '[') {
      header = readHeader(reader);
      if (!header) return undefined;
    } else {
      const setting = isLetter(char) && header ? readSetting(char, header, reader) : undefined;
      if (!setting) return undefined;
      settings.push(setting);
    }
  }
  return settings;
}

type SectionHeader = Pick<GitSetting, 'section' | 'subsection'>;

class ConfigReader {
  private at = 0;
  constructor(private readonly text: string) {}
  isAtEnd(): boolean {
    return this.at >= this.text.length;
  }
  /** The next character; the end of the file counts as the end of a line. */
  next(): string {
    return this.text[this.at++] ?? '\n';
  }
  skipLine(): void {
    const end = this.text.indexOf('\n', this.at);
    this.at = end === -1 ? this.text.length : end + 1;
  }
}

const isSpace = (char: string): boolean => char === ' ' || char === '\t' || char === '\n' || char === '\r';
const isLetter = (char: string): boolean => /^[A-Za-z]$/.test(char);
const isKeyChar = (char: string): boolean => /^[A-Za-z0-9-]$/.test(char);

/** Reads `[section]`, `[section.sub]` or `[section "sub"]`, after the opening bracket. */
function readHeader(reader: ConfigReader): SectionHeader | undefined {
  let name = '';
  let char = reader.next();
  for (; isKeyChar(char) || char === '.'; char = reader.next()) name += char.toLowerCase();
  if (name === '') return undefined;
  if (char === ']') {
    const [, section = name, subsection] = /^([^.]*)\.(.*)$/.exec(name) ?? [];
    return subsection === undefined ? { section } : { section, subsection };
  }
  while (char === ' ' || char === '\t' || char === '\r') char = reader.next();
  if (char !== '"') return undefined;
  let subsection = '';
  for (char = reader.next(); char !== '"'; char = reader.next()) {
    if (char === '\\') char = reader.next();
    if (char === '\n') return undefined;
    subsection += char;
  }
  // `[a.b "c"]` is the section a with the subsection b.c.
  const [, section = name, middle] = /^([^.]*)\.(.*)$/.exec(name) ?? [];
  return reader.next() === ']'
    ? { section, subsection: middle === undefined ? subsection : `${middle}.${subsection}` }
    : undefined;
}

function readSetting(first: string, header: SectionHeader, reader: ConfigReader): GitSetting | undefined {
  let key = first.toLowerCase();
  let char = reader.next();
  for (; isKeyChar(char); char = reader.next()) key += char.toLowerCase();
  while (char === ' ' || char === '\t') char = reader.next();
  // A key without a value is true.
  if (char === '\n') return { ...header, key, value: 'true' };
  const value = char === '=' ? readValue(reader) : undefined;
  return value === undefined ? undefined : { ...header, key, value };
}

const escapes: Readonly<Record<string, string>> = { t: '\t', b: '\b', n: '\n', '\\': '\\', '"': '"' };

function readValue(reader: ConfigReader): string | undefined {
  let value = '';
  let blanks = '';
  let isQuoted = false;
  for (;;) {
    let char = reader.next();
    if (char === '\n') return isQuoted ? undefined : value;
    if (!isQuoted && isSpace(char)) {
      if (value !== '') blanks += char;
      continue;
    }
    if (!isQuoted && (char === '#' || char === ';')) {
      reader.skipLine();
      return value;
    }
    value += blanks;
    blanks = '';
    if (char === '"') {
      isQuoted = !isQuoted;
      continue;
    }
    if (char === '\\') {
      const escaped = reader.next();
      if (escaped === '\n') continue;
      const meaning = escapes[escaped];
      if (meaning === undefined) return undefined;
      char = meaning;
    }
    value += char;
  }
}
