import type { Decision, Event, EventName, FormatName, Scope, ToolMap, Verdict } from '@anyhook/core';

/** The effects that a verdict may ask an agent for. */
export type VerdictEffect = Exclude<Decision, 'pass'> | 'rewrite' | 'context' | 'message' | 'stop';

export const verdictEffects = [
  ...['deny', 'ask', 'allow', 'rewrite', 'context', 'message', 'stop'],
] as const satisfies VerdictEffect[];

/** How well an agent supports an effect. `emulated`: the same effect by other means; `degraded`: a weaker effect. */
export type Grade = 'exact' | 'emulated' | 'degraded' | 'impossible';

/** What the agent supports at one event. An effect without a grade is impossible. */
export type Capability = Readonly<Partial<Record<VerdictEffect, Grade>>>;

/** The answer in the agent's own form. Nothing else may be written to its stdout. */
export interface Wire {
  readonly stdout: string;
  readonly stderr: string;
  /** 1 only for agents that show only the stderr of a hook that fails. */
  readonly exitCode: 0 | 1 | 2;
}

export interface DecodeContext {
  /** The event's native name, if the agent does not put it into the payload. */
  readonly event?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** ISO 8601. */
  readonly now: string;
  /** The exact text of the payload, for agents that expect it back. */
  readonly text?: string;
  /** The payload was cut at `payloadCutBytes`. */
  readonly truncated?: boolean;
}

/** How to read an agent's payloads and how to answer. Loaded on first use. */
export interface AgentCodec {
  /** Native event name → canonical. Events not named here become `other`. */
  readonly events: Readonly<Record<string, EventName>>;
  readonly tools: ToolMap;
  readonly capabilities: Readonly<Partial<Record<EventName, Capability>>>;
  decode(payload: unknown, context: DecodeContext): Event;
  encode(event: Event, verdict: Verdict, context: DecodeContext): Wire;
  /** Canonical input → the agent's own fields, complete: every original field is kept. */
  nativeInput(event: Event, input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
}

/** One agent. */
export interface Agent extends AgentFacts, AgentCodec {}

/** How an agent differs from the others; needed at every event, for all agents. */
export interface AgentFacts {
  readonly name: string;
  readonly title: string;
  /** Written from the agent's documentation; not tested with the real agent. */
  readonly documentedOnly: boolean;
  /** Maximum length of the context that the agent passes on, in characters. */
  readonly contextLimit: number;

  /** Not a program but a protocol that other programs use with anyhook. */
  readonly isProtocol?: true;
  /** The contract lets the agent go on, with a note, if anyhook itself fails; otherwise anyhook asks before an action. */
  readonly passesOnFaults?: true;
  /**
   * Files of a project in which the agent looks for hook entries; `{event}` stands for the event's native name. Part of
   * the agent and not of its install, because on every event anyhook checks whether a second entry could send the same call again.
   */
  readonly projectEntryFiles?: readonly string[];
  /** The agent's own programs: a process whose ancestor is one of them was started by the agent. */
  readonly programs?: AgentPrograms;
  /** The agent's settings files besides `projectEntryFiles`: what is written there may switch its hooks off. */
  readonly settings?: AgentSettings;
  /** Variables that the agent sets for the programs it starts. */
  readonly variables?: AgentVariables;
  /** The variable that holds the agent's project folder; the payload's cwd may have moved away from it. */
  readonly projectVariable?: string;
  /** Hook files that the agent runs itself. The engine does not run them a second time. */
  readonly hooksRunByAgent?: readonly HooksRunByAgent[];
  /** The agent also runs entries that were written for another agent; `isCaller` says whether it sent this payload. */
  readonly runsEntriesOf?: {
    readonly from: string;
    isCaller(payload: unknown, env: DecodeContext['env']): boolean;
  };
  /** Shell tools that start bash also on Windows; for others the shell is unknown. */
  readonly bashTools?: readonly string[];
  /** Runs entries one after another; each gets the input as rewritten by the previous one. */
  readonly chainsEntries?: boolean;
  /** Names a subagent's parent session only at the start of its session; the engine stores it for later events. */
  readonly parentAtStart?: boolean;
  /** Tested: a `tool.after` without a `tool.before` of the same call bypassed the guard. Missing: not tested. */
  readonly pairsCalls?: CallPairing;
  /** The agent's transcripts of its sessions; missing if anyhook does not read them. */
  readonly transcripts?: AgentTranscripts;
  /** When a call is denied, messages for the user also reach the model. */
  readonly sharesMessages?: boolean;

