// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsBToC = (): string => `
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

pack cassandra
tools cqlsh
flags
harmless --help -h --version
values -e --execute -f -u -p -k
- -e|--execute=<sql> ** : sql
- !-e|--execute !-f|--file ** : sql

pack cdk
tools cdk cdktf aws-cdk cdktf-cli
harmless --help -h
target --profile --region
values -c --context -a --app --plugin -p -o --output --profile --toolkit-stack-name -r --role-arn --region --proxy --ca-bundle-path --require-approval --change-set-name -O --outputs-file --parameters -t --tags -m --method --qualifier --concurrency --trust --trust-for-lookup --cloudformation-execution-policies --var --var-file --action --type --rollback-buffer-days --created-buffer-days --hotswap-mode
- destroy ** : destroy infra stacks
- deploy|apply ** --require-approval=never : system infrastructure changes that nobody sees before
- deploy|apply ** --auto-approve : system infrastructure changes that nobody sees before
- gc ** --confirm=false : destroy cloud files of old deployments
- rollback ** -f|--force|--orphan : destroy infra resources of a stack
- bootstrap ** --trust : grant another account access

pack celery
tools celery
harmless --help --version
target -b --broker
values -A --app -b --broker --result-backend --loader --config --workdir -Q --queues -X --exclude-queues -l --loglevel -c --concurrency -n --hostname -d --destination -t --timeout -P --pool
- purge ** : destroy queue tasks that wait
- amqp queue.delete|queue.purge|exchange.delete ** : destroy queue queues of the broker
- control shutdown|revoke|terminate|cancel_consumer ** : destroy queue workers and their tasks

pack cf
tools cf cf7 cf8
harmless --help -h
target -o -s
values -i -m -k -b -p -n --hostname -d --domain -s -o -c --command --name --path --strategy --process --endpoint --var --vars-file -e -u -t
- delete|d ** : destroy cloud an application
- delete-*|purge-*|ds|dsi ** : destroy cloud
- scale ** -i=0 : destroy cloud all instances of an application
- set-org-role|set-space-role|enable-ssh|allow-space-ssh|create-user ** : grant a role
- env|e|oauth-token|service-key ** : reveal passwords of an application
- create-service-key|csk ** : grant a key of a service
- ssh * ** -c|--command=<shell remote> : run it
- run-task|rt * ** -c|--command=<shell remote> : run it

pack clickhouse
tools clickhouse clickhouse-client clickhouse-local chc chl
flags
harmless --help --version -V
target -h --host -d --database
values -h --host -p -u -q --query -d --database -C -f -S -N
- -q|--query=<sql> ** : sql
- !-q|--query !--queries-file ** : sql

pack cloud-databases
tools neonctl neon pscale turso xata astra ticloud ccloud
harmless --help -h --dry-run
target --project-id --org
values --project-id --org --org-id --api-key --branch --region --role-name --database-name -o --output -f --format --config --config-dir --service-token --group --context-file --service-token-id
- projects|branches|databases|roles|project|branch|database|role|db|group|org|workspace|workspaces|backup|password|service-token|deploy-request|keyspace|cluster|serverless delete|destroy|remove|rm|drop|purge ** : destroy db a database in the cloud
- branches|branch reset|restore ** : destroy db the state of a branch
- db tokens|token invalidate ** : destroy secret tokens of a database
- db tokens|token create ** : gives secret
- connection-string|cs ** : gives secret
- auth token ** : gives secret
- password|service-token create ** : gives secret
- shell|sql * <sql> ** : sql
- db shell * <sql> ** : sql
- deploy-request deploy ** : destroy db the schema of a branch

pack clouds
tools linode-cli linode exo vultr-cli vultr civo upctl ovhcloud koyeb render openstack metal gridscale cherryctl ionosctl stackit yc nhncloud hcp
harmless --help -h
not config configure context profile login logout apikey plugin completion
target --profile --region --os-cloud --project
values --profile --region --output -o --config -c --token --api-key --as-user --format --zone -z -Z --os-cloud --os-project-name --os-project-id --os-username --os-password --os-auth-url --os-region-name --name --label --image --type --root_pass --use-account -A --project -p --organization --folder-id --cloud-id --query-filter -f
- * * *s|nodepool|record|pool|user|database delete|remove|destroy ** : destroy cloud
- * delete|del|rm|remove|destroy|terminate|purge|rb|*-delete|delete-*|rebuild ** : destroy cloud
- * *s|record|node-pool|pool|user|database|db|objects|nodepool|volume|server|instance|cluster|network|bucket|disk delete|del|rm|remove|destroy|terminate|purge ** : destroy cloud
- obj rm|del|rb|delete ** : destroy cloud objects of a bucket
- iam *key* create ** : grant a key of the account

