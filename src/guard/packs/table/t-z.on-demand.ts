// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsTToZ = (): string => `
pack unar
tools unar
values -o -output-directory -p -password -e -E -encoding -k
- -o|-output-directory=<path folder> ** : write folder unpack

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

pack vim
tools vim vi nvim gvim mvim ex vim.basic vim.tiny vimx rvim evim elvis nvi
harmless --version --help
values -c --cmd -S -s? -u -U -i -T -w -W -t -q -r? -d? -p? -o? -O? --startuptime --listen --server --servername --remote-send --remote-expr -V?
- -c=<ex> ** : ex
- --cmd=<ex> ** : ex
- ** +<ex> ** : ex
- !-R|-M|-c|--cmd <paths file> : write file edit
- -c|--cmd !-R|-M <paths file> : write file edit
- -R|-M <paths file> : read file
- -e|-s|-E ** : ex

pack view
tools gview vimdiff nvimdiff rview view
values -c --cmd -S -u
- -c=<ex> ** : ex
- --cmd=<ex> ** : ex
- <paths file> : read file

pack ufw
tools ufw
harmless --help -h --dry-run --version
- disable|reset ** : system switches the firewall off
- delete|allow|deny|reject|limit|insert|prepend|route|default|enable|reload ** : system rules of the firewall
- --force disable|reset ** : system switches the firewall off

pack unmounts
tools umount swapoff fusermount fusermount3
harmless --help -h -V --version --fake
values -t -O -N -L -U -o
- -a|--all ** : system takes disks off
- <paths at> : system takes a disk off

pack virtualbox
tools VBoxManage vboxmanage
values --format --type
- unregistervm|closemedium ** --delete|--delete-all : destroy infra a virtual machine with its disks
- snapshot * delete|restore ** : destroy infra a snapshot
- controlvm * poweroff|reset ** : system a virtual machine

pack twine
tools twine
harmless --help -h --version
target -r --repository --repository-url
values -r --repository --repository-url -u --username -p --password -i --identity -c --comment --config-file --cert --client-cert --sign-with
- upload|register ** : publish a package

pack tftp
tools tftp
harmless -V --help
values -m -R
- <host host> put <path file> ** : send file to host
- <host host> * put <path file> ** : send file to host
- -c <host host> put <path file> ** : send file to host

pack telnet
tools telnet
harmless --help
values -l -n -b -e -k -X -S
- <host host> ** : send stdin to host

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
- eval <code php> ** : run it
- config get|list ** : gives secret

pack terraform
tools terraform tofu tf opentofu
harmless -help -h
target -chdir -target -state
values -chdir -var -var-file -target -target-file -exclude -exclude-file -replace -state -state-out -backup -out -lock-timeout -parallelism -backend-config -plugin-dir -from-module -generate-config-out -filter -test-directory -platform -fs-mirror -net-mirror -id -bucket -config
oneDash
- destroy ** : destroy infra everything that is managed here
- apply ** -destroy : destroy infra everything that is managed here
- apply ** -auto-approve !-destroy : system infrastructure changes that nobody sees before
- state rm|push|replace-provider ** !-dry-run : destroy infra the state
- state mv ** !-dry-run : destroy infra the state
- taint ** : destroy infra a resource at the next apply
- workspace delete ** : destroy infra a workspace with its state
- force-unlock ** : system the lock of the state

pack terragrunt
tools terragrunt tg
harmless -help -h
target -terragrunt-working-dir -working-dir -terragrunt-config -config -target
values -chdir -var -var-file -target -replace -state -out -lock-timeout -parallelism -terragrunt-working-dir -terragrunt-config -terragrunt-tfpath -terragrunt-source -terragrunt-source-map -terragrunt-download-dir -terragrunt-iam-role -terragrunt-include-dir -terragrunt-exclude-dir -terragrunt-parallelism -terragrunt-log-level -terragrunt-queue-include-dir -terragrunt-queue-exclude-dir -working-dir -config -tf-path -source -source-map -download-dir -queue-include-dir -queue-exclude-dir -queue-strict-include -log-level -log-format -iam-assume-role -feature -graph-root -filter -inputs-debug-file
oneDash
- destroy|destroy-all ** : destroy infra everything that is managed here
- run-all|run|graph destroy ** : destroy infra everything that is managed here
- run -- destroy ** : destroy infra everything that is managed here
- stack run destroy ** : destroy infra everything that is managed here
- apply ** -destroy : destroy infra everything that is managed here
- run-all|run apply ** -destroy : destroy infra everything that is managed here
- apply ** -auto-approve|-non-interactive|-terragrunt-non-interactive : system infrastructure changes that nobody sees before
- run-all|run apply ** -auto-approve|-non-interactive|-terragrunt-non-interactive|-all : system infrastructure changes that nobody sees before
- run -- apply ** : system infrastructure changes that nobody sees before
- apply-all ** : system infrastructure changes that nobody sees before
- stack run apply ** : system infrastructure changes that nobody sees before
- state rm|push|mv|replace-provider ** : destroy infra the state
- run-all|run state rm|push|mv ** : destroy infra the state
- taint ** : destroy infra a resource at the next apply
- workspace delete ** : destroy infra a workspace with its state
- force-unlock ** : system the lock of the state
- backend delete ** : destroy infra the store of the state
- exec -- <cmd> : run it

