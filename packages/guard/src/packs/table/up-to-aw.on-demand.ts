// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsUpToAw = (): string => `
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
- s3 cp|mv s3://* <path dest> !--recursive : write dest over
- s3 cp|mv s3://* <path dest> --recursive : write dest unpack
- s3 sync * <path dest> : write dest unpack
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
- rds modify-db-* ** --master-user-password : destroy secret the password of a database
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
- lambda get-function-configuration|get-function ** --query=*Environment* : gives secret
- codeartifact publish-package-version ** : publish a package
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
- route53 change-resource-record-sets ** !--change-batch=*DELETE* : system DNS records
- route53 change-resource-record-sets ** --change-batch=*DELETE* : destroy cloud DNS records
- dynamodb batch-write-item|transact-write-items ** --request-items=*DeleteRequest* : destroy cloud rows of a table
- dynamodb scan|query|batch-get-item ** : gives records
- dynamodb execute-statement ** --statement=<sql> : sql
- rds-data|redshift-data execute-statement ** --sql=<sql> : sql
- athena start-query-execution ** --query-string=<sql> : sql

pack attributes
tools chcon gchcon
values -v -p -u -r -t -l --user --role --type --range --reference -n
- -R|--recursive <paths file> : permit file recursive
- !-R|--recursive <paths file> : permit file

pack atrm
tools atrm
harmless -V --help
- ** : persist removes scheduled jobs

`;
