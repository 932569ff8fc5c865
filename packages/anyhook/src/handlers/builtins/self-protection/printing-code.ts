/** One literal text, in each kind of quotes. */
const plainText = /(?:'[^'\\\n]{0,2000}'|"[^"\\$#@\n]{0,2000}"|`[^`\\$\n]{0,2000}`)/.source;

/** A statement that prints such a text: `console.log('…')`, `print("…")`, `puts '…'`, `echo "…"`. */
const print = String.raw`(?:console\.(?:log|error|info|warn)|print|puts|say|echo)\s*(?:\(\s*${plainText}\s*\)|${plainText})`;

const onlyPrint = new RegExp(String.raw`^\s*${print}(?:\s*[;\n]\s*${print}){0,50}\s*;?\s*$`);

/** Whether code only prints literal texts. The guard follows where they go. */
export const onlyPrints = (code: string): boolean => code.length < 20_000 && onlyPrint.test(code);
