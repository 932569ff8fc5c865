import { ask, deny, pass, type Result, type ToolCall } from '@anyhook/core';
import type { CommandJudgement, GuardDecision, GuardWorld, Judgement, SeenEffect } from '@anyhook/guard';
import { approvableEffects, guardReason, judgeCall, judgeReading, patchedFiles, showsSecret } from '@anyhook/guard';
import type { Builtin } from './builtin.js';
import { guardWorld } from './kit/guard-world.js';
import { absolutePath } from './kit/project-root.js';
import { readShellCall, shellCommand, shellFolders, shellOf } from './kit/shell-call.js';
import { flattenText } from './kit/text.js';
import { writeTargets } from './kit/write-targets.js';
import { guardRules, shellGuard } from './shell-guard.js';

/** Keeps keys and credentials on this machine and out of the project's files. Never allows anything. */
export const secrets: Builtin = {
  name: 'secrets',
  summary: 'denies writing keys and credentials to files or sending them, and asks before they are read',
  events: ['tool.before'],
  // The user's own rules about secrets apply here as they do for the shell guard.
  ...(shellGuard.documents && { documents: shellGuard.documents }),
  run(event, _args, { env, hook, agentPlaces, bashTools }) {
    if (event.name !== 'tool.before') return noOpinion;
    const { call, cwd, host: agent } = event;
    const isShell = call.kind === 'shell';
    const projectRoot = hook.scope === 'project' ? hook.root : undefined;
    const worldIn = (folder: string | undefined) => guardWorld({ cwd, env, projectRoot, agentPlaces, folder });
    const world = worldIn(isShell ? shellFolders(call)[0] : undefined);
    const rules = guardRules(world, hook);
    const judged = isShell
      ? judgeReading(readShellCall(call, worldIn, { ...rules, shell: shellOf(call, agent, bashTools) }), world, rules)
      : judgeCall(call, world, rules);
    const judgement = aboutSecrets(judged);
    const reason = judgement.decision === 'pass' ? undefined : guardReason(judgement, rules);
    if (reason !== undefined && judgement.decision === 'deny') return deny(reason);
    const asksAbout = reason === undefined ? undefined : approvableEffects(judgement, world.cwd);
    const answer = reason === undefined ? noOpinion : ask(reason, asksAbout && { asksAbout });
    const texts = writtenTexts(call, world, isShell ? judged : undefined);
    return texts.length === 0 ? answer : withSecretFinder((find) => writingResult(texts, find) ?? answer);
  },
};

const noOpinion = pass();

type FindSecrets = (text: string) => readonly { readonly start: number; readonly end: number; readonly kind: string }[];

let secretFinder: FindSecrets | undefined;

/** Redaction knows the formats of secrets. Imported with the first written text, and then available synchronously. */
function withSecretFinder(use: (find: FindSecrets) => Result): Result | Promise<Result> {
  if (secretFinder) return use(secretFinder);
  return import('../../redact/find-secrets.js').then(({ findSecrets }) => {
    secretFinder = findSecrets;
    return use(findSecrets);
  });
}

/** The part of a judgement about keys and credentials. */
function aboutSecrets({ findings }: Judgement): Judgement {
  const own = findings.filter(({ effect }) => isAboutSecrets(effect));
  const decisions = own.map(({ decision }) => decision);
  const decision = (['deny', 'ask', 'pass'] as const).find((one: GuardDecision) => decisions.includes(one)) ?? 'pass';
  return { decision, findings: own };
}

function isAboutSecrets(effect: SeenEffect): boolean {
  if (effect.do === 'reveal' || effect.do === 'unread') return true;
  if (effect.do === 'send') return effect.secret;
  if (effect.do === 'move') return effect.from.scope === 'secret' || effect.to.scope === 'secret';
  const isChange = effect.do === 'write' || effect.do === 'delete' || effect.do === 'permit';
  return isChange && effect.at.scope === 'secret';
}

interface WrittenText {
  readonly path: string;
  readonly text: string;
  /** The current content of the file: moving a key within a file does not write it. */
  readonly before: string;
}

const maxTextLength = 8 * 1024 * 1024;

