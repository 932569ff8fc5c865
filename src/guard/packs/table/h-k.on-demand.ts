// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsHToK = (): string => `
pack images
tools unsquashfs dpkg-deb
values -d -dest -f
- -x|-X|--extract * <path folder> : write folder unpack
- -d|-dest=<path folder> ** : write folder unpack

pack hdparm
tools hdparm
harmless -h -help -V
values -security-erase -security-erase-enhanced -security-set-pass -security-disable -security-unlock -user-master -make-bad-sector -repair-sector -write-sector -read-sector
oneDash
- -security-*|-trim-sector-ranges*|-write-sector|-repair-sector|-make-bad-sector|-fwdownload*|-sanitize-*|-dco-restore|-please-destroy-my-drive|-yes-i-know-what-i-am-doing ** : destroy disk all data of a disk
- -y|-Y ** : system puts a disk to sleep
- -N* ** : destroy disk the size of a disk

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

pack hasura
tools hasura
harmless --help -h --dry-run
target --endpoint
values --endpoint --admin-secret --project --database-name --up --down --goto --version --type --envfile --from
- migrate apply --down|--goto ** : destroy db what migrations made
- migrate apply --type=down ** : destroy db what migrations made
- migrate delete ** : destroy db the record of migrations
- metadata clear|reset ** : destroy db the metadata of the API

pack hcloud
tools hcloud
harmless --help -h
target --context
values --config --context --endpoint -o --output -l --selector --poll-interval --name --type --image --location --ssh-key --user-data-from-file
- server|servers|volume|volumes|network|networks|floating-ip|load-balancer|image|images|ssh-key|firewall|certificate|placement-group|primary-ip|zone|storage-box delete ** : destroy cloud
- zone rrset delete|remove-records|set-records ** : destroy cloud DNS records
- storage-box snapshot|subaccount delete ** : destroy cloud
- server rebuild ** : destroy cloud the disk of a machine
- * disable-protection ** : system the protection of a resource
- server reset-password ** : reveal the password of a machine
- firewall add-rule|create ** --source-ips=0.0.0.0/0 : expose ports to everybody
- server ssh * <cmd remote> : run it

pack helm
tools helm helm3
harmless --dry-run --help -h
target --kube-context -n --namespace
values -n --namespace --kube-context --kubeconfig --kube-apiserver --kube-token --kube-as-user --kube-as-group --kube-ca-file --kube-tls-server-name --registry-config --repository-cache --repository-config --content-cache --burst-limit --qps --timeout --description --set --set-string --set-file --set-json --set-literal -f --values --version --history-max --max -o --output -l --selector --revision --repo --username --password --cert-file --key-file --ca-file --keyring --post-renderer --post-renderer-args --cascade --name-template
- uninstall|un|delete|del ** : destroy cluster a release
- upgrade|rollback|install ** --force|--force-replace|--recreate-pods : destroy cluster objects that are made again
- push ** : publish a chart
- cm-push ** : publish a chart
- secrets dec|decrypt|view ** : reveal secrets of a chart
- list|ls ** -q|--short !-f|--filter : gives all

pack helmfile
tools helmfile
harmless --help -h
target -e --environment --kube-context -n --namespace
values -f --file -e --environment -n --namespace -l --selector --kube-context --kubeconfig -b --helm-binary -k --kustomize-binary --state-values-set --state-values-set-string --state-values-file --args --values --set --concurrency --chart -c --log-level --color
- destroy|delete ** : destroy cluster all releases of the file

