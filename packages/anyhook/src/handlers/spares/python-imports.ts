/**
 * Modules of Python itself that a spare may import before it knows its event: none of them reads the folder, the
 * environment or the clock when it is imported.
 */
const early: ReadonlySet<string> = new Set(
  `__future__ abc argparse ast atexit base64 bisect bz2 codecs collections collections.abc configparser contextlib copy
  csv dataclasses datetime decimal difflib enum errno fcntl fnmatch fractions functools getopt glob grp gzip hashlib
  heapq html html.parser importlib importlib.util inspect io ipaddress itertools json keyword linecache lzma math numbers
  operator os.path pathlib platform pprint pwd queue random re resource secrets select shlex shutil signal socket
  sqlite3 stat statistics string struct subprocess tempfile textwrap threading time tokenize tomllib traceback types
  typing unicodedata urllib.parse uuid warnings weakref xml.etree.ElementTree zipfile zlib`.split(/\s+/),
);

/** From here on a script may find modules elsewhere, even those with the names of Python's own. */
const changesPath = /\bsys\.path\b|\bfrom[ \t]+sys[ \t]+import\b|\baddsitedir\b/;

/** The modules that a script imports at its beginning and that may be imported before. */
export function earlyImports(script: string): readonly string[] {
  const [beginning = ''] = script.split(changesPath, 1);
  const names = [...beginning.matchAll(/^(?:import[ \t]+([^#\n;]+)|from[ \t]+([\w.]+)[ \t]+import\b)/gm)].flatMap(
    ([, list, from]) => (from === undefined ? (list ?? '').split(',') : [from]),
  );
  const modules = names.map((name) => name.trim().split(/[ \t]/, 1)[0] as string);
  return [...new Set(modules)].filter((name) => early.has(name));
}
