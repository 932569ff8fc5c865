// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsUpToB = (): string => `
pack b2
tools b2 b2v3 b2v4 backblaze-b2
harmless --dry-run --dryRun --help -h
target --profile
values --profile --exclude-regex --include-regex --exclude-dir-regex --exclude-if-uploaded-after --threads --upload-threads --keep-days --keepDays --content-type --info --bucket --bucket-info --bucketInfo --lifecycle-rule --lifecycle-rules --default-server-side-encryption --name-prefix --duration --compare-threshold --min-part-size --sha1
- rm|delete_bucket|delete_file_version|delete_key|delete-bucket|delete-file-version|delete-key|delete-bucket-* ** : destroy cloud objects of a bucket
- bucket|file|key|replication delete ** : destroy cloud objects of a bucket
- file large unfinished cancel ** : destroy cloud an upload
- sync ** --delete|--replace-newer|--replaceNewer : destroy cloud files that the source does not have
- sync ** --keep-days|--keepDays : destroy cloud old files
- update-bucket|create-bucket|update_bucket|create_bucket * allPublic ** : expose a bucket
- bucket update|create * allPublic ** : expose a bucket
- create-key ** : grant a key of the account, reveal a key of the account
- key create ** : grant a key of the account, reveal a key of the account
- upload-file * <path src> ** : send src
- file upload * <path src> ** : send src
- sync <path src> b2://* : send src
- file cat ** : gives net

pack borg
tools borg borgmatic
harmless -n --dry-run --help -h
values -a --glob-archives -P --prefix --remote-path --rsh --keep-daily --keep-weekly --keep-last
- delete|prune|compact|rdelete|repo-delete|recreate ** : destroy disk backups

pack backups
tools kopia duplicity timeshift snapper bup tarsnap duplicacy rdiff-backup
harmless -help -dry-run -h
values -config-file -name -f -keyfile -cachedir
oneDash
- snapshot|snap delete|remove|expire ** : destroy disk backups
- policy remove|rm ** : system a policy of the backups
- remove-older-than|remove-all-but-n-full|remove-all-inc-of-but-n-full|cleanup|delete|rm|gc|prune ** !-list-archives : destroy disk backups
- ** -delete|-delete-all|-remove-older-than|-nuke|-d : destroy disk backups

pack bfg
tools bfg
harmless --help --version
values --strip-blobs-bigger-than -b --delete-files -D --delete-folders --replace-text --replace-message --strip-blobs-with-ids --convert-to-git-lfs --protect-blobs-from -p
- -b|--strip-blobs-bigger-than|-B|--strip-biggest-blobs|-D|--delete-files|--delete-folders|--replace-text|--replace-message|--strip-blobs-with-ids|--convert-to-git-lfs ** : rewrite history of the repository

pack bq
tools bq
harmless --dry_run --help
target --project_id --dataset_id
values --project_id --dataset_id --location --format --api --bigqueryrc --credential_file --service_account --job_id --max_rows -n --max_results --destination_table --parameter --destination_kms_key --label --expiration --default_table_expiration --description --schema --source_format --field_delimiter --skip_leading_rows --time_partitioning_field --time_partitioning_type --clustering_fields --maximum_bytes_billed --member --role --request_file --view --reservation_id --filter --external_table_definition --apilog
- rm ** : destroy db a table or dataset
- truncate ** : destroy db rows of a table
- query <sql> ** : sql
- query : sql
- load ** --replace : destroy db the rows that the table had
- query ** --replace --destination_table : destroy db the rows that the table had
- cp ** -f|--force : destroy db the table at the destination
- add-iam-policy-binding|set-iam-policy ** : grant access to data

pack blkdiscard
tools blkdiscard scrub nwipe
harmless --help -h -V --version -n --no-exec
values -o -l -p -m -r
- ** /dev/* ** : destroy disk all data of a disk
- <paths disk> : write disk over
- --autonuke ** : destroy disk all disks

pack badblocks
tools badblocks
harmless --help
values -b -c -d -e -i -o -p -t
- -w ** /dev/* ** : destroy disk all data of a disk
- -o=<path out> ** : write out over

pack btrfs
tools btrfs
harmless --help -h --dry-run
values -i --subvolid --output -d -m
- subvolume|sub|su delete|del|set-default ** : destroy disk a subvolume
- device|dev|de delete|remove|del|add ** : destroy disk a disk of the file system
- rescue zero-log|clear-*|chunk-recover|super-recover ** : destroy disk the file system
- check --repair|--init-csum-tree|--init-extent-tree ** : destroy disk the file system
- balance start ** : system moves data of the file system
- replace start ** : destroy disk a disk of the file system
- filesystem|fi resize ** : destroy disk the size of the file system

pack boot-loader
tools grub-install grub2-install update-grub update-grub2 update-initramfs grub-set-default grub-reboot lilo extlinux
harmless --help -h --version -V
- ** : system how the machine starts

pack boot-entries
tools efibootmgr kexec bootctl
harmless --help -h --version -V
values -b -L -d -l -p
- -B|--delete-bootnum|-c|--create|-o|--bootorder|-n|--bootnext|-O|--delete-bootorder|-A|--inactive|-N|--delete-bootnext ** : system how the machine starts
- -e|--exec|-f|--force ** : system stops the machine
- remove|install|set-default|set-oneshot|update|unlink ** : system how the machine starts

pack bzr-fossil
tools bzr brz fossil
harmless --dry-run -n --help
values -r --revision -R
- revert|uncommit|purge ** : discard local changes
- clean-tree|clean ** --force|-f|--verily|-x : discard files that are not tracked
- update|checkout ** --force|-f : discard local changes

pack bitwarden
tools bw bws rbw
harmless --help -h
values --session --itemid --organizationid --folderid --collectionid --search --url --output --format -o -t --access-token --field -f --folder --password --passwordenv --passwordfile -n --length
- get !-c|--clipboard * ** : gives secret
- secret get|list ** : gives secret
- code * ** : gives secret
- list items ** : gives secret
- export ** : gives secret
- unlock --raw ** : gives secret
- delete|remove|purge ** : destroy secret an item of the vault
- secret|project delete ** : destroy secret an item of the vault
- send ** : expose an item of the vault
- share|move|confirm ** : grant access to the vault
- run -- <cmd> : run it

pack brew
tools brew
harmless --help -h -n --dry-run
not install info search list ls services upgrade reinstall home deps uses
values --prefix --appdir
- uninstall|remove|rm|autoremove ** : system removes packages
- untap ** : system sources of packages
- bundle cleanup -f|--force ** : system removes packages

`;