pack heroku
tools heroku
harmless --help -h
target -a --app -r --remote
values -a --app -r --remote -t --team -s --space -c --confirm --command --type --size -e --env -p --permissions --region --name -n --num -d --dyno
values config !-s
values logs !-t !-d !-s
- apps:destroy|apps:delete|destroy|addons:destroy|addons:detach|pipelines:destroy|spaces:destroy|container:rm|webhooks:remove|drains:remove|domains:remove|domains:clear|certs:remove|keys:clear|keys:remove|repo:reset ** : destroy cloud
- apps|addons|pipelines|spaces destroy ** : destroy cloud
- domains|certs|drains remove|clear ** : destroy cloud
- pg:reset|pg:backups:restore|pg:backups:delete|pg:credentials:destroy|pg:links:destroy|pg:copy|pg:push|pg:killall ** : destroy db a database
- pg reset|copy|push ** : destroy db a database
- pg:psql|pg ** -c|--command=<sql> : sql
- psql|pg:psql : sql
- config:unset|config:remove ** : destroy secret a setting of the application
- config : reveal the settings of the application
- config -s|--shell|-j|--json : reveal the settings of the application
- config:get|pg:credentials:url|redis:credentials ** : reveal a setting of the application
- auth:token|authorizations:create|authorizations:rotate ** : reveal a token of the account
- ps:scale|scale|dyno:scale ** *=0 ** : destroy cloud all processes of a kind
- access:add|members:add|members:set|keys:add|access:update ** : grant access
- apps:transfer ** : grant an application to somebody else
- run|run:detached|run:inside ** -- <cmd remote> : run it
- run|run:detached <cmd remote> : run it

pack hg
tools hg chg rhg
flags --all --check --merge --no-backup --interactive --date --debug --debugger --verbose --quiet --noninteractive --traceback --time --profile --version --hidden --bookmark --branch --new-branch --publish --print0 --files --dirs --abort-on-err --keep --addremove --list --edit --stat --patch --unknown --name --after --subrepos --secret --public --draft
harmless --dry-run --help -h
values -R --repository --cwd --config --color --pager --encoding --encodingmode -r --rev -m --message -l --logfile -u --user -I --include -X --exclude -t --tool -s --source -b --base --date --template -T --limit -e --ssh --remotecmd
- up|upd*|co|che* ** -C|--clean|--clea|--cle : discard uncommitted changes
- rev|reve* ** !-n : discard changes of files
- pur*|clean ** !-p|--print : discard untracked files
- str*|debugstrip ** : rewrite changesets are removed
- rol* ** !-n : rewrite the last transaction is removed
- prune|obsolete ** !-n : rewrite changesets are hidden
- shelve ** -d|--delete|--cleanup : discard shelved changes
- rm|remove ** -f|--force !-n : discard changed files
- phase ** -f|--force : rewrite the phase of public changesets
- push ** -f|--force : push force
- push ** !-f|--force : push
- ** --config=alias.*=!*|hooks.*=* : run unknown

pack hosting
tools surge deployctl zeabur dokku kamal caprover clever scalingo platform upsun terminus gigalixir
harmless --help
target -p --project -a --app -d --domain -e --environment
values -p --project -d --domain --token -a --app --org -e --environment --alias -c --config-file --config -r --region --reason --hosts -h
- teardown ** : destroy cloud a website
- deployments|projects|service|services|app|apps|env|environment|environments|domain|addon delete|destroy|rm|remove ** : destroy cloud
- apps:destroy|apps:delete|destroy|postgres:destroy|mysql:destroy|redis:destroy|mongo:destroy|mariadb:destroy|storage:unmount|addons-remove|addons:destroy|environment:delete|project:delete|site:delete|env:wipe|env:commit-wipe|multidev:delete|config:unset|config:clear|domains:clear|certs:remove|git:purge ** : destroy cloud
- delete ** : destroy cloud an application
- remove ** -y|--confirmed : destroy containers all containers of the application
- accessory remove|reboot ** : destroy containers a database of the application
- user:add|access:add|collaborators:add|ssh-keys:add ** : grant access
- config:show|config:export|env:show|secrets:print ** : reveal settings of the application
- secrets print ** : reveal secrets of the application

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
- query <sql> ** : sql
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

pack k3s
tools k3s microk8s k0s rke2
harmless --help -h
values -d --data-dir -c --config
stopsAtOperand
- <cmd> : run it
- kc delete|drain ** : destroy cluster objects of the cluster
- reset ** : destroy cluster this node of the cluster
- etcd-snapshot delete|prune|rm ** : destroy cluster snapshots of the cluster
- token create|rotate ** : reveal a token of the cluster
- remove-node ** : destroy cluster a node

