// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsUpToKt = (): string => `
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

pack knife
tools knife
harmless --help -h
values -c --config -E --environment -u --user -k --key -s --server-url
- node|client|role|cookbook|environment|user|vault delete|bulk ** : destroy infra what the Chef server knows
- data bag delete ** : destroy infra a data bag
- ec2|azure|google|vsphere server delete ** : destroy cloud machines

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
