// Compiles what the program loads during the build, so that no start waits for the compiler.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The start path's code cache, made by running it on a small payload with a temporary home.
 *
 * @param {string} out the folder of the build
 * @param {readonly string[]} guardParts
 */
export function keepMachineCode(out, guardParts) {
  const home = mkdtempSync(join(tmpdir(), 'anyhook-build-'));
  const payload = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'true' }, cwd: home };
  const env = { PATH: process.env.PATH, HOME: home };
  // The code for the usual hooks is compiled as well.
  mkdirSync(`${home}/.config/anyhook`, { recursive: true });
  const config = `${home}/.config/anyhook/config.yaml`;
  const builtins = ['config-protection', 'validate-changes', 'enforce-delegation', 'workflow-steering'];
  const hooks = [...builtins.map((name) => `use: ${name}`), 'run: "true"'];
  writeFileSync(
    config,
    `hooks:\n${hooks.map((hook, i) => `  - { id: hook-${i}, on: tool.before, ${hook} }\n`).join('')}`,
  );
  const edit = {
    ...payload,
    tool_name: 'Edit',
    tool_input: { file_path: 'src/app.ts', old_string: 'a', new_string: 'b' },
  };
  // Twice: the first run fills the hook cache, so that the second takes the usual path.
  for (let i = 0; i < 2; i++) {
    spawnSync(process.execPath, ['scripts/code-cache.cjs', `${out}/run`], { env, input: JSON.stringify(edit) });
  }
  // The guard is loaded only if a hook uses it, so its code is stored separately, with the code for ordinary calls.
  const write = { tool_name: 'Edit', tool_input: { file_path: `${home}/a`, old_string: 'a', new_string: 'b' } };
  const shell = (...lines) => ({ tool_name: 'Bash', tool_input: { command: lines.join('\n') } });
  const calls = [
    shell(
      'cd src && git status --short | head -5; rm -rf "./build" /tmp/x > out.txt 2>&1; mkdir -p a && cp b a',
      'for name in a b; do echo "${name%.txt}" | grep a; done; if [ -f x ]; then cat x; fi',
      "npm test -- --watch=false; find . -name '*.ts' | xargs grep -n todo; cat <<E\n$(pwd)\nE",
    ),
    shell(
      "docker ps -a; tar xzf a.tgz; curl -sS https://example.com/a | jq .b; sed -n '1,5p' a; awk '{print $1}' a",
      `python3 - <<'E'\nimport os, sys\nos.system('true')\nfor name in sys.argv[1:]:\n    print(os.path.join('a', name.strip()), 'a b'.split())\nE`,
      `node -e "const fs = require('fs'); fs.writeFileSync('a', JSON.stringify({ b: 1 }))"; psql -c 'select 1'; terraform plan`,
      'pwsh -c "Get-ChildItem | Remove-Item -Recurse"; cmd /c "del /s a"; sudo true; echo YQo= | base64 -d',
      `$X a; python3 -m json.tool a; cut -d= -f1 .env; read x < a; bash -c true; env A=1 true; while true; do break; done; /bin/l?; ruby -e 'puts %w(1)'; julia -e 'println(1)'; echo 'puts 1' | tclsh; vim -es -c ':wq' a; gh pr view 1; anyhook --version; pip install https://a.example/b; PAGER=cat make -n; printf '%s' $((1 + 2)) {a,b} $'a\\n'`,
    ),
    write,
    { hook_event_name: 'UserPromptSubmit', prompt: 'go on' },
  ].map((call) => ({ call, use: 'shell-guard' }));
  calls.push({ call: write, use: 'secrets' }, { call: write, use: 'undo' });
  // The code that the first of these calls needs is stored, so rare code does not slow down the others.
  const cacheOf = (part) => `${out}/run/${part}.cache`;
  for (const { call, use } of calls) {
    writeFileSync(config, `hooks:\n  - { id: guard, on: [tool.before, prompt.submit], use: ${use} }\n`);
    const missing = guardParts.filter((part) => !existsSync(cacheOf(part)));
    spawnSync(process.execPath, ['scripts/code-cache.cjs', `${out}/run`, ...missing], {
      env,
      input: JSON.stringify({ ...payload, ...call }),
    });
  }
  const unused = guardParts.filter((part) => !part.includes('-table-') && !existsSync(cacheOf(part)));
  if (unused.length > 0) throw new Error(`the machine code of ${unused.join(', ')} was not written`);
  rmSync(home, { recursive: true, force: true });
}
