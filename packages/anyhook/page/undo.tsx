import { visibleShellWord } from '@anyhook/core';
import { useSignal } from '@preact/signals';
import type { UndoTurnView, UndoView } from '../src/ui/page-types.js';
import { CopyButton } from './copy-button.js';
import { Loaded } from './loaded.js';
import { baseName, cut, oneLine, plural, shortId, spanText, timeText } from './text.js';

/** What agents changed in their turns, as in `anyhook undo --list`. Nothing is undone here. */
export function UndoPage() {
  const root = useSignal('');
  return (
    <div class="page">
      <h1>
        Undo <small>turns of agents that can be undone; to do so, copy the command into a terminal</small>
      </h1>
      <Loaded<UndoView>
        path="undo"
        query={root.value === '' ? {} : { root: root.value }}
        show={(view) => <Turns view={view} choose={(one) => (root.value = one)} />}
      />
    </div>
  );
}

function Turns({ view, choose }: { readonly view: UndoView; readonly choose: (root: string) => void }) {
  const { projects, root, turns } = view;
  const isKept = projects.some((one) => one.root === root);
  return (
    <>
      {projects.length > 0 && (
        <p class="filters flat">
          <select aria-label="project" value={root} onChange={(event) => choose(event.currentTarget.value)}>
            {!isKept && <option value={root}>{cut(oneLine(root), 80)} (nothing is kept)</option>}
            {projects.map((one) => (
              <option key={one.root} value={one.root}>
                {cut(oneLine(one.root), 80)} ({plural(one.turns, 'turn')}, {sizeText(one.bytes)})
              </option>
            ))}
          </select>
        </p>
      )}
      {turns.length === 0 ? (
        <p class="empty">
          Nothing is kept of {oneLine(baseName(root))}. <code>anyhook init --preset undo</code> switches it on.
        </p>
      ) : (
        <ol class="turns">
          {turns.map((turn) => (
            <Turn key={turn.number} turn={turn} root={root} />
          ))}
        </ol>
      )}
    </>
  );
}

function Turn({ turn, root }: { readonly turn: UndoTurnView; readonly root: string }) {
  const { number, at, endedAt, host: agent, session, prompt, files, undoneAt } = turn;
  const lasted = endedAt === undefined ? 'no end' : spanText(endedAt - at);
  return (
    <li class={undoneAt === undefined ? '' : 'undone'}>
      <span class="time number">{timeText(at)}</span>
      <span class="host">{oneLine(agent)}</span>
      <span class="files number">{plural(files, 'file')}</span>
      <span class="subject">{cut(oneLine(prompt ?? `session ${shortId(session)}`), 200)}</span>
      <span class="dim">{undoneAt === undefined ? lasted : `undone ${timeText(undoneAt)}`}</span>
      {undoneAt === undefined && files > 0 && (
        <CopyButton label="Copy command" text={() => `anyhook undo --turn ${number} --cwd ${visibleShellWord(root)}`} />
      )}
    </li>
  );
}

const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
