// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsUpToE = (): string => `
pack eas
tools eas eas-cli
harmless --help -h
values -p --platform -e --profile --branch --channel -m --message --id --path --url --environment --name
- submit ** : publish an app
- build ** --auto-submit|--auto-submit-with-profile : publish an app
- update|update:republish|update:edit|metadata:push ** : publish an update of an app
- branch:delete|channel:delete|env:delete|webhook:delete|device:delete|workflow:delete ** : destroy cloud a resource of the app
- env:list|env:get|env:exec ** --include-sensitive : gives secret
- env:get ** : gives secret

pack expo
tools expo expo-cli
harmless --help -h
- publish|upload:ios|upload:android|publish:set|publish:rollback ** : publish an app

pack edit-in-place
tools dos2unix unix2dos mac2unix fallocate
harmless --help --version -i --info
values -l --length -o --offset -m --mode -c?
- -l|--length=*T|*TB|*TiB|*P|*PB|*PiB|*000G|*000GB|*000GiB ** : exhaust fills the disk
- <paths file> !-p|--punch-hole : write file edit
- -p|--punch-hole <paths file> : write file over

pack eb
tools eb
harmless --help -h
target --profile -r --region
values -e --environment -r --region --profile -c --command -d --delete --timeout -n --number -l --label -m --message --cfg -a
- terminate ** : destroy cloud an environment
- appversion ** -d|--delete : destroy cloud a version of the application
- config delete ** : destroy cloud a saved configuration
- platform delete ** : destroy cloud a platform
- labs cleanup-versions ** : destroy cloud versions of the application
- scale 0 ** : destroy cloud all machines of the environment
- printenv ** : reveal variables of the environment
- ssh ** -c|--command=<shell remote> : run it

pack ex
tools ex exim
values -c --cmd -S -t -u -w
- -c=<ex> ** : ex
- -c=<ex> <paths file> : ex
- !-c ** : ex
- !-c <paths file> : ex
- +<ex> <paths file> : ex
- <paths file> : write file edit

pack ed
tools red ed
values -p --prompt
- ** : ex
- <path file> : ex
- <path file> : write file edit

pack emacs
tools emacs emacsclient xemacs emacs-nox
harmless -version -help
values -eval -execute -e -f -funcall -l -load -L -directory -u -user -chdir -script -init-directory -s -socket-name -a -alternate-editor -insert
oneDash
- -eval|-execute|-e=*shell-command*|*call-process*|*start-process*|*make-process*|*delete-directory*|*delete-file*|*compile* ** : run unknown
- -eval|-execute|-e=*write-region*|*write-file*|*rename-file*|*copy-file*|*set-file-modes*|*url-retrieve* ** : run unknown
- -l|-load|-script=<path script> ** : run script
- !-eval|-execute|-e|-batch|-f|-l|-load|-script <paths file> : write file edit

pack etcdctl
tools etcdctl etcdutl
harmless --help -h
target --endpoints
values --endpoints --cacert --cert --key --user --password --command-timeout --dial-timeout -w --write-out --data-dir --name --initial-cluster --initial-advertise-peer-urls --lease --limit --sort-by --rev
- del|rm|rmdir ** : destroy db keys of etcd
- member remove ** : destroy cluster a member of etcd
- lease revoke ** : destroy db keys of a lease
- user|role delete|remove ** : grant users of etcd
- user|role add|grant-role|grant-permission|revoke-role|revoke-permission|passwd ** : grant users of etcd
- auth disable|enable ** : grant how etcd checks users
- compact|compaction ** : destroy db old revisions of etcd
- snapshot restore --data-dir=<path data> ** : write data over
- snapshot save <path out> : write out over

pack extension-publish
tools vsce ovsx jsr web-ext chrome-webstore-upload tfx clasp wasm-pack apm
harmless --help -h --dry-run
values -p --pat -t --target -i --packagePath --baseContentUrl -m --message --api-key --api-secret --channel -s --source-dir --source --extension-id --client-id --client-secret --refresh-token --token --config
- publish|unpublish|sign|upload|deploy|undeploy|push ** : publish an extension
- extension publish|unpublish|share ** : publish an extension
- login|logout|create-publisher|delete-publisher|create-namespace ** : grant the login at the marketplace

`;
