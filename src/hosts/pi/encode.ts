import { type Encoders, type Fields, object } from '../claude-shaped.js';
import { pluginEncoders, rewrittenHistory } from '../plugin-answer.js';
import { messagesOf, messageView, nativeInput } from './shape.js';

function make({ role, content }: { role: string; content: unknown }, nearest: Fields | undefined): unknown {
  return { ...nearest, role, content: typeof content === 'string' ? [{ type: 'text', text: content }] : content };
}

/** What the extension is answered at each event. */
export const encoders: Encoders = pluginEncoders({
  nativeInput,
  // Without an interface pi answers every question with no (quirk 4), and the hook's reason would be lost.
  canAsk: (event) => object(object(event.raw)?.['ctx'])?.['hasUI'] === true,
  history: (event, messages) => rewrittenHistory(messagesOf(event.raw), messageView, messages, make),
});
