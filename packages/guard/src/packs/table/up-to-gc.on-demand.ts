// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsUpToGc = (): string => `
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
- ** storage cp|mv|rsync gs://* <path dest> : write dest unpack
- ** storage cat ** : gives net
- ** storage buckets update ** --lifecycle-file : destroy cloud objects by their age
- ** storage buckets update ** --no-versioning|--clear-soft-delete|--no-public-access-prevention|--clear-retention-period : system the protection of a bucket
- ** storage cp|objects|buckets ** --predefined-acl|--canned-acl=public* : expose objects of a bucket
- ** storage objects|buckets update ** --add-acl-grant=*allUsers*|*AllUsers* : expose objects of a bucket
- ** add-iam-policy-binding ** --member=allUsers|allAuthenticatedUsers : expose a resource to everybody
- ** add-iam-policy-binding ** !--member=allUsers|allAuthenticatedUsers : grant a role
- ** set-iam-policy ** : grant roles
- ** remove-iam-policy-binding ** : grant a role to fewer
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

`;