pack cluster-tools
tools skaffold devspace okteto garden werf istioctl cilium linkerd velero porter kapp timoni kluctl operator-sdk tkn argo
harmless --help -h --dry-run --diff-run
target --context --kube-context -n --namespace
values -n --namespace --context --kube-context --kubeconfig -c -f --filename --file -p --profile -a --app --env -e -l --selector -o --output --revision --from-backup --include-namespaces --exclude-namespaces --log-level -v --var --target -t
- delete|uninstall|purge|destroy|dismiss|cleanup|prune ** : destroy cluster objects of the cluster
- x|experimental uninstall ** : destroy cluster objects of the cluster
- backup|restore|schedule|backup-location|snapshot-location|pipeline|pipelinerun|taskrun|task|cron|template|cluster-template|app-group|viz|multicluster|namespace|pv delete|rm|destroy|uninstall ** : destroy cluster something in the cluster
- restore create ** --existing-resource-policy=update : destroy cluster objects that are there now

pack clusters
tools kind minikube k3d eksctl ctlptl vcluster clusterctl kubeadm kubeone rke k0sctl talosctl colima crc
harmless --help -h --dry-run
target --context --name -n -p --profile --cluster --region
values -p --profile -n --name --namespace --kubeconfig --config -f --config-file --config-dir --context --region --cluster --nodes -o --output -v --timeout -N --nodes-min --nodes-max --nodegroup --endpoints -e --talosconfig --arn --group --username --image --driver --kubernetes-version --memory --cpus --agents --servers --port --wait --cri-socket
- platform delete ** : destroy cluster a cluster
- token create ** : reveal a token of the cluster
- delete ** : destroy cluster a cluster
- cluster|node|nodegroup|registry delete|del|rm ** : destroy cluster a cluster
- reset ** : destroy cluster this node of the cluster
- remove ** : destroy cluster a cluster
- drain nodegroup ** : destroy cluster the pods of nodes
- scale nodegroup ** -N|--nodes=0 : destroy cluster all nodes of a group
- create iamidentitymapping ** : grant access to the cluster
- kubectl delete|drain ** : destroy cluster objects of the cluster
- ssh ** -- <cmd remote> : run it

pack cockroach
tools cockroach
harmless --help -h
target --host --url
values -e --execute -f --file --host -u --user -d --database --url -p --port --certs-dir --format --set --store -s --join --listen-addr --http-addr
- sql|demo -e|--execute=<sql> ** : sql
- sql !-e|--execute !-f|--file ** : sql
- node drain|decommission ** : destroy db a node of the cluster
- quit ** : system stops the database server
- userfile delete ** : destroy db files of the cluster
- debug reset-quorum|recover ** : destroy db ranges of the cluster

pack compilers
tools gcc g++ cc c++ clang clang++ gfortran rustc tcc ld as javac swiftc ghc zig
harmless --help --version
values -o -I -L -x -include -d --out-dir
- -o=<path out> ** : write out
- -d|--out-dir=<path out> ** : write out

pack crudini
tools crudini
harmless --help --version
- --set|--del <path file> ** : write file edit

pack consul
tools consul
harmless -help -h
target -http-addr -datacenter -namespace
values -http-addr -token -token-file -datacenter -namespace -partition -ca-file -ca-path -client-cert -client-key -tls-server-name -id -name -kind -accessor-id -address -peer-id -service -reason -node -prefix -wait -modify-index -session -tag -filter -rpc-addr -timeout
oneDash
- kv delete ** : destroy cluster keys and values
- acl token|policy|role|auth-method|binding-rule delete ** : destroy secret rights of the cluster
- acl token create ** : grant a token
- acl bootstrap ** : reveal a token of the cluster
- services deregister ** : destroy cluster a service
- config|intention|peering|partition|namespace|resource delete ** : destroy cluster a part of the configuration
- leave ** : destroy cluster this node of the cluster
- force-leave ** : destroy cluster a node of the cluster
- operator raft remove-peer ** : destroy cluster a server
- snapshot restore ** : destroy cluster the state of the cluster
- maint ** -enable : system a node goes out of service
- keyring ** -remove : destroy secret a key of the cluster
- lock * <cmd> : run it
- exec ** <shell remote> : run it

