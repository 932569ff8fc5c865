// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsUpToAz = (): string => `
pack az
tools az az.cmd
harmless --help -h
not cache config alias extension find interactive feedback version upgrade login logout cloud
target -g --resource-group --subscription
values -o --output --query --subscription -g --resource-group -n --name -l --location --ids --tags -s --sku -t --template-file --template-uri -p --parameters -m --mode -d --description --display-name --account-name --account-key --connection-string --sas-token --auth-mode -c --container-name --container -f --file --source --destination --pattern --vault-name --id --version --value --server --server-name --database --database-name --db-name -u --admin-user --admin-username --username --admin-password --password --cluster-name --nodepool-name --node-count -k --kubernetes-version --new-capacity --instance-count --command-id --scripts --command --cmd --registry -r --repository --image --manifest --role --assignee --assignee-object-id --assignee-principal-type --scope --scopes --method --uri --url --body -b --headers --vnet-name --subnet --nsg-name --nsg --priority --source-address-prefixes --source-address-prefix --destination-port-ranges --protocol --access --direction --start-ip-address --end-ip-address --public-access --public-network-access --allow-blob-public-access --default-action --delete-destination --settings --slot --org --organization --project --branch --policy --key --key-name --namespace-name --topic-name --queue-name --app-id --object-id --tenant --resource --resource-type --resource-name --api-version --workspace --workspace-name --zone-name -z --record-set-name --filter --start-time --end-time --interval --metric -i --querytext -q --file-path --set --add --remove --secret-permissions --key-permissions --spn --upn --zip-file --src --src-path --runtime --plan --port --env-vars --secrets --set-env-vars --exec-command
- ** delete|delete-batch|bulk-delete ** : destroy cloud
- keyvault|appconfig|cognitiveservices|apim|ml|lab ** purge ** : destroy cloud something deleted for ever
- storage remove ** : destroy cloud files of an account
- webapp|functionapp|staticwebapp config appsettings|connection-string list|show ** : gives secret
- staticwebapp appsettings list ** : gives secret
- network nsg rule create|update ** --access=Allow --source-address-prefixes=Internet|0.0.0.0/0|\\* : expose a port to everybody
- aks get-credentials ** -f|--file=- : gives secret
- artifacts universal publish ** : publish a package
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
- network nsg rule create|update ** --source-address-prefixes|--source-address-prefix=Internet|0.0.0.0/0|Any|\\* : expose a port to everybody
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
- copy|cp|c|sync|s https://* <path dest> : write dest unpack

pack azd
tools azd
harmless --help -h --docs
values -e --environment -C --cwd
- down ** : destroy cloud the resources of the app
- env remove|delete ** : destroy cloud an environment

`;
