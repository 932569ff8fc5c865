/** Tokens with a unique prefix, and values after names such as `password`: a small search, as the agent waits. */
const tokenInName = new RegExp(
  [
    // A digit distinguishes a token from words: `npm_modules_of_the_project` is a folder.
    '(?<![A-Za-z0-9])(?:gh[pousr]_|github_pat_|gl(?:pat|rt|dt|cbt)-|npm_|pypi-|hf_|dop_v1_|sk-|sk_live_|rk_live_|xox[abeprs]-|' +
      'xapp-|shpat_|AIza|ya29\\.|GOCSPX-|SG\\.|lin_api_|ntn_|figd_|r8_)(?=[A-Za-z_.-]*[0-9])[A-Za-z0-9_.-]{16,}',
    '(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z2-7]{16}',
    'eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]*',
    '(?<=://[^\\s/:@]{0,64}:)[^\\s/@]{3,}(?=@)',
    '(?<=(?:[Pp]ass(?:word|wd|phrase)?|PASS(?:WORD|WD)?|pwd|PWD|[Ss]ecret|SECRET|[Tt]oken|TOKEN|[Aa]pi[_-]?[Kk]ey|API_?KEY)[=:])[^\\s&;/]{3,}',
  ].join('|'),
  'g',
);

/** A name without the tokens in it. */
export const withoutTokens = (name: string): string => name.replace(tokenInName, '[redacted]');

/** Limits for names from outside. */
const maxName = 256;
const maxPath = 4_096;
const cut = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max - 1)}…` : text);
export const cutName = (text: string): string => safeName(cut(text, maxName));
export const cutPath = (text: string): string => safeName(cut(text, maxPath));

/** Names without tokens. Bounded: names are untrusted, and most occur again. */
const safeNames = new Map<string, string>();

function safeName(name: string): string {
  let found = safeNames.get(name);
  if (found === undefined) {
    found = withoutTokens(name);
    if (safeNames.size >= maxKnown) safeNames.clear();
    safeNames.set(name, found);
  }
  return found;
}

/** How many names are remembered. */
export const maxKnown = 2_000;
