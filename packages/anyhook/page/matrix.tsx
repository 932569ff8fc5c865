import { useSignal } from '@preact/signals';
import type { MatrixView } from '../src/ui/page-types.js';
import { Loaded } from './loaded.js';
import { hello } from './state.js';
import { oneLine, visible } from './text.js';

export const MatrixPage = () => (
  <div class="page">
    <h1>
      Matrix <small>how well each agent supports each hook of {oneLine(hello.value?.folder ?? 'this folder')}</small>
    </h1>
    <Loaded<MatrixView> path="matrix" show={(view) => <MatrixTable view={view} />} />
  </div>
);

/** The symbol of a cell: its shape has the meaning without the color. */
const signs: Readonly<Record<string, string>> = {
  exact: '●',
  emulated: '◐',
  degraded: '◔',
  impossible: '○',
  native: '◆',
};

function MatrixTable({ view: { hosts: agents, hooks } }: { readonly view: MatrixView }) {
  const chosen = useSignal<readonly [string, string] | undefined>(undefined);
  if (hooks.length === 0) return <p class="empty">There are no hooks here. Create one with "anyhook hooks new".</p>;
  const [hookId, agentName] = chosen.value ?? [];
  const hook = hooks.find(({ id }) => id === hookId);
  const cell = agentName === undefined ? undefined : hook?.hosts[agentName];
  return (
    <>
      <p class="legend">
        {Object.entries(signs).map(([grade, sign]) => (
          <span key={grade} class={`grade-${grade}`}>
            {sign} {grade}
          </span>
        ))}
      </p>
      {cell && (
        <p class="matrix-note" role="status">
          <b>
            {oneLine(hookId ?? '')} on {agentName}: {cell.grade}
          </b>
          {cell.why !== undefined && ` – ${visible(cell.why)}`}
          {Object.keys(cell.effects).length > 0 &&
            ` (${Object.entries(cell.effects)
              .map(([effect, grade]) => `${effect} ${grade}`)
              .join(', ')})`}
        </p>
      )}
      <div class="scroll-x">
        <table class="list matrix">
          <thead>
            <tr>
              <th>hook</th>
              <th class="wide">event</th>
              {agents.map(({ name, title }) => (
                <th key={name} class="turned" title={title}>
                  <span>{name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {hooks.map(({ id, nativeEvent, dialect: format, hosts: grades }) => (
              <tr key={`${id} ${nativeEvent}`}>
                <td class="name">{oneLine(id)}</td>
                <td class="dim wide">
                  {format} {oneLine(nativeEvent)}
                </td>
                {agents.map(({ name }) => {
                  const grade = grades[name]?.grade ?? '';
                  return (
                    <td key={name} class="cell">
                      <button
                        type="button"
                        class={`plain grade-${grade}`}
                        aria-label={`${oneLine(id)} on ${name}: ${grade}`}
                        onClick={() => (chosen.value = [id, name])}
                      >
                        {signs[grade] ?? ''}
                      </button>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