pack trash-empty
tools trash-empty trash-rm
harmless --help -h --version --dry-run
values --trash-dir
- ** : discard the files in the trash

pack tunnels
tools ngrok cloudflared lt localtunnel bore zrok tailscale devtunnel loclx pinggy tunnelto chisel
harmless --help
not config version update help completion status login ip ping netcheck diagnose authtoken
values --config --authtoken --region --url --hostname --name --subdomain -s -p --port -h --host -l --local-host --to -t --log --log-format --loglevel --logfile --metrics --origincert --credentials-file --edge-ip-version --protocol -n --auth --basic-auth --oauth --socket --token --domain --local-port
- http|https|tcp|tls|start|udp ** : expose a local port to the internet
- tunnel : expose a local port to the internet
- tunnel run|delete|route|cleanup ** : expose a local port to the internet
- local ** : expose a local port to the internet
- share ** : expose a local port to the internet
- host ** : expose a local port to the internet
- funnel ** : expose a local port to the internet
- service install ** : persist a tunnel
- server|client ** : expose a local port to the internet
- -p|--port : expose a local port to the internet
- up ** --ssh : expose a shell of this machine
- set ** --ssh : expose a shell of this machine
- ssh * <cmd remote> : run it

pack user-changes
tools useradd adduser userdel deluser usermod groupadd addgroup groupdel delgroup groupmod newusers vipw vigr
harmless --help -? --version
- ** : grant users and groups of the machine

pack vagrant
tools vagrant
harmless --help -h
values --provider -c --command --name --box-version --provision-with --graceful-timeout
- destroy ** : destroy infra a virtual machine
- snapshot delete|restore|pop ** : destroy infra the state of a virtual machine
- ssh ** -c|--command=<shell remote> : run it
- winrm ** -c|--command=<shell remote> : run it
- share ** : expose a virtual machine
- cloud publish|delete ** : publish a box
- cloud box|version|provider delete ** : destroy remote a box

pack vault
tools vault bao openbao
harmless -help -h -output-curl-string -output-policy
target -address -namespace
values -address -namespace -ns -mount -field -format -path -versions -version -cas -policy -ttl -method -agent-address -ca-cert -ca-path -client-cert -client-key -tls-server-name -wrap-ttl -header -mfa -role -period
oneDash
- read|unwrap ** : gives secret
- kv get ** : gives secret
- kv delete|destroy ** : destroy secret a secret
- kv metadata delete ** : destroy secret a secret
- kv rollback ** : destroy secret a version of a secret
- delete ** : destroy secret a secret
- secrets|auth|audit disable ** : destroy secret a store of secrets
- secrets move ** : destroy secret a store of secrets
- policy delete|write ** : grant policies of the store
- write auth/*|sys/policy*|sys/policies/*|identity/* ** : grant access to the store
- lease revoke ** : destroy secret leases
- token revoke ** : destroy secret tokens
- token create ** : gives secret
- print token : gives secret
- operator seal|rekey|rotate|step-down|migrate|generate-root|init ** : system the store of secrets
- auth|audit enable ** : grant access to the store
- namespace delete ** : destroy secret a namespace

pack vercel
tools vercel vc now
harmless --help -h
target -S --scope -T --team
values -A --local-config -Q --global-config -t --token -S --scope -T --team --cwd -e --env -b --build-env -m --meta -n --name --regions --target --environment --git-branch --rw-token
- remove|rm ** : destroy cloud deployments
- project|projects|integration|teams|team rm|remove ** : destroy cloud a project
- env rm|remove ** : destroy secret a variable of the project
- secrets|secret rm|remove ** : destroy secret a secret
- domains|domain|dns|certs|cert|alias|aliases|redirects rm|remove ** : destroy cloud a domain
- domains|domain buy|transfer-in|move ** : system a domain
- blob del|delete|rm ** : destroy cloud files
- blob store remove|rm|delete|del ** : destroy cloud a store of files
- blob put <path src> : send src
- env pull <path dest> : write dest over
- rolling-release disable ** : system a release

pack windows-disks
tools format.com format diskpart
- c:|C:|d:|D:|e:|E:|f:|F:|g:|G:|h:|H:|x:|X:|z:|Z: ** : destroy disk a drive
- /s|/S ** : destroy disk partitions

pack vssadmin
tools vssadmin wbadmin
- delete|Delete|DELETE|resize|Resize ** : destroy disk backups of the machine
- disable|stop ** : system switches backups off

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