pack capabilities
tools setcap
harmless -v -h -r
values -n
- *set*id*|*sys_*|*dac_*|*chown*|*fowner*|*setpcap*|all*|=*|*bpf*|- : grant rights of root to a program
- *set*id*|*sys_*|*dac_*|*chown*|*fowner*|*setpcap*|all*|=*|*bpf* ** * : grant rights of root to a program
- * <paths file> : permit file

pack crictl
tools crictl ctr buildah
harmless --help
target -n --namespace
values -r --runtime-endpoint --image-endpoint -c --config -t --timeout --address -n --namespace --root --storage-driver --tag --file --name --label --state --exec-id
- rm|rmp|rmi|stop|stopp ** --all|--prune : destroy containers all containers of the node
- rm|rmp ** -f|--force : destroy containers containers of the node
- rm|rmp|rmi|stop ** <all> ** : destroy containers all containers of the node
- prune ** : destroy containers everything that is not in use
- containers|container|c|images|image|i|tasks|task|t|snapshots|snapshot|namespaces|namespace|ns|leases|content delete|del|rm|remove|prune ** : destroy containers containers of the node
- task|tasks|t exec * <cmd remote> : run it
- exec * <cmd remote> : run it
- push ** : publish an image
- images push ** : publish an image
- ps|pods|images ** -q|--quiet : gives all

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

pack cryptsetup
tools cryptsetup
harmless --help -? --usage -V --version --test-passphrase
values -c --cipher -h --hash -d --key-file -s --key-size -S --key-slot -t --timeout -T --tries --header --type -l --keyfile-size --label --master-key-file --volume-key-file --pbkdf -i --iter-time --header-backup-file
- luksFormat|erase|luksErase|luksKillSlot|luksRemoveKey|luksChangeKey|luksConvertKey|reencrypt|luksHeaderRestore|convert|config ** : destroy disk an encrypted disk
- close|luksClose|remove|luksSuspend|luksAddKey ** : system an encrypted disk
- luksHeaderBackup ** --header-backup-file=<path copy> ** : write copy over
- --dump-master-key|--dump-volume-key ** : gives secret

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

pack clock
tools hwclock
harmless --help --version
values --date -f --rtc
- --set ** : system the clock
- --systohc|--hctosys|-w|--adjust|-a ** : system the clock

pack bzr-fossil
tools bzr brz fossil
harmless --dry-run -n --help
values -r --revision -R
- revert|uncommit|purge ** : discard local changes
- clean-tree|clean ** --force|-f|--verily|-x : discard files that are not tracked
- update|checkout ** --force|-f : discard local changes

pack cargo
tools cargo
harmless --dry-run -n --help -h
not run r test t build b check c help add install search new init doc bench clippy fmt nextest watch make xtask
target --registry --index
values --registry --index --token -p --package --manifest-path --target --target-dir -F --features -j --jobs --version --vers --config -Z -C --color --add -a --remove -r
- publish|yank ** : publish a crate
- +* publish|yank ** : publish a crate
- release -x|--execute ** : publish a crate
- workspaces|ws publish ** : publish a crate
- owner --add|-a|--remove|-r ** : grant owners of a crate
- +* owner --add|-a|--remove|-r ** : grant owners of a crate
- sqlx database|db drop|reset ** : destroy db the database of the app
- sqlx migrate revert ** : destroy db what migrations made

pack cocoapods
tools pod
harmless --help
values --swift-version --sources
- trunk push|delete|deprecate ** : publish a pod
- trunk add-owner|remove-owner|register ** : grant owners of a pod
- repo push|remove ** : publish a pod

pack copyfiles
tools copyfiles copyup cpx cpx2 cpy cpy-cli ncp cpr mvdir move-cli recursive-copy-cli
values -u --up -e --exclude --cwd --rename --limit --filter
- <paths from> <path to> : write to

pack crontab
tools crontab fcrontab
harmless --help -h -V
values -u -c
- -r ** : persist removes all scheduled jobs
- -e ** : persist scheduled jobs
- !-l|-r|-e|-T * : persist scheduled jobs
- !-l|-r|-e|-T : persist scheduled jobs

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

pack chpasswd
tools chpasswd chgpasswd
harmless --help -h
- ** : grant new passwords of users

`;
