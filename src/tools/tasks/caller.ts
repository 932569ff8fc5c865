import { detectAgentSession, surroundingAgent } from '../../agents/environment.js';
import type { Caller } from '../../core/event.js';
import type { CallerInfo } from './task.js';

type Env = Readonly<Record<string, string | undefined>>;

interface Pipeline {
  /** Set if a pipeline runs this process. */
  readonly variable: string;
  /** The variables with the job, and with who or what started it. */
  readonly job?: string;
  readonly by?: string;
}

/** How pipelines are recognized; the first match counts, the general one is last. */
export const pipelines: readonly Pipeline[] = [
  { variable: 'GITHUB_ACTIONS', job: 'GITHUB_RUN_ID', by: 'GITHUB_ACTOR' },
  { variable: 'GITLAB_CI', job: 'CI_JOB_ID', by: 'GITLAB_USER_LOGIN' },
  { variable: 'BUILDKITE', job: 'BUILDKITE_JOB_ID', by: 'BUILDKITE_BUILD_CREATOR' },
  { variable: 'JENKINS_URL', job: 'BUILD_TAG', by: 'BUILD_USER_ID' },
  { variable: 'TF_BUILD', job: 'BUILD_BUILDID', by: 'BUILD_REQUESTEDFOR' },
  { variable: 'CIRCLECI', job: 'CIRCLE_WORKFLOW_JOB_ID', by: 'CIRCLE_USERNAME' },
  { variable: 'TEAMCITY_VERSION', job: 'BUILD_NUMBER' },
  { variable: 'BITBUCKET_BUILD_NUMBER', job: 'BITBUCKET_BUILD_NUMBER' },
  { variable: 'CODEBUILD_BUILD_ID', job: 'CODEBUILD_BUILD_ID', by: 'CODEBUILD_INITIATOR' },
  { variable: 'DRONE', job: 'DRONE_BUILD_NUMBER' },
  { variable: 'TRAVIS', job: 'TRAVIS_JOB_ID' },
  { variable: 'CI' },
];

/** Tells a program that runs for a task who the caller is. */
export const callerVariable = 'ANYHOOK_CALLER';

/** Tells a program which task it was started for. */
export const taskKeyVariable = 'ANYHOOK_TASK_KEY';

/** From the least trusted to the most. */
const ranks: readonly Caller[] = ['ai_session', 'background_job', 'ci_pipeline', 'manual_cli'];

/** Where a call comes from, as far as the process can tell. */
export interface CallerOrigin {
  readonly env: Env;
  /** A person may be there: stdin or stderr is a terminal. */
  readonly isTerminal: boolean;
  /** The name of the current user. */
  readonly user?: string | undefined;
}

/**
 * Who the caller is. Callers may name their session, job and trigger; of two sources the less trusted counts, so that
 * no program can claim to be a person.
 */
export function identifyCaller(origin: CallerOrigin, given: Partial<CallerInfo> = {}): CallerInfo {
  const found = detectCaller(origin);
  const inheritedCaller = ranks.find((rank) => rank === origin.env[callerVariable]);
  const source = [given.source, inheritedCaller].reduce<Caller>(
    (least, one) => (one === undefined ? least : lessTrusted(one, least)),
    found.source,
  );
  const named = { ...(source === found.source ? found : {}), ...bounded(given) };
  return { ...named, source };
}

function detectCaller({ env, isTerminal, user }: CallerOrigin): CallerInfo {
  if (surroundingAgent(env)) {
    const session = detectAgentSession(env);
    return { source: 'ai_session', ...(session !== undefined && { session_id: cut(session) }) };
  }
  const pipeline = pipelines.find(({ variable }) => isSet(env[variable]));
  if (pipeline) {
    const { job = '', by = '' } = pipeline;
    return { source: 'ci_pipeline', ...bounded({ job_id: env[job], triggered_by: env[by] }) };
  }
  return { source: isTerminal ? 'manual_cli' : 'background_job', ...bounded({ triggered_by: user }) };
}

/** `CI=false` means that there is no pipeline. */
const isSet = (value: string | undefined): boolean =>
  value !== undefined && value !== '' && value !== '0' && value.toLowerCase() !== 'false';

const lessTrusted = (a: Caller, b: Caller): Caller => (ranks.indexOf(a) < ranks.indexOf(b) ? a : b);

const maxNameChars = 200;
const cut = (text: string): string => text.slice(0, maxNameChars);

type CallerNames = Omit<CallerInfo, 'source'>;

function bounded(given: { readonly [K in keyof CallerNames]?: string | undefined }): CallerNames {
  const { session_id, job_id, triggered_by } = given;
  return {
    ...(session_id && { session_id: cut(session_id) }),
    ...(job_id && { job_id: cut(job_id) }),
    ...(triggered_by && { triggered_by: cut(triggered_by) }),
  };
}
