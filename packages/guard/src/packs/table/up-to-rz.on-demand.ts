// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsUpToRz = (): string => `
pack restic
tools restic rustic
harmless -n --dry-run --help -h
target -r --repo
values -r --repo -p --password-file --tag --host --path --keep-last --keep-daily --keep-within -o --cacert
- forget|prune ** : destroy disk backups
- key remove ** : destroy secret a key of the backups
- dump ** : gives any

pack rename
tools rename prename file-rename perl-rename
harmless -n --nono --no-act --just-print --help
values -e -E
- !-e <code perl> <paths file> : run it, write file edit
- -e=<code perl> <paths file> : run it, write file edit

pack replace
tools sd rpl replace-in-file ambr sad
harmless -p --preview --dry-run -s --simulate
values -n -f -x --flags --max-replacements -E
- * * <paths file> : write file edit

pack root-folder
tools pivot_root switch_root killall5
harmless --help -h --version -V
- ** : system all processes of the machine

pack release-runs
tools semantic-release multi-semantic-release release-it np shipjs
harmless --help -h --dry-run -d --version -v --preview --release-version --changelog --no-publish
not prepare
- ** : publish a release

pack release-steps
tools lerna changeset goreleaser beachball auto jreleaser nx
harmless --help -h --dry-run -d --snapshot --version --skip=*publish*
target --registry
values --tag --otp -c --config -f --dist-tag --preid --loglevel --scope --timeout -p --parallelism --registry --skip --projects --branch -b
- publish ** : publish packages of the workspace
- release !--skip-publish ** : publish a release
- shipit|ship|full-release|deploy|upload|announce ** : publish a release

pack redis
tools redis-cli valkey-cli keydb-cli dragonfly-cli iredis
harmless --help --version -v
target -h -u
values -h -p -s -a -u -n -r -i -d -D -X --user --pass --cacert --cert --key --pattern --count --eval --rdb
stopsAtOperand
- flushall|FLUSHALL|FlushAll|flushdb|FLUSHDB|FlushDB ** : destroy db all keys
- del|DEL|unlink|UNLINK ** <all> ** : destroy db keys of a list
- --rdb=- : gives records
- shutdown|SHUTDOWN ** : system stops the database server
- config|CONFIG set|SET|rewrite|REWRITE|resetstat|RESETSTAT ** : system settings of the database server
- script|SCRIPT|function|FUNCTION flush|FLUSH|kill|KILL ** : destroy db scripts
- cluster|CLUSTER reset|RESET|flushslots|FLUSHSLOTS|forget|FORGET|failover|FAILOVER ** : destroy db the cluster
- replicaof|REPLICAOF|slaveof|SLAVEOF ** : destroy db the data of a replica
- debug|DEBUG segfault|SEGFAULT|reload|RELOAD|flushall|FLUSHALL ** : system crashes the database server
- eval|EVAL|eval_ro|EVAL_RO <code lua> ** : run it
- eval|EVAL *flushall*|*FLUSHALL*|*flushdb*|*FLUSHDB*|*FlushAll*|*"del"*|*'del'*|*"DEL"*|*'DEL'*|*unlink*|*UNLINK* ** : destroy db keys
- xtrim|XTRIM|ltrim|LTRIM ** : destroy db parts of a list or stream
- --cluster del-node|call|reshard|fix ** : destroy db the cluster
- --rdb=<path out> ** : write out over
- --scan !--eval : gives all
- keys|KEYS ** : gives all, gives records
- hgetall|HGETALL|lrange|LRANGE|smembers|SMEMBERS|zrange|ZRANGE|xrange|XRANGE|mget|MGET|dump|DUMP ** : gives records

pack registries
tools skopeo crane gcrane regctl oras imgpkg ko
harmless --help -h --dry-run
values --creds --src-creds --dest-creds --authfile --src-authfile --dest-authfile --src --dest -s --override-os --override-arch --platform -u --username -p --password --format --tls-verify -t --tag -f --tarball --image-refs --annotation -o --output --config --artifact-type --policy --command-timeout -b -i
- delete|rm ** : destroy remote images of a registry
- repo|manifest|tag|blob|image|ref delete|rm|del ** : destroy remote images of a registry
- gc ** : destroy remote images of a registry
- copy|sync ** docker://* : publish an image
- push|append|mutate|rebase|attach ** : publish an image
- cp * * : publish an image
- image copy|cp|import|mod ** : publish an image
- build|publish|apply|create ** !--local|-L !--push=false : publish an image
- auth get ** : reveal a password of a registry

pack rimraf
tools rimraf rmrf rimraf2
harmless --help -h --version
values --tmp --max-retries --retry-delay --backoff --impl
- <paths old> : delete old recursive

pack rpm-family
tools yum dnf dnf5 microdnf tdnf zypper
harmless --help -h --assumeno --version -D --dry-run --downloadonly
values -c --config -e --errorlevel -d --debuglevel --enablerepo --disablerepo -x --exclude --installroot --releasever --setopt -R --root --repo --repoid -t --type --from
- remove|erase|autoremove|rm ** : system removes packages
- module|group|groups remove|reset|disable|erase ** : system removes packages
- history undo|rollback ** : system removes packages
- groupremove|groupuninstall ** : system removes packages
- removerepo|rr|removelock ** : system sources of packages
- shell ** : run unknown

pack rpm
tools rpm
flags
harmless --test --help --version -q --query -V --verify
values --root --dbpath --define -D --qf --queryformat --prefix --relocate --eval -E
- -e|--erase ** : system removes packages
- --rebuilddb|--initdb ** : system the list of packages
- --import ** : system keys that packages are checked with
- --eval|-E=*%(*  ** : run unknown

pack removing-programs
tools pkg_delete xbps-remove do-release-upgrade
harmless --help -h -n --dry-run -c --check-dist-upgrade-only -V --version
- ** : system removes or replaces packages

`;
