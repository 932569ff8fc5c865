// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsUpToL = (): string => `
pack lvm-remove
tools lvremove vgremove pvremove lvreduce vgreduce
harmless -t --test --help -h --version
- ** : destroy disk volumes

pack lvm
tools lvm
harmless --help -h --version
stopsAtOperand
- <cmd> : run it

pack logs
tools journalctl
flags
harmless --help -h --version
values -u -n -o -S -U -p -t -b? -D -g -M -F -c
- --vacuum-size|--vacuum-time|--vacuum-files ** : system deletes logs
- --rotate|--relinquish-var|--setup-keys ** : system moves logs

pack log-rotation
tools logrotate
harmless -d --debug --help -h --version
values -s --state -l --log -m --mail
- -f|--force ** : system moves and deletes logs
- <paths config> : system moves and deletes logs

pack laravel
tools artisan sail
harmless --help -h --pretend --version -V --env=testing
not php composer npm node yarn pnpm npx bun test shell up down build debug root-shell bash exec run
target --env --database
values --env --database --path --seeder --step --class --host --port --execute --queue
- ** migrate:fresh|migrate:refresh|migrate:reset|db:wipe|schema:drop ** : destroy db all tables of the database
- ** migrate:rollback ** : destroy db what a migration made
- ** queue:clear|queue:flush|queue:forget|horizon:clear|queue:prune-failed ** : destroy queue jobs
- ** model:prune|telescope:clear|telescope:prune ** : destroy db rows of the app
- ** tinker --execute=<code php> ** : run it
- ** env:decrypt ** : gives secret

pack liquibase
tools liquibase
harmless --help -h --version -v
target --url
values --url --username --password --changelog-file --changeLogFile --defaults-file --classpath --driver --schemas --tag --count --date --contexts --labels --sql --sql-file --default-schema-name --log-level
- ** drop-all|dropAll ** : destroy db all objects of the schemas
- ** rollback|rollback-count|rollbackCount|rollback-to-date|rollbackToDate|rollback-one-changeset|rollback-one-update ** : destroy db what migrations made
- ** execute-sql|executeSql --sql=<sql> ** : sql

pack local-binaries
tools pnpm yarn bun
harmless --help -h --version -v
not add i install ci update up upgrade upgrade-interactive remove rm uninstall un link ln unlink import rebuild rb prune fetch patch audit list ls ll outdated why licenses exec dlx x create init start test t restart publish unpublish deprecate pack root bin setup deploy doctor env store server config get set cache help login logout whoami view info search check dedupe explain global npm owner plugin stage tag team version versions workspaces build pm repl access dist-tag token profile pkg org trust hook ping docs repo bugs prefix approve-builds ignored-builds self-update patch-commit patch-remove cat-file cat-index find-hash sbom
values --filter -F -C --dir --cwd --config -c --reporter --loglevel --env-file --shell --elide-lines
stopsAtOperand
- run|run-script <cmd> : run it
- workspace * run <cmd> : run it
- workspace * <cmd> : run it
- <cmd> : run it

pack lxc-programs
tools lxc-destroy
harmless --help -h --version
values -n --name -P --lxcpath
- ** : destroy infra a container of this machine

pack language-uploads
tools luarocks conan anaconda cabal stack ansible-galaxy opam elm nimble dub spago conda sbt lein
harmless --help -h --dry-run --candidate
not run exec install search build test repl list help download init new
values --api-key --temp-key --server --token -t -r --remote -u --user --username -p --password -c --channel -l --label -n --name --resolver
- upload|publish|publishSigned|+publish|+publishSigned|release|ci-release|sonatypeRelease|sonatypeBundleRelease ** : publish a package
- collection|role publish|delete ** : publish a package
- deploy ** : publish a package

pack lftp
tools lftp
harmless --help --version
values -e -c -u -p -f --rcfile --user --password --env-password
- -e|-c=*.ssh/*|*.aws/*|*id_rsa*|*id_ed25519*|*.env*|*credentials*|*.gnupg*|*/etc/shadow*|*.kube/config*|*.netrc* ** : send secret
- -e|-c=*mirror*--delete*|*mrm*|*rm*-r*|*glob*rm* ** : destroy remote files on a server
- -e|-c=!*|*;!* ** : run unknown

pack launchctl
tools launchctl
values -S -D
- bootout|unload|remove|disable|kill|stop ** : system stops a service
- bootstrap|load|submit|enable ** : persist a service
- reboot|setenv|unsetenv|config|limit * ** : system settings of services
- reboot : system stops the machine

pack login-sessions
tools loginctl
harmless --help -h --version
values -p --property -s --signal --kill-whom -n --lines -o --output -H --host -M --machine -P
- terminate-session|terminate-user|terminate-seat|kill-session|kill-user|lock-sessions|flush-devices ** : system ends sessions of users
- enable-linger ** : persist services of a user without a login
- poweroff|reboot|halt|suspend|hibernate ** : system stops the machine

pack login-settings
tools chage chsh chfn gpasswd smbpasswd
harmless --help -h -l --list --list-shells
- ** : grant the login of a user

`;
