/** Values that stand for a secret, or for no value. */
const placeholderWords = new Set(
  (
    'password passwd pass passphrase pwd secret secrets token tokens key keys apikey api_key api-key credential ' +
    'credentials auth bearer basic changeme change-me change_me change_it changeit replaceme replace-me replace_me ' +
    'none null nil undefined true false yes no on off empty blank default test testing tests dummy fake mock sample ' +
    'example examples placeholder redacted hidden masked removed omitted secret-value secretvalue string str text ' +
    'number boolean bool int integer bytes byte any unknown void object array optional required missing invalid ' +
    'incorrect wrong expired enabled disabled todo fixme tbd foo bar baz foobar xxx value name user username login ' +
    'plain md5 sha256 bcrypt argon2 scrypt stdin prompt interactive ask env file keychain keyring inherit auto'
  ).split(' '),
);

/** Substrings that give a placeholder away. */
const placeholderParts =
  /x{6,}|^\*{3}|\*{3}$|\*{5}|^\.{3}|\.{3}$|…|•{3,}|#{4,}|_{4,}|-{5,}|0{12,}|(?:^|[^a-z])(?:your|insert|enter|replace|change|placeholder|dummy)(?=[^a-z]|me|$)|example/i;

/** References to the value: variables, templates, calls, secret stores. */
const reference = new RegExp(
  [
    '^[$%]\\(?\\{{0,2}[\\w.:]{1,80}(?:\\[[^\\]]{0,80}\\])?\\}{0,2}\\)?%?$',
    '^\\$\\(',
    '^`',
    '^<[^<>]{1,120}>?$',
    '^\\{\\{',
    '^#\\{',
    '^\\$\\{',
    '^%\\{',
    '^[:%sdvr]{2,8}$',
    '^\\{[\\w.]{1,80}\\}$',
    '^@\\w',
    '^!(?:Ref|Sub|GetAtt|ImportValue|vault|secret)',
    '^(?:op|vault|secret|secrets|ssm|sops|ref\\+\\w{1,16}|keyring|awssm|gcpsm|azkv|file)://?',
    '^arn:aws',
    '^(?:process\\.env|import\\.meta\\.env|os\\.environ|os\\.getenv|getenv|ENV\\[|env[.(\\[]|System\\.getenv|std::env)',
    '^(?:secrets|vars|var|local|data|module|config|settings|options|opts|args|self|this|props|params|req|request)[.[?]',
    '^\\W?(?:[Rr]edacted|REDACTED)[^\\]]{0,60}\\W?$',
  ].join('|'),
);

/** A value that is not a secret: a placeholder, a reference, or one repeated character. */
export function isPlaceholder(value: string): boolean {
  // A text this long is a key or a token, and parts of it may look like anything.
  if (value.length > 200) return hasFewCharacters(value);
  if (placeholderWords.has(value.toLowerCase().replace(/[!?.,:;]{1,8}$/, ''))) return true;
  return reference.test(value) || placeholderParts.test(value) || hasFewCharacters(value);
}

/** `my-token`, `test_password`, `some secret`: only words about secrets. */
export function namesItself(value: string): boolean {
  if (value.length > 64) return false;
  const parts = value.toLowerCase().split(/[\s_\-.]{1,4}/);
  return (
    parts.length > 1 &&
    parts.every((part) => placeholderWords.has(part) || part === 'my' || part === 'some' || part === 'the')
  );
}

/**
 * A sample token from documentation: the format is right, but after the prefix there are only one or two distinct
 * characters.
 */
export function isSampleSecret(secret: string): boolean {
  const rest = secret.replace(/^.{0,16}?[_\-.:]/, '');
  return rest.length >= 12 && hasFewCharacters(rest);
}

/** Whether it has so few distinct characters that a person typed it. */
function hasFewCharacters(value: string): boolean {
  const maxDistinct = value.length < 8 ? 1 : value.length < 16 ? 2 : 4;
  const seen = new Set<string>();
  for (const character of value) {
    seen.add(character);
    if (seen.size > maxDistinct) return false;
  }
  return true;
}
