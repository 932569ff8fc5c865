// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsS = (): string => `
pack sfdisk
tools sfdisk
flags
harmless -d --dump -l --list -J --json -V --verify -n --no-act -s --show-size -T --list-types -F --list-free -h --help -v --version -g --show-geometry
values -N -o -O -w -W -X -Y -u
- ** /dev/* ** : destroy disk partitions
- <path disk> ** : write disk over

pack sgdisk
tools sgdisk
harmless --help -V --version -P --pretend
values -a -A -b --backup -B -c --change-name -C -d --delete -D? -e? -h -i --info -j -l --load-backup -m -n --new -N --largest-new -p? -R --replicate -r -s? -S -t --typecode -T -u -U -v?
- -Z|--zap-all|-z|--zap|-o|--clear|-d|--delete|-n|--new|-N|--largest-new|-g|--mbrtogpt|-l|--load-backup|-R|--replicate|-s|--sort|-t|--typecode|-G|--randomize-guids|-m|--gpttombr|-c|--change-name ** /dev/* ** : destroy disk partitions
- -Z|--zap-all|-z|--zap|-o|--clear|-d|--delete|-n|--new <path disk> : write disk over
- -b|--backup=<path copy> ** : write copy over

pack sysctl
tools sysctl
harmless --help -h -V --version
values -r --pattern
- -p|--load|-f * ** : system settings of the kernel
- ** kernel.*=*|net.ipv*=*|net.netfilter*=*|net.bridge*=*|vm.swap*=*|vm.drop*=*|vm.panic*=*|vm.oom*=*|vm.mmap_min*=* ** : system settings of the kernel
- ** fs.protected*=*|fs.suid*=*|dev.*=*|debug.*=*|security.*=*|hw.*=*|machdep.*=*|kern.*=*|sys.*=* ** : system settings of the kernel

pack security-switches
tools setenforce auditctl aa-teardown aa-disable aa-complain setsebool semanage pam-auth-update semodule mokutil
harmless --help -h -l --list -s --list-modules --list-all --list-enrolled --list-new --sb-state
- ** : system rules of security

pack shutdown
tools shutdown poweroff reboot halt pm-suspend pm-hibernate
harmless --help --version -c -w --wtmp-only --show
- ** : system stops the machine

pack shx
tools shx shelljs
harmless --help --version
values
stopsAtOperand
- <cmd> : run it

pack s3cmd
tools s3cmd
harmless -n --dry-run --help -h
target --host --region -c --config
values -c --config --access_key --secret_key --access_token --region --bucket-location --host --host-bucket --exclude --include --rexclude --rinclude --exclude-from --include-from --acl-grant --acl-revoke --storage-class --mime-type -m --add-header --limit-rate --expiry-date --expiry-days --expiry-prefix --files-from --multipart-chunk-size-mb --cache-file
- del|rm|rb|delpolicy|dellifecycle|abortmp ** : destroy cloud objects of a bucket
- sync ** --delete-removed : destroy cloud objects that the source does not have
- mv s3://* ** -r|--recursive : destroy cloud objects at their old place
- expire|setlifecycle ** : destroy cloud objects by their age
- setpolicy ** : expose a bucket
- setacl|put|sync|cp|mv ** -P|--acl-public : expose objects of a bucket
- setacl ** --acl-grant : grant access to a bucket
- ws-create ** : expose a bucket
- put|sync <paths src> s3://* : send src
- put - s3://* : send stdin
- get s3://* - : gives net
- get s3://* <path dest> : write dest over
- sync s3://* <path dest> --delete-removed : delete dest recursive

pack s5cmd
tools s5cmd
harmless --dry-run --help -h
target --profile --endpoint-url
values --endpoint-url --profile --credentials-file -r --retry-count --numworkers --log --request-payer --exclude --include --acl --storage-class -c --concurrency -p --part-size --version-id --source-region --destination-region --content-type
- rm|rb ** : destroy cloud objects of a bucket
- sync ** --delete : destroy cloud objects that the source does not have
- cp|sync|mv|pipe ** --acl=public-* : expose objects of a bucket
- cp|sync <path src> s3://* : send src
- pipe s3://* : send stdin
- cat ** : gives net
- cp s3://* <path dest> : write dest over

pack shell-history
tools history
values -d
- !-c|-d|-w|-r|-a|-n|-s ** : gives records
- -c|-d ** : system removes the history of commands

pack scw
tools scw
harmless --help -h
not config init login alias autocomplete version shell
target -p --profile
values -c --config -o --output -p --profile
- * * delete|terminate|purge|destroy|empty|disable-protection ** : destroy cloud
- * * delete-*|clear-* ** : destroy cloud
- iam api-key create ** : grant a key of the account, reveal a key of the account
- iam policy create|set-* ** : grant rights in the account
- secret version access|access-by-path ** : reveal a secret of the account
- k8s kubeconfig get ** : reveal keys of a cluster

pack secret-tool
tools secret-tool keyring kwallet-query
harmless --help -h
values --label --keyring-path -b --keyring-backend -f --folder -r --read-password -w --write-password
- lookup|search ** : gives secret
- get * * : gives secret
- clear|del ** : destroy secret an item of the keyring
- -r|--read-password ** : gives secret

pack sops
tools sops
harmless --help -h --version
values --input-type --output-type --output --config --extract --set -k --kms -p --pgp -a --age --encryption-context --aws-profile --filename-override --indent
- -d|--decrypt !-i|--in-place !--output ** : gives secret, gives decoded
- -d|--decrypt !-i|--in-place --output=<path out> ** : write out over
- decrypt !-i|--in-place !--output ** : gives secret, gives decoded
- exec-env * <shell> : run it
- exec-file * <shell> : run it
- publish ** : send secret

pack secret-clouds
tools doppler infisical chamber dotenvx berglas conjur akeyless phase
harmless --help -h --version
target -p --project -c --config --env
values -p --project -c --config -t --token --scope --env --path --projectId --format -f --file --env-file --command --type --domain -b --backend -k --kms-key-alias --name -n
- secrets !--only-names : gives secret
- secrets get|download ** : gives secret
- secrets delete|unset ** : destroy secret a secret
- secrets folders delete ** : destroy secret secrets
- read|export|env ** : gives secret
- get ** : gives secret
- get-secret-value|show ** : gives secret
- access ** : gives secret
- delete|destroy|rm|delete-item ** : destroy secret a secret
- projects|environments|configs|project|config|environment delete ** : destroy secret a project of secrets
- variable get ** : gives secret
- configs tokens create ** : gives secret
- run --command=<shell> ** : run it
- run ** -- <cmd> : run it
- exec ** -- <cmd> : run it

pack ssh-keys
tools ssh-keygen
harmless -h --help
values -t -b -C -f -N -P -m -O -s -I -n -V -z -D -E -F -R -r -a -G -M -T -Y -w -W -Z
- -f=<path key> !-l|-y|-e|-i|-F|-R|-H|-B|-s|-L|-Y|-A|-k|-r|-M|-G|-T ** : write key over

pack sendmail
tools sendmail msmtp ssmtp exim exim4 postdrop
flags -bp
harmless --help --version -bp --serverinfo
values -f -F -r -o? -C -a --account --host --port --from --file
- ** <text to> : send stdin to to
- -t : send stdin

pack sftp
tools sftp
values -b -B -c -D -F -i -J -l -o -P -R -S -s -X
- -S=<shell> ** : run it
- -D=<shell> ** : run it
- -o=*ProxyCommand* ** : run unknown
- -o=*LocalCommand* ** : run unknown
- -b=<path script> <host host> : send script to host
- <host host> ** : send stdin to host

pack socat
tools socat socat1
harmless -h -hh -hhh -V
values -b -t -T -lp -lf -L -W -r -R -S -s?
oneDash
- exec:*|EXEC:*|Exec:*|system:*|SYSTEM:*|System:*|shell:*|SHELL:*|Shell:* tcp*:*|TCP*:*|Tcp*:*|udp*:*|UDP*:*|Udp*:*|openssl*:*|OPENSSL*:*|Openssl*:*|ssl*:*|SSL*:*|Ssl*:*|sctp*:*|SCTP*:*|Sctp*:*|vsock*:*|VSOCK*:*|Vsock*:*|socks*:*|SOCKS*:*|Socks*:*|proxy*:*|PROXY*:*|Proxy*:*|dtls*:*|DTLS*:*|Dtls*:* : shell network
- tcp*:*|TCP*:*|Tcp*:*|udp*:*|UDP*:*|Udp*:*|openssl*:*|OPENSSL*:*|Openssl*:*|ssl*:*|SSL*:*|Ssl*:*|sctp*:*|SCTP*:*|Sctp*:*|vsock*:*|VSOCK*:*|Vsock*:*|socks*:*|SOCKS*:*|Socks*:*|proxy*:*|PROXY*:*|Proxy*:*|dtls*:*|DTLS*:*|Dtls*:* exec:*|EXEC:*|Exec:*|system:*|SYSTEM:*|System:*|shell:*|SHELL:*|Shell:* : shell network
- * tcp*:*|TCP*:*|Tcp*:*|udp*:*|UDP*:*|Udp*:*|openssl*:*|OPENSSL*:*|Openssl*:*|ssl*:*|SSL*:*|Ssl*:*|sctp*:*|SCTP*:*|Sctp*:*|vsock*:*|VSOCK*:*|Vsock*:*|socks*:*|SOCKS*:*|Socks*:*|proxy*:*|PROXY*:*|Proxy*:*|dtls*:*|DTLS*:*|Dtls*:* : send stdin
- tcp*:*|TCP*:*|Tcp*:*|udp*:*|UDP*:*|Udp*:*|openssl*:*|OPENSSL*:*|Openssl*:*|ssl*:*|SSL*:*|Ssl*:*|sctp*:*|SCTP*:*|Sctp*:*|vsock*:*|VSOCK*:*|Vsock*:*|socks*:*|SOCKS*:*|Socks*:*|proxy*:*|PROXY*:*|Proxy*:*|dtls*:*|DTLS*:*|Dtls*:* * : send stdin

pack sequelize
tools sequelize sequelize-cli
harmless --help --version
target --env --url
values --env --config --options-path --migrations-path --seeders-path --models-path --url --name --to --seed --from
- db:drop ** : destroy db the database of the app
- db:migrate:undo|db:migrate:undo:all ** : destroy db what migrations made
- db:seed:undo|db:seed:undo:all ** : destroy db rows of the seeds

pack serverless
tools serverless sls osls sst sam amplify ampx copilot arc chalice zappa begin
harmless --help -h
target -s --stage --stack-name -e --env --profile --aws-profile
values -s --stage -r --region -c --config --config-file --config-env --aws-profile --profile -p --param --stack-name --s3-bucket --s3-prefix -f --function -n --name -e --env -a --app --parameter-overrides -t --template --template-file --capabilities --data --path --identifier --branch -d --dest --command
- remove|rm|delete|destroy|undeploy ** : destroy cloud everything of the stage
- secret|env|storage|function|hosting|api|auth remove|delete|rm ** : destroy cloud a part of the application
- app|svc|job|task|pipeline|sandbox delete|rm ** : destroy cloud a part of the application
- svc|task exec ** --command=<shell remote> : run it
- secret list ** --show|--show-values : reveal secrets of the application

pack systemctl
tools systemctl
flags
harmless --help -h --version --dry-run
target -H --host -M --machine
values -t --type --state -p --property -P -H --host -M --machine -n --lines -o --output -s --signal --kill-whom --kill-who --root --image --job-mode --check-inhibitors --when --preset-mode --what
- poweroff|reboot|halt|kexec|soft-reboot|suspend|hibernate|hybrid-sleep|suspend-then-hibernate|sleep ** : system stops the machine
- rescue|emergency|default|exit|switch-root ** : system stops the machine
- isolate|set-default ** : system changes what the machine starts
- start reboot.target|poweroff.target|halt.target|shutdown.target|rescue.target|emergency.target|kexec.target|suspend.target|hibernate.target|exit.target|ctrl-alt-del.target ** : system stops the machine
- stop|kill|clean|freeze !--user ** : system stops a service
- disable|mask|revert ** : system switches a service off
- restart|try-restart|reload-or-restart|force-reload ssh|ssh.*|sshd|sshd.*|systemd-*|network|networking*|NetworkManager*|dbus*|firewalld*|display-manager*|gdm*|lightdm*|sddm* ** : system restarts a service of the machine
- edit|set-property|set-environment|unset-environment|import-environment ** : system settings of services
- enable|link|reenable */* ** : persist a service from a file
- link ** : persist a service from a file
- enable|reenable --user ** : persist a service of the user

