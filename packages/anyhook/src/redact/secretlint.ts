import type {
  SecretLintRuleContext,
  SecretLintRuleCreator,
  SecretLintRuleReportHandler,
  SecretLintSourceCode,
} from '@secretlint/types';

/** Returns the ranges that secretlint's rules report, sorted by start; longer ones first. */
export type SecretLint = (content: string) => readonly (readonly [start: number, end: number])[];

/** Not used: passwords in URLs, because our rule knows placeholders, and comments that would disable rules. */
const excludedRules = new Set(
  ['basicauth', 'database-connection-string', 'filter-comments'].map((name) => `@secretlint/secretlint-rule-${name}`),
);

/** secretlint's recommended preset without its core, which keeps every call and so leaks in a resident process. */
export async function loadSecretLint(): Promise<SecretLint> {
  const { creator } = await import('@secretlint/secretlint-rule-preset-recommend');
  let found: (readonly [number, number])[] = [];
  const context: SecretLintRuleContext = {
    sharedOptions: {},
    // Only the position is used, not the message.
    createTranslator: () => (messageId, data) => ({ message: '', messageId: String(messageId), data }),
    report: ({ range }) => void found.push(range),
    ignore: () => undefined,
  };
  const scanners = creator.rules.filter(({ meta }) => meta.type === 'scanner' && !excludedRules.has(meta.id));
  const handlers = scanners.map((rule) => handlerOf(rule, context));
  return (content) => {
    found = [];
    const source = sourceOf(content);
    // No rule of the preset is asynchronous.
    for (const { file } of handlers) void file?.(source);
    return found.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  };
}

const handlerOf = (rule: SecretLintRuleCreator<unknown>, context: SecretLintRuleContext): SecretLintRuleReportHandler =>
  rule.create(context, {});

/** A text in the form that rules expect; they do not use lines. */
function sourceOf(content: string): SecretLintSourceCode {
  const none = (): never => {
    throw new Error('a secretlint rule asked for lines, which are not available');
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
