// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsUpToV = (): string => `
pack unar
tools unar
values -o -output-directory -p -password -e -E -encoding -k
- -o|-output-directory=<path folder> ** : write folder unpack

pack vim
tools vim vi nvim gvim mvim vim.basic vim.tiny vimx rvim evim elvis nvi
harmless --version --help
values -c --cmd -S -s? -l? -u -U -i -T -w -W -t -q -r? -d? -p? -o? -O? --startuptime --listen --server --servername --remote-send --remote-expr -V?
- -c=<ex> ** : ex
- -c=<ex> <paths file> : ex
- --cmd=<ex> ** : ex
- -S|-u|-U|-l=<path script> ** : ex script
- ** +<ex> ** : ex
- +<ex> <paths file> : ex
- <paths file> +<ex> ** : ex
- !-R|-M|-c|--cmd <paths file> : write file edit
- -c|--cmd !-R|-M <paths file> : write file edit
- -R|-M <paths file> : read file
- -e|-s|-E ** : ex
- -e|-s|-E <paths file> : ex

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

pack vssadmin
tools vssadmin wbadmin
- delete|Delete|DELETE|resize|Resize ** : destroy disk backups of the machine
- disable|stop ** : system switches backups off

`;
