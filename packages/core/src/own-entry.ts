/** Does this text of an agent's settings call anyhook? True for entries that `init` wrote and for those written by hand. */
export const callsAnyhook = (text: unknown): boolean =>
  typeof text === 'string' && /anyhook-hook|anyhook(?:\.[cm]js)? run --(?:agent|host)/.test(text);
