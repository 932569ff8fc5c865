// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsA = (): string => `
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

pack atlas
tools atlas
harmless --help -h --dry-run
target -u --url --env
values -u --url --dev-url --to --from -f --file --env -c --config --dir -s --schema --exclude --revisions-schema --var --format --tx-mode --baseline --to-version --to-tag
- schema clean ** : destroy db all tables of the schema
- schema apply ** : destroy db columns and tables that the schema no longer has
- migrate down ** : destroy db what migrations made
- clusters|cluster|dbusers|projects|serverless|backups delete|terminate ** : destroy cloud a cluster of MongoDB Atlas

pack aws
tools aws awslocal aws2 aws.exe
harmless --dry-run --dryrun --generate-cli-skeleton
not help
target --profile --region
values --region --profile --output --query --endpoint-url --ca-bundle --cli-read-timeout --cli-connect-timeout --color --cli-binary-format --cli-error-format --acl --exclude --include --storage-class --sse --sse-c --sse-kms-key-id --content-type --content-disposition --content-encoding --cache-control --metadata --metadata-directive --grants --website-redirect --page-size --source-region --expires --expires-in --max-items --starting-token --cidr --ip-permissions --public-access-block-configuration --versioning-configuration --auth-type --principal --statement --sql --query-string --command --change-batch --body --document-name --reserved-concurrent-executions --desired-count --desired-capacity --min-size --max-size --values-to-add --launch-permission --create-volume-permission --user-ids --group-names --request-items --cli-input-json --cli-input-yaml --filters --filter --name --names --bucket --key --prefix --stack-name --function-name --secret-id --tags
- * delete-*|batch-delete-*|bulk-delete-*|admin-delete-*|terminate-*|deregister-*|purge-*|release-*|destroy-*|discard-*|force-delete-* ** : destroy cloud
- s3 rm|rb ** : destroy cloud objects of a bucket
- s3 sync * s3://* --delete : destroy cloud objects that the source does not have
- s3 mv s3://* * --recursive : destroy cloud objects at their old place
- s3 mv <path src> s3://* !--recursive : delete src, send src
- s3 mv <path src> s3://* --recursive : delete src recursive, send src
- s3 cp|sync <path src> s3://* : send src
- s3 cp - s3://* : send stdin
- s3 cp s3://* - : gives net
- s3 cp s3://* <path dest> : write dest over
- s3 sync * <path dest> --delete : delete dest recursive
- s3 cp|sync|mv ** --acl=public-* : expose objects of a bucket
- s3 website ** : expose a bucket
- s3api put-bucket-policy ** : expose a bucket
- s3api put-bucket-acl|put-object-acl|create-bucket|put-object|copy-object ** --acl=public-*|authenticated-read : expose a bucket
- s3api put-bucket-acl|put-object-acl ** --grant-* : grant access to a bucket
- s3api put-public-access-block ** --public-access-block-configuration=*false* : expose a bucket
- s3control put-public-access-block ** --public-access-block-configuration=*false* : expose all buckets
- s3api put-bucket-lifecycle|put-bucket-lifecycle-configuration ** : destroy cloud objects by their age
- s3api put-bucket-versioning ** --versioning-configuration=*Suspended* : destroy cloud old versions of objects
- s3api put-object ** --body=<path src> : send src
- iam attach-*-policy|put-*-policy|add-user-to-group|create-login-profile|update-login-profile|update-assume-role-policy|create-policy-version|set-default-policy-version|add-role-to-instance-profile ** : grant rights in the account
- iam put-*-permissions-boundary|deactivate-mfa-device|create-user ** : grant rights in the account
- iam create-access-key|create-service-specific-credential ** : grant a key of the account, reveal a key of the account
- sso-admin create-account-assignment|attach-*|put-* ** : grant rights in the account
- lambda|sns|sqs|ecr|events add-permission|set-repository-policy|put-permission ** : grant access to a resource
- lambda create-function-url-config|update-function-url-config ** --auth-type=NONE : expose a function
- lambda put-function-concurrency ** --reserved-concurrent-executions=0 : destroy cloud all runs of a function
- kms put-key-policy|create-grant ** : grant access to a key
- secretsmanager put-resource-policy ** : grant access to a secret
- ec2 authorize-security-group-ingress ** --cidr=0.0.0.0/0|::/0 : expose a port to everybody
- ec2 authorize-security-group-ingress ** --ip-permissions=*0.0.0.0/0*|*::/0* : expose a port to everybody
- ec2 modify-snapshot-attribute|modify-image-attribute ** --group-names|--user-groups=all : expose an image
- ec2 modify-image-attribute ** --launch-permission=*Group=all*|*all* : expose an image
- ec2 modify-snapshot-attribute ** --create-volume-permission=*all* : expose a snapshot
- ec2 modify-instance-attribute ** --no-disable-api-termination : system the protection of a machine
- ec2 cancel-spot-fleet-requests ** --terminate-instances : destroy cloud machines
- ec2 get-password-data ** : reveal the password of a machine
- ec2 create-key-pair ** : reveal a private key
- rds modify-db-*-attribute ** --values-to-add=all : expose a database snapshot
- rds modify-db-instance|modify-db-cluster|create-db-instance ** --publicly-accessible : expose a database
- * ** --no-deletion-protection : system the protection of a resource
- * ** --no-enable-termination-protection|--no-termination-protected|--no-deletion-protection-enabled : system the protection of a resource
- ecs update-service ** --desired-count=0 : destroy cloud all tasks of a service
- ecs execute-command ** --command=<shell remote> : run it
- autoscaling update-auto-scaling-group|set-desired-capacity ** --desired-capacity=0 : destroy cloud all machines of a group
- autoscaling update-auto-scaling-group ** --max-size=0 : destroy cloud all machines of a group
- ssm send-command|start-automation-execution ** : system a command on other machines
- ssm start-session ** --document-name=*Command* : system a command on other machines
- ssm get-parameter|get-parameters|get-parameters-by-path|get-parameter-history ** --with-decryption : reveal a parameter
- secretsmanager get-secret-value|batch-get-secret-value ** : reveal a secret of the account
- kms schedule-key-deletion|disable-key|delete-imported-key-material ** : destroy secret a key of the account
- kms decrypt ** : reveal decrypted text
- sts get-session-token|get-federation-token|assume-role|assume-role-* ** : reveal keys of a session
- sso get-role-credentials ** : reveal keys of a session
- ecr|ecr-public get-login-password|get-login|get-authorization-token ** : reveal a password of the registry
- codeartifact get-authorization-token ** : reveal a token of the registry
- rds generate-db-auth-token ** : reveal a password of a database
- redshift|redshift-serverless get-cluster-credentials|get-cluster-credentials-with-iam|get-credentials ** : reveal a password of a database
- eks get-token ** : reveal a token of a cluster
- eks create-access-entry|associate-access-policy ** : grant access to a cluster
- configure export-credentials ** : reveal keys of the account
- configure get *aws_secret_access_key|*aws_session_token ** : reveal keys of the account
- sns unsubscribe ** : destroy cloud a subscription
- secretsmanager remove-regions-from-replication ** : destroy secret copies of a secret
- cloudtrail stop-logging ** : system the log of the account
- configservice stop-configuration-recorder ** : system the log of the account
- guardduty|securityhub|macie2|inspector2 disable* ** : system the watch of the account
- organizations close-account|leave-organization|remove-account-from-organization ** : destroy cloud an account
- route53 change-resource-record-sets ** --change-batch=*DELETE* : destroy cloud DNS records
- dynamodb batch-write-item|transact-write-items ** --request-items=*DeleteRequest* : destroy cloud rows of a table
- dynamodb execute-statement ** --statement=<sql> : sql
- rds-data|redshift-data execute-statement ** --sql=<sql> : sql
- athena start-query-execution ** --query-string=<sql> : sql

