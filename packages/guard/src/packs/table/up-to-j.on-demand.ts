// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsUpToJ = (): string => `
pack images
tools unsquashfs dpkg-deb
values -d -dest -f
- -x|-X|--extract * <path folder> : write folder unpack
- -d|-dest=<path folder> ** : write folder unpack

pack image-writers
tools balena rpi-imager qemu-img bmaptool partclone.restore fsarchiver
harmless --help -h
values -d --drive -t --type -f --fleet
- local flash ** : destroy disk all on the drive
- --cli ** /dev/* ** : destroy disk all on the drive
- convert|create|copy|restfs ** /dev/*|*dest=/dev/* : destroy disk all on the drive

pack iptables
tools iptables ip6tables iptables-legacy iptables-nft ip6tables-legacy ip6tables-nft ebtables arptables
flags
harmless --help -h --version -V -C --check
values -t -p -s -d -j -i -o -m -w? -g
- -F|--flush|-X|--delete-chain ** : system clears the firewall
- -P|--policy ** : system rules of the firewall
- -D|--delete|-R|--replace ** : system rules of the firewall
- -A|--append|-I|--insert ** : system rules of the firewall
- --modprobe ** : run unknown

pack ibmcloud
tools ibmcloud ic bx
harmless --help -h
not plugin config login logout target help version
target -g -r
values -r -g -a -c --cluster --apikey --output --bucket --key --region --instance-id -n --name --file
- * *-delete|*-delete-*|*-rm|*-remove|*-terminate|*s-delete ** : destroy cloud
- * * delete|rm|remove|terminate ** : destroy cloud
- * * * delete|rm|remove ** : destroy cloud
- * delete|objects-delete ** : destroy cloud
- iam oauth-tokens ** : reveal a token of the account
- iam *api-key-create ** : grant a key of the account, reveal a key of the account
- iam *policy-create ** : grant rights in the account
- resource service-key|service-key-create ** : reveal a key of a service

pack influx
tools influx influxd influxdb3
harmless --help -h
target --host -o --org
values -o --org --org-id -t --token --host -b --bucket -i --id -n --name -p --predicate --start --stop -r --retention --database -d --table -f --file -c --active-config
- delete ** : destroy db points of InfluxDB
- bucket|org|user|task|dashboard|stack|stacks|secret|auth|telegrafs|v1|scripts|replication|remote delete|remove|rm ** : destroy db a bucket or a resource of InfluxDB
- v1 dbrp|auth delete|remove ** : destroy db a mapping of InfluxDB
- restore --full ** : destroy db what a restore replaces
- query <sql> ** : sql, gives records
- auth list ** : gives secret

pack influx-ql
tools influx
harmless -help -version
not bucket delete org user task auth write query restore backup config v1 setup ping secret stacks apply export dashboards telegrafs server-config version
target -host -database
values -execute -database -host -port -username -password -format -precision -consistency -path -socket -type
oneDash
- -execute=<sql> ** : sql
- !-execute : sql

pack jj
tools jj
harmless --help -h
values -R --repository --at-operation --at-op --color --config --config-file --config-toml -r --revision --revisions -m --message -s --source -d --destination --from --into --to -f -t --changes-in -c --change -b --bookmark --named --remote -T --template --expire --what -n --limit -o --onto -A --insert-after -B --insert-before --tool
- abandon ** : discard revisions
- restore ** : discard changes of files
- op|operation abandon ** : forget operations that undo needs
- op|operation restore ** : rewrite the state of the repository
- util gc ** --expire=now : forget operations that undo needs
- util exec ** -- <cmd> : run it
- git push ** --deleted !--dry-run : push deletes
- git push ** !--deleted !--dry-run : push
- ** --ignore-immutable : rewrite commits that are set as immutable

pack js-orms
tools typeorm typeorm-ts-node-commonjs typeorm-ts-node-esm mikro-orm mikro-orm-esm drizzle-kit migrate-mongo node-pg-migrate db-migrate kysely ace
harmless --help -h --dry-run --dump --version
target --url -e --env
values -d --dataSource -f --config --dialect --schema --url --out --name -n --to -t --target -m --migrations -e --env -c --count --database-url-var --custom
- schema:drop|schema:fresh|migration:fresh|database:drop|migration:wipe|migrate:fresh|migrate:refresh|db:wipe|db:drop|db:clean|db:truncate ** : destroy db tables of the schema
- migration:revert|migration:rollback|migration:reset|migration:refresh|migration:down|migrate:rollback|migrate:down|migrate:reset ** : destroy db what migrations made
- schema:sync ** : destroy db columns and tables that the schema no longer has
- push|drop ** : destroy db columns and tables that the schema no longer has
- down|reset ** : destroy db what migrations made
- query <sql> ** : sql

pack init
tools init telinit
harmless --help
values -t -e
- 0|1|6|s|S|single|emergency ** : system stops the machine
- 2|3|4|5 : system changes what the machine starts

`;
