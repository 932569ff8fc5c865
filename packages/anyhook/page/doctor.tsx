import type { DoctorView } from '../src/ui/page-types.js';
import { CopyButton } from './copy-button.js';
import { Loaded } from './loaded.js';
import { hello } from './state.js';
import { oneLine, visible } from './text.js';

export const DoctorPage = () => (
  <div class="page narrow">
    <h1>
      Doctor <small>{oneLine(hello.value?.folder ?? '')}</small>
    </h1>
    <Loaded<DoctorView>
      path="doctor"
      waiting="Trying every connected agent; this takes some seconds …"
      show={(sections) => sections.map((section) => <Section key={section.title} section={section} />)}
    />
  </div>
);

function Section({ section: { title, checks } }: { readonly section: DoctorView[number] }) {
  const broken = checks.filter(({ findings }) => findings.length > 0);
  const fine = checks.filter(({ findings }) => findings.length === 0);
  return (
    <section class="doctor">
      <h2>{visible(title)}</h2>
      {broken.flatMap(({ findings }) =>
        findings.map(({ severity, what, fix }, i) => (
          <article key={`${what} ${i}`} class={`finding ${severity}`}>
            <p>
              <b>{severity}</b> {visible(what)}
            </p>
            <p class="fix">
              <code>{visible(fix)}</code>
              <CopyButton label="Copy" text={() => visible(fix)} />
            </p>
          </article>
        )),
      )}
      <details open={broken.length === 0}>
        <summary>{fine.length} checks passed</summary>
        <ul>
          {fine.map(({ title: text, unseen }, i) => (
            <li key={i} class={unseen ? 'dim' : 'ok'}>
              {visible(text)}
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