pack service
tools service rc-service invoke-rc.d
harmless --help -h --version
- * stop|force-stop|onestop|forcestop|zap ** : system stops a service
- ssh|sshd|networking|network|firewalld|dbus restart|force-reload ** : system restarts a service of the machine
- --full-restart ** : system restarts a service

pack service-starts
tools chkconfig update-rc.d rc-update insserv sysv-rc-conf
harmless --list --help -h
values --level --levels
- --del ** : system switches a service off
- * off|reset ** : system switches a service off
- * remove|disable ** : system switches a service off
- del|delete ** : system switches a service off
- -r|--remove ** : system switches a service off
- --add|-a * ** : persist a service
- add * ** : persist a service
- * defaults|enable|on ** : persist a service

pack supervisors
tools supervisorctl initctl sv s6-svc svcadm
harmless --help -h
values -c --configuration -s --serverurl -u --username -p --password -w
- stop all ** : system stops all services
- shutdown ** : system stops all services
- remove|clear ** : system removes a service
- emit|stop|disable|down|force-stop|kill ** : system stops a service

pack sql-shells
tools usql snowsql trino presto hive beeline impala-shell vsql isql sqlplus tsql athenacli mclient
harmless --help --version -?
target -h --host --server -d --dbname
values -c --command -q --query -e --execute --statement -f -a -u -d --dbname -h --host -w -r --server -i -o
- -c|--command|-q|--query|-e|--execute|--statement=<sql> ** : sql
- !-c|--command|-q|--query|-e|--execute|--statement|-f|--file|--filename ** : sql

