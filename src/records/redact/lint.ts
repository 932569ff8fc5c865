import type {
  SecretLintRuleContext,
  SecretLintRuleCreator,
  SecretLintRuleReportHandler,
  SecretLintSourceCode,
} from '@secretlint/types';

/** Where the rules of secretlint find something, sorted; longer ones first. */
export type Lint = (content: string) => readonly (readonly [start: number, end: number])[];

/**
 * Rules that are left out: passwords in addresses, of which our own rules know the placeholders and take out the
 * password alone; and comments in a text that would switch rules off.
 */
const leftOut = new Set(
  ['basicauth', 'database-connection-string', 'filter-comments'].map((name) => `@secretlint/secretlint-rule-${name}`),
);

/**
 * The rules of secretlint's recommended preset, without its core: that keeps a record of every call for ever, which a
 * process that stays cannot afford.
 */
export async function loadLint(): Promise<Lint> {
  const { creator } = await import('@secretlint/secretlint-rule-preset-recommend');
  let found: (readonly [number, number])[] = [];
  const context: SecretLintRuleContext = {
    sharedOptions: {},
    // Nobody reads what a rule says, only where.
    createTranslator: () => (messageId, data) => ({ message: '', messageId: String(messageId), data }),
    report: ({ range }) => void found.push(range),
    ignore: () => undefined,
  };
  const scanners = creator.rules.filter(({ meta }) => meta.type === 'scanner' && !leftOut.has(meta.id));
  const handlers = scanners.map((rule) => handlerOf(rule, context));
  return (content) => {
    found = [];
    const source = sourceOf(content);
    // No rule of the preset waits for anything.
    for (const { file } of handlers) void file?.(source);
    return found.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  };
}

const handlerOf = (rule: SecretLintRuleCreator<unknown>, context: SecretLintRuleContext): SecretLintRuleReportHandler =>
  rule.create(context, {});

/** A text as rules see it; they ask for no lines. */
function sourceOf(content: string): SecretLintSourceCode {
  const none = (): never => {
    throw new Error('a rule of secretlint asked for lines, which a text of the journal has none of');
  };
  return {
    hasBOM: false,
    content,
    filePath: undefined,
    physicalFilePath: undefined,
    contentType: 'text',
    ext: '.txt',
    getFilePath: () => undefined,
    getPhysicalFilePath: () => undefined,
    locationToRange: none,
    rangeToLocation: none,
    positionToIndex: none,
    indexToPosition: none,
  };
}
