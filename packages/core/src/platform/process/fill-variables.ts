/** Replaces `$NAME` and `${NAME}` in a text by variables of an environment; an unset one is empty. */
export const fillVariables = (text: string, env: Readonly<Record<string, string | undefined>>): string =>
  text.replace(/\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g, (_, braced?: string, bare?: string) => {
    const name = braced ?? bare ?? '';
    return Object.hasOwn(env, name) ? (env[name] ?? '') : '';
  });
