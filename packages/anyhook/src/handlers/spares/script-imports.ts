/** Arguments with which Node imports what a script imports at its beginning, and does nothing else. */
export function nodeImports(script: string): readonly string[] {
  const modules = namesIn(script, /^import\b[^'"()]*?['"]([^'"\n]+)['"]/gm);
  if (modules.length > 0)
    return ['--input-type=module', '-e', modules.map((name) => `import ${JSON.stringify(name)};`).join('')];
  const required = namesIn(script, /^(?:(?:const|let|var)\b[^;=]*=\s*)?require\(\s*['"]([^'"\n]+)['"]\s*\)/gm);
  return ['-e', required.map((name) => `require(${JSON.stringify(name)});`).join('') || '0'];
}

/** The lines with which a Python script imports modules at its beginning. */
export const pythonImports = (script: string): readonly string[] =>
  [...script.matchAll(/^(?:import[ \t]+([\w., \t]+)|from[ \t]+(\w[\w.]*)[ \t]+import\b)/gm)].map(
    ([, list, from]) => `import ${from ?? list?.trim()}`,
  );

const namesIn = (script: string, pattern: RegExp): readonly string[] =>
  [...script.matchAll(pattern)].map(([, name = '']) => name);
