/** Whether the messages of a tool call hold a person's approval of it. */
export function isApproved(
  toolCallId: string | undefined,
  messages: readonly { readonly content: unknown }[] = [],
): boolean {
  const parts = messages.flatMap(({ content }) => (Array.isArray(content) ? (content as ApprovalPart[]) : []));
  const requests = new Set(
    parts
      .filter((part) => part?.type === 'tool-approval-request' && part.toolCallId === toolCallId)
      .map(({ approvalId }) => approvalId),
  );
  return parts.some(
    (part) => part?.type === 'tool-approval-response' && part.approved === true && requests.has(part.approvalId),
  );
}

interface ApprovalPart {
  readonly type: string;
  readonly approvalId?: string;
  readonly toolCallId?: string;
  readonly approved?: boolean;
}
