// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsUpToDock = (): string => `
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
- sqlflush ** : gives text TRUNCATE all_tables;
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
values inspect -f
values container|image|service|pod inspect -f
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
- image|builder|buildx prune ** -a|--all : destroy containers all images that are not in use
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
- cp|copy * <path dest> : write dest unpack
- container cp * <path dest> : write dest unpack
- unshare <cmd> : run it
- inspect ** -f|--format=*.Env*|*json*.Config}}*|*json*.Spec}}* : gives secret
- container|image|service|pod inspect ** -f|--format=*.Env* : gives secret
- ps ** -q|--quiet !-f|--filter : gives all
- container ls|list|ps ** -q|--quiet !-f|--filter : gives all
- images ** -q|--quiet !-f|--filter : gives all
- image ls|list ** -q|--quiet !-f|--filter : gives all
- volume ls|list ** -q|--quiet : gives all

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

`;
