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
    const sign = reader.next();
    if (isSpace(sign)) continue;
    if (sign === '#' || sign === ';') reader.skipLine();
    else if (sign === '[') {
      header = readHeader(reader);
      if (!header) return undefined;
    } else {
      const setting = isLetter(sign) && header ? readSetting(sign, header, reader) : undefined;
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

const isSpace = (sign: string): boolean => sign === ' ' || sign === '\t' || sign === '\n' || sign === '\r';
const isLetter = (sign: string): boolean => /^[A-Za-z]$/.test(sign);
const isKeySign = (sign: string): boolean => /^[A-Za-z0-9-]$/.test(sign);

/** Reads `[section]`, `[section.sub]` or `[section "sub"]`, after the opening bracket. */
function readHeader(reader: ConfigReader): SectionHeader | undefined {
  let name = '';
  let sign = reader.next();
  for (; isKeySign(sign) || sign === '.'; sign = reader.next()) name += sign.toLowerCase();
  if (name === '') return undefined;
  if (sign === ']') {
    const [, section = name, subsection] = /^([^.]*)\.(.*)$/.exec(name) ?? [];
    return subsection === undefined ? { section } : { section, subsection };
  }
  while (sign === ' ' || sign === '\t' || sign === '\r') sign = reader.next();
  if (sign !== '"') return undefined;
  let subsection = '';
  for (sign = reader.next(); sign !== '"'; sign = reader.next()) {
    if (sign === '\\') sign = reader.next();
    if (sign === '\n') return undefined;
    subsection += sign;
  }
  // `[a.b "c"]` is the section a with the subsection b.c.
  const [, section = name, middle] = /^([^.]*)\.(.*)$/.exec(name) ?? [];
  return reader.next() === ']'
    ? { section, subsection: middle === undefined ? subsection : `${middle}.${subsection}` }
    : undefined;
}

function readSetting(first: string, header: SectionHeader, reader: ConfigReader): GitSetting | undefined {
  let key = first.toLowerCase();
  let sign = reader.next();
  for (; isKeySign(sign); sign = reader.next()) key += sign.toLowerCase();
  while (sign === ' ' || sign === '\t') sign = reader.next();
  // A key without a value is true.
  if (sign === '\n') return { ...header, key, value: 'true' };
  const value = sign === '=' ? readValue(reader) : undefined;
  return value === undefined ? undefined : { ...header, key, value };
}

const escapes: Readonly<Record<string, string>> = { t: '\t', b: '\b', n: '\n', '\\': '\\', '"': '"' };

function readValue(reader: ConfigReader): string | undefined {
  let value = '';
  let blanks = '';
  let isQuoted = false;
  for (;;) {
    let sign = reader.next();
    if (sign === '\n') return isQuoted ? undefined : value;
    if (!isQuoted && isSpace(sign)) {
      if (value !== '') blanks += sign;
      continue;
    }
    if (!isQuoted && (sign === '#' || sign === ';')) {
      reader.skipLine();
      return value;
    }
    value += blanks;
    blanks = '';
    if (sign === '"') {
      isQuoted = !isQuoted;
      continue;
    }
    if (sign === '\\') {
      const escaped = reader.next();
      if (escaped === '\n') continue;
      const meaning = escapes[escaped];
      if (meaning === undefined) return undefined;
      sign = meaning;
    }
    value += sign;
  }
}