pack kafka-clients
tools rpk kafkactl kaf kcctl
harmless --help -h --dry-run
target -b --brokers --cluster
values -b --brokers -X --config --profile -t --topic -g --group -c --context -p --partition -o --output --cluster --config-opt
- topic|topics|group|groups|consumer-group|user|acl|connector|partition delete|rm|trim-prefix ** : destroy queue topics or groups of Kafka
- delete topic|topics|consumer-group|connector|records ** : destroy queue topics or groups of Kafka
- group seek ** : destroy queue offsets of a group
- container purge ** : destroy containers of the local cluster
- cluster brokers decommission ** : destroy cluster a broker
- redpanda admin brokers decommission ** : destroy cluster a broker

pack kafka
tools kafka-topics kafka-topics.sh kafka-consumer-groups kafka-consumer-groups.sh kafka-configs kafka-configs.sh kafka-acls kafka-acls.sh kafka-delete-records kafka-delete-records.sh kafka-streams-application-reset kafka-streams-application-reset.sh kafka-storage kafka-storage.sh
flags
harmless --help --dry-run --version
target --bootstrap-server --bootstrap-servers --zookeeper
values --bootstrap-server --bootstrap-servers --zookeeper -t -c
- --delete ** : destroy queue topics or groups of Kafka
- --delete-offsets ** : destroy queue offsets of a group
- --reset-offsets --execute ** : destroy queue offsets of a group
- --offset-json-file ** : destroy queue records of a topic
- --application-id ** : destroy queue topics of an application
- --alter --delete-config|--add-config ** : destroy queue settings of a topic
- --remove|--add ** : grant access to a topic
- format ** : destroy queue the storage of a broker

pack kernel-modules
tools modprobe rmmod insmod kextload kextunload
harmless --help -h -V --version -n --dry-run --show -D --show-depends -c --showconfig --resolve-alias -R
- ** : system modules of the kernel

pack kernel-log
tools dmesg
flags
harmless --help -h --version -V
values -l -f -n -s -F
- -C|--clear|-c|--read-clear ** : system clears the log of the kernel
- -D|--console-off|-n|--console-level ** : system the console of the kernel

pack knex
tools knex
harmless --help -h --version -V
target --env
values --knexfile --knexpath --cwd --client --connection --migrations-directory --migrations-table-name --env -x --specific --timestamp-filename-prefix
- migrate:rollback|migrate:down ** : destroy db what migrations made

pack kops
tools kops
harmless --help -h
target --name --state
values --name --state --config -v --cloud --zones --region -f --filename -o --output --instance-group --instance-group-roles --type --kubeconfig
- delete cluster|ig|instancegroup|instancegroups|instance ** --yes|-y : destroy cluster a cluster
- delete ** -f|--filename --yes|-y : destroy cluster a cluster
- delete secret|keyset|sshpublickey ** : destroy secret a key of the cluster
- rolling-update cluster ** --yes|-y --cloudonly|--force : destroy cluster all nodes of the cluster
- get secrets|secret ** -o|--output=plaintext : reveal keys of the cluster
- export kubecfg|kubeconfig ** --admin : grant access to the cluster

