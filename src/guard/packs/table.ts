// Generated from the YAML files beside it by scripts/generate.ts. Do not edit; run "npm run generate".

/** All packs; table-text.ts reads it. */
export const packTable = `
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

pack unar
tools unar
values -o -output-directory -p -password -e -E -encoding -k
- -o|-output-directory=<path folder> ** : write folder unpack

pack pax
tools pax
values -f -s -b -o -p -x -B -E -G -T -U
- -r -w ** <path folder> : write folder unpack
- -w !-r -f=<path out> ** : write out

pack other-gzips
tools lzip lzop pigz pbzip2 pixz compress ggzip
flags --stdout --to-stdout --decompress --uncompress --force --keep --list --test --recursive --verbose --best --fast --rm
harmless -l --list -t --test --help --version
values -S --suffix -b --bits -p --processes -T --threads -M --memlimit -C --check -F --format -o --output -q? -w --quality
- !-d|--decompress|--uncompress : gives stdin
- -d|--decompress|--uncompress : gives unpacked
- -c|--stdout|--to-stdout <paths file> : read file
- !-c|--stdout|--to-stdout|-k|--keep|-r|--recursive <paths file> : write file edit
- !-c|--stdout|--to-stdout -r|--recursive <paths file> : write file edit
- -o|--output=<path out> ** : write out

pack images
tools unsquashfs dpkg-deb
values -d -dest -f
- -x|-X|--extract * <path folder> : write folder unpack
- -d|-dest=<path folder> ** : write folder unpack

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

pack b2
tools b2 b2v3 b2v4 backblaze-b2
harmless --dry-run --dryRun --help -h
target --profile
values --profile --exclude-regex --include-regex --exclude-dir-regex --exclude-if-uploaded-after --threads --upload-threads --keep-days --keepDays --content-type --info --bucket --bucket-info --bucketInfo --lifecycle-rule --lifecycle-rules --default-server-side-encryption --name-prefix --duration --compare-threshold --min-part-size --sha1
- rm|delete_bucket|delete_file_version|delete_key|delete-bucket|delete-file-version|delete-key|delete-bucket-* ** : destroy cloud objects of a bucket
- bucket|file|key|replication delete ** : destroy cloud objects of a bucket
- file large unfinished cancel ** : destroy cloud an upload
- sync ** --delete|--replace-newer|--replaceNewer : destroy cloud files that the source does not have
- sync ** --keep-days|--keepDays : destroy cloud old files
- update-bucket|create-bucket|update_bucket|create_bucket * allPublic ** : expose a bucket
- bucket update|create * allPublic ** : expose a bucket
- create-key ** : grant a key of the account, reveal a key of the account
- key create ** : grant a key of the account, reveal a key of the account
- upload-file * <path src> ** : send src
- file upload * <path src> ** : send src
- sync <path src> b2://* : send src
- file cat ** : gives net

pack bfg
tools bfg
harmless --help --version
values --strip-blobs-bigger-than -b --delete-files -D --delete-folders --replace-text --replace-message --strip-blobs-with-ids --convert-to-git-lfs --protect-blobs-from -p
- -b|--strip-blobs-bigger-than|-B|--strip-biggest-blobs|-D|--delete-files|--delete-folders|--replace-text|--replace-message|--strip-blobs-with-ids|--convert-to-git-lfs ** : rewrite history of the repository

pack bq
tools bq
harmless --dry_run --help
target --project_id --dataset_id
values --project_id --dataset_id --location --format --api --bigqueryrc --credential_file --service_account --job_id --max_rows -n --max_results --destination_table --parameter --destination_kms_key --label --expiration --default_table_expiration --description --schema --source_format --field_delimiter --skip_leading_rows --time_partitioning_field --time_partitioning_type --clustering_fields --maximum_bytes_billed --member --role --request_file --view --reservation_id --filter --external_table_definition --apilog
- rm ** : destroy db a table or dataset
- truncate ** : destroy db rows of a table
- query <sql> ** : sql
- query : sql
- load ** --replace : destroy db the rows that the table had
- query ** --replace --destination_table : destroy db the rows that the table had
- cp ** -f|--force : destroy db the table at the destination
- add-iam-policy-binding|set-iam-policy ** : grant access to data

pack cassandra
tools cqlsh
flags
harmless --help -h --version
values -e --execute -f -u -p -k
- -e|--execute=<sql> ** : sql
- !-e|--execute !-f|--file ** : sql

pack cdk
tools cdk cdktf aws-cdk cdktf-cli
harmless --help -h
target --profile --region
values -c --context -a --app --plugin -p -o --output --profile --toolkit-stack-name -r --role-arn --region --proxy --ca-bundle-path --require-approval --change-set-name -O --outputs-file --parameters -t --tags -m --method --qualifier --concurrency --trust --trust-for-lookup --cloudformation-execution-policies --var --var-file --action --type --rollback-buffer-days --created-buffer-days --hotswap-mode
- destroy ** : destroy infra stacks
- deploy|apply ** --require-approval=never : system infrastructure changes that nobody sees before
- deploy|apply ** --auto-approve : system infrastructure changes that nobody sees before
- gc ** --confirm=false : destroy cloud files of old deployments
- rollback ** -f|--force|--orphan : destroy infra resources of a stack
- bootstrap ** --trust : grant another account access

pack celery
tools celery
harmless --help --version
target -b --broker
values -A --app -b --broker --result-backend --loader --config --workdir -Q --queues -X --exclude-queues -l --loglevel -c --concurrency -n --hostname -d --destination -t --timeout -P --pool
- purge ** : destroy queue tasks that wait
- amqp queue.delete|queue.purge|exchange.delete ** : destroy queue queues of the broker
- control shutdown|revoke|terminate|cancel_consumer ** : destroy queue workers and their tasks

pack cf
tools cf cf7 cf8
harmless --help -h
target -o -s
values -i -m -k -b -p -n --hostname -d --domain -s -o -c --command --name --path --strategy --process --endpoint --var --vars-file -e -u -t
- delete|d ** : destroy cloud an application
- delete-*|purge-*|ds|dsi ** : destroy cloud
- scale ** -i=0 : destroy cloud all instances of an application
- set-org-role|set-space-role|enable-ssh|allow-space-ssh|create-user ** : grant a role
- env|e|oauth-token|service-key ** : reveal passwords of an application
- create-service-key|csk ** : grant a key of a service
- ssh * ** -c|--command=<shell remote> : run it
- run-task|rt * ** -c|--command=<shell remote> : run it

pack clickhouse
tools clickhouse clickhouse-client clickhouse-local chc chl
flags
harmless --help --version -V
target -h --host -d --database
values -h --host -p -u -q --query -d --database -C -f -S -N
- -q|--query=<sql> ** : sql
- !-q|--query !--queries-file ** : sql

pack cloud-databases
tools neonctl neon pscale turso xata astra ticloud ccloud
harmless --help -h --dry-run
target --project-id --org
values --project-id --org --org-id --api-key --branch --region --role-name --database-name -o --output -f --format --config --config-dir --service-token --group --context-file --service-token-id
- projects|branches|databases|roles|project|branch|database|role|db|group|org|workspace|workspaces|backup|password|service-token|deploy-request|keyspace|cluster|serverless delete|destroy|remove|rm|drop|purge ** : destroy db a database in the cloud
- branches|branch reset|restore ** : destroy db the state of a branch
- db tokens|token invalidate ** : destroy secret tokens of a database
- db tokens|token create ** : gives secret
- connection-string|cs ** : gives secret
- auth token ** : gives secret
- password|service-token create ** : gives secret
- shell|sql * <sql> ** : sql
- db shell * <sql> ** : sql
- deploy-request deploy ** : destroy db the schema of a branch

pack clouds
tools linode-cli linode exo vultr-cli vultr civo upctl ovhcloud koyeb render openstack metal gridscale cherryctl ionosctl stackit yc nhncloud hcp
harmless --help -h
not config configure context profile login logout apikey plugin completion
target --profile --region --os-cloud --project
values --profile --region --output -o --config -c --token --api-key --as-user --format --zone -z -Z --os-cloud --os-project-name --os-project-id --os-username --os-password --os-auth-url --os-region-name --name --label --image --type --root_pass --use-account -A --project -p --organization --folder-id --cloud-id --query-filter -f
- * * *s|nodepool|record|pool|user|database delete|remove|destroy ** : destroy cloud
- * delete|del|rm|remove|destroy|terminate|purge|rb|*-delete|delete-*|rebuild ** : destroy cloud
- * *s|record|node-pool|pool|user|database|db|objects|nodepool|volume|server|instance|cluster|network|bucket|disk delete|del|rm|remove|destroy|terminate|purge ** : destroy cloud
- obj rm|del|rb|delete ** : destroy cloud objects of a bucket
- iam *key* create ** : grant a key of the account

pack cluster-tools
tools skaffold devspace okteto garden werf istioctl cilium linkerd velero porter kapp timoni kluctl operator-sdk tkn argo
harmless --help -h --dry-run --diff-run
target --context --kube-context -n --namespace
values -n --namespace --context --kube-context --kubeconfig -c -f --filename --file -p --profile -a --app --env -e -l --selector -o --output --revision --from-backup --include-namespaces --exclude-namespaces --log-level -v --var --target -t
- delete|uninstall|purge|destroy|dismiss|cleanup|prune ** : destroy cluster objects of the cluster
- x|experimental uninstall ** : destroy cluster objects of the cluster
- backup|restore|schedule|backup-location|snapshot-location|pipeline|pipelinerun|taskrun|task|cron|template|cluster-template|app-group|viz|multicluster|namespace|pv delete|rm|destroy|uninstall ** : destroy cluster something in the cluster
- restore create ** --existing-resource-policy=update : destroy cluster objects that are there now

pack clusters
tools kind minikube k3d eksctl ctlptl vcluster clusterctl kubeadm kubeone rke k0sctl talosctl colima crc
harmless --help -h --dry-run
target --context --name -n -p --profile --cluster --region
values -p --profile -n --name --namespace --kubeconfig --config -f --config-file --config-dir --context --region --cluster --nodes -o --output -v --timeout -N --nodes-min --nodes-max --nodegroup --endpoints -e --talosconfig --arn --group --username --image --driver --kubernetes-version --memory --cpus --agents --servers --port --wait --cri-socket
- platform delete ** : destroy cluster a cluster
- token create ** : reveal a token of the cluster
- delete ** : destroy cluster a cluster
- cluster|node|nodegroup|registry delete|del|rm ** : destroy cluster a cluster
- reset ** : destroy cluster this node of the cluster
- remove ** : destroy cluster a cluster
- drain nodegroup ** : destroy cluster the pods of nodes
- scale nodegroup ** -N|--nodes=0 : destroy cluster all nodes of a group
- create iamidentitymapping ** : grant access to the cluster
- kubectl delete|drain ** : destroy cluster objects of the cluster
- ssh ** -- <cmd remote> : run it

pack cockroach
tools cockroach
harmless --help -h
target --host --url
values -e --execute -f --file --host -u --user -d --database --url -p --port --certs-dir --format --set --store -s --join --listen-addr --http-addr
- sql|demo -e|--execute=<sql> ** : sql
- sql !-e|--execute !-f|--file ** : sql
- node drain|decommission ** : destroy db a node of the cluster
- quit ** : system stops the database server
- userfile delete ** : destroy db files of the cluster
- debug reset-quorum|recover ** : destroy db ranges of the cluster

pack compilers
tools gcc g++ cc c++ clang clang++ gfortran rustc tcc ld as javac swiftc ghc zig
harmless --help --version
values -o -I -L -x -include -d --out-dir
- -o=<path out> ** : write out
- -d|--out-dir=<path out> ** : write out

pack crudini
tools crudini
harmless --help --version
- --set|--del <path file> ** : write file edit

pack consul
tools consul
harmless -help -h
target -http-addr -datacenter -namespace
values -http-addr -token -token-file -datacenter -namespace -partition -ca-file -ca-path -client-cert -client-key -tls-server-name -id -name -kind -accessor-id -address -peer-id -service -reason -node -prefix -wait -modify-index -session -tag -filter -rpc-addr -timeout
oneDash
- kv delete ** : destroy cluster keys and values
- acl token|policy|role|auth-method|binding-rule delete ** : destroy secret rights of the cluster
- acl token create ** : grant a token
- acl bootstrap ** : reveal a token of the cluster
- services deregister ** : destroy cluster a service
- config|intention|peering|partition|namespace|resource delete ** : destroy cluster a part of the configuration
- leave ** : destroy cluster this node of the cluster
- force-leave ** : destroy cluster a node of the cluster
- operator raft remove-peer ** : destroy cluster a server
- snapshot restore ** : destroy cluster the state of the cluster
- maint ** -enable : system a node goes out of service
- keyring ** -remove : destroy secret a key of the cluster
- lock * <cmd> : run it
- exec ** <shell remote> : run it

pack pagers
tools zmore zless bzless xzless zstdless ccat hexyl ptx tsort colrm gnl gjoin gron mlr
values -n --length -s --skip
-  : gives stdin
- <paths file> : read file

pack other-greps
tools bzgrep xzgrep zstdgrep pcregrep pcre2grep ugrep ug
flags --recursive --ignore-case --line-number --count --quiet --silent --files-with-matches --files-without-match --invert-match --only-matching --word-regexp --extended-regexp --fixed-strings --perl-regexp --no-filename --with-filename --color --colour --help --version --text --null
values -e --regexp -f --file -A -B -C --context --after-context --before-context -m --max-count -d -D --directories --devices --include --exclude --exclude-dir --exclude-from --label --binary-files
- !-e|--regexp|-f|--file|-q|--quiet|--silent|-c|--count|-l|--files-with-matches|-L <text pattern> : gives stdin
- !-e|--regexp|-f|--file|-q|--quiet|--silent|-c|--count|-l|--files-with-matches|-L <text pattern> <paths file> : read file
- -e|--regexp !-q|--quiet|--silent|-c|--count|-l|--files-with-matches|-L <paths file> : read file
- -f|--file !-q|--quiet|--silent|-c|--count|-l|--files-with-matches|-L <paths file> : read file
- -e|--regexp : gives stdin
- -f|--file=<path patterns> : gives stdin
- -q|--quiet|--silent|-c|--count|-l|--files-with-matches|-L ** : gives any

pack other-diffs
tools gdiff difft wdiff
values -U -C -I -x -X -F -L -W -S -o --exclude --exclude-from --label --width --unified --context --from-file --to-file --output --diff-program
- !-q|--brief <path one> <path two> ** : read one, read two
- -o|--output=<path out> ** : write out
- --diff-program=<cmd> ** : run it

pack attributes
tools chcon gchcon setcap
values -v -p -u -r -t -l --user --role --type --range --reference -n
- -R|--recursive <paths file> : permit file recursive
- !-R|--recursive <paths file> : permit file

pack rename
tools rename prename file-rename perl-rename
harmless -n --nono --no-act --just-print --help
values -e -E
- !-e <code perl> <paths file> : run it, write file edit
- -e=<code perl> <paths file> : run it, write file edit

pack edit-in-place
tools dos2unix unix2dos mac2unix fallocate
harmless --help --version -i --info
values -l --length -o --offset -m --mode -c?
- <paths file> !-p|--punch-hole : write file edit
- -p|--punch-hole <paths file> : write file over

pack replace
tools sd rpl replace-in-file ambr sad
harmless -p --preview --dry-run -s --simulate
values -n -f -x --flags --max-replacements -E
- * * <paths file> : write file edit

pack patch
tools patch gpatch
harmless --dry-run -C --check
values -p --strip -i --input -o --output -d --directory -r --reject-file -F --fuzz -B -b? -D -V -Y -z -g
- <path file> ** : write file edit
- -o|--output=<path out> ** : write out
- -d|--directory=<path folder> ** : write folder unpack

pack wipe
tools bcwipe rmz rip safe-rm rmrf
harmless --help -h --version -V
not graveyard
values -p --pattern -D -X -b --blocksize -s --device-size --graveyard
- <paths old> : delete old recursive

pack dd-like
tools dcfldd dc3dd
- ** if=<path source> ** : read source
- ** of=<path out> ** : write out
- ** hof=<path out> ** : write out
- ** wipe=<path out> ** : write out

pack ddrescue
tools ddrescue dd_rescue
values -b -c -i -m -o -r -s -S? --size --sector-size --retry-passes --input-position --output-position
- <path source> <path out> ** : write out

pack crictl
tools crictl ctr buildah
harmless --help
target -n --namespace
values -r --runtime-endpoint --image-endpoint -c --config -t --timeout --address -n --namespace --root --storage-driver --tag --file --name --label --state --exec-id
- rm|rmp|rmi|stop|stopp ** --all|--prune : destroy containers all containers of the node
- rm|rmp ** -f|--force : destroy containers containers of the node
- rm|rmp|rmi|stop ** <all> ** : destroy containers all containers of the node
- prune ** : destroy containers everything that is not in use
- containers|container|c|images|image|i|tasks|task|t|snapshots|snapshot|namespaces|namespace|ns|leases|content delete|del|rm|remove|prune ** : destroy containers containers of the node
- task|tasks|t exec * <cmd remote> : run it
- exec * <cmd remote> : run it
- push ** : publish an image
- images push ** : publish an image
- ps|pods|images ** -q|--quiet : gives all

pack diesel
tools diesel sqlx sea-orm-cli
harmless --help -h --version --dry-run
target --database-url
values --database-url -D --migration-dir --config-file --locked-schema --source -u -d -s --database-schema -n --number --target-version --connect-timeout -o --output-dir
- database|db drop|reset ** : destroy db the database of the app
- migration|migrate|mig revert|redo|down|fresh|refresh|reset ** : destroy db what migrations made

pack mkfs
tools mkfs mke2fs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.ext4dev
harmless -n --help --version
values -t --type -b -C -d -e -E -f -g -G -i -I -J -l -L -m -M -N -o -O -r -T -U -z
- ** /dev/* ** : destroy disk a file system
- <path disk> ** : write disk over

pack mkfs-other
tools mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.msdos mkfs.ntfs mkfs.exfat mkfs.f2fs mkfs.minix mkfs.bfs mkfs.cramfs mkfs.reiserfs mkfs.jfs mkfs.nilfs2 mkfs.udf mkfs.bcachefs mkfs.erofs mkdosfs mkntfs mkexfatfs mkreiserfs newfs newfs_hfs newfs_apfs newfs_msdos mkswap
harmless -V --help --version -h
values -L -b -d -i -l -m -n -s -S -r -U -O -p -F -R -v
- ** /dev/* ** : destroy disk a file system
- <path disk> ** : write disk over

pack fdisk
tools fdisk cfdisk gdisk cgdisk
harmless -l --list -s --getsz -x --list-details --help -h -V --version -v
values -b -c? -L? -o -t -u? -C -H -S -w -W
- ** /dev/* ** : destroy disk partitions
- <path disk> ** : write disk over

pack sfdisk
tools sfdisk
flags
harmless -d --dump -l --list -J --json -V --verify -n --no-act -s --show-size -T --list-types -F --list-free -h --help -v --version -g --show-geometry
values -N -o -O -w -W -X -Y -u
- ** /dev/* ** : destroy disk partitions
- <path disk> ** : write disk over

pack sgdisk
tools sgdisk
harmless --help -V --version -P --pretend
values -a -A -b --backup -B -c --change-name -C -d --delete -D? -e? -h -i --info -j -l --load-backup -m -n --new -N --largest-new -p? -R --replicate -r -s? -S -t --typecode -T -u -U -v?
- -Z|--zap-all|-z|--zap|-o|--clear|-d|--delete|-n|--new|-N|--largest-new|-g|--mbrtogpt|-l|--load-backup|-R|--replicate|-s|--sort|-t|--typecode|-G|--randomize-guids|-m|--gpttombr|-c|--change-name ** /dev/* ** : destroy disk partitions
- -Z|--zap-all|-z|--zap|-o|--clear|-d|--delete|-n|--new <path disk> : write disk over
- -b|--backup=<path copy> ** : write copy over

pack parted
tools parted
harmless -l --list --help -h -v --version
values -a --align
- /dev/* ** mklabel|mktable|mkpart|mkpartfs|rm|resizepart|resize|rescue|move|set|name|disk_set|cp|mkfs ** : destroy disk partitions
- /dev/* : destroy disk partitions
- /dev/* mklabel*|mkpart*|rm* ** : destroy disk partitions
- <path disk> mklabel|mktable|mkpart|rm|resizepart ** : write disk over

pack wipefs
tools wipefs
flags
harmless -n --no-act --help -h -V --version
values -o -t -O
- -a|--all|-o|--offset ** /dev/* ** : destroy disk signatures of a disk
- -a|--all|-o|--offset <paths disk> : write disk over

pack blkdiscard
tools blkdiscard scrub nwipe
harmless --help -h -V --version -n --no-exec
values -o -l -p -m -r
- ** /dev/* ** : destroy disk all data of a disk
- <paths disk> : write disk over
- --autonuke ** : destroy disk all disks

pack badblocks
tools badblocks
harmless --help
values -b -c -d -e -i -o -p -t
- -w ** /dev/* ** : destroy disk all data of a disk
- -o=<path out> ** : write out over

pack hdparm
tools hdparm
harmless -h -help -V
values -security-erase -security-erase-enhanced -security-set-pass -security-disable -security-unlock -user-master -make-bad-sector -repair-sector -write-sector -read-sector
oneDash
- -security-*|-trim-sector-ranges*|-write-sector|-repair-sector|-make-bad-sector|-fwdownload*|-sanitize-*|-dco-restore|-please-destroy-my-drive|-yes-i-know-what-i-am-doing ** : destroy disk all data of a disk
- -y|-Y ** : system puts a disk to sleep
- -N* ** : destroy disk the size of a disk

pack nvme
tools nvme
harmless --help -h
values -n --namespace-id -s --ses -l --lbaf -a --sanact -o --output-format -f --fw -d --data
- format|sanitize|delete-ns|detach-ns|create-ns|attach-ns|write|write-zeroes|write-uncor|dsm|fw-download|fw-commit|fw-activate|reset|subsystem-reset|security-send|resv-* ** : destroy disk data of a disk

pack lvm-remove
tools lvremove vgremove pvremove lvreduce vgreduce
harmless -t --test --help -h --version
- ** : destroy disk volumes

pack lvm
tools lvm
harmless --help -h --version
stopsAtOperand
- <cmd> : run it

pack mdadm
tools mdadm
harmless --help -h -V --version --detail -D --examine -E --query -Q
values -l --level -n --raid-devices -c --chunk -x --spare-devices -e --metadata -N --name
- --zero-superblock|--stop|-S|--fail|-f|--remove|-r|--create|-C|--grow|-G|--kill-subarray ** : destroy disk an array of disks

pack cryptsetup
tools cryptsetup
harmless --help -? --usage -V --version --test-passphrase
values -c --cipher -h --hash -d --key-file -s --key-size -S --key-slot -t --timeout -T --tries --header --type -l --keyfile-size --label --master-key-file --volume-key-file --pbkdf -i --iter-time --header-backup-file
- luksFormat|erase|luksErase|luksKillSlot|luksRemoveKey|luksChangeKey|luksConvertKey|reencrypt|luksHeaderRestore|convert|config ** : destroy disk an encrypted disk
- close|luksClose|remove|luksSuspend|luksAddKey ** : system an encrypted disk
- luksHeaderBackup ** --header-backup-file=<path copy> ** : write copy over
- --dump-master-key|--dump-volume-key ** : gives secret

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

pack btrfs
tools btrfs
harmless --help -h --dry-run
values -i --subvolid --output -d -m
- subvolume|sub|su delete|del|set-default ** : destroy disk a subvolume
- device|dev|de delete|remove|del|add ** : destroy disk a disk of the file system
- rescue zero-log|clear-*|chunk-recover|super-recover ** : destroy disk the file system
- check --repair|--init-csum-tree|--init-extent-tree ** : destroy disk the file system
- balance start ** : system moves data of the file system
- replace start ** : destroy disk a disk of the file system
- filesystem|fi resize ** : destroy disk the size of the file system

pack diskutil
tools diskutil
harmless --help
- erase*|Erase*|partition*|reformat|zeroDisk|randomDisk|secureErase|splitPartition|mergePartitions|resizeVolume|addPartition ** : destroy disk a disk
- apfs|ap|coreStorage|cs|appleRAID|ar|image delete*|erase*|create*|resize* ** : destroy disk a volume
- unmount|unmountDisk|umount|eject|enableOwnership|disableOwnership|renameVolume|rename ** : system a disk

pack dmsetup
tools dmsetup
harmless --help -h --version
values --table -c -o --target -u --uuid
- remove|remove_all|wipe_table|suspend|clear|reload ** : destroy disk a mapped disk

pack file-system-repair
tools fsck e2fsck fsck.ext2 fsck.ext3 fsck.ext4 fsck.vfat xfs_repair ntfsfix resize2fs
harmless -n --help -h --version -N --no-action
values -t -b -B -E -l -o -C?
- ** /dev/* ** : destroy disk parts of a file system that look broken
- -A ** : destroy disk parts of file systems that look broken
- <path disk> ** : write disk edit

pack file-system-settings
tools tune2fs debugfs xfs_db
harmless -l --help -V
values -c -C -e -E -g -i -L -m -M -o -O -r -T -u -U -R -f -b -s
- -w|-x ** /dev/* ** : destroy disk the file system
- -O|-U|-L|-m|-e|-i|-c|-o|-r|-I ** /dev/* ** : system settings of a file system

pack django
tools manage.py django-admin django
flags --noinput --no-input --help --version --traceback --no-color --force-color --plan --fake --check --dry-run
harmless --help -h --version --plan --dry-run
target --settings --database
values --settings --pythonpath --database --verbosity -v --app -a -c --command -R --router
- flush ** : destroy db all rows of the database
- reset_db|drop_test_database|delete_squashed_migrations|clean_database ** : destroy db the database of the app
- reset_schema|reset ** : destroy db the schema of the app
- migrate * zero ** : destroy db all tables of an app
- shell|shell_plus -c|--command=<code python> ** : run it
- dbshell !-c ** : sql
- changepassword ** : grant a user of the app
- remove_stale_contenttypes|delete_all* ** : destroy db rows of the app

pack docker-compose
tools docker-compose podman-compose
harmless --help -h --dry-run
values -f --file -p --project-name --profile --env-file --project-directory --ansi --parallel --progress -c --context -H --host --log-level --tlscacert --tlscert --tlskey
values down|stop|restart|rm|kill|logs|up|ps|build|pull|push|start|create !-f !-p !-c -t --timeout --rmi -s --signal --scale --tail --since --until
values exec !-f !-p !-c !-H -e --env --index -u --user -w --workdir
values run !-f !-c !-H -e --env --entrypoint --name -p --publish -u --user -v --volume -w --workdir -l --label
values rm !-s
- exec * <cmd remote> : run it
- run * <cmd remote> : run it
- run ** -v|--volume=/:*|/etc:*|/root:*|/var/run/docker.sock:* : mount folders of this machine
- down ** -v|--volumes : destroy containers volumes of the project
- rm ** -v : destroy containers volumes of containers
- push ** : publish images
- publish ** : publish an application

pack docker
tools docker podman nerdctl finch podman-remote docker.exe
harmless --help
not run exec create
target -H --host -c --context --connection --url
values -H --host -c --context --config -l --log-level --tlscacert --tlscert --tlskey --url --connection --identity --root --runroot --storage-driver --storage-opt --namespace --address --cgroup-manager --tmpdir --imagestore --network-config-dir --filter --format
values ps|images -f -n --last --sort
values container|image|volume|network|node|service|stack|secret|config|pod ls|list|ps -f -n --last --sort
values rm|rmi|stop|kill|restart|start|wait|logs !-l !-c -t --time -s --signal --cidfile --tail -n --since --until --depend
values build -f --file -t --tag --build-arg --target --platform --secret --ssh --cache-from --cache-to --label --network -o --output --progress --iidfile --metadata-file --builder --add-host -m --memory --shm-size --ulimit -v --volume --build-context --annotation --attest --allow
values builder|image build -f --file -t --tag --build-arg --target --platform --secret --ssh --cache-from --cache-to --label --network -o --output --progress --iidfile --metadata-file --builder --add-host -m --memory --shm-size --ulimit -v --volume --build-context --annotation --attest --allow
values buildx -f --file -t --tag --build-arg --target --platform --set --builder -o --output --progress --cache-from --cache-to --metadata-file --secret --ssh --label --build-context --annotation --attest --allow
values compose -f --file -p --project-name --profile --env-file --project-directory --ansi --parallel --progress
values compose down|stop|restart|rm|kill|logs|up|ps|build|pull|push|start|create|ls !-f !-p !-c !-l -t --timeout --rmi -s --signal --scale --tail -n --since --until --status
values node --availability --label-add --label-rm --role
values stack -c --compose-file --orchestrator --resolve-image
values compose exec !-f !-p !-c !-l -e --env --index -u --user -w --workdir
values compose run !-f !-c -e --env --env-from-file --entrypoint --name -p --publish -u --user -v --volume -w --workdir -l --label --cap-add --cap-drop --pull
values compose rm !-s
values service --replicas --image --env-add --env-rm --mount-add --mount-rm --constraint-add --publish-add --publish-rm --update-delay --detach
values save|export|commit -o --output -a --author -m --message --change
values image|container save|export|commit -o --output -a --author -m --message --change
values login -u --username -p --password
- node update ** --availability=drain : destroy cluster the tasks of a node
- stack deploy|up ** --prune : destroy cluster services that are not in the file
- compose exec * <cmd remote> : run it
- compose run * <cmd remote> : run it
- compose run ** -v|--volume=/:*|/etc:*|/root:*|/var/run/docker.sock:* : mount folders of this machine
- system prune ** : destroy containers everything that is not in use
- system reset ** : destroy containers all containers and images and volumes
- volume rm|remove|prune ** : destroy containers volumes
- container prune ** : destroy containers all stopped containers
- image prune ** -a|--all : destroy containers all images that are not in use
- rm ** -v|--volumes : destroy containers volumes of containers
- container rm|remove ** -v|--volumes : destroy containers volumes of containers
- rm ** <all> ** : destroy containers all containers
- container rm|remove ** <all> ** : destroy containers all containers
- rm ** -a|--all : destroy containers all containers
- container rm|remove ** -a|--all : destroy containers all containers
- rmi ** <all> ** : destroy containers all images
- image rm|remove ** <all> ** : destroy containers all images
- rmi ** -a|--all : destroy containers all images
- image rm|remove ** -a|--all : destroy containers all images
- stop|kill ** <all> ** : system all containers stop
- container stop|kill ** <all> ** : system all containers stop
- stop|kill ** -a|--all : system all containers stop
- container stop|kill ** -a|--all : system all containers stop
- pod rm|prune|kill ** : destroy containers pods
- kube down ** --force : destroy containers volumes of pods
- machine rm|reset ** : destroy containers a virtual machine with its containers
- namespace remove|rm ** : destroy containers a namespace
- secret rm|remove ** : destroy secret a secret of the cluster
- config rm|remove ** : destroy cluster a config of the cluster
- swarm leave ** : destroy cluster this node of the cluster
- swarm join-token|unlock-key ** : reveal a key of the cluster
- stack rm|remove|down ** : destroy cluster a stack
- service rm|remove ** : destroy cluster a service
- service scale ** *=0 ** : destroy cluster all tasks of a service
- service update ** --replicas=0 : destroy cluster all tasks of a service
- node rm|remove|demote ** : destroy cluster a node
- compose down ** -v|--volumes !--dry-run : destroy containers volumes of the project
- compose rm ** -v !--dry-run : destroy containers volumes of containers
- compose volumes rm|prune ** : destroy containers volumes of the project
- compose push ** !--dry-run : publish images
- compose publish ** !--dry-run : publish an application
- push ** : publish an image
- image push ** : publish an image
- manifest push ** : publish an image
- build ** --push : publish an image
- buildx build|bake|b ** --push : publish an image
- buildx build|b ** -o|--output=*type=registry*|*push=true* : publish an image
- trust revoke ** : publish the signature of an image goes
- save ** -o|--output=<path out> : write out over
- image save ** -o|--output=<path out> : write out over
- export ** -o|--output=<path out> : write out over
- cp|copy * <path dest> : write dest over
- container cp * <path dest> : write dest over
- unshare <cmd> : run it
- ps ** -q|--quiet !-f|--filter : gives all
- container ls|list|ps ** -q|--quiet !-f|--filter : gives all
- images ** -q|--quiet !-f|--filter : gives all
- image ls|list ** -q|--quiet !-f|--filter : gives all
- volume ls|list ** -q|--quiet : gives all

pack doctl
tools doctl
harmless --help -h
target --context
values -t --access-token -u --api-url -c --config --context -o --output --format --http-retry-max --http-retry-wait-max --http-retry-wait-min --tag-name --region --size --image --ssh-keys --name --count --ssh-command --ssh-user --ssh-key-path --inbound-rules --expiry-seconds
- compute * delete|d|del|rm ** : destroy cloud
- compute domain records delete|d|rm ** : destroy cloud DNS records
- compute droplet-action|da rebuild|restore ** : destroy cloud the disk of a machine
- compute firewall create|update|add-rules ** --inbound-rules=*0.0.0.0/0* : expose ports to everybody
- compute ssh * ** --ssh-command=<shell remote> : run it
- kubernetes|kube|k8s|k cluster|clusters|c delete|d|rm|delete-selective ** : destroy cluster a cluster
- kubernetes|kube|k8s|k cluster|clusters|c node-pool|nodepool|np delete|delete-node|d|rm ** : destroy cluster nodes of a cluster
- kubernetes|kube|k8s|k cluster|clusters|c kubeconfig show ** : reveal keys of a cluster
- databases|db|dbs|d|database delete|rm ** : destroy db a database cluster
- databases|db|dbs|d|database db|user|pool|replica|topics|indexes delete|rm ** : destroy db a part of a database cluster
- databases|db|dbs|d|database connection|conn ** : reveal the password of a database
- databases|db|dbs|d|database user get|reset ** : reveal the password of a database
- apps|app|a delete|d|rm ** : destroy cloud an application
- projects|vpcs|monitoring|uptime|serverless|functions|registry|registries|spaces|genai delete|d|rm|undeploy ** : destroy cloud
- registry|registries repository|repo delete-tag|dt|delete-manifest|dm ** : destroy cloud images of a registry
- registry|registries docker-config ** : reveal a password of a registry
- spaces|projects|monitoring|uptime|serverless|sls|functions keys|alerts|namespaces|check|triggers|resources delete|d|rm|undeploy ** : destroy cloud
- serverless|sls undeploy ** : destroy cloud functions

pack doctrine
tools doctrine doctrine-migrations console phinx
harmless --help -h --dry-run --dump-sql -x --version -V
target --env -e
values --env -e --em --connection --conn -c --configuration -t --target -d --date -p --parser --db-configuration --filter-expression
- d*:d*:d*|d*:s*:d*|orm:schema-tool:drop|doctrine:fixtures:load|doctrine:mongodb:schema:drop ** : destroy db tables of the schema
- d*:s*:u*|orm:schema-tool:update --force|-f|--complete ** : destroy db columns and tables that the schema no longer has
- dbal:run-sql|doctrine:query:sql|doctrine:run-sql <sql> ** : sql
- doctrine:migrations:migrate|migrations:migrate|migrate first|prev|0 ** : destroy db what migrations made
- doctrine:migrations:execute|migrations:execute --down ** : destroy db what a migration made
- rollback ** : destroy db what a migration made
- secrets:reveal|secrets:decrypt-to-local ** : gives secret
- secrets:list --reveal ** : gives secret
- secrets:remove ** : destroy secret a secret of the app
- messenger:failed:remove ** : destroy queue messages

pack dolt
tools dolt
harmless --help
values -q --query -u --user -p --password --host --port --data-dir -m --message -b --branch --author -r --result-format -f --file --use-db
- sql -q|--query=<sql> ** : sql
- sql !-q|--query ** : sql
- reset --hard ** : discard changes of tables
- checkout . : discard changes of tables
- clean !--dry-run ** : discard new tables
- branch -D|-d|--delete ** : discard a branch of a database
- stash drop|clear ** : discard stashed changes of tables
- table rm ** : destroy db a table
- table import -c|--create-table -f|--force ** : destroy db a table that an import replaces
- push -f|--force ** : push force
- gc ** : forget old commits of a database
- remote remove|rm ** : discard a remote of a database

pack duckdb
tools duckdb
harmless -help -version
values -c -s -cmd -init -separator -newline -nullvalue -f
oneDash
- -c|-s|-cmd=<sql> ** : sql
- * <sql> ** : sql
- !-c|-s|-f ** : sql
- -c|-s|-cmd=.shell<shell> ** : run it
- -c|-s|-cmd=.system<shell> ** : run it
- * ** .shell<shell> ** : run it
- * ** .system<shell> ** : run it

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

pack ed
tools red ed
values -p --prompt
- ** : ex
- <path file> : write file edit

pack emacs
tools emacs emacsclient xemacs emacs-nox
harmless -version -help
values -eval -execute -e -f -funcall -l -load -L -directory -u -user -chdir -script -init-directory -s -socket-name -a -alternate-editor -insert
oneDash
- -eval|-execute|-e=*shell-command*|*call-process*|*start-process*|*make-process*|*delete-directory*|*delete-file*|*compile* ** : run unknown
- -eval|-execute|-e=*write-region*|*write-file*|*rename-file*|*copy-file*|*set-file-modes*|*url-retrieve* ** : run unknown
- !-eval|-execute|-e|-batch|-f|-l|-load|-script <paths file> : write file edit

pack nano
tools nano pico micro joe jed mcedit ne hx helix kak sudoedit
harmless --help -h --version -V --view -v
values -r -T -C -o -Q -s -X -Y -Z -e? -u --syntax --tabsize --backupdir --speller --fill
- <paths file> : write file edit
- -s|--speller=<cmd> ** : run it

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

pack firebase
tools firebase firebase-tools
harmless --help -h --dry-run
target -P --project
values -P --project --account --token -c --config --only --except -m --message --region --instance -d --data --database -e --expires --format --location --import --export-on-exit -i -s --site
- firestore:delete|firestore:databases:delete|firestore:bulkdelete|database:remove|database:set|firestore:databases:restore ** : destroy db data
- functions:delete|hosting:disable|hosting:channel:delete|hosting:sites:delete|ext:uninstall|apphosting:backends:delete|remoteconfig:rollback|extensions:uninstall|database:instances:delete|apptesting:delete|apps:delete ** : destroy cloud
- functions:secrets:destroy|functions:secrets:prune|functions:config:unset ** : destroy secret a secret of the project
- functions:secrets:access ** : reveal a secret of the project
- login:ci ** : reveal a token of the account
- auth:export ** : reveal the accounts of all users
- apphosting:secrets:grantaccess ** : grant access to a secret
- appdistribution:distribute ** : publish an application
- deploy ** -f|--force : destroy cloud functions that are not in the code
- emulators:exec <shell> : run it

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

pack firewall-restore
tools iptables-restore ip6tables-restore
harmless -t --test -h --help -V --version
- ** : system replaces the rules of the firewall

pack nft
tools nft
harmless -c --check -h --help -v --version
values -f --file -D --define -I --includepath
- flush|delete|destroy|reset|replace ** : system clears the firewall
- add|create|insert|rename ** : system rules of the firewall
- -f|--file ** : system rules of the firewall
- flush*|delete*|destroy*|add* : system rules of the firewall

pack ufw
tools ufw
harmless --help -h --dry-run --version
- disable|reset ** : system switches the firewall off
- delete|allow|deny|reject|limit|insert|prepend|route|default|enable|reload ** : system rules of the firewall
- --force disable|reset ** : system switches the firewall off

pack firewalld
tools firewall-cmd firewall-offline-cmd
harmless --help -h --version -V
- --remove-*|--panic-on|--delete-*|--complete-reload|--reset-to-defaults|--set-default-zone|--set-target|--lockdown-* ** : system rules of the firewall
- --add-*|--change-interface|--new-*|--direct|--permanent ** : system rules of the firewall

pack mac-firewall
tools pfctl ipfw socketfilterfw
harmless -n -h --help
values -f -t -T -s -i -a -F
- -d|-e|-F|-f ** : system rules of the firewall
- -T=flush|kill|delete|add|replace|zero ** : system rules of the firewall
- flush|delete|add ** : system rules of the firewall
- --setglobalstate|--setblockall|--add|--remove|--unblockapp ** : system rules of the firewall

pack network-settings
tools ip nmcli tc
harmless -help -h -V -Version -version
values -n -netns -f -family -b -batch -w -wait -fields -g
oneDash
- link|l delete|del|d ** : system removes a network device
- link|l set ** down ** : system switches a network device off
- addr|address|a|route|r|ro|rule|neigh|netns|xfrm del|delete|d|flush|f|replace|change ** : system settings of the network
- -all netns delete|del : system settings of the network
- qdisc|class|filter del|delete|add|replace ** : system settings of the network
- connection|con|c delete|del|down|modify|mod ** : system settings of the network
- device|dev|d disconnect|delete|down ** : system settings of the network
- radio * off : system switches the network off
- networking|n off : system switches the network off
- -b|-batch ** : system settings of the network
- netns exec * <cmd> : run it
- vrf exec * <cmd> : run it

pack network-switches
tools wg-quick ifconfig networksetup netplan
harmless -help -h -list -n
oneDash
- * down : system switches a network device off
- down * : system switches a network device off
- delete * * : system settings of the network
- -set*|-remove*|-delete* ** : system settings of the network
- apply : system settings of the network
- set * : system settings of the network

pack flask-db
tools flask
harmless --help --sql --version
values -A --app -e --env-file -m --message -d --directory -x --x-arg -p --port -h --host
- db downgrade ** : destroy db what migrations made
- db drop|reset|drop-all|drop_all|clean ** : destroy db tables of the app
- db stamp --purge ** : destroy db the record of migrations
- drop-db|drop_db|reset-db|reset_db ** : destroy db tables of the app

pack flux
tools flux
harmless --dry-run --export --help -h
target --context --cluster -n --namespace
values -n --namespace --context --cluster --kubeconfig --as --as-group --timeout --token --server --user --kube-api-burst --kube-api-qps --cache-dir --components --path --branch --owner --repository --url --source --interval --label -l --kind --version --with-source
- delete ** : destroy cluster objects of Flux and what they applied
- uninstall ** : destroy cluster Flux
- push artifact ** : publish an artifact
- bootstrap ** : push

pack fly
tools fly flyctl
harmless --help -h
target -a --app
values -a --app -c --config -t --access-token --target -r --region -o --org -C --command --image -i --vm-size --process-group --machine --volume --user -u --address -n --name -x --expiry -e --env
- destroy-pipeline|dp|destroy-team|dt|prune-worker|pw ** : destroy cloud a pipeline or team
- destroy ** : destroy cloud an application
- apps destroy|delete|remove|rm ** : destroy cloud an application
- machine|machines|m destroy|remove|rm ** : destroy cloud a machine
- volumes|volume|vol destroy|delete|rm ** : destroy cloud a volume
- postgres|pg|mpg|redis|mysql|storage|tigris|orgs|consul|litefs-cloud destroy|delete|remove|rm|detach ** : destroy cloud
- extensions|ext * destroy|delete ** : destroy cloud
- secrets unset|remove|rm ** : destroy secret a secret of the application
- certs remove|delete ** : destroy cloud a certificate
- ips release ** : destroy cloud an address
- scale count 0 ** : destroy cloud all machines of the application
- scale count ** *=0 ** : destroy cloud machines of the application
- wireguard remove ** : destroy cloud a connection
- auth token ** : reveal a token of the account
- tokens create ** : grant a token, reveal a token of the account
- tokens revoke ** : destroy secret a token
- ssh console ** -C|--command=<shell remote> : run it
- machine|machines|m exec * <shell remote> ** : run it

pack flyway
tools flyway
harmless -h -help -? -v -version
target -url -environment
oneDash
- ** clean ** : destroy db all objects of the schemas
- ** undo ** : destroy db what a migration made

pack gcloud
tools gcloud gcloud.cmd
harmless --help -h
not config components topic help info version cheat-sheet
target --project --configuration --cluster
values --project --account --configuration --format --filter --flatten --verbosity --billing-project --impersonate-service-account --access-token-file --flags-file --trace-token --zone --region --location --sort-by --limit --page-size --network --subnet --machine-type --image --image-family --image-project --tags --labels --metadata --metadata-from-file --service-account --scopes --member --role --condition --source-ranges --target-tags --allow --rules --direction --priority --description --display-name --size --num-nodes --node-pool --cluster --instance --database --database-version --tier --cpu --memory --authorized-networks --sql --ddl --ddl-file --command --ssh-key-file --ssh-flag --key --keyring --version --secret --data-file --replication-policy --out-file --ciphertext-file --plaintext-file --source --runtime --entry-point --trigger-topic --set-env-vars --update-env-vars --set-secrets --port --platform --concurrency --max-instances --min-instances --timeout --tag --config --substitutions --gcs-log-dir --iam-account --key-file-type --to-revisions --name --type --ttl --rrdatas --topic --subscription --ack-deadline --message --attribute --repository --repository-format --package --freshness --order --resource-names --backup-instance --restore-instance --expiration --ttl-duration --organization --folder --billing-account --user --password --host --predefined-acl --canned-acl --exclude --include --storage-class --content-type --cache-control --lifecycle-file
- ** *s|managed|unmanaged|app-check|fleet delete|destroy|purge|bulk-delete ** : destroy cloud
- ** firestore bulk-delete ** : destroy db documents
- ** delete-instances ** : destroy cloud machines of a group
- ** storage rm|rb ** : destroy cloud objects of a bucket
- ** storage rsync ** --delete-unmatched-destination-objects !--dry-run : destroy cloud objects that the source does not have
- ** storage mv gs://* ** -r|-R|--recursive : destroy cloud objects at their old place
- ** storage cp <path src> gs://* : send src
- ** storage cp - gs://* : send stdin
- ** storage rsync <path src> gs://* : send src
- ** storage cp gs://* <path dest> : write dest over
- ** storage cat ** : gives net
- ** storage buckets update ** --lifecycle-file : destroy cloud objects by their age
- ** storage buckets update ** --no-versioning|--clear-soft-delete|--no-public-access-prevention|--clear-retention-period : system the protection of a bucket
- ** storage cp|objects|buckets ** --predefined-acl|--canned-acl=public* : expose objects of a bucket
- ** storage objects|buckets update ** --add-acl-grant=*allUsers*|*AllUsers* : expose objects of a bucket
- ** add-iam-policy-binding ** --member=allUsers|allAuthenticatedUsers : expose a resource to everybody
- ** add-iam-policy-binding ** !--member=allUsers|allAuthenticatedUsers : grant a role
- ** set-iam-policy ** : grant roles
- ** iam service-accounts keys create ** : grant a key of the account
- ** iam roles update ** : grant a role
- ** run|functions deploy ** --allow-unauthenticated : expose a service to everybody
- ** compute firewall-rules create|update ** --source-ranges=*0.0.0.0/0* : expose ports to everybody
- ** sql instances create|patch ** --authorized-networks=*0.0.0.0/0* : expose a database to everybody
- ** --no-deletion-protection|--no-enable-deletion-protection : system the protection of a resource
- ** compute instance-groups managed resize ** --size=0 : destroy cloud all machines of a group
- ** container clusters resize ** --num-nodes|--size=0 : destroy cluster all nodes of a cluster
- ** sql backups restore ** : destroy db the data since the backup
- ** sql instances restore-backup ** : destroy db the data since the backup
- ** spanner databases execute-sql ** --sql=<sql> : sql
- ** spanner databases ddl update ** --ddl=<sql> : sql
- ** services disable ** : destroy cloud a service of the project
- ** billing projects unlink ** : destroy cloud the billing of a project
- ** auth print-access-token|print-identity-token|print-refresh-token ** : reveal a token of the account
- ** auth application-default print-access-token ** : reveal a token of the account
- ** secrets versions access ** : reveal a secret of the project
- ** services api-keys get-key-string ** : reveal a key of the project
- ** compute reset-windows-password ** : reveal the password of a machine
- ** kms decrypt ** --plaintext-file=- : reveal decrypted text
- ** compute ssh * ** --command=<shell remote> : run it
- ** compute ssh * ** -- <cmd remote> : run it

pack gh
tools gh
harmless --help
target -R --repo
values -R --repo --hostname --json --jq -q --template -L --limit
values api -X --method -f -F --field --raw-field -H --header --input -p --preview --cache -t
values auth -h -u --user -s --scopes -r --remove-scopes -p --git-protocol
values repo --visibility -d --description -h --homepage --default-branch -s --source -b --branch --remote -t --title -g --gitignore -l --license -p --team --add-topic --remove-topic
values pr -t --title -b --body -F --body-file -B --base -H --head -A --author-email --subject --match-head-commit -c --comment -a --assignee -l --label -S --search
values issue -t --title -b --body -F --body-file -a --assignee -l --label -m --milestone -S --search -c --comment
values release -t --title -n --notes -F --notes-file --target --discussion-category --notes-start-tag --tag -p --pattern -D --dir -O --output
values gist -d --desc -f --filename -a --add -r --remove
values secret -a --app -b --body -e --env -f --env-file -o --org -r --repos -v --visibility
values variable -b --body -e --env -f --env-file -o --org -r --repos -v --visibility
values run -w --workflow -b --branch -u --user -e --event -s --status -c --commit -j --job -a --attempt -n --name -p --pattern -D --dir
values workflow -r --ref -f -F --field --raw-field
values codespace -c --codespace --days -u --user -o --org --repo-owner --profile --server-port
values cs -c --codespace --days -u --user -o --org --repo-owner --profile --server-port
values project --owner --id --visibility --title --readme --description -d --format --field-id --project-id
values label -c --color -d --description -n --name -S --search
values search --owner --language --sort --order --created --updated --state --author --label --match
- repo delete ** : destroy remote a GitHub repository
- repo archive ** : destroy remote write access to a GitHub repository
- repo sync ** --force : push force
- repo edit ** --visibility=public|PUBLIC : expose a private repository
- repo create|new ** --public --push : publish the code of this repository
- repo deploy-key delete ** : destroy remote a deploy key
- repo deploy-key add ** : grant a deploy key
- repo autolink delete ** : destroy remote an autolink
- release delete|delete-asset ** : destroy remote a release
- release create ** !-d|--draft : publish a release
- release edit ** --draft=false : publish a release
- release upload * <paths assets> : publish files of a release, send assets
- issue delete ** : destroy remote an issue
- pr merge ** !--admin : push
- pr merge ** --admin : grant a merge past the branch rules
- pr close ** -d|--delete-branch : push deletes
- pr checkout|co ** -f|--force : discard local commits of the branch
- co ** -f|--force : discard local commits of the branch
- gist delete ** : destroy remote a gist
- gist view ** : gives net
- alias set * <shell> ** : run it
- issue|pr create|comment|edit|review|close|merge ** -b|--body=<text body> : send body
- issue|pr|release create|comment|edit|review ** -F|--body-file|--notes-file=<path file> : send file
- api ** --input=- : send stdin
- api ** --input=<path file> : send file
- gist create ** -p|--public : publish a gist
- gist create <paths files> : send files
- gist create - : send stdin
- gist create : send stdin
- secret delete|remove ** : destroy secret a GitHub secret
- variable delete|remove ** : destroy remote a GitHub variable
- run delete ** : destroy remote a workflow run
- label delete ** : destroy remote a label
- ssh-key|gpg-key delete ** : destroy remote a key of the account
- ssh-key|gpg-key add ** : grant a key access to the account
- codespace|cs delete ** : destroy remote a codespace
- codespace|cs ports visibility ** *:public ** : expose a port of a codespace
- codespace|cs ssh ** -- <cmd remote> : run it
- project delete|item-delete|field-delete ** : destroy remote a project
- project edit ** --visibility=PUBLIC|public : expose a project
- api ** -X|--method=DELETE|delete|Delete : destroy remote what the API call deletes
- api ** -f|-F|--field|--raw-field=visibility=public|private=false : expose a private repository
- api ** -f|-F|--field|--raw-field=query=*mutation*delete*|query=*mutation*Delete* : destroy remote what the API call deletes
- api *git/refs/* ** -f|-F|--field|--raw-field=force=true : push force
- api *collaborators/* ** -X|--method=PUT|put : grant a collaborator access
- auth token ** : reveal the token of GitHub
- auth status ** -t|--show-token : reveal the token of GitHub
- auth refresh|login ** -s|--scopes=*delete_repo*|*admin:* : grant more rights for the token of GitHub

pack gitlab
tools gitlab-runner gitlab-rails gitlab-rake gitlab-ctl gitlab-backup
harmless --help -h
values -c --config -n --name -t --token -u --url -e --environment -d --working-directory
- unregister ** : destroy remote runners
- register|install ** : persist a runner of jobs
- runner <code ruby> ** : run it
- gitlab:backup:restore ** : destroy db the data since the backup
- restore ** : destroy db the data since the backup
- gitlab:cleanup:*|gitlab:setup|gitlab:db:drop_tables|db:drop|db:reset ** : destroy db data of GitLab
- cleanse|uninstall|remove-accounts ** : destroy remote GitLab with its data
- show-config ** : reveal passwords of GitLab

pack glab
tools glab
harmless --help -h
target -R --repo
values -R --repo -g --group -P --per-page -p --page -F --output
values api -X --method -f -F --field --raw-field -H --header --input --hostname --output
values mr -t --title -d --description -b --target-branch -s --source-branch -a --assignee -l --label -m --message --squash-message --sha --reviewer --milestone
values issue -t --title -d --description -a --assignee -l --label -m --milestone --search
values release -n --name -N --notes -F --notes-file -r --ref -m --milestone -a --assets-links -T --tag-message
values variable -v --value -s --scope -t --type
values ci -b --branch --variables -j --job
- repo|project delete ** : destroy remote a GitLab project
- repo|project archive|transfer ** : destroy remote access to a GitLab project
- repo|project create ** -P|--public : publish a project
- repo|project members add ** : grant a member access
- release delete ** : destroy remote a release
- release create|upload ** : publish a release
- issue|mr|label|milestone|iteration|incident delete ** : destroy remote something in GitLab
- mr merge|accept ** : push
- mr note delete ** : destroy remote a note
- snippet delete ** : destroy remote a snippet
- snippet create ** --visibility=public : publish a snippet
- variable delete|remove|rm ** : destroy secret a CI variable
- variable get|export ** : reveal a CI variable
- ci delete ** !--dry-run : destroy remote a pipeline
- schedule delete ** : destroy remote a pipeline schedule
- ssh-key|deploy-key|gpg-key delete ** : destroy remote a key
- ssh-key|deploy-key|gpg-key add ** : grant a key access
- token create|rotate ** : grant a token
- token revoke ** : destroy secret a token
- securefile remove|rm|delete ** : destroy secret a secure file
- runner delete ** : destroy remote a runner
- cluster agent delete ** : destroy cluster a cluster agent
- opentofu|terraform state delete ** : destroy infra a state
- stack sync ** : push
- api ** -X|--method=DELETE|delete|Delete : destroy remote what the API call deletes
- api ** -f|-F|--field|--raw-field=visibility=public : expose a private project
- auth status ** -t|--show-token : reveal the token of GitLab
- config get token ** : reveal the token of GitLab

pack gpg
tools gpg gpg2
flags --export-secret-keys --export-secret-subkeys --delete-secret-keys --delete-secret-and-public-key --delete-keys --armor --batch --yes --list-keys --list-secret-keys --import --export --verify
harmless --help --version --dry-run -n
values -u --local-user -r --recipient -o --output --homedir --keyserver --passphrase --passphrase-file --batch-file --default-key --status-fd --command-fd --pinentry-mode --trust-model
- --export-secret-keys|--export-secret-key|--export-secret-subkeys ** !-o|--output : reveal the secret keys of gpg, gives secret
- --export-secret-keys|--export-secret-key|--export-secret-subkeys ** -o|--output=<path file> : write file, reveal the secret keys of gpg
- --delete-secret-keys|--delete-secret-and-public-key ** : destroy secret keys of gpg
- -o|--output=<path file> ** : write file
- --send-keys ** : publish a key

pack gsutil
tools gsutil
harmless --help
target -u
values -o -h -u -i
values rsync -x -y -a -j !-u !-i !-o
values cp|mv -a -z -s -L -j -h
values rm|ls|du|stat !-o !-u !-i -e
values mb -p -c -l -b
values acl|defacl|iam -u -g -p -d
- rm|rb|remove|del|delete ** : destroy cloud objects of a bucket
- rsync * gs://*|s3://* -d !-n : destroy cloud objects that the source does not have
- mv gs://* ** : destroy cloud objects at their old place
- mv <path src> gs://* : delete src recursive
- rsync * <path dest> -d !-n : delete dest recursive
- cp <paths src> gs://* : send src
- cp - gs://* : send stdin
- cp gs://* - : gives net
- rsync <path src> gs://* !-n : send src
- cat ** : gives net
- cp ** -a=public-* : expose objects of a bucket
- acl|defacl set ** public-* ** : expose objects of a bucket
- acl|defacl ch ** -u=AllUsers*|allUsers*|AllAuth* : expose objects of a bucket
- acl|defacl ch ** -u !-u=AllUsers*|allUsers*|AllAuth* : grant access to a bucket
- iam ch ** allUsers:*|allAuthenticatedUsers:* ** : expose a bucket
- iam ch ** !-d : grant access to a bucket
- iam set ** : grant access to a bucket
- lifecycle set ** : destroy cloud objects by their age
- versioning set off ** : destroy cloud old versions of objects
- retention clear ** : system the protection of a bucket

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

pack sysctl
tools sysctl
harmless --help -h -V --version
values -r --pattern
- -w|--write|-p|--load|--system|-f ** : system settings of the kernel
- ** *=* ** : system settings of the kernel

pack kernel-modules
tools modprobe rmmod insmod kextload kextunload
harmless --help -h -V --version -n --dry-run --show -D --show-depends -c --showconfig --resolve-alias -R
- ** : system modules of the kernel

pack mounts
tools mount
flags
harmless --help -h -V --version -f --fake -l --show-labels
values -t --types -o --options -O -L -U -T -N
- -o|--options=*remount* ** : system mounts again with other options
- -a|--all ** : system mounts all disks
- * <path at> : mount a disk or a folder
- -L|--label|-U|--uuid|--source * : mount a disk or a folder
- --move|-M ** : mount a disk or a folder
- / ** : mount the root of the machine

pack unmounts
tools umount swapoff fusermount fusermount3
harmless --help -h -V --version --fake
values -t -O -N -L -U -o
- -a|--all ** : system takes disks off
- <paths at> : system takes a disk off

pack security-switches
tools setenforce auditctl aa-teardown aa-disable aa-complain setsebool semanage pam-auth-update semodule mokutil
harmless --help -h -l --list -s --list-modules --list-all --list-enrolled --list-new --sb-state
- ** : system rules of security

pack boot-loader
tools grub-install grub2-install update-grub update-grub2 update-initramfs grub-set-default grub-reboot lilo extlinux
harmless --help -h --version -V
- ** : system how the machine starts

pack boot-entries
tools efibootmgr kexec bootctl
harmless --help -h --version -V
values -b -L -d -l -p
- -B|--delete-bootnum|-c|--create|-o|--bootorder|-n|--bootnext|-O|--delete-bootorder|-A|--inactive|-N|--delete-bootnext ** : system how the machine starts
- -e|--exec|-f|--force ** : system stops the machine
- remove|install|set-default|set-oneshot|update|unlink ** : system how the machine starts

pack logs
tools journalctl
flags
harmless --help -h --version
values -u -n -o -S -U -p -t -b? -D -g -M -F -c
- --vacuum-size|--vacuum-time|--vacuum-files ** : system deletes logs
- --rotate|--relinquish-var|--setup-keys ** : system moves logs

pack machine-settings
tools hostnamectl timedatectl localectl
harmless --help -h --version
values -H --host -M --machine -p --property
- set-*|hostname|deployment|location|chassis|icon-name * ** : system settings of the machine

pack alternatives
tools update-alternatives alternatives
harmless --help --version --list --display --query --get-selections
values --altdir --admindir --log
- --set|--install|--remove|--remove-all|--config|--auto|--all|--set-selections ** : system which program a name means

pack log-rotation
tools logrotate
harmless -d --debug --help -h --version
values -s --state -l --log -m --mail
- -f|--force ** : system moves and deletes logs
- <paths config> : system moves and deletes logs

pack kernel-log
tools dmesg
flags
harmless --help -h --version -V
values -l -f -n -s -F
- -C|--clear|-c|--read-clear ** : system clears the log of the kernel
- -D|--console-off|-n|--console-level ** : system the console of the kernel

pack clock
tools hwclock
harmless --help --version
values --date -f --rtc
- --set ** : system the clock
- --systohc|--hctosys|-w|--adjust|-a ** : system the clock

pack root-folder
tools pivot_root switch_root killall5
harmless --help -h --version -V
- ** : system all processes of the machine

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
- create clusterrolebinding|rolebinding ** : grant a role
- create token ** : reveal a token of the cluster
- adm policy add-* ** : grant a role
- policy add-* ** : grant a role
- expose ** --type=LoadBalancer|NodePort : expose a service
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

pack laravel
tools artisan sail
harmless --help -h --pretend --version -V --env=testing
not php composer npm node yarn pnpm npx bun test shell up down build debug root-shell bash exec run
target --env --database
values --env --database --path --seeder --step --class --host --port --execute --queue
- ** migrate:fresh|migrate:refresh|migrate:reset|db:wipe|schema:drop ** : destroy db all tables of the database
- ** migrate:rollback ** : destroy db what a migration made
- ** queue:clear|queue:flush|queue:forget|horizon:clear|queue:prune-failed ** : destroy queue jobs
- ** model:prune|telescope:clear|telescope:prune ** : destroy db rows of the app
- ** tinker --execute=<code php> ** : run it
- ** env:decrypt ** : gives secret

pack liquibase
tools liquibase
harmless --help -h --version -v
target --url
values --url --username --password --changelog-file --changeLogFile --defaults-file --classpath --driver --schemas --tag --count --date --contexts --labels --sql --sql-file --default-schema-name --log-level
- ** drop-all|dropAll ** : destroy db all objects of the schemas
- ** rollback|rollback-count|rollbackCount|rollback-to-date|rollbackToDate|rollback-one-changeset|rollback-one-update ** : destroy db what migrations made
- ** execute-sql|executeSql --sql=<sql> ** : sql

pack local-binaries
tools pnpm yarn bun
harmless --help -h --version -v
not add i install ci update up upgrade upgrade-interactive remove rm uninstall un link ln unlink import rebuild rb prune fetch patch audit list ls ll outdated why licenses exec dlx x create init start test t restart publish unpublish deprecate pack root bin setup deploy doctor env store server config get set cache help login logout whoami view info search check dedupe explain global npm owner plugin stage tag team version versions workspaces build pm repl access dist-tag token profile pkg org trust hook ping docs repo bugs prefix approve-builds ignored-builds self-update patch-commit patch-remove cat-file cat-index find-hash sbom
values --filter -F -C --dir --cwd --config -c --reporter --loglevel --env-file --shell --elide-lines
stopsAtOperand
- run|run-script <cmd> : run it
- workspace * run <cmd> : run it
- workspace * <cmd> : run it
- <cmd> : run it

pack lxc-programs
tools lxc-destroy
harmless --help -h --version
values -n --name -P --lxcpath
- ** : destroy infra a container of this machine

pack virtualbox
tools VBoxManage vboxmanage
values --format --type
- unregistervm|closemedium ** --delete|--delete-all : destroy infra a virtual machine with its disks
- snapshot * delete|restore ** : destroy infra a snapshot
- controlvm * poweroff|reset ** : system a virtual machine

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

pack mc
tools mc mcli minio-client mc.exe
harmless --help -h --dry-run --fake
values -C --config-dir --limit-upload --limit-download --older-than --newer-than --attr --tags --exclude --version-id --vid --custom-header -H --rewind --storage-class --sc --enc-c --enc-kms --enc-s3 --name --expire-days --resolve --region --policy --access-key --secret-key --user --group
- rm|rb|undo ** : destroy cloud objects of a bucket
- mv ** -r|--recursive : destroy cloud objects at their old place
- mirror ** --remove : destroy cloud objects that the source does not have
- cp|put|mirror <paths src> * : send src
- pipe ** : send stdin
- cat ** : gives net
- anonymous|policy set public|download|upload|custom ** : expose a bucket
- anonymous|policy set-json ** : expose a bucket
- ilm add ** : destroy cloud objects by their age
- ilm rule add|import ** : destroy cloud objects by their age
- version suspend ** : destroy cloud old versions of objects
- retention|legalhold clear ** : system the protection of objects
- replicate rm|remove ** : destroy cloud a copy of a bucket
- admin user|group|policy|accesskey|service-account|tier|bucket remove|rm|delete|detach|unset|disable ** : destroy cloud an account
- admin user svcacct rm|remove ** : destroy cloud an account
- admin policy attach|set ** : grant rights in the store
- admin user add ** : grant access to the store
- admin user svcacct add ** : grant access to the store
- admin accesskey create ** : grant access to the store
- admin service stop|restart ** : system the store stops
- admin config reset|restore|import ** : system the configuration of the store
- admin decommission start ** : destroy cloud a pool of disks

pack memcached
tools memcflush memcrm memflush memrm
harmless --help --version
target --servers
values --servers
- ** : destroy db keys of memcached

pack migrate-tools
tools goose dbmate migrate sql-migrate tern rambler pgroll reshape sqitch shmig yoyo soda
harmless -help -h -version -dry-run -dryrun
not create new generate add init up status version
target -u -url -database
values -dir -d -e -env -u -url -s -schema-file -migrations-dir -migrations-table -table -path -database -source -config -c -limit -t -target -destination -m -p -step -ext
oneDash
- ** reset|down|down-to|drop|redo|rollback|revert|downgrade ** : destroy db what migrations made

pack mix
tools mix
harmless --help -h --dry-run
not help test compile deps.get format
values -r --repo -n --step --to --to-exclusive --migrations-path --prefix --only --organization
- ecto.drop|ecto.reset ** : destroy db the database of the app
- ecto.rollback ** : destroy db what migrations made
- ash.reset|ash_postgres.drop|ash_postgres.rollback|ash.tear_down|event_store.drop|event_store.reset ** : destroy db the database of the app
- hex.publish ** : publish a package
- hex.retire ** : publish a package
- hex.owner add|remove|transfer ** : grant owners of a package
- hex.user key|auth|deauth ** : grant keys of the registry
- do ** ecto.drop*|ecto.reset* ** : destroy db the database of the app

pack mongo-tools
tools mongorestore mongoimport
harmless --help --version --dryRun
target --uri -h --host
values --uri -h --host -u -p -d -c --mode -f -j
- --drop ** : destroy db collections that a restore replaces
- --mode=delete ** : destroy db documents of a list

pack mongo
tools mongosh mongo
harmless --help -h --version --build-info
target --host
values --eval --host -u -p -f
- --eval=<code javascript> ** : run it
- --eval=*.drop(*|*.dropDatabase(*|*dropDatabase:*|*.dropIndexes(*|*.dropUser(*|*.dropAllUsers*|*.dropRole(* ** : destroy db collections of MongoDB
- --eval=*.deleteMany(*{}*|*.deleteMany()*|*.remove(*{}*|*.remove()* ** : destroy db documents of MongoDB
- --eval=*.shutdownServer(*|*shutdown:* ** : system stops the database server

pack mysql-admin
tools mysqladmin mariadb-admin
flags
harmless --help -? --version -V
target -h --host
values -p? -h --host -P -S -u -c -i
- ** drop ** : destroy db a database of MySQL
- ** shutdown ** : system stops the database server
- ** password ** : grant a new password of the database
- ** flush-all|kill ** : system connections of the database server

pack mysql-import
tools mysqlimport mariadb-import myloader
flags --delete --overwrite-tables --drop-table --replace --ignore --local --help --version --force --lock-tables
harmless --help -? --version -V
target -h --host
values -p? -h --host -P -u -c -d -B -t
- --delete|--overwrite-tables|--drop-table|-o ** : destroy db rows that an import replaces
- -D * ** : destroy db rows that an import replaces

pack mysql
tools mysql mariadb mycli
flags
harmless --help -? --version -V
target -h --host -D --database
values -D --database -e --execute -h --host -P -S -p? -u --init-command --tee
- -e|--execute=system<shell> ** : run it
- -e|--execute=<sql> ** : sql
- --init-command=<sql> ** : sql
- !-e|--execute ** : sql
- --tee=<path log> ** : write log append

pack nats
tools nats
harmless --help -h --version
target -s --server --context
values -s --server --user --password --creds --nkey --context --timeout --subject --seq --keep --config -H
- stream|str|st|s rm|delete|del|purge|rmm|cluster ** : destroy queue a stream
- consumer|con|obs rm|delete|del ** : destroy queue a consumer
- kv|object|obj del|rm|purge|delete|compact ** : destroy queue keys or objects
- context rm|delete ** : discard a saved connection
- server raft|cluster peer-remove|step-down ** : destroy cluster a server
- auth ** rm ** : grant users of NATS

pack neo4j-admin
tools neo4j-admin
harmless --help -h --version
values --from-path --to-path --from --to --database --additional-config
- database load|restore|copy --overwrite-destination ** : destroy db what a restore replaces
- load|restore --force ** : destroy db what a restore replaces
- database import full --overwrite-destination ** : destroy db what an import replaces
- server unbind ** : destroy db the state of the cluster
- unbind ** : destroy db the state of the cluster
- dbms set-initial-password ** : grant a new password of the database

pack neo4j
tools cypher-shell
harmless --help -h --version -v
target -a --address
values -a --address -u --username -p --password -d --database -f --file -P --param --format --encryption
- *DELETE*|*delete*|*Delete*|*DROP*|*drop*|*Drop* ** : destroy db nodes of the graph

pack netlify
tools netlify ntl netlify-cli
harmless --help -h
target -s --site
values -s --site --auth --filter -d --dir -m --message -f --functions --alias --context --scope --data -n --name -a --account-slug
- sites:delete|site:delete|blobs:delete|blob:delete|db:delete ** : destroy cloud
- env:unset|env:delete|env:remove ** : destroy secret a variable of the site
- env:get ** : reveal a variable of the site
- env:list ** --json|--plain : reveal variables of the site
- api delete*|purge*|remove* ** : destroy cloud what the API call deletes

pack nodetool
tools nodetool
harmless -help
target -h -host
values -h -host -p -port -u -username -pw -password -pwf -password-file -t -tag
oneDash
- clearsnapshot ** : destroy db snapshots
- decommission|removenode|assassinate|drain|stopdaemon ** : destroy db a node of the cluster
- truncatehints|cleanup ** : destroy db data of a node
- disablegossip|disablebinary|disableautocompaction|disablebackup ** : system services of a node

pack nomad
tools nomad
harmless -help -h
target -address -region -namespace
values -address -region -namespace -token -ca-cert -ca-path -client-cert -client-key -tls-server-name -task -group -deadline -var -var-file -check-index -out -type -name -policy -scope -filter -per-page
oneDash
- stop ** : destroy cluster a job
- job stop ** : destroy cluster a job
- job scale * 0 : destroy cluster all tasks of a job
- job scale * * 0 : destroy cluster all tasks of a job
- alloc stop ** : destroy cluster an allocation
- node drain ** -enable : destroy cluster the tasks of a node
- node-drain ** -enable : destroy cluster the tasks of a node
- system gc ** : destroy cluster finished jobs and allocations
- namespace|quota|sentinel|volume|recommendation delete ** : destroy cluster something in the cluster
- node pool delete ** : destroy cluster a node pool
- volume deregister|detach ** : destroy cluster a volume
- var purge ** : destroy secret a variable
- var get ** : reveal a variable of the cluster
- acl token|policy|role|auth-method|binding-rule delete ** : destroy secret rights of the cluster
- acl bootstrap ** : reveal a token of the cluster
- acl token create ** : grant a token
- operator raft remove-peer ** : destroy cluster a server
- operator snapshot restore ** : destroy cluster the state of the cluster
- operator root keyring remove ** : destroy secret a key of the cluster
- exec * <cmd remote> : run it
- alloc exec * <cmd remote> : run it

pack npm-publish
tools npm pnpm yarn bun cnpm
harmless --dry-run --help -h --registry=http://localhost*|http://127.0.0.1*
not run run-script exec x dlx install i add view info show search test why explain ls list help create init link
target --registry --tag
values --tag --access --registry --otp -w --workspace --filter -F -C --dir --cwd --prefix --userconfig --scope --provenance-file --new-version --publish-branch --auth-type --cidr --config -c --loglevel --cache
- pub*|unpub*|deprec*|undeprec* ** : publish a package
- npm publish|unpublish|deprecate ** : publish a package
- stage publish|approve ** : publish a package
- -r|--recursive publish ** : publish packages of the workspace
- workspaces foreach ** npm publish ** : publish packages of the workspace
- workspace * publish ** : publish a package
- workspace * npm publish ** : publish a package
- dist-tag|dist-tags|tag add|set|rm|remove ** : publish a tag of a package
- npm tag add|remove ** : publish a tag of a package
- owner|author add|rm|remove ** : grant owners of a package
- access grant|revoke|public|restricted|set|2fa-required|2fa-not-required|edit ** : grant access to a package
- team create|destroy|add|rm ** : grant members of a team
- org set|rm ** : grant members of an organisation
- token create|revoke|delete|rm|remove ** : grant tokens of the registry
- profile set|enable-2fa|disable-2fa|enable-tfa|disable-tfa ** : grant the profile at the registry
- trust github|gitlab|circleci|revoke ** : grant who may publish a package
- hook add|rm|update ** : grant hooks of the registry
- config get *authToken*|*_auth*|*_password* : gives secret

pack release-runs
tools semantic-release multi-semantic-release release-it np shipjs
harmless --help -h --dry-run -d --version -v --preview --release-version --changelog --no-publish
not prepare
- ** : publish a release

pack release-steps
tools lerna changeset goreleaser beachball auto jreleaser nx
harmless --help -h --dry-run -d --snapshot --version --skip=*publish*
target --registry
values --tag --otp -c --config -f --dist-tag --preid --loglevel --scope --timeout -p --parallelism --registry --skip --projects --branch -b
- publish ** : publish packages of the workspace
- release !--skip-publish ** : publish a release
- shipit|ship|full-release|deploy|upload|announce ** : publish a release

pack oci
tools oci
harmless --help -h -? --dry-run --generate-full-command-json-input --generate-param-json-input
not setup
target --profile --region
values --config-file --profile --cli-rc-file --endpoint --region --auth --auth-purpose --cert-bundle --output --query --defaults-file --connection-timeout --read-timeout --max-retries --cli-auto-prompt --from-json --compartment-id -c --instance-id --namespace --namespace-name --bucket-name --object-name --name --display-name --prefix --file --vcn-id --lifecycle-state --public-access-type --statements
- * * delete|terminate|bulk-delete*|schedule-deletion|schedule-*-deletion ** : destroy cloud
- * * * delete|terminate|bulk-delete*|schedule-deletion|schedule-*-deletion ** : destroy cloud
- os object sync ** --delete : destroy cloud objects that the source does not have
- os object put ** --file=<path src> : send src
- os bucket create|update ** --public-access-type=ObjectRead* : expose a bucket
- iam policy create|update ** : grant rights in the account
- iam user api-key|auth-token upload|create ** : grant a key of the account
- secrets secret-bundle get* ** : reveal a secret of the account

pack cargo
tools cargo
harmless --dry-run -n --help -h
not run r test t build b check c help add install search new init doc bench clippy fmt nextest watch make xtask
target --registry --index
values --registry --index --token -p --package --manifest-path --target --target-dir -F --features -j --jobs --version --vers --config -Z -C --color --add -a --remove -r
- publish|yank ** : publish a crate
- +* publish|yank ** : publish a crate
- release -x|--execute ** : publish a crate
- workspaces|ws publish ** : publish a crate
- owner --add|-a|--remove|-r ** : grant owners of a crate
- +* owner --add|-a|--remove|-r ** : grant owners of a crate
- sqlx database|db drop|reset ** : destroy db the database of the app
- sqlx migrate revert ** : destroy db what migrations made

pack twine
tools twine
harmless --help -h --version
target -r --repository --repository-url
values -r --repository --repository-url -u --username -p --password -i --identity -c --comment --config-file --cert --client-cert --sign-with
- upload|register ** : publish a package

pack python-publish
tools poetry uv hatch flit pdm maturin rye pixi
harmless --dry-run --help -h
not run add remove install sync lock tool env shell help search show python init new build test
target -r --repository --publish-url --index
values -r --repository -u --username -p --password --cert --client-cert -C --directory --project --index --publish-url --check-url --token -n --repo -a --auth --user --config-file -f --file --pypirc --python -i --interpreter --channel
- publish|upload ** : publish a package
- self uninstall ** : system removes the program itself
- config *pypi-token*|*http-basic*|repository.*.password * ** : grant the login at the registry
- auth token ** : reveal a token of the registry

pack gem
tools gem
harmless --help -h --dry-run
not install help search list info which build uninstall specification contents
target --host
values -k --key --host -v --version --platform -a --add -r --remove -p --http-proxy --otp -i --install-dir -n --bindir
- push|yank|signin|signout ** : publish a gem
- owner -a|--add|-r|--remove ** : grant owners of a gem

pack maven
tools mvn mvnw mvnd
harmless -h -help -v -version -DdryRun -DdryRun=true
values -f -file -P -activate-profiles -pl -projects -s -settings -gs -global-settings -T -threads -rf -resume-from -l -log-file -t -toolchains -b -builder -D?
oneDash
- ** deploy|deploy:deploy|deploy:deploy-file|site-deploy|site:deploy|release:perform|release:stage|nexus-staging:release|nexus-staging:deploy|central-publishing:publish|central:publish|gpg:sign-and-deploy-file|jib:build|*:deploy-plugin:*|*:deploy|*:publish ** : publish a build
- ** release:prepare|release:clean|release:rollback ** : publish a release
- ** flyway:clean|liquibase:dropAll|liquibase:rollback|sql:execute|*:flyway-maven-plugin:*:clean|*:flyway-maven-plugin:clean ** : destroy db the database of the app

pack gradle
tools gradle gradlew
harmless --dry-run -m --help -h
values -p --project-dir -b --build-file -c --settings-file -x --exclude-task -I --init-script -g --gradle-user-home -D -P --console --max-workers --tests -t
- ** publish|*:publish|publishPlugins|*:publishPlugins|publishAll*|*:publishAll*|publishTo*Sonatype*|*:publishTo*Sonatype*|publishToMavenCentral|*:publishToMavenCentral|publish*ToMavenRepository|*:publish*ToMavenRepository|publish*Bundle|publish*Apk|*:publish*Bundle|*:publish*Apk|publishPlugin|*:publishPlugin|publish*Repository|*:publish*Repository ** : publish a build
- ** uploadArchives|*:uploadArchives|bintrayUpload|artifactoryPublish|*:artifactoryPublish|closeAndRelease*|release|jreleaserFullRelease ** : publish a build
- ** flywayClean|*:flywayClean|dropAll|*:dropAll|rollbackCount|rollback ** : destroy db the database of the app

pack dotnet-publish
tools dotnet nuget
harmless -help -h -?
not run build test publish restore add new pack
target -s -source -Source
values -s -source -k -api-key -ss -symbol-source -sk -t -timeout -Source -ApiKey -ConfigFile
oneDash
- nuget push|delete ** : publish a package
- push|delete ** : publish a package
- setapikey|setApiKey ** : grant the login at the registry
- ef database drop !-dry-run ** : destroy db the database of the app
- ef database update 0 ** : destroy db what migrations made
- user-secrets clear|remove ** : destroy secret secrets of the app
- user-secrets list ** : gives secret

pack extension-publish
tools vsce ovsx jsr web-ext chrome-webstore-upload tfx clasp
harmless --help -h --dry-run
values -p --pat -t --target -i --packagePath --baseContentUrl -m --message --api-key --api-secret --channel -s --source-dir --source --extension-id --client-id --client-secret --refresh-token --token --config
- publish|unpublish|sign|upload|deploy|undeploy|push ** : publish an extension
- extension publish|unpublish|share ** : publish an extension
- login|logout|create-publisher|delete-publisher|create-namespace ** : grant the login at the marketplace

pack deno-publish
tools deno
harmless --dry-run --help -h
not run task test eval fmt lint check install add compile x
values --token -c --config
- publish ** : publish a package
- deploy ** : publish an app

pack cocoapods
tools pod
harmless --help
values --swift-version --sources
- trunk push|delete|deprecate ** : publish a pod
- trunk add-owner|remove-owner|register ** : grant owners of a pod
- repo push|remove ** : publish a pod

pack dart
tools dart flutter
harmless --dry-run -n --help -h
not run test create build analyze compile format
values -C --directory --email --server
- pub publish|lish|uploader ** : publish a package
- pub token|login|logout ** : grant the login at the registry
- publish ** : publish a package

pack language-uploads
tools luarocks conan anaconda cabal stack ansible-galaxy opam elm nimble dub spago conda sbt lein
harmless --help -h --dry-run --candidate
not run exec install search build test repl list help download init new
values --api-key --temp-key --server --token -t -r --remote -u --user --username -p --password -c --channel -l --label -n --name --resolver
- upload|publish|publishSigned|+publish|+publishSigned|release|ci-release ** : publish a package
- collection|role publish|delete ** : publish a package
- deploy ** : publish a package

pack packer
tools packer
harmless -help -h
values -var -var-file -only -except -on-error -parallel-builds -color
oneDash
- build ** -force : destroy cloud images of the same name

pack pg-restore
tools pg_restore
flags
harmless --help --version -V -? -l --list
target -h --host -d --dbname
values -d --dbname -f --file -F -I -j -L -n -N -P -S -t -T -h --host -p -U
- -c|--clean -d|--dbname ** : destroy db what a restore replaces
- -f|--file=<path out> ** : write out over

pack pg-server
tools pg_dropcluster pg_resetwal pg_rewind pg_archivecleanup
harmless -n --dry-run --help -? --version -V
- ** : destroy db files of a PostgreSQL server

pack postgres-tools
tools dropdb dropuser
flags
harmless --help -? --version -V
target -h --host
values -h --host -p -U
- ** : destroy db a database or role of PostgreSQL

pack shutdown
tools shutdown poweroff reboot halt pm-suspend pm-hibernate
harmless --help --version -c -w --wtmp-only --show
- ** : system stops the machine

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

pack prisma
tools prisma
harmless --help -h
values --schema --config --name -n --to-migrations --from-migrations --to-schema-datamodel --from-schema-datamodel --to-schema-datasource --from-schema-datasource --to-url --from-url --url --file --applied --rolled-back --generator -p --port -b --browser -d --datasource-provider
- migrate reset ** : destroy db all tables of the schema
- db push --accept-data-loss|--force-reset ** : destroy db columns and tables that the schema no longer has
- db execute --stdin ** : sql
- db drop ** : destroy db a database

pack psql
tools psql pgcli
flags
harmless --help --version -V -? -l --list
target -h --host -d --dbname
values -c --command -d --dbname -f --file -F -h --host -L --log-file -o --output -p -P -R -T -U -v
- -c|--command=<sql> ** : sql
- !-c|--command !-f|--file ** : sql
- -f|--file=- ** : sql
- -o|--output=<path out> ** : write out over
- -L|--log-file=<path log> ** : write log append

pack pulsar
tools pulsar-admin pulsarctl
harmless --help -h
target --admin-url --admin-service-url
values --admin-url --auth-params --auth-plugin -s --subscription -t --time --message-id -m --admin-service-url -n --name --tenant --namespace
- topics|topic|persistent|namespaces|namespace|tenants|tenant|clusters|cluster|functions|function|sinks|sink|sources|source|schemas|schema|packages|bookies|subscriptions|subscription delete* ** : destroy queue topics of Pulsar
- topics|topic|persistent|namespaces|namespace|subscriptions clear-backlog|skip-all|skip|reset-cursor|unsubscribe|truncate|terminate|expire-messages* ** : destroy queue messages of a topic
- topics|namespaces|namespace|tenants grant-permission|revoke-permission ** : grant access to a topic

pack pulumi
tools pulumi esc
harmless --help -h --preview-only
target -s --stack
values -s --stack -C --cwd --color -v --verbose --profiling --tracing --memprofilerate -m --message -t --target --replace --target-replace -p --parallel -c --config --config-file --config-path --exec-kind --exec-agent --policy-pack --policy-pack-config --plan --save-plan --file --env --exclude
- destroy|down|dn ** : destroy infra everything of the stack
- up|update|watch ** -y|--yes|-f|--skip-preview : system infrastructure changes that nobody sees before
- watch ** !-y|--yes|-f|--skip-preview : system infrastructure changes that nobody sees before
- stack rm|remove ** : destroy infra a stack with its history
- stack import ** : destroy infra the state
- state delete|unprotect|edit|repair|move|upgrade ** : destroy infra the state
- cancel ** : system an update that is running
- env rm|remove ** : destroy secret an environment
- env open|get ** : reveal secrets of an environment
- open ** : reveal secrets of an environment
- config ** --show-secrets : reveal secrets of the stack
- stack ** --show-secrets : reveal secrets of the stack

pack queue-misc
tools rq temporal tctl artemis activemq
harmless --help -h --version
target --address -n --namespace -u --url
values -u --url -c --config --address -n --namespace -q --query -w --workflow-id --reason --name --queue --queueName --user --password -i
- empty ** : destroy queue jobs
- workflow|wf terminate|delete|reset|reset-batch ** : destroy queue workflows
- schedule|namespace|operator delete ** : destroy queue workflows
- operator namespace|search-attribute|cluster delete|remove ** : destroy queue workflows
- queue|address delete|purge ** : destroy queue queues of the broker
- purge ** : destroy queue jobs

pack rabbitmq
tools rabbitmqctl
harmless --help
target -n --node -p --vhost
values -n --node -p --vhost -t --timeout --erlang-cookie --priority --apply-to
- delete_queue|purge_queue|delete_vhost|clear_policy|clear_operator_policy|delete_shovel|clear_parameter|clear_global_parameter ** : destroy queue queues of RabbitMQ
- reset|force_reset|forget_cluster_node|stop_app|stop|shutdown|close_all_connections ** : destroy queue the broker and its queues
- delete_user|clear_password|clear_permissions|set_user_tags|set_permissions|add_user|change_password|set_topic_permissions ** : grant users of RabbitMQ
- eval|eval_file ** : run unknown

pack rabbitmqadmin
tools rabbitmqadmin
harmless --help --version
target -H --host -V --vhost
values -H --host -P --port -V --vhost -u --username -p --password -c --config -N --node -f --format --path-prefix -U --base-uri --name -n
- delete|purge ** : destroy queue queues of RabbitMQ
- queues|exchanges|vhosts|bindings|users|policies|streams delete|purge|clear ** : destroy queue queues of RabbitMQ
- close connection ** : destroy queue a connection
- import ** : destroy queue definitions that an import replaces

pack rails
tools rails rake
harmless --help -h --version -T --tasks -n --dry-run -P --prereqs -W --where -D --describe
target -e --environment
values --execute -e --environment -f --rakefile -C --directory -I --libdir -r --require -R --rakelibdir
- ** db:drop|db:drop:*|db:reset|db:reset:*|db:migrate:reset|db:migrate:reset:*|db:purge|db:purge:*|db:truncate_all|db:truncate_all:*|db:schema:load|db:schema:load:*|db:structure:load|db:seed:replant|db:test:purge ** : destroy db the database of the app
- ** db:rollback|db:rollback:*|db:migrate:down|db:migrate:down:*|db:migrate:redo ** : destroy db what a migration made
- runner|r <code ruby> ** : run it
- dbconsole|db --execute=<sql> ** : sql
- credentials:show|encrypted:show|secrets:show ** : gives secret
- ** release|release:* ** : publish a gem
- ** active_storage:purge* ** : destroy db stored files

pack railway
tools railway
harmless --help -h
target -e --environment -s --service -p --project
values -s --service -e --environment -p --project --set -m --mount-path -v --volume
- down ** : destroy cloud the last deployment
- delete ** : destroy cloud a project
- service|environment|env|volume|project|function|functions delete|remove|rm|detach ** : destroy cloud
- variables|variable|vars ** !--set : reveal variables of the service
- variables|variable|vars delete ** : destroy secret a variable of the service
- ssh ** -- <cmd remote> : run it
- run ** -- <cmd> : run it
- run|local <cmd> : run it

pack rclone
tools rclone
harmless -n --dry-run --help -h
target --config
values --config --exclude --include --filter --exclude-from --include-from --filter-from --files-from --files-from-raw --exclude-if-present --min-age --max-age --min-size --max-size --max-depth --transfers --checkers --bwlimit --log-file --log-level --log-format --backup-dir --suffix --compare-dest --copy-dest --stats --tpslimit --retries --low-level-retries --timeout --contimeout --max-delete --max-delete-size --max-transfer --max-duration --order-by --buffer-size --drive-root-folder-id --password-command --user-agent --header --cache-dir --temp-dir --addr --rc-addr --rc-user --rc-pass --user --pass --vfs-cache-mode --dedupe-mode --modify-window --conflict-resolve --output -o --separator --format -F --s3-provider --s3-endpoint --s3-access-key-id --s3-secret-access-key --s3-acl --s3-region --color
- purge|delete|deletefile|rmdirs|cleanup *:* ** : destroy remote files of a remote
- purge <path local> : delete local recursive
- delete <path local> : delete local recursive
- deletefile <path local> : delete local
- dedupe ** : destroy remote files that look the same
- sync * *:* ** : destroy remote files that the source does not have
- sync * <path dest> : delete dest recursive
- bisync ** : destroy remote files that one side does not have
- move|moveto *:* * ** : destroy remote files at their old place
- move|moveto <path src> *:* : delete src recursive
- copy|copyto|sync|move|moveto|bisync <path src> *:* : send src
- rcat *:* ** : send stdin
- copy|copyto *:* <path dest> : write dest over
- cat *:* ** : gives net
- copyurl * <path dest> : write dest over
- copyurl * --stdout : gives net
- link *:* ** : expose a file of a remote
- serve ** : expose files to the network
- rcd ** --rc-no-auth : expose rclone to the network
- mount|mount2|cmount ** : mount a remote
- config show|dump ** : reveal passwords of remotes
- reveal ** : reveal a password of a remote
- config delete ** : destroy secret a remote in the configuration

pack redis
tools redis-cli valkey-cli keydb-cli dragonfly-cli iredis
harmless --help --version -v
target -h -u
values -h -p -s -a -u -n -r -i -d -D -X --user --pass --cacert --cert --key --pattern --count --eval --rdb
stopsAtOperand
- flushall|FLUSHALL|FlushAll|flushdb|FLUSHDB|FlushDB ** : destroy db all keys
- del|DEL|unlink|UNLINK ** <all> ** : destroy db keys of a list
- shutdown|SHUTDOWN ** : system stops the database server
- config|CONFIG set|SET|rewrite|REWRITE|resetstat|RESETSTAT ** : system settings of the database server
- script|SCRIPT|function|FUNCTION flush|FLUSH|kill|KILL ** : destroy db scripts
- cluster|CLUSTER reset|RESET|flushslots|FLUSHSLOTS|forget|FORGET|failover|FAILOVER ** : destroy db the cluster
- replicaof|REPLICAOF|slaveof|SLAVEOF ** : destroy db the data of a replica
- debug|DEBUG segfault|SEGFAULT|reload|RELOAD|flushall|FLUSHALL ** : system crashes the database server
- eval|EVAL|eval_ro|EVAL_RO <code lua> ** : run it
- eval|EVAL *flushall*|*FLUSHALL*|*flushdb*|*FLUSHDB*|*FlushAll*|*"del"*|*'del'*|*"DEL"*|*'DEL'*|*unlink*|*UNLINK* ** : destroy db keys
- xtrim|XTRIM|ltrim|LTRIM ** : destroy db parts of a list or stream
- --cluster del-node|call|reshard|fix ** : destroy db the cluster
- --rdb=<path out> ** : write out over
- --scan !--eval : gives all
- keys|KEYS ** : gives all

pack registries
tools skopeo crane gcrane regctl oras imgpkg ko
harmless --help -h --dry-run
values --creds --src-creds --dest-creds --authfile --src-authfile --dest-authfile --src --dest -s --override-os --override-arch --platform -u --username -p --password --format --tls-verify -t --tag -f --tarball --image-refs --annotation -o --output --config --artifact-type --policy --command-timeout -b -i
- delete|rm ** : destroy remote images of a registry
- repo|manifest|tag|blob|image|ref delete|rm|del ** : destroy remote images of a registry
- gc ** : destroy remote images of a registry
- copy|sync ** docker://* : publish an image
- push|append|mutate|rebase|attach ** : publish an image
- cp * * : publish an image
- image copy|cp|import|mod ** : publish an image
- build|publish|apply|create ** !--local|-L !--push=false : publish an image
- auth get ** : reveal a password of a registry

pack rimraf
tools rimraf rmrf rimraf2
harmless --help -h --version
values --tmp --max-retries --retry-delay --backoff --impl
- <paths old> : delete old recursive

pack del
tools del del-cli premove rmfr
harmless --dry-run -d --help --version
values --cwd
- <paths old> : delete old recursive
- --cwd=<path folder> ** : delete folder recursive

pack shx
tools shx shelljs
harmless --help --version
values
stopsAtOperand
- <cmd> : run it

pack npkill
tools npkill
harmless --dry-run --help -h
values -d --directory -t --target -E --exclude -x -s --sort -c --bg-color
- -D|--delete-all -d|--directory=<path folder> : delete folder recursive
- -D|--delete-all -f|--full : destroy disk all node_modules in the home folder

pack copyfiles
tools copyfiles copyup cpx cpx2 cpy cpy-cli ncp cpr mvdir move-cli recursive-copy-cli
values -u --up -e --exclude --cwd --rename --limit --filter
- <paths from> <path to> : write to

pack s3cmd
tools s3cmd
harmless -n --dry-run --help -h
target --host --region -c --config
values -c --config --access_key --secret_key --access_token --region --bucket-location --host --host-bucket --exclude --include --rexclude --rinclude --exclude-from --include-from --acl-grant --acl-revoke --storage-class --mime-type -m --add-header --limit-rate --expiry-date --expiry-days --expiry-prefix --files-from --multipart-chunk-size-mb --cache-file
- del|rm|rb|delpolicy|dellifecycle|abortmp ** : destroy cloud objects of a bucket
- sync ** --delete-removed : destroy cloud objects that the source does not have
- mv s3://* ** -r|--recursive : destroy cloud objects at their old place
- expire|setlifecycle ** : destroy cloud objects by their age
- setpolicy ** : expose a bucket
- setacl|put|sync|cp|mv ** -P|--acl-public : expose objects of a bucket
- setacl ** --acl-grant : grant access to a bucket
- ws-create ** : expose a bucket
- put|sync <paths src> s3://* : send src
- put - s3://* : send stdin
- get s3://* - : gives net
- get s3://* <path dest> : write dest over
- sync s3://* <path dest> --delete-removed : delete dest recursive

pack s5cmd
tools s5cmd
harmless --dry-run --help -h
target --profile --endpoint-url
values --endpoint-url --profile --credentials-file -r --retry-count --numworkers --log --request-payer --exclude --include --acl --storage-class -c --concurrency -p --part-size --version-id --source-region --destination-region --content-type
- rm|rb ** : destroy cloud objects of a bucket
- sync ** --delete : destroy cloud objects that the source does not have
- cp|sync|mv|pipe ** --acl=public-* : expose objects of a bucket
- cp|sync <path src> s3://* : send src
- pipe s3://* : send stdin
- cat ** : gives net
- cp s3://* <path dest> : write dest over

pack crontab
tools crontab fcrontab
harmless --help -h -V
values -u -c
- -r ** : persist removes all scheduled jobs
- -e ** : persist scheduled jobs
- !-l|-r|-e|-T * : persist scheduled jobs
- !-l|-r|-e|-T : persist scheduled jobs

pack atrm
tools atrm
harmless -V --help
- ** : persist removes scheduled jobs

pack shell-history
tools history
values -d
- -c|-d ** : system removes the history of commands

pack scw
tools scw
harmless --help -h
not config init login alias autocomplete version shell
target -p --profile
values -c --config -o --output -p --profile
- * * delete|terminate|purge|destroy|empty|disable-protection ** : destroy cloud
- * * delete-*|clear-* ** : destroy cloud
- iam api-key create ** : grant a key of the account, reveal a key of the account
- iam policy create|set-* ** : grant rights in the account
- secret version access|access-by-path ** : reveal a secret of the account
- k8s kubeconfig get ** : reveal keys of a cluster

pack one-password
tools op
harmless --help -h
target --vault --account
values --account --vault --fields --field --format --session --config --encoding -o --out-file --in-file -i --title --category --tags --template --env-file --file-mode
- read <text name> !-o|--out-file : gives secret
- read -o|--out-file=<path out> ** : write out over
- item get * ** : gives secret
- document get ** : gives secret
- inject !-o|--out-file ** : gives secret
- item|document|vault|group|user|service-account|connect|events-api delete|remove|suspend ** : destroy secret an item of the vault
- item share ** : expose an item of the vault
- vault|group|user grant|revoke|provision|confirm ** : grant access to the vault
- vault|group user|group grant|revoke ** : grant access to the vault
- service-account|connect create ** : gives secret
- run ** -- <cmd> : run it

pack pass
tools pass gopass passage
harmless --help -h
not ls list find search git help version init edit insert add sync mounts new create setup audit config clone recipients history fsck import cp copy unclip sum update
values -l --lines --clip-timeout
- show !-c|--clip * ** : gives secret
- otp !-c|--clip * : gives secret
- otp code|show|uri !-c|--clip * ** : gives secret
- grep * : gives secret
- generate !-c|--clip * ** : gives secret
- !-c|--clip * : gives secret
- cat * : gives secret
- rm|remove|delete ** : destroy secret an entry of the store
- mv|rename ** : destroy secret an entry of the store
- env ** -- <cmd> : run it

pack bitwarden
tools bw bws rbw
harmless --help -h
values --session --itemid --organizationid --folderid --collectionid --search --url --output --format -o -t --access-token --field -f --folder --password --passwordenv --passwordfile -n --length
- get !-c|--clipboard * ** : gives secret
- secret get|list ** : gives secret
- code * ** : gives secret
- list items ** : gives secret
- export ** : gives secret
- unlock --raw ** : gives secret
- delete|remove|purge ** : destroy secret an item of the vault
- secret|project delete ** : destroy secret an item of the vault
- send ** : expose an item of the vault
- share|move|confirm ** : grant access to the vault
- run -- <cmd> : run it

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

pack secret-tool
tools secret-tool keyring kwallet-query
harmless --help -h
values --label --keyring-path -b --keyring-backend -f --folder -r --read-password -w --write-password
- lookup|search ** : gives secret
- get * * : gives secret
- clear|del ** : destroy secret an item of the keyring
- -r|--read-password ** : gives secret

pack keyctl
tools keyctl
harmless --help --version
- print|pipe|read ** : gives secret
- revoke|unlink|clear|purge|invalidate|reap ** : destroy secret keys of the kernel
- chown|setperm|chgrp ** : grant access to keys of the kernel

pack sops
tools sops
harmless --help -h --version
values --input-type --output-type --output --config --extract --set -k --kms -p --pgp -a --age --encryption-context --aws-profile --filename-override --indent
- -d|--decrypt !-i|--in-place !--output ** : gives secret
- -d|--decrypt !-i|--in-place --output=<path out> ** : write out over
- decrypt !-i|--in-place !--output ** : gives secret
- exec-env * <shell> : run it
- exec-file * <shell> : run it
- publish ** : send secret

pack age
tools age rage
harmless --help -h --version
values -r --recipient -R --recipients-file -i --identity -o --output
- -d|--decrypt !-o|--output ** : gives secret
- -o|--output=<path out> ** : write out over

pack secret-clouds
tools doppler infisical chamber dotenvx berglas conjur akeyless phase
harmless --help -h --version
target -p --project -c --config --env
values -p --project -c --config -t --token --scope --env --path --projectId --format -f --file --env-file --command --type --domain -b --backend -k --kms-key-alias --name -n
- secrets !--only-names : gives secret
- secrets get|download ** : gives secret
- secrets delete|unset ** : destroy secret a secret
- secrets folders delete ** : destroy secret secrets
- read|export|env ** : gives secret
- get ** : gives secret
- get-secret-value|show ** : gives secret
- access ** : gives secret
- delete|destroy|rm|delete-item ** : destroy secret a secret
- projects|environments|configs|project|config|environment delete ** : destroy secret a project of secrets
- variable get ** : gives secret
- configs tokens create ** : gives secret
- run --command=<shell> ** : run it
- run ** -- <cmd> : run it
- exec ** -- <cmd> : run it

pack ssh-keys
tools ssh-keygen
harmless -h --help
values -t -b -C -f -N -P -m -O -s -I -n -V -z -D -E -F -R -r -a -G -M -T -Y -w -W -Z
- -t|-b -f=<path key> !-l|-y|-e|-F|-R|-H|-B|-s|-L|-Y ** : write key over

pack mail
tools mail mailx s-nail nail heirloom-mailx
harmless --help -h -V --version -H
values -s -a -A -c -b -r -q -S -T -u -f --attach --subject
- -a|-A|--attach=<path file> <text to> ** : send file
- <text to> ** : send stdin to to
- -q=<path file> ** : send file

pack mutt
tools mutt neomutt
harmless --help -h -v --version
values -s -a -c -b -e -f -F -i -m -H -d
- -a|-i|-H=<path file> ** : send file
- <paths file> -- ** : send file
- ** -- <text to> ** : send stdin to to
- <text to> ** : send stdin to to
- -e=<text command> ** : run unknown

pack sendmail
tools sendmail msmtp ssmtp exim exim4 postdrop
flags -bp
harmless --help --version -bp --serverinfo
values -f -F -r -o? -C -a --account --host --port --from --file
- ** <text to> : send stdin to to
- -t : send stdin

pack ftp-upload
tools ftp tnftp ncftpput ncftp
harmless --help -? -h --version
values -u -p -P -N -o -T -f
- -u=<host host> <paths file> : send file to host
- <host host> * <paths file> : send file to host
- <host host> ** : send stdin to host

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

pack file-transfers
tools croc wormhole wormhole-william magic-wormhole ffsend transfer transfer.sh onionshare-cli qrcp sendme
harmless --help -h --version -V -v
not receive recv rx download get help
values --code -c --relay --pass --text --port -p --zip --host --expiry-time --download-limit -d -e --password -n --name
- send|upload|tx|up|s|u|share|provide <paths file> : send file
- send --text=<text text> ** : send text
- send|upload : send stdin
- <paths file> : send file

pack paste-sites
tools pastebinit pastebin wgetpaste ix sprunge termbin gist gist-paste haste dpaste tb
harmless --help -h --version -v -L --login
values -i -b -a -f -t -l -u -s -d --description -n --name --filename -P
- -i=<path file> ** : send file
- <paths file> : send file
- !-i : send stdin

pack sftp
tools sftp
values -b -B -c -D -F -i -J -l -o -P -R -S -s -X
- -S=<shell> ** : run it
- -D=<shell> ** : run it
- -o=*ProxyCommand* ** : run unknown
- -o=*LocalCommand* ** : run unknown
- -b=<path script> <host host> : send script to host
- <host host> ** : send stdin to host

pack lftp
tools lftp
harmless --help --version
values -e -c -u -p -f --rcfile --user --password --env-password
- -e|-c=*.ssh/*|*.aws/*|*id_rsa*|*id_ed25519*|*.env*|*credentials*|*.gnupg*|*/etc/shadow*|*.kube/config*|*.netrc* ** : send secret
- -e|-c=*mirror*--delete*|*mrm*|*rm*-r*|*glob*rm* ** : destroy remote files on a server
- -e|-c=!*|*;!* ** : run unknown

pack socat
tools socat socat1
harmless -h -hh -hhh -V
values -b -t -T -lp -lf -L -W -r -R -S -s?
oneDash
- exec:*|EXEC:*|Exec:*|system:*|SYSTEM:*|System:*|shell:*|SHELL:*|Shell:* tcp*:*|TCP*:*|Tcp*:*|udp*:*|UDP*:*|Udp*:*|openssl*:*|OPENSSL*:*|Openssl*:*|ssl*:*|SSL*:*|Ssl*:*|sctp*:*|SCTP*:*|Sctp*:*|vsock*:*|VSOCK*:*|Vsock*:*|socks*:*|SOCKS*:*|Socks*:*|proxy*:*|PROXY*:*|Proxy*:*|dtls*:*|DTLS*:*|Dtls*:* : shell network
- tcp*:*|TCP*:*|Tcp*:*|udp*:*|UDP*:*|Udp*:*|openssl*:*|OPENSSL*:*|Openssl*:*|ssl*:*|SSL*:*|Ssl*:*|sctp*:*|SCTP*:*|Sctp*:*|vsock*:*|VSOCK*:*|Vsock*:*|socks*:*|SOCKS*:*|Socks*:*|proxy*:*|PROXY*:*|Proxy*:*|dtls*:*|DTLS*:*|Dtls*:* exec:*|EXEC:*|Exec:*|system:*|SYSTEM:*|System:*|shell:*|SHELL:*|Shell:* : shell network
- * tcp*:*|TCP*:*|Tcp*:*|udp*:*|UDP*:*|Udp*:*|openssl*:*|OPENSSL*:*|Openssl*:*|ssl*:*|SSL*:*|Ssl*:*|sctp*:*|SCTP*:*|Sctp*:*|vsock*:*|VSOCK*:*|Vsock*:*|socks*:*|SOCKS*:*|Socks*:*|proxy*:*|PROXY*:*|Proxy*:*|dtls*:*|DTLS*:*|Dtls*:* : send stdin
- tcp*:*|TCP*:*|Tcp*:*|udp*:*|UDP*:*|Udp*:*|openssl*:*|OPENSSL*:*|Openssl*:*|ssl*:*|SSL*:*|Ssl*:*|sctp*:*|SCTP*:*|Sctp*:*|vsock*:*|VSOCK*:*|Vsock*:*|socks*:*|SOCKS*:*|Socks*:*|proxy*:*|PROXY*:*|Proxy*:*|dtls*:*|DTLS*:*|Dtls*:* * : send stdin

pack sequelize
tools sequelize sequelize-cli
harmless --help --version
target --env --url
values --env --config --options-path --migrations-path --seeders-path --models-path --url --name --to --seed --from
- db:drop ** : destroy db the database of the app
- db:migrate:undo|db:migrate:undo:all ** : destroy db what migrations made
- db:seed:undo|db:seed:undo:all ** : destroy db rows of the seeds

pack serverless
tools serverless sls osls sst sam amplify ampx copilot arc chalice zappa begin
harmless --help -h
target -s --stage --stack-name -e --env --profile --aws-profile
values -s --stage -r --region -c --config --config-file --config-env --aws-profile --profile -p --param --stack-name --s3-bucket --s3-prefix -f --function -n --name -e --env -a --app --parameter-overrides -t --template --template-file --capabilities --data --path --identifier --branch -d --dest --command
- remove|rm|delete|destroy|undeploy ** : destroy cloud everything of the stage
- secret|env|storage|function|hosting|api|auth remove|delete|rm ** : destroy cloud a part of the application
- app|svc|job|task|pipeline|sandbox delete|rm ** : destroy cloud a part of the application
- svc|task exec ** --command=<shell remote> : run it
- secret list ** --show|--show-values : reveal secrets of the application

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

pack service
tools service rc-service invoke-rc.d
harmless --help -h --version
- * stop|force-stop|onestop|forcestop|zap ** : system stops a service
- ssh|sshd|networking|network|firewalld|dbus restart|force-reload ** : system restarts a service of the machine
- --full-restart ** : system restarts a service

pack service-starts
tools chkconfig update-rc.d rc-update insserv sysv-rc-conf
harmless --list --help -h
values --level --levels
- --del ** : system switches a service off
- * off|reset ** : system switches a service off
- * remove|disable ** : system switches a service off
- del|delete ** : system switches a service off
- -r|--remove ** : system switches a service off
- --add|-a * ** : persist a service
- add * ** : persist a service
- * defaults|enable|on ** : persist a service

pack launchctl
tools launchctl
values -S -D
- bootout|unload|remove|disable|kill|stop ** : system stops a service
- bootstrap|load|submit|enable ** : persist a service
- reboot|setenv|unsetenv|config|limit * ** : system settings of services
- reboot : system stops the machine

pack supervisors
tools supervisorctl initctl sv s6-svc svcadm
harmless --help -h
values -c --configuration -s --serverurl -u --username -p --password -w
- stop all ** : system stops all services
- shutdown ** : system stops all services
- remove|clear ** : system removes a service
- emit|stop|disable|down|force-stop|kill ** : system stops a service

pack login-sessions
tools loginctl
harmless --help -h --version
values -p --property -s --signal --kill-whom -n --lines -o --output -H --host -M --machine -P
- terminate-session|terminate-user|terminate-seat|kill-session|kill-user|lock-sessions|flush-devices ** : system ends sessions of users
- enable-linger ** : persist services of a user without a login
- poweroff|reboot|halt|suspend|hibernate ** : system stops the machine

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

pack drush
tools drush
harmless --help --simulate -s
values -r --root -l --uri
- sql:drop|sql-drop|sql:create|sql-create ** : destroy db the site's tables
- site:install|site-install|si ** : destroy db the site's tables
- sql:query|sql-query|sqlq <sql> ** : sql
- php:eval|php-eval|ev|eval <code php> ** : run it

pack magerun
tools n98-magerun2 n98-magerun n98-magerun.phar n98-magerun2.phar
harmless --help -h
values --root-dir
- db:drop ** : destroy db the shop's database
- db:query <sql> ** : sql

pack sql-shells
tools usql snowsql trino presto hive beeline impala-shell vsql isql sqlplus tsql athenacli mclient
harmless --help --version -?
target -h --host --server -d --dbname
values -c --command -q --query -e --execute --statement -f -a -u -d --dbname -h --host -w -r --server -i -o
- -c|--command|-q|--query|-e|--execute|--statement=<sql> ** : sql
- !-c|--command|-q|--query|-e|--execute|--statement|-f|--file|--filename ** : sql

pack sqlcmd
tools sqlcmd mssql-cli osql
harmless -? --help --version
target -S --server
values -S -U -P -d -Q -q -i -o -s -h -l -t -v -w -x -y -Y -a -A -D -f -H -K -m -M --query --server --output-file
- -Q|-q|--query=<sql> ** : sql
- !-Q|-q|-i|--query|--input-file ** : sql
- -o|--output-file=<path out> ** : write out over

pack sqlite
tools sqlite3 sqlite litecli libsql
harmless -help -version
values -cmd -init -separator -newline -nullvalue -maxsize -mmap -vfs -heap -lookaside -pagecache -A -e -execute -T -t
oneDash
- * <sql> ** : sql
- * * <sql> ** : sql
- * : sql
- -cmd=<sql> ** : sql
- -e|-execute=<sql> ** : sql
- * ** .shell<shell> ** : run it
- * ** .system<shell> ** : run it
- -cmd=.shell<shell> ** : run it
- -cmd=.system<shell> ** : run it

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

pack dpkg
tools dpkg
flags
harmless --help -? --version --no-act --dry-run --simulate
values --root --admindir --instdir -D --debug --log --path-exclude --path-include --status-fd
- -r|--remove|-P|--purge ** : system removes packages
- --clear-selections ** : system removes packages

pack rpm-family
tools yum dnf dnf5 microdnf tdnf zypper
harmless --help -h --assumeno --version -D --dry-run --downloadonly
values -c --config -e --errorlevel -d --debuglevel --enablerepo --disablerepo -x --exclude --installroot --releasever --setopt -R --root --repo --repoid -t --type --from
- remove|erase|autoremove|rm ** : system removes packages
- module|group|groups remove|reset|disable|erase ** : system removes packages
- history undo|rollback ** : system removes packages
- groupremove|groupuninstall ** : system removes packages
- removerepo|rr|removelock ** : system sources of packages
- shell ** : run unknown

pack rpm
tools rpm
flags
harmless --test --help --version -q --query -V --verify
values --root --dbpath --define -D --qf --queryformat --prefix --relocate --eval -E
- -e|--erase ** : system removes packages
- --rebuilddb|--initdb ** : system the list of packages
- --eval|-E=*%(*  ** : run unknown

pack pacman
tools pacman yay paru pamac trizen
flags
harmless --help -h -V --version -p --print -Q --query
values -b --dbpath -r --root --config --cachedir --hookdir --logfile --ignore --arch --color --overwrite --gpgdir
- -R|--remove ** : system removes packages
- !-S|-F|-D|-T|-U|--sync|--files|--upgrade remove|autoremove ** : system removes packages
- --overwrite ** : system files of other packages

pack apk
tools apk
harmless --help -h -s --simulate --version -V
values -p --root -X --repository -t --virtual --arch --keys-dir --cache-dir --wait --repositories-file
- del ** : system removes packages
- add --initdb ** : system the list of packages

pack brew
tools brew
harmless --help -h -n --dry-run
not install info search list ls services upgrade reinstall home deps uses
values --prefix --appdir
- uninstall|remove|rm|autoremove ** : system removes packages
- untap ** : system sources of packages
- bundle cleanup -f|--force ** : system removes packages

pack other-package-managers
tools snap flatpak pkg port guix opkg choco winget scoop eopkg swupd pkgin
harmless --help -h --dry-run -n --noop --whatif --version
values --revision --channel --arch --branch --installation -j -r -c --chroot --source --id --version -v
- remove|uninstall|delete|autoremove|purge|bundle-remove ** : system removes packages
- disable|revert ** : system switches a package off

pack removing-programs
tools pkg_delete xbps-remove do-release-upgrade
harmless --help -h -n --dry-run -c --check-dist-upgrade-only -V --version
- ** : system removes or replaces packages

pack nix
tools nix-env nix-collect-garbage nix-store nix nixos-rebuild
harmless -dry-run -help -version
not build run shell develop flake search eval
values -p -profile -f -file -I -argstr -arg -A -attr -option -delete-older-than
oneDash
- -e|-uninstall ** : system removes packages
- -delete-generations ** : system old generations of packages
- -d|-delete-old ** : system old generations of packages
- -delete|-gc ** : system files of the store
- profile remove|wipe-history|rollback ** : system removes packages
- store delete|gc ** : system files of the store
- switch|boot ** : system changes what the machine starts

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

pack gio
tools gio gvfs-trash
harmless --help -h --list
- trash --empty : discard the files in the trash
- trash !--empty|--restore <paths old> : delete old recursive
- remove <paths old> : delete old
- cat <paths file> : read file
- move <paths from> <path to> : move from to to
- copy <paths from> <path to> : write to
- save <path to> : write to

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

pack passwd
tools passwd
flags
harmless --help -h -S --status
- ** : grant the password of a user

pack login-settings
tools chage chsh chfn gpasswd smbpasswd
harmless --help -h -l --list --list-shells
- ** : grant the login of a user

pack chpasswd
tools chpasswd chgpasswd
harmless --help -h
- ** : grant new passwords of users

pack sudoers
tools visudo
harmless -c --check --help -h -V --version
- ** : grant who may use sudo

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

pack scheduled-tasks
tools schtasks
- /create|/CREATE|/Create|/change|/CHANGE|/Change ** : persist a scheduled task
- /delete|/DELETE|/Delete|/end|/End|/END ** : persist removes a scheduled task

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