pack sqlcmd
tools sqlcmd mssql-cli osql
harmless -? --help --version
target -S --server
values -S -U -P -d -Q -q -i -o -s -h -l -t -v -w -x -y -Y -a -A -D -f -H -K -m -M --query --server --output-file
- -Q|-q|--query=<sql> ** : sql
- !-Q|-q|-i|--query|--input-file ** : sql
- -o|--output-file=<path out> ** : write out over

pack sqlite
tools sqlite3 sqlite litecli libsql
harmless -help -version
values -cmd -init -separator -newline -nullvalue -maxsize -mmap -vfs -heap -lookaside -pagecache -A -e -execute -T -t
oneDash
- * <sql> ** : sql
- * * <sql> ** : sql
- * : sql
- -cmd=<sql> ** : sql
- -e|-execute=<sql> ** : sql
- * ** .dump* ** : gives records
- * ** .shell<shell> ** : run it
- * ** .system<shell> ** : run it
- -cmd=.shell<shell> ** : run it
- -cmd=.system<shell> ** : run it

pack supabase
tools supabase
harmless --help -h --dry-run
target --project-ref --db-url
values --workdir --project-ref -p --password --db-url --profile --network-id -o --output --version --db-allow-cidr --schema -s -f --file --dns-resolver --org-id --region --name --env-file
- db reset ** : destroy db the data of the database
- projects|project delete ** : destroy cloud a project
- branches|functions|domains|vanity-subdomains|ssl-enforcement|sso|backups delete|remove|disable ** : destroy cloud
- secrets unset ** : destroy secret secrets of the project
- storage rm ** : destroy cloud files
- storage mv ** -r|--recursive : destroy cloud files at their old place
- stop ** --no-backup : destroy db the data of the local database
- migration repair|down ** : destroy db the history of migrations
- backups restore ** : destroy db the data since the backup
- network-restrictions update ** --db-allow-cidr=0.0.0.0/0 : expose the database to everybody
- projects api-keys ** : reveal keys of the project

