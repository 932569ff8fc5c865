import { isAbsolute, resolve } from 'node:path';
import {
  type Decision,
  type Ending,
  type Event,
  failed,
  type Hook,
  hasCall,
  isObject,
  projectFolderFor,
  type ToolEvent,
  type ToolInput,
  toNativeInput,
  toolName,
  toolRowFor,
  withoutUndefined,
} from '@anyhook/core';
import { antigravityEvents, antigravityTools } from '../../../.cache/formats/antigravity/tables.js';
import type { Codec, FormatEvent, ProcessOutput } from '../kit/format.js';
import {
  BadOutput,
  endingWith,
  failOnBadOutput,
  firstField,
  firstText,
  type JsonObject,
  looseText,
  misspeltKeys,
  noReason,
  parseStdout,
  reasonFor,
  textField,
  tryParseStdout,
  unknownEvent,
  wordField,
} from '../kit/hook-output.js';

type Fields = Readonly<Record<string, unknown>>;

const antigravityMcpName = (server: string, tool: string): string => `mcp_${server}_${tool}`;

/** Hooks as Google's Antigravity runs them, from a hooks.json. */
const antigravity: Codec = {
  name: 'antigravity',
  events: antigravityEvents,
  tools: antigravityTools,
  mcpName: antigravityMcpName,
  singlePath: true,
  readsStopBlocks: true,
  stdin: (event, hook) => ({
    ...withoutUndefined(eventFields(event)),
    conversationId: event.sessionId,
    workspacePaths: [projectFolderFor(hook, event.cwd)],
    transcriptPath: event.transcriptPath ?? '',
    artifactDirectoryPath: '',
    modelName: event.model ?? '',
  }),
  env: () => ({}),
  read: (output, hook, event) => failOnBadOutput(output, () => read(output, hook, event)),
};

function eventFields(event: Event): Fields {
  if (hasCall(event)) return callFields(event);
  if (event.name === 'agent.stop')
    return {
      executionNum: event.stopBlocks ?? (event.stopHookActive ? 1 : 0),
      terminationReason: 'model_stop',
      error: '',
      fullyIdle: true,
    };
  return event.name === 'turn.start' || event.name === 'turn.end' ? { invocationNum: 0, initialNumSteps: 0 } : {};
}

/** After a call, Antigravity names neither the tool nor its arguments; here both are given. */
function callFields(event: ToolEvent): Fields {
  const { call, cwd } = event;
  const args = absolutePaths(toNativeInput(toolRowFor(antigravityTools, call), call.input), cwd);
  return {
    toolCall: {
      name: toolName(antigravityTools, call, antigravityMcpName),
      args: call.kind === 'shell' ? { Cwd: cwd, ...args } : args,
    },
    stepIdx: 0,
    error: event.name === 'tool.failure' ? event.error : event.name === 'tool.after' ? '' : undefined,
  };
}

const pathFields = ['AbsolutePath', 'TargetFile', 'DirectoryPath', 'SearchPath', 'SearchDirectory'];

function absolutePaths(args: ToolInput, cwd: string): ToolInput {
  const relative = Object.entries(args).filter(
    ([name, path]) => pathFields.includes(name) && typeof path === 'string' && !isAbsolute(path),
  );
  return { ...args, ...Object.fromEntries(relative.map(([name, path]) => [name, resolve(cwd, path as string)])) };
}

const rowOf = ({ nativeEvent }: Hook): FormatEvent => antigravity.events[nativeEvent] ?? unknownEvent;

/** Exit codes are not documented. A script that exits with 2 before a call wants to block it, as everywhere else. */
function read({ exitCode, stdout, stderr }: ProcessOutput, hook: Hook, event: Event): Ending {
  if (exitCode === 2 && rowOf(hook).blocks) {
    const { json = {}, text } = tryParseStdout(stdout);
    const reason = firstText(looseText(json, 'reason'), stderr, text) ?? noReason(hook);
    return endingWith({ decision: 'deny', reason });
  }
  if (exitCode !== 0) return failed('exit', `exited with code ${exitCode}`, stderr);
  const { json, text } = parseStdout(stdout);
  if (json) return answerOf(json, hook, event);
  if (text !== '' && event.name === 'tool.before')
    throw new BadOutput('stdout must be one JSON object, such as {"decision": "allow"}');
  return endingWith({ logs: text === '' ? [] : [text] });
}

/** Every hook must answer, so `allow` means no objection; Antigravity goes on as without the hook. */
const toolDecisions: Readonly<Record<string, Decision>> = {
  ...{ allow: 'pass', deny: 'deny', ask: 'ask', force_ask: 'ask', deny_unless_prior_grant: 'ask' },
  '': 'pass',
};

function answerOf(json: JsonObject, hook: Hook, event: Event): Ending {
  const decision = decisionOf(json, event);
  const { context, notes } = injectedSteps(json);
  return endingWith({
    decision,
    ...reasonFor(decision, textField(json, 'reason'), hook),
    context,
    notes: [
      ...notes,
      ...['permissionOverrides', 'overwrite', 'terminationBehavior']
        .filter((name) => firstField(json, name))
        .map((name) => `"${name}" can only be done by Antigravity itself: left out`),
      ...misspeltKeys(json, [
        ...['decision', 'reason', 'injectSteps', 'permissionOverrides', 'overwrite', 'terminationBehavior'],
      ]),
    ],
  });
}

function decisionOf(json: JsonObject, event: Event): Decision {
  if (event.name === 'tool.before') return wordField(json, toolDecisions, 'decision') ?? 'pass';
  // At a stop, any other word lets the agent stop.
  return event.name === 'agent.stop' && firstField(json, 'decision') === 'continue' ? 'deny' : 'pass';
}

/** Messages that are inserted before the model call; a tool call cannot be. */
function injectedSteps(json: JsonObject): { context: readonly string[]; notes: readonly string[] } {
  const steps = firstField(json, 'injectSteps') ?? [];
  if (!Array.isArray(steps)) throw new BadOutput('"injectSteps" must be a list');
  const found = steps.map((step) => (isObject(step) ? firstText(...textsOf(step)) : undefined));
  const context = found.filter((text) => text !== undefined);
  const lost = steps.length - context.length;
  return {
    context,
    notes: lost === 0 ? [] : [`${lost} of "injectSteps" can only be done by Antigravity itself: left out`],
  };
}

const textsOf = (step: JsonObject): readonly (string | undefined)[] =>
  ['ephemeralMessage', 'userMessage'].map((name) => (typeof step[name] === 'string' ? step[name] : undefined));

export const antigravityCodec = (): Codec => antigravity;
