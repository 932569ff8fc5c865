// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsUpToSz = (): string => `
pack sysctl
tools sysctl
harmless --help -h -V --version
values -r --pattern
- -p|--load|-f * ** : system settings of the kernel
- ** kernel.*=*|net.ipv*=*|net.netfilter*=*|net.bridge*=*|vm.swap*=*|vm.drop*=*|vm.panic*=*|vm.oom*=*|vm.mmap_min*=* ** : system settings of the kernel
- ** fs.protected*=*|fs.suid*=*|dev.*=*|debug.*=*|security.*=*|hw.*=*|machdep.*=*|kern.*=*|sys.*=* ** : system settings of the kernel

pack store-uploads
tools snapcraft charmcraft choco rebar3 dune-release release-plz apptainer singularity butler apify cog wingetcreate pulp pdk
harmless --help -h --dry-run -n
not run exec install build new init search list test
values --token --source -s --api-key -k --release --channel --repo
- upload|push|release|publish|submit ** : publish a package
- hex publish|retire ** : publish a package

pack ssh-keys
tools ssh-keygen
harmless -h --help
values -t -b -C -f -N -P -m -O -s -I -n -V -z -D -E -F -R -r -a -G -M -T -Y -w -W -Z
- -f=<path key> !-l|-y|-e|-i|-F|-R|-H|-B|-s|-L|-Y|-A|-k|-r|-M|-G|-T ** : write key over

pack systemctl
tools systemctl
flags
harmless --help -h --version --dry-run
target -H --host -M --machine
values -t --type --state -p --property -P -H --host -M --machine -n --lines -o --output -s --signal --kill-whom --kill-who --root --image --job-mode --check-inhibitors --when --preset-mode --what
- poweroff|reboot|halt|kexec|soft-reboot|suspend|hibernate|hybrid-sleep|suspend-then-hibernate|sleep ** : system stops the machine
- rescue|emergency|default|exit|switch-root ** : system stops the machine
- isolate|set-default ** : system changes what the machine starts
- start reboot.target|poweroff.target|halt.target|shutdown.target|rescue.target|emergency.target|kexec.target|suspend.target|hibernate.target|exit.target|ctrl-alt-del.target ** : system stops the machine
- stop|kill|clean|freeze !--user ** : system stops a service
- disable|mask|revert ** : system switches a service off
- restart|try-restart|reload-or-restart|force-reload ssh|ssh.*|sshd|sshd.*|systemd-*|network|networking*|NetworkManager*|dbus*|firewalld*|display-manager*|gdm*|lightdm*|sddm* ** : system restarts a service of the machine
- edit|set-property|set-environment|unset-environment|import-environment ** : system settings of services
- enable|link|reenable */* ** : persist a service from a file
- link ** : persist a service from a file
- enable|reenable --user ** : persist a service of the user

pack supervisors
tools supervisorctl initctl sv s6-svc svcadm
harmless --help -h
values -c --configuration -s --serverurl -u --username -p --password -w
- stop all ** : system stops all services
- shutdown ** : system stops all services
- remove|clear ** : system removes a service
- emit|stop|disable|down|force-stop|kill ** : system stops a service

pack supabase
tools supabase
harmless --help -h --dry-run
target --project-ref --db-url
values --workdir --project-ref -p --password --db-url --profile --network-id -o --output --version --db-allow-cidr --schema -s -f --file --dns-resolver --org-id --region --name --env-file
- db reset ** : destroy db the data of the database
- projects|project delete ** : destroy cloud a project
- branches|functions|domains|vanity-subdomains|ssl-enforcement|sso|backups delete|remove|disable ** : destroy cloud
- secrets unset ** : destroy secret secrets of the project
- storage rm ** : destroy cloud files
- storage mv ** -r|--recursive : destroy cloud files at their old place
- stop ** --no-backup : destroy db the data of the local database
- migration repair|down ** : destroy db the history of migrations
- backups restore ** : destroy db the data since the backup
- network-restrictions update ** --db-allow-cidr=0.0.0.0/0 : expose the database to everybody
- projects api-keys ** : reveal keys of the project

pack svn
tools svn
harmless --help -h --dry-run
values -r --revision -m --message -F --file --username --password --config-dir --config-option --depth --set-depth --targets --changelist --cl -c --change --encoding --accept -x --extensions --diff-cmd --diff3-cmd --editor-cmd --native-eol --with-revprop --strip -l --limit --old --new
- revert ** : discard changes of files
- cleanup ** --remove-unversioned|--remove-ignored : discard files that are not versioned
- delete|del|remove|rm *://* ** : destroy remote files of the repository
- delete|del|remove|rm ** --force : discard changed files
- update|up|switch|sw|merge ** --accept=theirs-full|tf : discard local changes
- resolve ** --accept=theirs-full|tf : discard local changes
- propset|pset|ps|propdel|pdel|pd|propedit|pedit|pe ** --revprop : rewrite properties of a revision
- move|mv|rename|ren *://* *://* ** : destroy remote a path of the repository
- commit|ci ** : push

pack sudoers
tools visudo
harmless -c --check --help -h -V --version
- ** : grant who may use sudo

pack ssh-copy-id
tools ssh-copy-id
harmless -n -h -?
values -i -p -o -F -t
- ** : grant a key of this user entry to another machine

`;
