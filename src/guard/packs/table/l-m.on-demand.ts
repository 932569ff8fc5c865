// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsLToM = (): string => `
pack mkfs
tools mkfs mke2fs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.ext4dev
harmless -n --help --version
values -t --type -b -C -d -e -E -f -g -G -i -I -J -l -L -m -M -N -o -O -r -T -U -z
- ** /dev/* ** : destroy disk a file system
- <path disk> ** : write disk over

pack mkfs-other
tools mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.msdos mkfs.ntfs mkfs.exfat mkfs.f2fs mkfs.minix mkfs.bfs mkfs.cramfs mkfs.reiserfs mkfs.jfs mkfs.nilfs2 mkfs.udf mkfs.bcachefs mkfs.erofs mkdosfs mkntfs mkexfatfs mkreiserfs newfs newfs_hfs newfs_apfs newfs_msdos mkswap
harmless -V --help --version -h
values -L -b -d -i -l -m -n -s -S -r -U -O -p -F -R -v
- ** /dev/* ** : destroy disk a file system
- <path disk> ** : write disk over

pack lvm-remove
tools lvremove vgremove pvremove lvreduce vgreduce
harmless -t --test --help -h --version
- ** : destroy disk volumes

pack lvm
tools lvm
harmless --help -h --version
stopsAtOperand
- <cmd> : run it

pack mdadm
tools mdadm
harmless --help -h -V --version --detail -D --examine -E --query -Q
values -l --level -n --raid-devices -c --chunk -x --spare-devices -e --metadata -N --name
- --zero-superblock|--stop|-S|--fail|-f|--remove|-r|--create|-C|--grow|-G|--kill-subarray ** : destroy disk an array of disks

pack mac-images
tools asr
harmless --help
values --source --target -s -t
- restore ** --erase : destroy disk all on the target

pack mac-firewall
tools pfctl ipfw socketfilterfw
harmless -n -h --help
values -f -t -T -s -i -a -F
- -d|-e|-F|-f ** : system rules of the firewall
- -T=flush|kill|delete|add|replace|zero ** : system rules of the firewall
- flush|delete|add ** : system rules of the firewall
- --setglobalstate|--setblockall|--add|--remove|--unblockapp ** : system rules of the firewall

pack mounts
tools mount
flags
harmless --help -h -V --version -f --fake -l --show-labels
values -t --types -o --options -O -L -U -T -N
- -o|--options=*remount* ** : system mounts again with other options
- -a|--all ** : system mounts all disks
- * <path at> : mount a disk or a folder
- -L|--label|-U|--uuid|--source * : mount a disk or a folder
- --move|-M ** : mount a disk or a folder
- / ** : mount the root of the machine

pack logs
tools journalctl
flags
harmless --help -h --version
values -u -n -o -S -U -p -t -b? -D -g -M -F -c
- --vacuum-size|--vacuum-time|--vacuum-files ** : system deletes logs
- --rotate|--relinquish-var|--setup-keys ** : system moves logs

pack machine-settings
tools hostnamectl timedatectl localectl
harmless --help -h --version
values -H --host -M --machine -p --property
- set-*|hostname|deployment|location|chassis|icon-name * ** : system settings of the machine

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

pack machines
tools limactl multipass lxc incus virsh tart orb orbctl prlctl qm pct utmctl docker-machine
harmless --help -h
values -c --connect -n --name --project --config --cpus --disk --memory --network --tty --format --timeout -l --log-level
- delete|rm|remove|destroy|purge|undefine|factory-reset|unregister ** : destroy infra a virtual machine
- vol-delete|vol-wipe|pool-delete|pool-destroy|snapshot-delete|snapshot-revert|net-undefine|delsnapshot|rollback|snapshot-switch ** : destroy infra the disk of a virtual machine
- image|network|profile|project|storage|snapshot|disk delete|rm|remove ** : destroy infra a part of a virtual machine
- storage volume|bucket delete ** : destroy infra the disk of a virtual machine
- restore ** : destroy infra the state of a virtual machine
- exec * -- <cmd remote> : run it
- shell * <cmd remote> : run it

pack mc
tools mc mcli minio-client mc.exe
harmless --help -h --dry-run --fake
values -C --config-dir --limit-upload --limit-download --older-than --newer-than --attr --tags --exclude --version-id --vid --custom-header -H --rewind --storage-class --sc --enc-c --enc-kms --enc-s3 --name --expire-days --resolve --region --policy --access-key --secret-key --user --group
- rm|rb|undo ** : destroy cloud objects of a bucket
- mv ** -r|--recursive : destroy cloud objects at their old place
- mirror ** --remove : destroy cloud objects that the source does not have
- cp|put|mirror <paths src> * : send src
- pipe ** : send stdin
- cat ** : gives net
- anonymous|policy set public|download|upload|custom ** : expose a bucket
- anonymous|policy set-json ** : expose a bucket
- ilm add ** : destroy cloud objects by their age
- ilm rule add|import ** : destroy cloud objects by their age
- version suspend ** : destroy cloud old versions of objects
- retention|legalhold clear ** : system the protection of objects
- replicate rm|remove ** : destroy cloud a copy of a bucket
- admin user|group|policy|accesskey|service-account|tier|bucket remove|rm|delete|detach|unset|disable ** : destroy cloud an account
- admin user svcacct rm|remove ** : destroy cloud an account
- admin policy attach|set ** : grant rights in the store
- admin user add ** : grant access to the store
- admin user svcacct add ** : grant access to the store
- admin accesskey create ** : grant access to the store
- admin service stop|restart ** : system the store stops
- admin config reset|restore|import ** : system the configuration of the store
- admin decommission start ** : destroy cloud a pool of disks

pack memcached
tools memcflush memcrm memflush memrm
harmless --help --version
target --servers
values --servers
- ** : destroy db keys of memcached

pack migrate-tools
tools goose dbmate migrate sql-migrate tern rambler pgroll reshape sqitch shmig yoyo soda
harmless -help -h -version -dry-run -dryrun
not create new generate add init up status version
target -u -url -database
values -dir -d -e -env -u -url -s -schema-file -migrations-dir -migrations-table -table -path -database -source -config -c -limit -t -target -destination -m -p -step -ext
oneDash
- ** reset|down|down-to|drop|redo|rollback|revert|downgrade ** : destroy db what migrations made

pack mix
tools mix
harmless --help -h --dry-run
not help test compile deps.get format
values -r --repo -n --step --to --to-exclusive --migrations-path --prefix --only --organization
- ecto.drop|ecto.reset ** : destroy db the database of the app
- ecto.rollback ** : destroy db what migrations made
- ash.reset|ash_postgres.drop|ash_postgres.rollback|ash.tear_down|event_store.drop|event_store.reset ** : destroy db the database of the app
- hex.publish ** : publish a package
- hex.retire ** : publish a package
- hex.owner add|remove|transfer ** : grant owners of a package
- hex.user key|auth|deauth ** : grant keys of the registry
- do ** ecto.drop*|ecto.reset* ** : destroy db the database of the app

pack mongo-tools
tools mongorestore mongoimport
harmless --help --version --dryRun
target --uri -h --host
values --uri -h --host -u -p -d -c --mode -f -j
- --drop ** : destroy db collections that a restore replaces
- --mode=delete ** : destroy db documents of a list

pack mongo
tools mongosh mongo
harmless --help -h --version --build-info
target --host
values --eval --host -u -p -f
- --eval=<code javascript> ** : run it
- --eval=*.drop(*|*.dropDatabase(*|*dropDatabase:*|*.dropIndexes(*|*.dropUser(*|*.dropAllUsers*|*.dropRole(* ** : destroy db collections of MongoDB
- --eval=*.deleteMany(*{}*|*.deleteMany()*|*.remove(*{}*|*.remove()* ** : destroy db documents of MongoDB
- --eval=*.shutdownServer(*|*shutdown:* ** : system stops the database server

pack mysql-admin
tools mysqladmin mariadb-admin
flags
harmless --help -? --version -V
target -h --host
values -p? -h --host -P -S -u -c -i
- ** drop ** : destroy db a database of MySQL
- ** shutdown ** : system stops the database server
- ** password ** : grant a new password of the database
- ** flush-all|kill ** : system connections of the database server

pack mysql-import
tools mysqlimport mariadb-import myloader
flags --delete --overwrite-tables --drop-table --replace --ignore --local --help --version --force --lock-tables
harmless --help -? --version -V
target -h --host
values -p? -h --host -P -u -c -d -B -t
- --delete|--overwrite-tables|--drop-table|-o ** : destroy db rows that an import replaces
- -D * ** : destroy db rows that an import replaces

pack mysql
tools mysql mariadb mycli
flags
harmless --help -? --version -V
target -h --host -D --database
values -D --database -e --execute -h --host -P -S -p? -u --init-command --tee
- -e|--execute=system<shell> ** : run it
- -e|--execute=<sql> ** : sql
- --init-command=<sql> ** : sql
- !-e|--execute ** : sql
- --tee=<path log> ** : write log append

pack maven
tools mvn mvnw mvnd
harmless -h -help -v -version -DdryRun -DdryRun=true
values -f -file -P -activate-profiles -pl -projects -s -settings -gs -global-settings -T -threads -rf -resume-from -l -log-file -t -toolchains -b -builder -D?
oneDash
- ** deploy|deploy:deploy|deploy:deploy-file|site-deploy|site:deploy|release:perform|release:stage|nexus-staging:release|nexus-staging:deploy|central-publishing:publish|central:publish|gpg:sign-and-deploy-file|jib:build|*:deploy-plugin:*|*:deploy|*:publish ** : publish a build
- ** release:prepare|release:clean|release:rollback ** : publish a release
- ** flyway:clean|liquibase:dropAll|liquibase:rollback|sql:execute|*:flyway-maven-plugin:*:clean|*:flyway-maven-plugin:clean ** : destroy db the database of the app

pack language-uploads
tools luarocks conan anaconda cabal stack ansible-galaxy opam elm nimble dub spago conda sbt lein
harmless --help -h --dry-run --candidate
not run exec install search build test repl list help download init new
values --api-key --temp-key --server --token -t -r --remote -u --user --username -p --password -c --channel -l --label -n --name --resolver
- upload|publish|publishSigned|+publish|+publishSigned|release|ci-release ** : publish a package
- collection|role publish|delete ** : publish a package
- deploy ** : publish a package

pack mac-keychain
tools security
harmless -h
not help
values -a -s -l -c -C -D -G -j -r -t -k -p -P -o -T -A? -f -d
- find-generic-password|find-internet-password -w|-g ** : gives secret
- dump-keychain ** : gives secret
- export ** : gives secret
- delete-generic-password|delete-internet-password|delete-certificate|delete-identity|delete-keychain ** : destroy secret an item of the keychain
- add-trusted-cert|remove-trusted-cert|trust-settings-import|authorizationdb|set-key-partition-list|set-keychain-settings|unlock-keychain ** : grant what the machine trusts

pack mail
tools mail mailx s-nail nail heirloom-mailx
harmless --help -h -V --version -H
values -s -a -A -c -b -r -q -S -T -u -f --attach --subject
- -a|-A|--attach=<path file> <text to> ** : send file
- <text to> ** : send stdin to to
- -q=<path file> ** : send file

pack mutt
tools mutt neomutt
harmless --help -h -v --version
values -s -a -c -b -e -f -F -i -m -H -d
- -a|-i|-H=<path file> ** : send file
- <paths file> -- ** : send file
- ** -- <text to> ** : send stdin to to
- <text to> ** : send stdin to to
- -e=<text command> ** : run unknown

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

pack magerun
tools n98-magerun2 n98-magerun n98-magerun.phar n98-magerun2.phar
harmless --help -h
values --root-dir
- db:drop ** : destroy db the shop's database
- db:query <sql> ** : sql

pack login-settings
tools chage chsh chfn gpasswd smbpasswd
harmless --help -h -l --list --list-shells
- ** : grant the login of a user

pack mac-users
tools dscl sysadminctl dseditgroup
harmless -help -h
values -o -n -u -P -a -d -t
oneDash
- -delete|-create|-append|-merge|-change|-passwd|-changei ** : grant users of the machine
- * delete|create|append|merge|change|passwd ** : grant users of the machine
- -deleteUser|-addUser|-resetPasswordFor|-newPassword|-adminUser|-guestAccount|-smbGuestAccess ** : grant users of the machine
- -o=edit|create|delete ** : grant groups of the machine

pack mac-safety
tools csrutil spctl nvram fdesetup pmset systemsetup tmutil
harmless -help -h
values -x -type -label
oneDash
- disable|clear|authenticated-root ** : system switches protection off
- -master-disable|-global-disable|-disable|-remove|-add ** : system switches protection off
- -c|-d ** : system settings of the firmware
- *=* ** : system settings of the firmware
- remove|removerecovery|changerecovery ** : system switches protection off
- sleepnow|restoredefaults|shutdown ** : system stops the machine
- -setremotelogin|-setremoteappleevents|-f ** : expose the machine to remote logins
- delete|deletelocalsnapshots|deleteinprogress|removedestination|thinlocalsnapshots|removeexclusion ** : destroy disk backups

pack mac-settings
tools defaults tccutil
harmless --help
- delete * : system all settings of a program
- reset ** : system rights of programs

`;
