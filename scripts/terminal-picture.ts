const [letterWidth, lineHeight, margin, barHeight] = [8.4, 20, 20, 36];
const fonts = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";

/** A piece of a line in one style. */
interface StyledText {
  readonly text: string;
  readonly column: number;
  /** Names of styles, as in the picture's style sheet. */
  readonly style: string;
}

/** The styles of a terminal by their code; a style ends at the codes after it. */
const styles: Readonly<Record<string, string>> = {
  1: 'bold',
  2: 'dim',
  31: 'red',
  32: 'green',
  33: 'yellow',
  36: 'cyan',
};
const ends: Readonly<Record<string, readonly string[]>> = {
  22: ['bold', 'dim'],
  39: ['red', 'green', 'yellow', 'cyan'],
};

/** Draws text with terminal colors as SVG, for a light and a dark page. */
export function terminalPicture(text: string, title: string): string {
  const lines = styledLines(text);
  const columns = Math.max(80, ...lines.map((line) => Math.max(0, ...line.map((one) => one.column + one.text.length))));
  const width = Math.round(columns * letterWidth + 2 * margin);
  const height = lines.length * lineHeight + barHeight + margin;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="t" font-family="${fonts}" font-size="14">
  <title id="t">${escape(title)}</title>
  <style>
    .window { fill: #f6f8fa; stroke: #d0d7de; }
    .dots { fill: #d0d7de; }
    text { fill: #1f2328; white-space: pre; }
    .bold { font-weight: 600; }
    .dim { fill: #59636e; }
    .green { fill: #116329; }
    .red { fill: #cf222e; }
    .yellow { fill: #7d4e00; }
    .cyan { fill: #0550ae; }
    @media (prefers-color-scheme: dark) {
      .window { fill: #161b22; stroke: #30363d; }
      .dots { fill: #484f58; }
      text { fill: #e6edf3; }
      .dim { fill: #a8b1bb; }
      .green { fill: #56d364; }
      .red { fill: #ff7b72; }
      .yellow { fill: #e3b341; }
      .cyan { fill: #79c0ff; }
    }
  </style>
  <rect class="window" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="10"/>
  <g class="dots"><circle cx="22" cy="20" r="6"/><circle cx="42" cy="20" r="6"/><circle cx="62" cy="20" r="6"/></g>
${lines.flatMap((line, row) => line.map((one) => textElement(one, row))).join('\n')}
</svg>
`;
}

function textElement({ text, column, style }: StyledText, row: number): string {
  const [x, y] = [margin + column * letterWidth, barHeight + row * lineHeight + 14];
  const name = style === '' ? '' : ` class="${style}"`;
  // Letters keep their columns, whatever font the reader has.
  const length = (text.length * letterWidth).toFixed(1);
  return `  <text${name} x="${x.toFixed(1)}" y="${y}" textLength="${length}" lengthAdjust="spacingAndGlyphs">${escape(text)}</text>`;
}

/** The text of a terminal as lines of styled pieces. */
function styledLines(text: string): readonly (readonly StyledText[])[] {
  const active = new Set<string>();
  return text.split('\n').map((line) => {
    const pieces: StyledText[] = [];
    let column = 0;
    for (const part of line.split(/(\u001b\[[\d;]*m)/)) {
      const codes = /^\u001b\[([\d;]*)m$/.exec(part)?.[1];
      if (codes !== undefined) {
        for (const code of codes.split(';')) applyCode(active, code);
        continue;
      }
      const start = part.length - part.trimStart().length;
      if (part.trim() !== '')
        pieces.push({ text: part.trim(), column: column + start, style: [...active].sort().join(' ') });
      column += part.length;
    }
    return pieces;
  });
}

function applyCode(active: Set<string>, code: string): void {
  if (code === '' || code === '0') active.clear();
  const style = styles[code];
  if (style !== undefined) active.add(style);
  for (const one of ends[code] ?? []) active.delete(one);
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
