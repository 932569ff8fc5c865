// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsUpToDz = (): string => `
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
- -f|-init=<path script> ** : sql script
- * <sql> ** : sql
- !-c|-s|-f ** : sql
- -c|-s|-cmd=.shell<shell> ** : run it
- -c|-s|-cmd=.system<shell> ** : run it
- * ** .shell<shell> ** : run it
- * ** .system<shell> ** : run it

pack dvc
tools dvc
harmless --help -h --dry
values -r --remote -j --jobs
- checkout|pull ** -f|--force : discard data that is not in the cache
- gc ** -f|--force : destroy remote data that nothing refers to
- gc ** -c|--cloud : destroy remote data that nothing refers to
- destroy ** : destroy infra what dvc knows about the project

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

pack drush
tools drush
harmless --help --simulate -s
values -r --root -l --uri
- sql:drop|sql-drop|sql:create|sql-create ** : destroy db the site's tables
- site:install|site-install|si ** : destroy db the site's tables
- sql:query|sql-query|sqlq <sql> ** : sql
- php:eval|php-eval|ev|eval <code php> ** : run it

pack dpkg
tools dpkg
flags
harmless --help -? --version --no-act --dry-run --simulate
values --root --admindir --instdir -D --debug --log --path-exclude --path-include --status-fd
- -r|--remove|-P|--purge ** : system removes packages
- --clear-selections ** : system removes packages

`;
