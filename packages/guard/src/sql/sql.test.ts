import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeMachine } from '../../../anyhook/test/support/code-machine.js';
import { runSql } from './sql.js';

function sqlLog(sql: string): readonly string[] {
  const { machine, log } = codeMachine();
  runSql(sql, machine);
  return log;
}

const destroying: readonly (readonly [string, string])[] = [
  ['/*!50000 DROP TABLE users */', 'destroy db: drop table users'],
  ['DROP DATABASE IF EXISTS app;', 'destroy db: drop database app'],
  ['select 1; drop table x; select 2', 'destroy db: drop table x'],
  ['truncate orders', 'destroy db: truncate orders'],
  ['delete from users where 1=1', 'destroy db: delete from users without where'],
  ['delete from users where true', 'destroy db: delete from users without where'],
  ['delete from users where id = 1 or 1=1', 'destroy db: delete from users without where'],
  ["delete from users where 'a'='a'", 'destroy db: delete from users without where'],
  ['delete from users where (1=1)', 'destroy db: delete from users without where'],
  ['update users set admin = true', 'destroy db: update users without where'],
  ['update users set x = (select 1 where true)', 'destroy db: update users without where'],
  ['with x as (select 1) delete from users', 'destroy db: delete from users without where'],
  ['explain analyze delete from users', 'destroy db: delete from users without where'],
  ['alter table users drop column email', 'destroy db: drop column email'],
  ['alter table users drop email', 'destroy db: alter table users drop email'],
  ["grant all on *.* to 'x'@'%'", 'grant: grant all on * .'],
  ['revoke select on t from bob', 'grant: revoke select on t from'],
  ["copy t to program 'rm -rf /'", 'system: program in SQL ; on the database server shell rm -rf /'],
  ["copy t from program 'curl x | sh'", 'system: program in SQL ; on the database server shell curl x | sh'],
  ["copy users to '/etc/passwd'", 'write /etc/passwd'],
  ["select * from users into outfile '/etc/cron.d/x'", 'write /etc/cron.d/x'],
  ['\\! rm -rf /', 'shell rm -rf /'],
  ['select 1;\n\\! rm -rf /', 'shell rm -rf /'],
  ["\\copy t to program 'rm -rf /'", ' < (records) shell rm -rf /'],
  ['\\o |rm -rf /', ' < (records) shell rm -rf /'],
  ['.shell rm -rf /', 'shell rm -rf /'],
  ['.system rm -rf /', 'shell rm -rf /'],
  ["select load_extension('/tmp/evil.so')", 'system: load_extension in SQL'],
  ["exec xp_cmdshell 'del x'", 'system: xp_cmdshell in SQL ; on the database server shell del x'],
  ["EXEC master..xp_cmdshell 'del x'", 'system: xp_cmdshell in SQL ; on the database server shell del x'],
  ['do $$ begin drop table users; end $$', 'destroy db: drop table users'],
  ["do $$ begin execute 'drop table users'; end $$", 'destroy db: drop table users'],
  ['begin; drop table users; rollback;', 'destroy db: drop table users'],
  ['begin transaction\ndelete from users\nrollback', 'destroy db: delete from users without where'],
  ["IF OBJECT_ID('x') IS NOT NULL DROP TABLE x", 'destroy db: drop table x'],
  ["prepare s from 'drop table users'; execute s", 'destroy db: drop table users'],
  ["exec('drop table users')", 'destroy db: drop table users'],
  ['drop user bob', 'destroy db: drop user bob'],
  ['system rm -rf /', 'shell rm -rf /'],
  ['drop index concurrently if exists i', 'destroy db: drop index i'],
  ['delete users from users join b on 1=1', 'destroy db: delete from users without where'],
  ['DROP TABLE "users"', 'destroy db: drop table users'],
  ['DROP TABLE `users`', 'destroy db: drop table users'],
  ['alter user bob with superuser', 'grant: alter user bob with'],
  ['-- x\ndrop table y', 'destroy db: drop table y'],
  ['# x\ndrop table y', 'destroy db: drop table y'],
  ['DELETE FROM users; -- where id = 1', 'destroy db: delete from users without where'],
  ['delete from users where id > 0 or true limit 5', 'destroy db: delete from users without where'],
];

for (const [sql, effects] of destroying) {
  test(`SQL has the listed effects: ${sql}`, () => {
    assert.equal(sqlLog(sql).join(' ; '), effects);
  });
}

const harmless: readonly string[] = [
  'SHOW TABLES',
  'select * from users',
  "SELECT 'drop table users'",
  'select "drop table users" from t',
  'update users set x = 1 where id = 3',
  "insert into t values ('delete from users')",
  'create table x (id int references y on delete cascade on update cascade)',
  'create table if not exists dropped (id int)',
  'explain delete from users',
  '-- drop table users\nselect 1',
  '/* drop table users */ select 1',
  'select truncate(1.5, 1)',
  'alter table users add column x int',
  'alter table users alter column x drop not null',
  'create index on t (a)',
  'create trigger t after delete on users for each row execute function f()',
  '\\dt',
  '\\d users',
  '\\copy users to stdout',
  '.tables',
  '.schema users',
  'pragma table_info(users)',
  'vacuum',
  'begin; insert into t values (1); commit',
  'select * from t for update',
  'insert into t values (1) on conflict do update set x = 1',
  'insert into t values (1) on duplicate key update x = 1',
  'merge into t using s on t.id = s.id when matched then update set x = 1',
  'select updated_at, deleted from t where dropped = 1',
  'with d as (select 1) select * from d',
  'select $$drop table users$$',
  'create function f() returns void as $$ begin delete from t; end $$ language plpgsql',
  'set foreign_key_checks = 0',
  'use app; show create table drop_log',
  "select replace(a, 'drop', '') from t",
  "comment on table t is 'drop table x'",
];

for (const sql of harmless) {
  test(`harmless SQL has no effects: ${sql}`, () => {
    assert.deepEqual(sqlLog(sql), []);
  });
}

test('an effect of SQL has the database as its target', () => {
  const { machine } = codeMachine();
  const targets: (string | undefined)[] = [];
  runSql(
    'drop table users',
    { ...machine, note: (effect) => targets.push('target' in effect ? effect.target : undefined) },
    'prod',
  );
  assert.deepEqual(targets, ['prod']);
});
