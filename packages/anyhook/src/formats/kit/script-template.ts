import { firstScripts } from '../../../.cache/first-scripts.js';
import { fillText } from './fill-text.js';

/** Languages in which the first script of a hook can be written. */
export const languages = ['sh', 'py', 'js'] as const;
export type Language = (typeof languages)[number];

/** The texts of a first script about its hook. */
interface ScriptFacts {
  readonly name: string;
  /** The event in the format's words. */
  readonly event: string;
  /** The effect of a deny at the event; undefined where nothing can be blocked. */
  readonly denyMeans?: string;
}

/** The first script of a new hook. */
interface FirstScript {
  readonly text: string;
  /** The file's extension. */
  readonly ending: string;
  /** It blocks an event whose JSON contains the text `refusedText`. */
  readonly refuses: boolean;
}

/** Writes a first script that runs as it is and lets ordinary events pass. */
export type ScriptTemplate = (language: Language, facts: ScriptFacts) => FirstScript;

/** The text that a first script refuses. */
export const refusedText = 'never let this pass';
/** The reason that it gives. */
export const refusalReason = 'found what must not pass';

/** The text of a script, as first-scripts.yaml has them, with a comment about its protocol. */
export function scriptText(
  scripts: Readonly<Record<Language, string>>,
  language: Language,
  facts: ScriptFacts,
  {
    protocol,
    ...values
  }: { readonly protocol: readonly string[]; readonly [name: string]: string | readonly string[] },
): Pick<FirstScript, 'text' | 'ending'> {
  const sign = language === 'js' ? '//' : '#';
  const comment = [`${facts.name}: runs at ${facts.event}.`, ...protocol].map((line) => `${sign} ${line}`).join('\n');
  const given = {
    ...(values as Readonly<Record<string, string>>),
    comment,
    name: facts.name,
    refusedText,
    refusalReason,
  };
  const text = fillText(scripts[language], given);
  return { text: `${text.trimEnd()}\n`, ending: language === 'js' ? 'mjs' : language };
}

/**
 * A first script for formats in which a script blocks by its exit code. `rule` says by which. Where something can be
 * blocked, it prints `goOn` when it has no objection, for formats that expect an answer.
 */
export const exitCodeScript =
  (rule: string, goOn?: string): ScriptTemplate =>
  (language, facts) => {
    const { denyMeans } = facts;
    const block = denyMeans
      ? `${rule}: ${denyMeans}. The text on stderr is the reason.`
      : 'Nothing can be blocked here.';
    const protocol = ['Gets the event as JSON on stdin. Exit 0 lets the agent go on.', block];
    const end = goOn !== undefined && denyMeans ? endings[language](goOn) : language === 'sh' ? 'exit 0' : '';
    const code = denyMeans ? '2' : '0';
    return {
      ...scriptText(firstScripts.exitCode, language, facts, { protocol, code, end }),
      refuses: denyMeans !== undefined,
    };
  };

/** The end of a script that prints a text if it has no objection. */
const endings: Readonly<Record<Language, (goOn: string) => string>> = {
  sh: (goOn) => `echo '${goOn}'`,
  py: (goOn) => `\nprint('${goOn}')`,
  js: (goOn) => `\nconsole.log('${goOn}');`,
};
