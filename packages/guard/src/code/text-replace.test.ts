import { test } from 'node:test';
import { shopGuard } from '../../../anyhook/test/support/guard-shop.js';

const { stops } = shopGuard();
const python = (code: string): string => `python3 - <<'END'\n${code}\nEND`;
const node = (code: string): string => `node - <<'END'\n${code}\nEND`;
const ruby = (code: string): string => `ruby - <<'END'\n${code}\nEND`;

test('replace moves a Python Path but only changes a string', () => {
  stops(
    [
      "from pathlib import Path\n(Path.home() / 'notes').replace('/tmp/x')",
      "from pathlib import Path\n(Path.home() / 'notes').replace(target='/tmp/x')",
      "from pathlib import Path\n(Path.home() / 'notes').rename('/tmp/x')",
      "from pathlib import Path\nPath.rename(Path.home() / 'notes', '/tmp/x')",
      "import pathlib\npathlib.Path.replace(pathlib.Path('/home/dev/notes'), '/tmp/x')",
      "from pathlib import Path\nfor p in Path.home().iterdir(): p.replace('/tmp/x')",
      "import os, shutil\nshutil.rmtree(os.path.join('/home/dev', 'Xotes').replace('X', 'n'))",
    ].map(python),
    [
      "from pathlib import Path\nfor p in Path('src').rglob('*.py'): print(str(p).replace('/', '.'))",
      "import os\nfor r, d, fs in os.walk('.'):\n  for f in fs: print(os.path.join(r, f).replace('./', ''))",
      "import os\nprint(os.getcwd().replace(os.path.expanduser('~'), '~'))",
      "import glob\nfor f in glob.glob('**', recursive=True): print(f.replace('a', 'b'))",
      "from pathlib import Path\nprint(Path.home().as_posix().replace('/', '-', 1))",
    ].map(python),
  );
});

test('replace and delete change nothing if the path is a plain string', () => {
  stops(
    [
      node("const p = require('path').join('/home/dev', 'Xotes').replace('X', 'n'); require('fs').rmSync(p)"),
      ruby("require 'pathname'\nPathname.new('/home/dev/notes').delete"),
    ],
    [
      node("const p = require('path').resolve('.'); console.log(p.replace(process.cwd(), ''))"),
      node("console.log(require('os').homedir().replace(/home/, 'x'))"),
      node("console.log(require('path').join('/etc', 'a').replace('.js', '.ts'))"),
      ruby("puts File.join(Dir.home, 'a').delete('/')"),
    ],
  );
});

test('the callback of a JavaScript replace is read', () => {
  const wipes = "() => require('fs').rmSync('/home/dev/notes', { recursive: true })";
  stops(
    [`'a'.replace(/a/, ${wipes})`, `require('path').join('a').replaceAll('a', ${wipes})`].map(node),
    ["console.log('a'.replace(/a/, (one) => one.toUpperCase()))"].map(node),
  );
});
