/**
 * Modules of Python itself that a spare may import before it knows its event: none of them reads the folder, the
 * environment or the clock when it is imported.
 */
const early: ReadonlySet<string> = new Set(
  `abc argparse ast base64 bisect collections contextlib copy csv dataclasses datetime decimal difflib enum fnmatch
  fractions functools glob hashlib heapq html inspect io itertools json keyword math numbers operator os.path pathlib
  pprint re secrets select shlex shutil signal socket stat statistics string struct subprocess tempfile textwrap
  threading time tokenize traceback types typing unicodedata urllib.parse weakref`.split(/\s+/),
);

/** The modules that a script imports at its beginning and that may be imported before. */
export function earlyImports(script: string): readonly string[] {
  const names = [...script.matchAll(/^(?:import[ \t]+([^#\n;]+)|from[ \t]+([\w.]+)[ \t]+import\b)/gm)].flatMap(
    ([, list, from]) => (from === undefined ? (list ?? '').split(',') : [from]),
  );
  const modules = names.map((name) => name.trim().split(/[ \t]/, 1)[0] as string);
  return [...new Set(modules)].filter((name) => early.has(name));
}