  /** Longer payloads are cut at this many bytes and decoded as far as possible. Without it they are an error. */
  readonly payloadCutBytes?: number;
  /** The output that means no opinion, if it treats an empty stdout as a crashed program. */
  readonly emptyAnswer?: string;
  /** Expects its input back on stdout, also when anyhook itself fails. */
  readonly echoesInput?: true;
  /** Expects the built-in policies to run in a project without hooks. */
  readonly runsDefaultPolicies?: true;
  /** Expects telemetry records unless the config switches telemetry off. */
  readonly telemetryByDefault?: true;
  /** Variables in which the caller of a protocol names itself, for hooks and for telemetry. */
  readonly callerVariables?: { readonly hook: string; readonly telemetry: string };
}

/** How the two events of a call are matched. */
interface CallPairing {
  /** `id`: both carry the call's id. `tool`: they carry none, so only tools without any question are detected. */
  readonly by: 'id' | 'tool';
  /** Native names of tools that send only an end event. */
  readonly except?: readonly string[];
}

/** The files in which an agent records its sessions, as JSON lines. */
export interface AgentTranscripts {
  /** In the agent's folder; it has a folder for each project, with a file for each session, named by its id. */
  readonly folder: string;
  /** Reads a parsed line; undefined if it is not about a call. */
  readLine(line: Readonly<Record<string, unknown>>): TranscriptLine | undefined;
}

/** What a line of a transcript says about calls. */
export interface TranscriptLine {
  /** The folder in which the agent worked. */
  readonly cwd?: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly began: readonly { readonly id: string; readonly tool: string }[];
  /** `hasRun`: with a result that is not an error or a refusal. */
  readonly ended: readonly { readonly id: string; readonly hasRun: boolean }[];
}

/** Hooks of one format that an agent runs itself: of one kind of file and one scope, or of all. */
export interface HooksRunByAgent {
  readonly format: FormatName;
  readonly flavour?: string;
  readonly scope?: Scope;
  /** The user's config names them for all agents, so `share` does not apply to them. */
  readonly isNamedInConfig?: true;
}

/** How a process of an agent is recognised. */
export interface AgentPrograms {
  /** File names of its programs, and the names that its processes give themselves. */
  readonly names: readonly string[];
  /** Packages whose scripts it runs with an interpreter. */
  readonly packages?: readonly string[];
  /** A part of the path of its programs with other names, such as one per version. */
  readonly folder?: string;
  /** Options that start it without the user's settings or hooks, or with others: `--option`, or `--option value…`. */
  readonly hookOptions?: readonly string[];
  /** The same in code that starts it with its SDK: names of lists; a list with `user` keeps the user's hooks. */
  readonly hookFields?: readonly string[];
  /** The first version with hooks that anyhook can answer, if known. */
  readonly hooksSince?: string;
}

/** Where an agent keeps its settings; `{…}` in a path matches any file name, or a part of one. */
export interface AgentSettings {
  /** The agent's folder, from the user's home folder. */
  readonly folder: string;
  /** The variable with which a user moves that folder. */
  readonly folderVariable?: string;
  /** The variable that moves the home folder in which the agent looks; the folder keeps its name there. */
  readonly homeVariable?: string;
  /** More variables that start it without the user's settings or hooks, or with others. */
  readonly otherVariables?: readonly string[];
  /** Files in that folder. */
  readonly user: readonly string[];
  /** Files of a project. */
  readonly project?: readonly string[];
  /** Files for all users of the machine, as full paths. */
  readonly system?: readonly string[];
  /**
   * Where in that folder the agent loads code or commands from, besides what `user` has: `*` matches any part of a
   * name, and a slash at the end everything below. Also guarded if the agent is not connected.
   */
  readonly code?: readonly string[];
  /** The same in any folder that may be a project. */
  readonly projectCode?: readonly string[];
}

/** An agent that anyhook cannot connect; unsupported.yaml has them. */
export interface UnsupportedAgent {
  readonly title: string;
  /** File names of its programs. */
  readonly programs: readonly string[];
  readonly settings: AgentSettings;
}

/** Variables that show a process that an agent started it. */
interface AgentVariables {
  /** Whole names, or a prefix that ends in `*`. */
  readonly marks: readonly string[];
  /** The variable with the session id; it also shows that the agent started the process. */
  readonly session?: string;
}
