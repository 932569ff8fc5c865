// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsUpToMa = (): string => `
pack mac-images
tools asr
harmless --help
values --source --target -s -t
- restore ** --erase : destroy disk all on the target

pack mac-firewall
tools pfctl ipfw socketfilterfw
harmless -n -h --help
values -f -t -T -s -i -a -F
- -d|-e|-F|-f ** : system rules of the firewall
- -T=flush|kill|delete|add|replace|zero ** : system rules of the firewall
- flush|delete|add ** : system rules of the firewall
- --setglobalstate|--setblockall|--add|--remove|--unblockapp ** : system rules of the firewall

pack machine-settings
tools hostnamectl timedatectl localectl
harmless --help -h --version
values -H --host -M --machine -p --property
- set-*|hostname|deployment|location|chassis|icon-name * ** : system settings of the machine

pack machines
tools limactl multipass lxc incus virsh tart orb orbctl prlctl qm pct utmctl docker-machine
harmless --help -h
values -c --connect -n --name --project --config --cpus --disk --memory --network --tty --format --timeout -l --log-level
- delete|rm|remove|destroy|purge|undefine|factory-reset|unregister ** : destroy infra a virtual machine
- vol-delete|vol-wipe|pool-delete|pool-destroy|snapshot-delete|snapshot-revert|net-undefine|delsnapshot|rollback|snapshot-switch ** : destroy infra the disk of a virtual machine
- image|network|profile|project|storage|snapshot|disk delete|rm|remove ** : destroy infra a part of a virtual machine
- storage volume|bucket delete ** : destroy infra the disk of a virtual machine
- restore ** : destroy infra the state of a virtual machine
- exec * -- <cmd remote> : run it
- shell * <cmd remote> : run it

pack maven
tools mvn mvnw mvnd
harmless -h -help -v -version -DdryRun -DdryRun=true
values -f -file -P -activate-profiles -pl -projects -s -settings -gs -global-settings -T -threads -rf -resume-from -l -log-file -t -toolchains -b -builder -D?
oneDash
- ** deploy|deploy:deploy|deploy:deploy-file|site-deploy|site:deploy|release:perform|release:stage|nexus-staging:release|nexus-staging:deploy|central-publishing:publish|central:publish|gpg:sign-and-deploy-file|jib:build|*:deploy-plugin:*|*:deploy|*:publish ** : publish a build
- ** release:prepare|release:clean|release:rollback ** : publish a release
- ** flyway:clean|liquibase:dropAll|liquibase:rollback|sql:execute|*:flyway-maven-plugin:*:clean|*:flyway-maven-plugin:clean ** : destroy db the database of the app

pack mac-keychain
tools security
harmless -h
not help
values -a -s -l -c -C -D -G -j -r -t -k -p -P -o -T -A? -f -d
- find-generic-password|find-internet-password -w|-g ** : gives secret
- dump-keychain ** : gives secret
- export ** : gives secret
- delete-generic-password|delete-internet-password|delete-certificate|delete-identity|delete-keychain ** : destroy secret an item of the keychain
- add-trusted-cert|remove-trusted-cert|trust-settings-import|authorizationdb|set-key-partition-list|set-keychain-settings|unlock-keychain ** : grant what the machine trusts

pack mail
tools mail mailx s-nail nail heirloom-mailx
harmless --help -h -V --version -H
values -s -a -A -c -b -r -q -S -T -u -f --attach --subject
- -a|-A|--attach=<path file> <text to> ** : send file
- <text to> ** : send stdin to to
- -q=<path file> ** : send file

pack magerun
tools n98-magerun2 n98-magerun n98-magerun.phar n98-magerun2.phar
harmless --help -h
values --root-dir
- db:drop ** : destroy db the shop's database
- db:query <sql> ** : sql

pack mac-users
tools dscl sysadminctl dseditgroup
harmless -help -h
values -o -n -u -P -a -d -t
oneDash
- -delete|-create|-append|-merge|-change|-passwd|-changei ** : grant users of the machine
- * delete|create|append|merge|change|passwd ** : grant users of the machine
- -deleteUser|-addUser|-resetPasswordFor|-newPassword|-adminUser|-guestAccount|-smbGuestAccess ** : grant users of the machine
- -o=edit|create|delete ** : grant groups of the machine

pack mac-safety
tools csrutil spctl nvram fdesetup pmset systemsetup tmutil
harmless -help -h
values -x -type -label
oneDash
- disable|clear|authenticated-root ** : system switches protection off
- -master-disable|-global-disable|-disable|-remove|-add ** : system switches protection off
- -c|-d ** : system settings of the firmware
- *=* ** : system settings of the firmware
- remove|removerecovery|changerecovery ** : system switches protection off
- sleepnow|restoredefaults|shutdown ** : system stops the machine
- -setremotelogin|-setremoteappleevents|-f ** : expose the machine to remote logins
- delete|deletelocalsnapshots|deleteinprogress|removedestination|thinlocalsnapshots|removeexclusion ** : destroy disk backups

pack mac-settings
tools defaults tccutil
harmless --help
- delete * : system all settings of a program
- delete -g : system settings of all programs
- delete NSGlobalDomain ** : system settings of all programs
- reset ** : system rights of programs
- write com.apple.loginwindow|/Library/Preferences/com.apple.loginwindow LoginHook|LogoutHook ** : persist a program at every login

`;