/** The texts that a call would write to files where keys do not belong. */
const writtenTexts = (
  call: ToolCall,
  world: GuardWorld,
  command: CommandJudgement | undefined,
): readonly WrittenText[] =>
  (command ? commandTexts(call, command) : fileTexts(call)).filter(
    ({ path, text }) =>
      text.length > minSecretLength && !mayHoldSecrets(absolutePath(path, world.cwd, world.home), world),
  );

/** A denial if a text contains a key, a question if one is too long. The reason never contains the key. */
function writingResult(texts: readonly WrittenText[], findSecrets: FindSecrets): Result | undefined {
  for (const { path, text, before } of texts) {
    const cut = text.slice(0, maxTextLength);
    const found = findSecrets(cut).find(
      ({ kind, start, end }) => !shownByItsPlace.has(kind) && !before.includes(cut.slice(start, end)),
    );
    if (found)
      return deny(
        `write ${kindText(found.kind)} into ${flattenText(path)}: denied, because files of a project are copied and ` +
          'published. Instead: keep it in an ignored file such as .env, or in the environment, and use it by its name.',
      );
  }
  const long = texts.find(({ text }) => text.length > maxTextLength);
  return (
    long && ask(`write into ${flattenText(long.path)}: asks, because the text is too long to be searched for keys.`)
  );
}

/** All keys are at least this long. */
const minSecretLength = 15;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function fileTexts(call: ToolCall): readonly WrittenText[] {
  const { input } = call;
  if (call.kind === 'patch') {
    const patch = textOf(input['content']);
    const added = linesOf(patch, '+');
    const before = linesOf(patch, '-');
    return patchedFiles(patch).files.map(({ path, to = path }) => ({ path: to, text: added, before }));
  }
  if (call.kind !== 'write' && call.kind !== 'edit' && call.kind !== 'mcp' && call.kind !== 'other') return [];
  const [path] = writeTargets(call);
  if (path === undefined) return [];
  const isKnown = call.kind === 'write' || call.kind === 'edit';
  const written = isKnown ? [textOf(input['content']), textOf(input['newText'])] : Object.values(input).map(textOf);
  const more = (call.hidden ?? []).map((one) => (typeof one === 'string' ? one : (JSON.stringify(one) ?? '')));
  return [{ path, text: [...written, ...more].join('\n'), before: textOf(input['oldText']) }];
}

const linesOf = (patch: string, sign: '+' | '-'): string =>
  patch
    .split('\n')
    .filter((line) => line.startsWith(sign))
    .map((line) => line.slice(1))
    .join('\n');

/** A command that writes files may write each text in it. */
function commandTexts(call: ToolCall, { findings }: CommandJudgement): readonly WrittenText[] {
  const command = shellCommand(call);
  return findings.flatMap(({ effect }) =>
    effect.do === 'write' && effect.how !== 'unpack' && effect.remote === undefined
      ? [{ path: effect.at.path, text: command, before: '' }]
      : [],
  );
}

/** Files meant for keys, and examples with fake ones: tests and test data. */
function mayHoldSecrets(path: string, world: GuardWorld): boolean {
  if (showsSecret(path, world) || madeUp.test(path)) return true;
  return world.temp.some((folder) => path.startsWith(`${folder}/`)) && !path.startsWith(`${world.root}/`);
}

const madeUp =
  /[/\\](?:fixtures?|__fixtures__|testdata|test[-_]data|__mocks__|mocks|tests?|__tests__|specs?|cassettes)[/\\]|[._-](?:test|tests|spec|example|sample|template|dist)(?:\.[\w]+)*$|[/\\](?:test_[^/\\]*|conftest)\.py$/i;

/** Kinds known by surrounding words, or rarely secret, such as test passwords: not a reason to stop work. */
const shownByItsPlace: ReadonlySet<string> = new Set(
  (
    'assigned-secret secretlint authorization bearer-token basic-auth cookie url-password url-token jwt curl-user ' +
    'mysql-flag password-flag piped-password htpasswd netrc-password pgpass secure-string sql-password ' +
    'postgres-password mysql-password mongodb-password redis-password amqp-password sqlserver-password jdbc-password ' +
    'aws-signature azure-sas supabase-key google-api-key npmrc-auth docker-config-auth'
  ).split(' '),
);

/** `a github token`. */
const kindText = (kind: string): string => `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind.replaceAll('-', ' ')}`;