pack kubectl
tools kubectl oc k kubecolor kubectl.exe
harmless --help -h --dry-run=client|server|true --dry-run
target --context --cluster -n --namespace -s --server
values -n --namespace --context --cluster --user --kubeconfig --kuberc -s --server --token --as --as-group --as-uid --as-user-extra --cache-dir --certificate-authority --client-certificate --client-key --request-timeout --tls-server-name --username --password --profile --profile-output -v --v --vmodule --log-file --log-dir --log-flush-frequency --loglevel -l --selector -f --filename -k --kustomize -o --output --field-selector --field-manager --template --timeout --grace-period --raw --sort-by -L --label-columns --chunk-size --subresource --replicas --current-replicas --resource-version --type -p --patch --patch-file --for --to-revision --revision --image --overrides --override-type --restart --env --labels --port --target-port --name --from-literal --from-file --from-env-file --schedule --clusterrole --role --serviceaccount --group --verb --resource --resource-name --duration --audience --prune-allowlist --prune-whitelist --applyset --pod-selector --skip-wait-for-delete-timeout -c --container --pod-running-timeout --min --max --cpu-percent --address --keys
values logs !-f !-p --tail --since --since-time --limit-bytes --max-log-requests
values rsh !-T --shell
values extract --to --keys
values proxy --accept-hosts --accept-paths --reject-paths
values cp --retries
values adm drain --pod-selector --grace-period --timeout
- auth reconcile ** : grant roles
- proxy ** --accept-hosts|--disable-filter : expose the API of the cluster
- delete ** : destroy cluster objects of the cluster
- drain ** : destroy cluster the pods of a node
- adm drain|prune ** : destroy cluster the pods of a node
- replace ** --force : destroy cluster objects that are made again
- apply ** --force : destroy cluster objects that are made again
- apply ** --prune : destroy cluster objects that are not in the files
- scale ** --replicas=0 : destroy cluster all pods of a workload
- autoscale ** --max=0 : destroy cluster all pods of a workload
- patch ** -p|--patch=*finalizers*null*|*finalizers*[]*|*replicas":0* : destroy cluster what finalizers protect
- taint no|node|nodes ** *:NoExecute ** : destroy cluster the pods of a node
- certificate approve ** : grant a certificate
- create clusterrolebinding ** : grant a role
- create rolebinding ** --clusterrole=*admin* : grant a role
- create token ** : reveal a token of the cluster
- adm policy add-* ** : grant a role
- policy add-* ** : grant a role
- proxy ** --address=0.0.0.0 : expose the API of the cluster
- port-forward ** --address=0.0.0.0 : expose a port of the cluster
- get secret|secrets|secret/*|secrets/*|secret.*|secrets.*|*,secret|*,secrets|secret,*|secrets,*|*,secret,*|*,secrets,* ** -o|--output=json*|yaml|go-template*|template*|custom-columns* : reveal secrets of the cluster
- get ** --raw=*/secrets* : reveal secrets of the cluster
- view-secret ** : reveal secrets of the cluster
- extract secret/*|secrets/* ** --to=- : reveal secrets of the cluster
- config view ** --raw : reveal keys of the cluster
- whoami ** -t|--show-token : reveal a token of the cluster
- get ** -o|--output=name : gives all
- get ** -o|--output=jsonpath*items* : gives all
- exec * <cmd remote> : run it
- exec -- <cmd remote> : run it
- debug ** -- <cmd remote> : run it
- run * ** -- <cmd remote> : run it
- rsh * <cmd remote> : run it
- cp * <path dest> : write dest over
- cp <path src> *:* : send src

pack init
tools init telinit
harmless --help
values -t -e
- 0|1|6|s|S|single|emergency ** : system stops the machine
- 2|3|4|5 : system changes what the machine starts

pack kill
tools kill
harmless -l -L -list -table -help
values -s -n -signal -q -queue -timeout
oneDash
- ** 1 ** : system stops the first process
- -1 : system stops all processes
- ** *-1 ** : system stops all processes

pack kill-by-name
tools killall pkill killall5 skill xkill
harmless -l -list -help -V -version
values -u -U -user -euid -uid -g -pgroup -G -group -P -parent -s -signal -session -t -terminal -F -pidfile -d -o -older-than -y -younger-than -n -ns -Z -context
oneDash
- ** sshd|ssh|init|systemd|systemd-*|launchd|dbus-daemon|dbus-broker|dockerd|containerd|kubelet|NetworkManager|networkd|udevd|Xorg|Xwayland|gnome-shell|gnome-session*|plasmashell|kwin*|WindowServer|loginwindow|Finder|login|getty|agetty|cron|crond|rsyslogd|auditd|firewalld|fail2ban* ** : system stops a process of the machine
- ** . ** : system stops all processes
- -u|-U|-user|-euid|-uid : system stops all processes of a user
- -g|-G|-group|-t|-terminal : system stops all processes of a group
- -v|-inverse ** : system stops all other processes

pack kill-port
tools fuser
harmless -l -list-signals -help
values -n -namespace -N
oneDash
- -k|-kill -m|-mount|-M ** : system stops all processes on a disk
- -mk|-km|-kim|-mki|-kmi ** : system stops all processes on a disk
- -k|-kill|-ki|-vk /|/etc|/usr|/home|/var|/bin|/dev/* ** : system stops processes of the machine

pack keyctl
tools keyctl
harmless --help --version
- print|pipe|read ** : gives secret
- revoke|unlink|clear|purge|invalidate|reap ** : destroy secret keys of the kernel
- chown|setperm|chgrp ** : grant access to keys of the kernel

`;
