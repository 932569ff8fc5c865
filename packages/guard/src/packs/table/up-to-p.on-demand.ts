// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsUpToP = (): string => `
pack pax
tools pax
values -f -s -b -o -p -x -B -E -G -T -U
- -r -w ** <path folder> : write folder unpack
- -w !-r -f=<path out> ** : write out

pack pagers
tools zmore zless bzless xzless zstdless ccat hexyl ptx tsort colrm gnl gjoin gron mlr
values -n --length -s --skip
-  : gives stdin
- <paths file> : read file

pack patch
tools patch gpatch
harmless --dry-run -C --check
values -p --strip -i --input -o --output -d --directory -r --reject-file -F --fuzz -B -b? -D -V -Y -z -g
- <path file> ** : write file edit
- -o|--output=<path out> ** : write out
- -d|--directory=<path folder> ** : write folder unpack

pack parted
tools parted
harmless -l --list --help -h -v --version
values -a --align
- /dev/* ** mklabel|mktable|mkpart|mkpartfs|rm|resizepart|resize|rescue|move|set|name|disk_set|cp|mkfs ** : destroy disk partitions
- /dev/* : destroy disk partitions
- /dev/* mklabel*|mkpart*|rm* ** : destroy disk partitions
- <path disk> mklabel|mktable|mkpart|rm|resizepart ** : write disk over

pack puppet
tools puppet
harmless --help --noop
- resource * * ** ensure=absent|ensure=purged ** : system what Puppet removes
- node deactivate|purge|clean ** : destroy infra what the Puppet server knows
- ssl|cert|ca clean|revoke|destroy ** : destroy secret a certificate

pack p4
tools p4
harmless -n --help -h
values -c -C -d -H -p -P -u -x
- revert !-a|-k ** : discard open files
- clean|obliterate ** : discard files that the server does not have
- sync -f ** : discard local changes

pack python-publish
tools poetry uv hatch flit pdm maturin rye pixi
harmless --dry-run --help -h
not run add remove install sync lock tool env shell help search show python init new build test
target -r --repository --publish-url --index
values -r --repository -u --username -p --password --cert --client-cert -C --directory --project --index --publish-url --check-url --token -n --repo -a --auth --user --config-file -f --file --pypirc --python -i --interpreter --channel
- publish|upload ** : publish a package
- self uninstall ** : system removes the program itself
- config *pypi-token*|*http-basic*|repository.*.password * ** : grant the login at the registry
- auth token ** : reveal a token of the registry

pack package-registries
tools go bundle bundler conda mamba composer
harmless --help -h
values -w -C --add --prepend --append --file
- env -w=GOPROXY=<stranger host> ** : persist where packages come from
- config ** mirror.* <stranger host> : persist where packages come from
- config --add|--prepend|--append=channels <stranger host> : persist where packages come from
- config repositories.* * <stranger host> : persist where packages come from
- config repositories.* <stranger host> : persist where packages come from

pack packer
tools packer
harmless -help -h
values -var -var-file -only -except -on-error -parallel-builds -color
oneDash
- build ** -force : destroy cloud images of the same name

pack pg-restore
tools pg_restore
flags
harmless --help --version -V -? -l --list
target -h --host -d --dbname
values -d --dbname -f --file -F -I -j -L -n -N -P -S -t -T -h --host -p -U
- -c|--clean -d|--dbname ** : destroy db what a restore replaces
- -f|--file=<path out> ** : write out over

pack pg-server
tools pg_dropcluster pg_resetwal pg_rewind pg_archivecleanup
harmless -n --dry-run --help -? --version -V
- ** : destroy db files of a PostgreSQL server

pack pip
tools pip pip3
harmless --help -h --dry-run
values -i --index-url --extra-index-url -f --find-links -r --requirement --python --log --proxy --path
- freeze ** : gives all
- list ** : gives all
- config set *index-url|*find-links <stranger host> : persist where packages come from
- install|download|wheel ** <stranger host> ** : run unknown
- install|download|wheel -i|--index-url|--extra-index-url=http:* -i|--index-url|--extra-index-url=<stranger host> ** : run unknown
- uninstall ** <all> ** : system removes all packages
- uninstall -r|--requirement=/dev/fd/* ** : system removes all packages

pack postgres-tools
tools dropdb dropuser
flags
harmless --help -? --version -V
target -h --host
values -h --host -p -U
- ** : destroy db a database or role of PostgreSQL

pack prisma
tools prisma
harmless --help -h
values --schema --config --name -n --to-migrations --from-migrations --to-schema-datamodel --from-schema-datamodel --to-schema-datasource --from-schema-datasource --to-url --from-url --url --file --applied --rolled-back --generator -p --port -b --browser -d --datasource-provider
- migrate reset ** : destroy db all tables of the schema
- db push --accept-data-loss|--force-reset ** : destroy db columns and tables that the schema no longer has
- db execute --stdin ** : sql
- db drop ** : destroy db a database

pack psql
tools psql pgcli
flags
harmless --help --version -V -? -l --list
target -h --host -d --dbname
values -c --command -d --dbname -f --file -F -h --host -L --log-file -o --output -p -P -R -T -U -v
- -c|--command=<sql> ** : sql
- !-c|--command !-f|--file ** : sql
- -f|--file=<path script> ** : sql script
- -o|--output=<path out> ** : write out over
- -L|--log-file=<path log> ** : write log append

pack pulsar
tools pulsar-admin pulsarctl
harmless --help -h
target --admin-url --admin-service-url
values --admin-url --auth-params --auth-plugin -s --subscription -t --time --message-id -m --admin-service-url -n --name --tenant --namespace
- topics|topic|persistent|namespaces|namespace|tenants|tenant|clusters|cluster|functions|function|sinks|sink|sources|source|schemas|schema|packages|bookies|subscriptions|subscription delete* ** : destroy queue topics of Pulsar
- topics|topic|persistent|namespaces|namespace|subscriptions clear-backlog|skip-all|skip|reset-cursor|unsubscribe|truncate|terminate|expire-messages* ** : destroy queue messages of a topic
- topics|namespaces|namespace|tenants grant-permission|revoke-permission ** : grant access to a topic

pack pulumi
tools pulumi esc
harmless --help -h --preview-only
target -s --stack
values -s --stack -C --cwd --color -v --verbose --profiling --tracing --memprofilerate -m --message -t --target --replace --target-replace -p --parallel -c --config --config-file --config-path --exec-kind --exec-agent --policy-pack --policy-pack-config --plan --save-plan --file --env --exclude
- destroy|down|dn ** : destroy infra everything of the stack
- up|update|watch ** -y|--yes|-f|--skip-preview : system infrastructure changes that nobody sees before
- watch ** !-y|--yes|-f|--skip-preview : system infrastructure changes that nobody sees before
- stack rm|remove ** : destroy infra a stack with its history
- stack import ** : destroy infra the state
- state delete|unprotect|edit|repair|move|upgrade ** : destroy infra the state
- cancel ** : system an update that is running
- env rm|remove ** : destroy secret an environment
- env open|get ** : reveal secrets of an environment
- open ** : reveal secrets of an environment
- config get *assword*|*ecret*|*oken*|*pi*ey*|*PASSWORD*|*SECRET*|*TOKEN* : reveal secrets of the stack
- config ** --show-secrets : reveal secrets of the stack
- stack ** --show-secrets : reveal secrets of the stack

pack pass
tools pass gopass passage
harmless --help -h
not ls list find search git help version init edit insert add sync mounts new create setup audit config clone recipients history fsck import cp copy unclip sum update
values -l --lines --clip-timeout
- show !-c|--clip * ** : gives secret
- otp !-c|--clip * : gives secret
- otp code|show|uri !-c|--clip * ** : gives secret
- grep * : gives secret
- generate !-c|--clip * ** : gives secret
- !-c|--clip * : gives secret
- cat * : gives secret
- rm|remove|delete ** : destroy secret an entry of the store
- mv|rename ** : destroy secret an entry of the store
- env ** -- <cmd> : run it

pack paste-sites
tools pastebinit pastebin wgetpaste ix sprunge termbin gist gist-paste haste dpaste tb
harmless --help -h --version -v -L --login
values -i -b -a -f -t -l -u -s -d --description -n --name --filename -P
- -i=<path file> ** : send file
- <paths file> : send file
- !-i : send stdin

pack package-sources
tools apt-key add-apt-repository apt-add-repository pacman-key
harmless --help -h --list -L
values --keyring --keyserver -k --primary-keyring
- add|del|delete|adv|net-update ** : system keys that packages are checked with
- -a|--add|-d|--delete|-r|--recv-keys|--lsign-key ** : system keys that packages are checked with
- -r|--remove ** : system sources of packages

pack pacman
tools pacman yay paru pamac trizen
flags
harmless --help -h -V --version -p --print -Q --query
values -b --dbpath -r --root --config --cachedir --hookdir --logfile --ignore --arch --color --overwrite --gpgdir
- -R|--remove ** : system removes packages
- !-S|-F|-D|-T|-U|--sync|--files|--upgrade remove|autoremove ** : system removes packages
- --overwrite ** : system files of other packages

pack portage
tools emerge
harmless --help -h --pretend -p --version -V --info
- --unmerge|-C|--depclean|-c|--deselect|-W|--prune|-P ** : system removes packages

pack passwd
tools passwd
flags
harmless --help -h -S --status
- ** : grant the password of a user

`;
