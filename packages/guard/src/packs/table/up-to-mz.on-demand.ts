// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsUpToMz = (): string => `
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

pack mdadm
tools mdadm
harmless --help -h -V --version --detail -D --examine -E --query -Q
values -l --level -n --raid-devices -c --chunk -x --spare-devices -e --metadata -N --name
- --zero-superblock|--stop|-S|--fail|-f|--remove|-r|--create|-C|--grow|-G|--kill-subarray ** : destroy disk an array of disks

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

pack mc
tools mc mcli minio-client mc.exe
harmless --help -h --dry-run --fake
values -C --config-dir --limit-upload --limit-download --older-than --newer-than --attr --tags --exclude --version-id --vid --custom-header -H --rewind --storage-class --sc --enc-c --enc-kms --enc-s3 --name --expire-days --resolve --region --policy --access-key --secret-key --user --group
- rm|rb|undo ** : destroy cloud objects of a bucket
- mv ** -r|--recursive : destroy cloud objects at their old place
- mirror ** --remove : destroy cloud objects that the source does not have
- cp|put|mirror <paths src> * : send src
- cp|mv|get|mirror ** <path dest> : write dest unpack
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
- --eval=*.find(*|*.aggregate(*|*.toArray(* ** : gives records
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

pack model-hubs
tools huggingface-cli hf kaggle
harmless --help -h
values --repo-type --revision --token -p --path -f --file -c --competition -m --message
- upload|upload-large-folder ** : publish a model or data
- repo delete ** : destroy remote a repository
- repo|repos delete|rm ** : destroy remote a repository
- auth token ** : gives secret
- datasets|models|kernels create|version|push ** : publish a model or data
- competitions|c submit ** : publish an entry
- datasets|models|kernels delete ** : destroy remote a model or data

pack mutt
tools mutt neomutt
harmless --help -h -v --version
values -s -a -c -b -e -f -F -i -m -H -d
- -a|-i|-H=<path file> ** : send file
- <paths file> -- ** : send file
- ** -- <text to> ** : send stdin to to
- <text to> ** : send stdin to to
- -e=<text command> ** : run unknown

`;
