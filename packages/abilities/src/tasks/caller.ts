import { detectAgentSession, surroundingAgent } from '@anyhook/anyhook';
import type { Caller } from '@anyhook/core';
import type { CallerInfo } from './task.js';

type Env = Readonly<Record<string, string | undefined>>;

interface Pipeline {
  /** Set if a pipeline runs this process. */
  readonly variable: string;
  /** The variables with the job, and with its trigger. */
  readonly job?: string;
  readonly triggeredBy?: string;
}

/** How pipelines are recognized; the first match counts, the general one is last. */
export const pipelines: readonly Pipeline[] = [
  { variable: 'GITHUB_ACTIONS', job: 'GITHUB_RUN_ID', triggeredBy: 'GITHUB_ACTOR' },
  { variable: 'GITLAB_CI', job: 'CI_JOB_ID', triggeredBy: 'GITLAB_USER_LOGIN' },
  { variable: 'BUILDKITE', job: 'BUILDKITE_JOB_ID', triggeredBy: 'BUILDKITE_BUILD_CREATOR' },
  { variable: 'JENKINS_URL', job: 'BUILD_TAG', triggeredBy: 'BUILD_USER_ID' },
  { variable: 'TF_BUILD', job: 'BUILD_BUILDID', triggeredBy: 'BUILD_REQUESTEDFOR' },
  { variable: 'CIRCLECI', job: 'CIRCLE_WORKFLOW_JOB_ID', triggeredBy: 'CIRCLE_USERNAME' },
  { variable: 'TEAMCITY_VERSION', job: 'BUILD_NUMBER' },
  { variable: 'BITBUCKET_BUILD_NUMBER', job: 'BITBUCKET_BUILD_NUMBER' },
  { variable: 'CODEBUILD_BUILD_ID', job: 'CODEBUILD_BUILD_ID', triggeredBy: 'CODEBUILD_INITIATOR' },
  { variable: 'DRONE', job: 'DRONE_BUILD_NUMBER' },
  { variable: 'TRAVIS', job: 'TRAVIS_JOB_ID' },
  { variable: 'CI' },
];

/** Passes the caller to a program that runs for a task. */
export const callerVariable = 'ANYHOOK_CALLER';

/** From the least trusted to the most. */
const ranks: readonly Caller[] = ['ai_session', 'background_job', 'ci_pipeline', 'manual_cli'];

export interface CallerOrigin {
  readonly env: Env;
  /** A person may be present: stdin or stderr is a terminal. */
  readonly isTerminal: boolean;
  readonly user?: string | undefined;
}

/** Identifies the caller. Of two sources the less trusted wins, so no program can claim to be a person. */
export function identifyCaller(origin: CallerOrigin, given: Partial<CallerInfo> = {}): CallerInfo {
  const detected = detectCaller(origin);
  const inheritedCaller = ranks.find((rank) => rank === origin.env[callerVariable]);
  const source = [given.source, inheritedCaller].reduce<Caller>(
    (current, one) => (one === undefined ? current : lessTrusted(one, current)),
    detected.source,
  );
  const names = { ...(source === detected.source ? detected : {}), ...boundNames(given) };
  return { ...names, source };
}

function detectCaller({ env, isTerminal, user }: CallerOrigin): CallerInfo {
  if (surroundingAgent(env)) {
    const session = detectAgentSession(env);
    return { source: 'ai_session', ...(session !== undefined && { session_id: cutName(session) }) };
  }
  const pipeline = pipelines.find(({ variable }) => isSet(env[variable]));
  if (pipeline) {
    const { job = '', triggeredBy = '' } = pipeline;
    return { source: 'ci_pipeline', ...boundNames({ job_id: env[job], triggered_by: env[triggeredBy] }) };
  }
  return { source: isTerminal ? 'manual_cli' : 'background_job', ...boundNames({ triggered_by: user }) };
}

/** `CI=false` means that there is no pipeline. */
const isSet = (value: string | undefined): boolean =>
  value !== undefined && value !== '' && value !== '0' && value.toLowerCase() !== 'false';

const lessTrusted = (a: Caller, b: Caller): Caller => (ranks.indexOf(a) < ranks.indexOf(b) ? a : b);

const maxNameChars = 200;
const cutName = (text: string): string => text.slice(0, maxNameChars);

type CallerNames = Omit<CallerInfo, 'source'>;

function boundNames(given: { readonly [K in keyof CallerNames]?: string | undefined }): CallerNames {
  const { session_id, job_id, triggered_by } = given;
  return {
    ...(session_id && { session_id: cutName(session_id) }),
    ...(job_id && { job_id: cutName(job_id) }),
    ...(triggered_by && { triggered_by: cutName(triggered_by) }),
  };
}