pack svn
tools svn
harmless --help -h --dry-run
values -r --revision -m --message -F --file --username --password --config-dir --config-option --depth --set-depth --targets --changelist --cl -c --change --encoding --accept -x --extensions --diff-cmd --diff3-cmd --editor-cmd --native-eol --with-revprop --strip -l --limit --old --new
- revert ** : discard changes of files
- cleanup ** --remove-unversioned|--remove-ignored : discard files that are not versioned
- delete|del|remove|rm *://* ** : destroy remote files of the repository
- delete|del|remove|rm ** --force : discard changed files
- update|up|switch|sw|merge ** --accept=theirs-full|tf : discard local changes
- resolve ** --accept=theirs-full|tf : discard local changes
- propset|pset|ps|propdel|pdel|pd|propedit|pedit|pe ** --revprop : rewrite properties of a revision
- move|mv|rename|ren *://* *://* ** : destroy remote a path of the repository
- commit|ci ** : push

pack sudoers
tools visudo
harmless -c --check --help -h -V --version
- ** : grant who may use sudo

pack ssh-copy-id
tools ssh-copy-id
harmless -n -h -?
values -i -p -o -F -t
- ** : grant a key of this user entry to another machine

pack scheduled-tasks
tools schtasks
- /create|/CREATE|/Create|/change|/CHANGE|/Change ** : persist a scheduled task
- /delete|/DELETE|/Delete|/end|/End|/END ** : persist removes a scheduled task

`;
