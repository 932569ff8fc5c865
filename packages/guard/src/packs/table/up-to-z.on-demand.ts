// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsUpToZ = (): string => `
pack wipe
tools bcwipe rmz rip safe-rm rmrf
harmless --help -h --version -V
not graveyard
values -p --pattern -D -X -b --blocksize -s --device-size --graveyard
- <paths old> : delete old recursive

pack wipefs
tools wipefs
flags
harmless -n --no-act --help -h -V --version
values -o -t -O
- -a|--all|-o|--offset ** /dev/* ** : destroy disk signatures of a disk
- -a|--all|-o|--offset <paths disk> : write disk over

pack zpool
tools zpool
harmless -n --help -? -h
values -o -O -R -t -T -m
- destroy|labelclear|remove|detach|offline|split|create|replace|reguid ** : destroy disk a pool of disks
- export ** : system takes a pool of disks off

pack zfs
tools zfs
harmless --help -? -n
values -o -V -t -d -s -S -x
values destroy !-d !-s
values rollback !-d
- destroy|rollback ** : destroy disk data sets
- receive|recv -F ** : destroy disk data sets
- unload-key|change-key|unmount|umount ** : system a data set
- promote|rename ** : system a data set

pack web-terminals
tools ttyd gotty wetty shellinaboxd tty-share upterm tmate
harmless --help -h --version -v -V
- ** : shell network

pack wp
tools wp wp-cli.phar
harmless --help --dry-run
target --ssh --path
values --path --url --ssh --user --require
- db reset|drop|clean ** : destroy db the site's tables
- db query <sql> ** : sql
- db query|cli : sql
- site empty|delete ** : destroy db the site
- post|page|user|term|comment|option|menu|media|site delete ** --force|--yes : destroy db content of the site
- post|user|term|comment|media delete ** <all> ** : destroy db content of the site
- user delete ** : destroy db users of the site
- post|user|term|comment|media list ** --format=ids : gives all
- eval <code php> ** : run it
- config get|list ** : gives secret

pack windows-disks
tools format.com format diskpart
- c:|C:|d:|D:|e:|E:|f:|F:|g:|G:|h:|H:|x:|X:|z:|Z: ** : destroy disk a drive
- /s|/S ** : destroy disk partitions

pack windows-registry
tools reg
- delete|DELETE|Delete ** : system the registry
- add|ADD|Add|import|IMPORT|restore|copy|load|unload ** : system the registry
- save|export|SAVE|EXPORT *sam*|*SAM*|*security*|*SECURITY* ** : gives secret

pack windows-services
tools sc net
- stop|delete|config|pause|STOP|Stop|DELETE ** : system a service of the machine
- create|CREATE|Create ** : persist a service
- user|USER|localgroup|LOCALGROUP|group * * ** : grant users of the machine
- user|localgroup * /add|/ADD|/delete|/DELETE|/active* ** : grant users of the machine
- share *=* ** : expose a folder of the machine

pack windows-settings
tools wevtutil bcdedit netsh
- cl|clear-log|sl|set-log|um ** : system deletes logs
- /set|/delete|/deletevalue|/import|/default|/SET|/DELETE ** : system how the machine starts
- advfirewall set|reset|delete|add ** : system rules of the firewall
- advfirewall firewall set|delete|add ** : system rules of the firewall
- firewall set|delete|add ** : system rules of the firewall
- interface|int|winsock|winhttp set|delete|reset|add ** : system settings of the network
- interface|int portproxy|ip|ipv4|ipv6 set|delete|reset|add ** : system settings of the network
- wlan show profile|profiles ** key=clear : gives secret

pack wrangler
tools wrangler wrangler2
harmless --help -h --dry-run
target -e --env
values -c --config -e --env --cwd --env-file --name --command --file --namespace-id --binding -J --jurisdiction --database-id --location --path --ttl --expiration --metadata --project-name --branch --commit-message --message -m --tag --timestamp --bookmark --pipe -f --format --status
- delete ** : destroy cloud a worker
- d1|queues|vectorize|hyperdrive|dispatch-namespace|workflows|containers|pipelines|mtls-certificate|cert|tunnel|ai-search delete|purge ** : destroy cloud
- kv|r2|pages|containers|queues|secrets-store|vectorize namespace|key|bulk|bucket|object|project|deployment|secret|images|consumer|store delete|remove ** : destroy cloud
- kv:namespace|kv:key|kv:bulk delete ** : destroy cloud
- r2 bucket catalog|domain|lifecycle|lock|notification|sippy|cors delete|remove|disable ** : destroy cloud
- r2 bucket lifecycle add|set ** : destroy cloud objects by their age
- r2 bucket dev-url enable ** : expose a bucket
- r2 object put ** --file=<path src> : send src
- r2 object put ** -f=<path src> : send src
- secret delete ** : destroy secret a secret of a worker
- d1 execute ** --command=<sql> : sql
- d1 time-travel restore ** : destroy db the data since then
- auth token ** : reveal a token of the account

pack zookeeper
tools zkCli.sh zkCli zookeeper-shell zookeeper-shell.sh
harmless -h -help
target -server
values -server -timeout -client-configuration
oneDash
- ** delete|deleteall|rmr ** : destroy queue nodes of ZooKeeper
- ** delquota|removewatches|setAcl|reconfig ** : grant settings of ZooKeeper

`;
