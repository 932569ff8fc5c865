/** A text of a data file in which each `{{name}}` is replaced by its value. */
export const fillText = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`no value for ${place}`);
    return value;
  });
