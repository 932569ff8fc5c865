/** What a matcher is compared with: the tool's name, or the event's own subject such as the source of a session. */
export type MatcherSubject = 'tool' | 'subject';

/** What Claude Code compares an event's matcher with. Events not in this table ignore it. */
export const claudeSubjects: Readonly<Record<string, MatcherSubject>> = {
  PreToolUse: 'tool',
  PermissionRequest: 'tool',
  PostToolUse: 'tool',
  PostToolUseFailure: 'tool',
  SessionStart: 'subject',
  SessionEnd: 'subject',
  SubagentStart: 'subject',
  SubagentStop: 'subject',
  PreCompact: 'subject',
  PostCompact: 'subject',
  Notification: 'subject',
};
