import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shopGuard } from '../../../anyhook/test/support/guard-shop.js';

const { decisionOn } = shopGuard();

const assertDecision = (commands: readonly string[], decision: string): void => {
  for (const command of commands) assert.equal(decisionOn(command), decision, command);
};

test('a program in an unread language is denied for dangerous deletions and commands in its strings', () => {
  assertDecision(
    [
      `julia -e 'rm("/srv/data", recursive=true)'`,
      "julia -e 'run(`rm -rf /srv`)'",
      `elixir --eval 'System.cmd("rm", ["-rf", "/srv"])'`,
      `erl -noshell -eval 'os:cmd("rm -rf ~"), halt().'`,
      `groovy -e 'new File("/srv/a").deleteDir()'`,
      `scala -e 'import sys.process._; "rm -rf /srv".!'`,
      `kotlin -e 'java.io.File("/srv").deleteRecursively()'`,
      `jshell - <<< 'Runtime.getRuntime().exec("rm -rf /srv");'`,
      `crystal eval 'FileUtils.rm_rf("/srv")'`,
      `nim --eval:'discard execShellCmd("rm -rf ~")'`,
      `sbcl --eval '(uiop:delete-directory-tree #p"/srv/" :validate t)' --quit`,
      `ghc -e 'System.Directory.removeDirectoryRecursive "/srv"'`,
      `cat > a.jl <<'X'\nrm("/srv", recursive=true)\nX\njulia a.jl`,
      `elixir -e 'File.write!("/etc/hosts", "x")'`,
    ],
    'deny',
  );
});

test('a program in an unread language asks if it computes its command or folder, or prints a key', () => {
  assertDecision(
    [
      "julia -e 'rm(homedir(), recursive=true)'",
      "octave --eval 'system(cmd)'",
      `ghc -e 'readFile "/home/dev/.ssh/id_rsa" >>= putStr'`,
    ],
    'ask',
  );
});

test('a program in an unread language passes if it only computes, prints or works in the project', () => {
  assertDecision(
    [
      `elixir -e 'IO.puts("rm -rf /")'`,
      "elixir -e 'IO.puts System.version()'",
      "elixir -e 'm = %{a: 1}; IO.inspect Map.delete(m, :a)'",
      "julia --project -e 'using Pkg; Pkg.instantiate()'",
      `julia -e 'rm("build", recursive=true)'`,
      `groovy -e 'println "ls -la".execute().text'`,
      "ghc -e 'map (+1) [1,2,3]'",
      `erl -noshell -eval 'io:format("~s~n",[erlang:system_info(otp_release)]), halt().'`,
      `scala -e 'println("git reset --hard")'`,
      'swift test',
      'stack exec run -- --delete',
      'julia script.jl',
    ],
    'pass',
  );
});
