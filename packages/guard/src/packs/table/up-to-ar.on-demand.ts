// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsUpToAr = (): string => `
pack alembic
tools alembic aerich
flags
harmless --help -h --sql --version
values -c --config -n --name -x -m --message --rev-id --head --tag -t --version-path -r --rev-range -v --app
- downgrade ** : destroy db what migrations made
- stamp --purge ** : destroy db the record of migrations

pack aliyun
tools aliyun ossutil ossutil64 tccli
harmless --help --dryrun --DryRun --dry-run
not configure help plugin
target -p --profile --region --RegionId
values -p --profile --region --RegionId --mode --access-key-id --access-key-secret --output --endpoint -e -i -k -c --config-file --include --exclude --acl --InstanceId --version
- * Delete*|Release*|Terminate*|Destroy*|Purge*|BatchDelete* ** : destroy cloud
- * AttachPolicyTo*|CreateAccessKey|AddUserToGroup ** : grant rights in the account
- oss rm|delete-bucket|rb ** : destroy cloud objects of a bucket
- oss sync ** --delete : destroy cloud objects that the source does not have
- oss set-acl ** public-* ** : expose a bucket
- rm|rb oss://* ** : destroy cloud objects of a bucket
- sync * oss://* --delete : destroy cloud objects that the source does not have
- set-acl oss://* public-* ** : expose a bucket
- cp <path src> oss://* : send src
- oss cp <path src> oss://* : send src

pack ansible
tools ansible ansible-vault ansible-pull
flags --become --one-line --diff --ask-pass --ask-become-pass --ask-vault-pass --verbose --version --force-handlers --accept-host-key --full --clean --purge --only-if-changed
harmless --help -h --list-hosts --check --syntax-check
target -i --inventory -l --limit
values -i --inventory --inventory-file -m --module-name -a --args -l --limit -u --user -e --extra-vars -f --forks --become-user --become-method --become-password-file --private-key --key-file -c --connection -T --timeout --vault-id --vault-password-file -B --background -P --poll -M --module-path --playbook-dir -t --tree --ssh-common-args --ssh-extra-args -U --url --checkout -d --directory --output --encrypt-vault-id --new-vault-id --new-vault-password-file -n --name --task-timeout
- * ** !-m|--module-name -a|--args=<shell remote> : run it
- * ** -m|--module-name=shell|command|raw|ansible.builtin.shell|ansible.builtin.command|ansible.builtin.raw|win_shell|win_command|ansible.windows.win_shell -a|--args=<shell remote> : run it
- * ** -a|--args=*state=absent* : destroy remote something on other machines
- * ** -m|--module-name=reboot|ansible.builtin.reboot|shutdown|community.general.shutdown : system other machines restart
- view|decrypt ** : reveal secrets of the vault
- ** -U|--url : run remote

pack app-uploads
tools xcrun altool iTMSTransporter
harmless --help -h
values -f --file -t --type -u --username -p --password --apiKey --apiIssuer -m -assetFile -k
oneDash
- altool -upload-app|-upload-package ** : publish an app
- -upload-app|-upload-package ** : publish an app
- iTMSTransporter -m=upload ** : publish an app
- -m=upload ** : publish an app

pack argocd
tools argocd
harmless --dry-run --help -h
target --server --argocd-context --kube-context
values --server --auth-token --grpc-web-root-path --config --kube-context --client-crt --client-crt-key --server-crt -H --header --port-forward-namespace --redis-name --repo-server-name --controller-name --server-name --http-retry-max --argocd-context --logformat --loglevel -N --app-namespace --revision -l --selector --resource --label --timeout -o --output --project -p --propagation-policy --kind --resource-name --namespace --group --repo --path --dest-server --dest-namespace --sync-policy --account --id --local --patch --resource-namespace
- app rollback ** --prune : destroy cluster objects that are not in the repository
- app delete|delete-resource ** : destroy cluster an application
- app sync ** --prune|--force|--replace : destroy cluster objects that are not in the repository
- app actions run ** : system an action in the cluster
- appset delete ** : destroy cluster applications
- cluster rm ** : destroy cluster a cluster's registration
- repo|repocreds|cert|gpg rm ** : destroy remote a registration
- proj delete ** : destroy cluster a project
- proj role add-policy|create-token ** : grant a role
- account delete-token ** : destroy secret a token
- account generate-token ** : reveal a token
- admin initial-password ** : reveal the password of the administrator

pack alternatives
tools update-alternatives alternatives
harmless --help --version --list --display --query --get-selections
values --altdir --admindir --log
- --set|--install|--remove|--remove-all|--config|--auto|--all|--set-selections ** : system which program a name means

pack account-tokens
tools databricks openstack pm2 scw
harmless --help -h
values -p --profile --os-cloud
- auth token ** : gives secret
- tokens create ** : gives secret
- secrets get-secret|get ** : gives secret
- token issue ** : gives secret
- env * : gives secret
- config dump|get ** : gives secret

pack age
tools age rage
harmless --help -h --version
values -r --recipient -R --recipients-file -i --identity -o --output
- -d|--decrypt !-o|--output ** : gives secret, gives decoded
- -o|--output=<path out> ** : write out over

pack apt
tools apt apt-get aptitude nala apt-fast
flags
harmless -s --simulate --dry-run --just-print --no-act --recon --help -h --download-only -d --print-uris --assume-no
values -t --target-release --default-release -o --option -c --config-file -a --host-architecture -q?
- remove|purge|autoremove|auto-remove|autopurge|dselect-upgrade ** : system removes packages
- install|upgrade|dist-upgrade|full-upgrade|reinstall --purge|--auto-remove|--autoremove|--allow-remove-essential|--force-yes ** : system removes packages
- install ** *- ** : system removes packages
- -o|--option=*Invoke* ** : run unknown
- edit-sources ** : system sources of packages

pack apk
tools apk
harmless --help -h -s --simulate --version -V
values -p --root -X --repository -t --virtual --arch --keys-dir --cache-dir --wait --repositories-file
- del ** : system removes packages
- add --initdb ** : system the list of packages

`;
