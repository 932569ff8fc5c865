// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsD = (): string => `
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

pack database-dumps
tools pg_dump pg_dumpall mysqldump mariadb-dump mysqlpump mongodump mongoexport
harmless --help -? --version -V -s --schema-only --no-data
target -h --host --uri
values -h --host -p --port -U -u -d --dbname -n -t -T -f --file -r --result-file -o --out --uri -c
- -f|--file|-r|--result-file|-o|--out=<path out> ** : write out
- !-f|--file|-r|--result-file|-o|--out ** : gives records

pack diesel
tools diesel sqlx sea-orm-cli
harmless --help -h --version --dry-run
target --database-url
values --database-url -D --migration-dir --config-file --locked-schema --source -u -d -s --database-schema -n --number --target-version --connect-timeout -o --output-dir
- database|db drop|reset ** : destroy db the database of the app
- migration|migrate|mig revert|redo|down|fresh|refresh|reset ** : destroy db what migrations made

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

pack deno-publish
tools deno
harmless --dry-run --help -h
not run task test eval fmt lint check install add compile x
values --token -c --config
- publish ** : publish a package
- deploy ** : publish an app

pack dart
tools dart flutter
harmless --dry-run -n --help -h
not run test create build analyze compile format
values -C --directory --email --server
- pub publish|lish|uploader ** : publish a package
- pub token|login|logout ** : grant the login at the registry
- publish ** : publish a package

pack del
tools del del-cli premove rmfr
harmless --dry-run -d --help --version
not /a /f /p /q /s /A /F /P /Q /S
values --cwd
- <paths old> : delete old recursive
- --cwd=<path folder> ** : delete folder recursive

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
