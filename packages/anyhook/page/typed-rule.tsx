import { showHidden } from '@anyhook/core';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { RuleFile, RuleText, TypedRuleView } from '../src/ui/page-types.js';
import { post } from './api.js';
import { CopyButton } from './copy-button.js';
import { Flips } from './flips.js';
import { Loaded } from './loaded.js';
import { patchText } from './patch-text.js';
import { hello } from './state.js';
import { cut, oneLine, plural, visible } from './text.js';

/** A rule that starts no program, so its effect can be seen at once. */
const example = `hooks:
  - id: no-force-push
    on: tool.before
    use: shell-guard
`;

/** An editor for a hook file, with the effect of the change next to it. Nothing is written. */
export function TypedRule({ file }: { readonly file: string | undefined }) {
  const chosen = useSignal(file ?? '');
  useEffect(() => {
    if (file !== undefined) chosen.value = file;
  }, [file]);
  return (
    <Loaded<readonly RuleFile[]>
      path="what-if/files"
      show={(files) => {
        const current = files.find(({ path }) => path === chosen.value) ?? files[0];
        if (!current) return <p class="empty">There is no hook file here.</p>;
        return (
          <>
            <p class="filters flat">
              <select
                aria-label="file"
                value={current.path}
                onChange={(event) => (chosen.value = event.currentTarget.value)}
              >
                {files.map(({ path, isNew, hooks }) => (
                  <option key={path} value={path}>
                    {oneLine(relativePath(path))}
                    {isNew ? ' (new)' : ` (${hooks.length})`}
                  </option>
                ))}
              </select>
              {file !== undefined && current.path !== file && (
                <span class="dim">
                  {oneLine(file)} is not a hook file of this folder: start "anyhook ui" in its project to try it.
                </span>
              )}
            </p>
            <Loaded<RuleText>
              path="what-if/file"
              query={{ path: current.path }}
              show={(saved) => <Editor key={current.path} file={current} saved={saved} />}
            />
          </>
        );
      }}
    />
  );
}

const relativePath = (path: string): string => {
  const folder = `${hello.value?.folder ?? ''}/`;
  return path.startsWith(folder) ? path.slice(folder.length) : path;
};

/** How long to wait after the last keystroke before the text is tried. */
const quietMs = 400;

function Editor({ file, saved }: { readonly file: RuleFile; readonly saved: RuleText }) {
  const text = useSignal(file.isNew ? example : saved.text);
  const result = useSignal<TypedRuleView | undefined>(undefined);
  const problem = useSignal<string | undefined>(undefined);
  const isTrying = useSignal(false);
  useEffect(() => {
    const asked = new AbortController();
    const timer = setTimeout(() => {
      isTrying.value = true;
      post<TypedRuleView>('what-if/typed', { path: file.path, text: text.value }, asked.signal).then(
        (found) => {
          [result.value, problem.value, isTrying.value] = [found, undefined, false];
        },
        (error: Error) => {
          if (asked.signal.aborted) return;
          [problem.value, isTrying.value] = [error.message, false];
        },
      );
    }, quietMs);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [text.value]);
  const isChanged = file.isNew || text.value !== saved.text;
  return (
    <div class="typed">
      <div>
        <NumberedText text={text.value} view={result.value} change={(typed) => (text.value = typed)} />
        <p class="actions">
          {saved.isRedacted ? (
            <span class="dim">A secret in this file is hidden, so its text cannot be copied from here.</span>
          ) : (
            <>
              <CopyButton label="Copy text" text={() => text.value} />
              {isChanged && (
                <CopyButton
                  label="Copy as a patch"
                  text={() => patchText(relativePath(file.path), file.isNew ? undefined : saved.text, text.value)}
                />
              )}
            </>
          )}
          <span class="dim">Nothing is saved here.</span>
        </p>
      </div>
      <div class="typed-result" aria-live="polite" aria-busy={isTrying.value}>
        {problem.value !== undefined && <p class="problem">{visible(problem.value)}</p>}
        {result.value && <Effect view={result.value} />}
        <HiddenCharacters text={text.value} />
        {!result.value && problem.value === undefined && <p class="empty">trying it on recorded events …</p>}
      </div>
    </div>
  );
}

const maxHiddenLines = 5;

/** A file is copied as it is, so lines with invisible characters are shown. */
function HiddenCharacters({ text }: { readonly text: string }) {
  const all = text.split('\n').map((line, i) => ({ line, number: i + 1 }));
  const hidden = all.filter(({ line }) => showHidden(line) !== line);
  return (
    <>
      {hidden.slice(0, maxHiddenLines).map(({ line, number }) => (
        <p key={number} class="warning">
          <b>line {number} has hidden characters: </b>
          <code>{cut(oneLine(line), 200)}</code>
        </p>
      ))}
      {hidden.length > maxHiddenLines && (
        <p class="warning">and {plural(hidden.length - maxHiddenLines, 'line')} more</p>
      )}
    </>
  );
}

function Effect({ view: { problems, report } }: { readonly view: TypedRuleView }) {
  return (
    <>
      {problems.map(({ line, severity, message }, i) => (
        <p key={i} class={severity === 'error' ? 'problem' : 'warning'}>
          {line !== undefined && <b>line {line}: </b>}
          {visible(message)}
        </p>
      ))}
      {report ? (
        report.total === 0 ? (
          <p class="empty">No event of this project is recorded yet, so the text cannot be tried.</p>
        ) : (
          <Flips view={report} />
        )
      ) : (
        <p class="dim">The text is not valid.</p>
      )}
    </>
  );
}

interface NumberedTextProps {
  readonly text: string;
  readonly view: TypedRuleView | undefined;
  readonly change: (text: string) => void;
}

/** A text area with line numbers; lines with a problem are marked. */
function NumberedText({ text, view, change }: NumberedTextProps) {
  const numbers = useRef<HTMLDivElement>(null);
  const marked = new Map(view?.problems.map(({ line, severity }) => [line, severity]));
  const lines = text.split('\n');
  return (
    <div class="numbered">
      <div class="numbers" ref={numbers} aria-hidden="true">
        {lines.map((_, i) => (
          <span key={i} class={marked.get(i + 1) ?? ''}>
            {i + 1}
          </span>
        ))}
      </div>
      <textarea
        aria-label="the text of the file"
        spellcheck={false}
        wrap="off"
        rows={Math.max(10, Math.min(24, lines.length + 1))}
        value={text}
        onInput={(event) => change(event.currentTarget.value)}
        onScroll={(event) => {
          if (numbers.current) numbers.current.scrollTop = event.currentTarget.scrollTop;
        }}
      />
    </div>
  );
}
