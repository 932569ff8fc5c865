// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsUpToCz = (): string => `
pack cockroach
tools cockroach
harmless --help -h
target --host --url
values -e --execute -f --file --host -u --user -d --database --url -p --port --certs-dir --format --set --store -s --join --listen-addr --http-addr
- sql|demo -e|--execute=<sql> ** : sql
- sql|demo -f|--file=<path script> ** : sql script
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
- kv get *assword*|*ecret*|*oken*|*pi*ey*|*rivate* : gives secret
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

pack cryptsetup
tools cryptsetup
harmless --help -? --usage -V --version --test-passphrase
values -c --cipher -h --hash -d --key-file -s --key-size -S --key-slot -t --timeout -T --tries --header --type -l --keyfile-size --label --master-key-file --volume-key-file --pbkdf -i --iter-time --header-backup-file
- luksFormat|erase|luksErase|luksKillSlot|luksRemoveKey|luksChangeKey|luksConvertKey|reencrypt|luksHeaderRestore|convert|config ** : destroy disk an encrypted disk
- close|luksClose|remove|luksSuspend|luksAddKey ** : system an encrypted disk
- luksHeaderBackup ** --header-backup-file=<path copy> ** : write copy over
- --dump-master-key|--dump-volume-key ** : gives secret

pack cocoapods
tools pod
harmless --help
values --swift-version --sources
- trunk push|delete|deprecate ** : publish a pod
- trunk add-owner|remove-owner|register ** : grant owners of a pod
- repo push|remove ** : publish a pod

pack cpan
tools cpan-upload cpan-upload-http
harmless --help -h --dry-run
- ** : publish a package

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

`;