pack az
tools az az.cmd
harmless --help -h
not cache config alias extension find interactive feedback version upgrade login logout cloud
target -g --resource-group --subscription
values -o --output --query --subscription -g --resource-group -n --name -l --location --ids --tags -s --sku -t --template-file --template-uri -p --parameters -m --mode -d --description --display-name --account-name --account-key --connection-string --sas-token --auth-mode -c --container-name --container -f --file --source --destination --pattern --vault-name --id --version --value --server --server-name --database --database-name --db-name -u --admin-user --admin-username --username --admin-password --password --cluster-name --nodepool-name --node-count -k --kubernetes-version --new-capacity --instance-count --command-id --scripts --command --cmd --registry -r --repository --image --manifest --role --assignee --assignee-object-id --assignee-principal-type --scope --scopes --method --uri --url --body -b --headers --vnet-name --subnet --nsg-name --nsg --priority --source-address-prefixes --source-address-prefix --destination-port-ranges --protocol --access --direction --start-ip-address --end-ip-address --public-access --public-network-access --allow-blob-public-access --default-action --delete-destination --settings --slot --org --organization --project --branch --policy --key --key-name --namespace-name --topic-name --queue-name --app-id --object-id --tenant --resource --resource-type --resource-name --api-version --workspace --workspace-name --zone-name -z --record-set-name --filter --start-time --end-time --interval --metric -i --querytext -q --file-path --set --add --remove --secret-permissions --key-permissions --spn --upn --zip-file --src --src-path --runtime --plan --port --env-vars --secrets --set-env-vars --exec-command
- ** delete|delete-batch|bulk-delete ** : destroy cloud
- keyvault|appconfig|cognitiveservices|apim|ml|lab ** purge ** : destroy cloud something deleted for ever
- storage remove ** : destroy cloud files of an account
- storage blob sync ** --delete-destination=true : destroy cloud blobs that the source does not have
- storage azcopy blob delete ** : destroy cloud blobs
- storage container set-permission|create ** --public-access=blob|container : expose blobs
- storage account create|update ** --allow-blob-public-access=true : expose blobs
- storage blob upload ** -f|--file=<path src> : send src
- storage blob upload-batch ** -s|--source=<path src> : send src
- acr run ** --cmd=*purge* : destroy cloud images of a registry
- acr repository untag ** : destroy cloud a tag of an image
- group deployment create ** -m|--mode=Complete|complete : destroy cloud what the template does not have
- deployment group create ** -m|--mode=Complete|complete : destroy cloud what the template does not have
- vmss scale ** --new-capacity=0 : destroy cloud all machines of a set
- aks scale ** -c|--node-count=0 : destroy cluster all nodes of a cluster
- aks nodepool scale ** -c|--node-count=0 : destroy cluster all nodes of a pool
- rest ** -m|--method=delete|DELETE|Delete : destroy cloud what the API call deletes
- role assignment create ** : grant a role
- role definition create|update ** : grant a role
- ad group member add ** : grant the rights of a group
- ad sp create-for-rbac ** : grant a role, reveal a password of the account
- ad sp|app credential reset ** : reveal a password of the account
- keyvault set-policy ** : grant access to a vault
- disk grant-access ** : grant access to a disk
- vm open-port ** : expose a port of a machine
- network nsg rule create|update ** --source-address-prefixes|--source-address-prefix=Internet|0.0.0.0/0|Any : expose a port to everybody
- sql server firewall-rule create ** --start-ip-address=0.0.0.0 : expose a database to everybody
- postgres|mysql flexible-server firewall-rule create ** --start-ip-address=0.0.0.0 : expose a database to everybody
- postgres|mysql flexible-server execute ** -q|--querytext=<sql> : sql
- vm|vmss run-command invoke ** --scripts=<shell remote> : run it
- aks command invoke ** -c|--command=<shell remote> : run it
- container exec ** --exec-command=<shell remote> : run it
- containerapp exec ** --command=<shell remote> : run it
- keyvault secret show|download|backup ** : reveal a secret of a vault
- keyvault key|certificate download|backup ** : reveal a key of a vault
- account get-access-token ** : reveal a token of the account
- acr credential show|renew ** : reveal a password of a registry
- acr login ** --expose-token|-t : reveal a token of a registry
- storage account show-connection-string ** : reveal keys of an account
- cosmosdb list-keys|list-connection-strings ** : reveal keys of a database
- redis|cognitiveservices|search|maps|signalr list-keys ** : reveal keys of a service
- ** keys list|renew ** : reveal keys of a service
- search admin-key|query-key show|list ** : reveal keys of a service
- webapp|functionapp deployment list-publishing-credentials|list-publishing-profiles ** : reveal passwords of an application
- webapp config connection-string list ** : reveal passwords of an application

pack azcopy
tools azcopy
harmless --dry-run --help -h
values --output-type --output-level --log-level --cap-mbps --trusted-microsoft-suffixes --from-to --include-pattern --exclude-pattern --include-path --exclude-path --include-regex --exclude-regex --list-of-files --block-size-mb --blob-type --delete-destination --delete-snapshots --overwrite --metadata --block-blob-tier --content-type --include-after --include-before
- remove|rm|r ** : destroy cloud blobs
- sync|s ** --delete-destination=true|True : destroy cloud blobs that the source does not have
- sync * <path dest> --delete-destination=true|True : delete dest recursive
- copy|cp|c|sync|s <path src> https://* : send src
- copy|cp|c https://* <path dest> : write dest over

pack attributes
tools chcon gchcon
values -v -p -u -r -t -l --user --role --type --range --reference -n
- -R|--recursive <paths file> : permit file recursive
- !-R|--recursive <paths file> : permit file

pack alternatives
tools update-alternatives alternatives
harmless --help --version --list --display --query --get-selections
values --altdir --admindir --log
- --set|--install|--remove|--remove-all|--config|--auto|--all|--set-selections ** : system which program a name means

pack atrm
tools atrm
harmless -V --help
- ** : persist removes scheduled jobs

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
