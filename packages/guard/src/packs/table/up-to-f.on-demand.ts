// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsUpToF = (): string => `
pack fastlane
tools fastlane
harmless --help -h
values --env
- release*|publish*|deploy*|upload*|distribute*|submit*|beta|alpha|internal|production|store|testflight|appstore|playstore ** : publish an app
- ios|android|mac release*|publish*|deploy*|upload*|distribute*|submit*|beta|alpha|internal|production|store|testflight|appstore|playstore ** : publish an app
- deliver|supply|pilot ** : publish an app
- action|run deliver|supply|pilot|upload_to_* ** : publish an app
- match nuke ** : destroy secret certificates and profiles

pack folders-of-links
tools stow xstow
harmless -n --no --simulate --help --version
values -d -t --dir --target --ignore --defer --override
- -t|--target=<path folder> ** : write folder unpack

pack fdisk
tools fdisk cfdisk gdisk cgdisk
harmless -l --list -s --getsz -x --list-details --help -h -V --version -v
values -b -c? -L? -o -t -u? -C -H -S -w -W
- ** /dev/* ** : destroy disk partitions
- <path disk> ** : write disk over

pack file-system-repair
tools fsck e2fsck fsck.ext2 fsck.ext3 fsck.ext4 fsck.vfat xfs_repair ntfsfix resize2fs
harmless -n --help -h --version -N --no-action
values -t -b -B -E -l -o -C?
- ** /dev/* ** : destroy disk parts of a file system that look broken
- -A ** : destroy disk parts of file systems that look broken
- <path disk> ** : write disk edit

pack file-system-settings
tools tune2fs debugfs xfs_db
harmless -l --help -V
values -c -C -e -E -g -i -L -m -M -o -O -r -T -u -U -R -f -b -s
- -w|-x ** /dev/* ** : destroy disk the file system
- -O|-U|-L|-m|-e|-i|-c|-o|-r|-I ** /dev/* ** : system settings of a file system

pack firmware
tools flashrom scsi_unmap sg_sanitize sg_format
harmless --help -h --version -R
values -p --programmer --layout -i --image -c --chip -r --read --lba --num --in
- -w|--write|-E|--erase ** : destroy disk the firmware
- --lba|--num|--in ** * : destroy disk blocks of a disk
- --overwrite|--crypto|--block|-O|-C|-B ** : destroy disk all on a disk
- --format|-F ** : destroy disk all on a disk

pack firebase
tools firebase firebase-tools
harmless --help -h --dry-run
target -P --project
values -P --project --account --token -c --config --only --except -m --message --region --instance -d --data --database -e --expires --format --location --import --export-on-exit -i -s --site
- firestore:delete|firestore:databases:delete|firestore:bulkdelete|database:remove|database:set|firestore:databases:restore ** : destroy db data
- functions:delete|hosting:disable|hosting:channel:delete|hosting:sites:delete|ext:uninstall|apphosting:backends:delete|remoteconfig:rollback|extensions:uninstall|database:instances:delete|apptesting:delete|apps:delete ** : destroy cloud
- functions:secrets:destroy|functions:secrets:prune|functions:config:unset ** : destroy secret a secret of the project
- functions:secrets:access|functions:config:get ** : reveal a secret of the project
- login:ci ** : reveal a token of the account
- auth:export ** : reveal the accounts of all users
- apphosting:secrets:grantaccess ** : grant access to a secret
- appdistribution:distribute ** : publish an application
- deploy ** -f|--force : destroy cloud functions that are not in the code
- emulators:exec <shell> : run it

pack firewall-restore
tools iptables-restore ip6tables-restore
harmless -t --test -h --help -V --version
- ** : system replaces the rules of the firewall

pack firewalld
tools firewall-cmd firewall-offline-cmd
harmless --help -h --version -V
- --remove-*|--panic-on|--delete-*|--complete-reload|--reset-to-defaults|--set-default-zone|--set-target|--lockdown-* ** : system rules of the firewall
- --add-*|--change-interface|--new-*|--direct|--permanent ** : system rules of the firewall

pack flask-db
tools flask
harmless --help --sql --version
values -A --app -e --env-file -m --message -d --directory -x --x-arg -p --port -h --host
- db downgrade ** : destroy db what migrations made
- db drop|reset|drop-all|drop_all|clean ** : destroy db tables of the app
- db stamp --purge ** : destroy db the record of migrations
- drop-db|drop_db|reset-db|reset_db ** : destroy db tables of the app

pack flux
tools flux
harmless --dry-run --export --help -h
target --context --cluster -n --namespace
values -n --namespace --context --cluster --kubeconfig --as --as-group --timeout --token --server --user --kube-api-burst --kube-api-qps --cache-dir --components --path --branch --owner --repository --url --source --interval --label -l --kind --version --with-source
- delete ** : destroy cluster objects of Flux and what they applied
- uninstall ** : destroy cluster Flux
- push artifact ** : publish an artifact
- bootstrap ** : push

pack fly
tools fly flyctl
harmless --help -h
target -a --app
values -a --app -c --config -t --access-token --target -r --region -o --org -C --command --image -i --vm-size --process-group --machine --volume --user -u --address -n --name -x --expiry -e --env
- destroy-pipeline|dp|destroy-team|dt|prune-worker|pw ** : destroy cloud a pipeline or team
- destroy ** : destroy cloud an application
- apps destroy|delete|remove|rm ** : destroy cloud an application
- machine|machines|m destroy|remove|rm ** : destroy cloud a machine
- volumes|volume|vol destroy|delete|rm ** : destroy cloud a volume
- postgres|pg|mpg|redis|mysql|storage|tigris|orgs|consul|litefs-cloud destroy|delete|remove|rm|detach ** : destroy cloud
- extensions|ext * destroy|delete ** : destroy cloud
- secrets unset|remove|rm ** : destroy secret a secret of the application
- certs remove|delete ** : destroy cloud a certificate
- ips release ** : destroy cloud an address
- scale count 0 ** : destroy cloud all machines of the application
- scale count ** *=0 ** : destroy cloud machines of the application
- wireguard remove ** : destroy cloud a connection
- auth token ** : reveal a token of the account
- tokens create ** : grant a token, reveal a token of the account
- tokens revoke ** : destroy secret a token
- ssh console ** -C|--command=<shell remote> : run it
- machine|machines|m exec * <shell remote> ** : run it

pack flyway
tools flyway
harmless -h -help -? -v -version
target -url -environment
oneDash
- ** clean ** : destroy db all objects of the schemas
- ** undo ** : destroy db what a migration made

pack ftp-upload
tools ftp tnftp ncftpput ncftp
harmless --help -? -h --version
values -u -p -P -N -o -T -f
- -u=*://* <paths file> : send file
- <host host> * <paths file> : send file to host
- <host host> ** : send stdin to host

pack file-transfers
tools croc wormhole wormhole-william magic-wormhole ffsend transfer transfer.sh onionshare-cli qrcp sendme slackcat
harmless --help -h --version -V -v
not receive recv rx download get help
values --code -c --relay --pass --text --port -p --zip --host --expiry-time --download-limit -d -e --password -n --name
- send|upload|tx|up|s|u|share|provide <paths file> : send file
- send --text=<text text> ** : send text
- send|upload : send stdin
- <paths file> : send file

`;
