/** One text without anything to compute, in each kind of quotes. */
const plainText = /(?:'[^'\\\n]{0,2000}'|"[^"\\$#@\n]{0,2000}"|`[^`\\$\n]{0,2000}`)/.source;

/** A statement that prints such a text: `console.log('…')`, `print("…")`, `puts '…'`, `echo "…"`. */
const print = String.raw`(?:console\.(?:log|error|info|warn)|print|puts|say|echo)\s*(?:\(\s*${plainText}\s*\)|${plainText})`;

const onlyPrint = new RegExp(String.raw`^\s*${print}(?:\s*[;\n]\s*${print}){0,50}\s*;?\s*$`);

/** Whether code does nothing but print texts that it spells out. Where they go to, the guard follows. */
export const onlyPrints = (code: string): boolean => code.length < 20_000 && onlyPrint.test(code);
