// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsUpToRc = (): string => `
pack rancher
tools rancher
harmless --help -h
values --config -c --format
- clusters|cluster|nodes|node|machines|projects|project|namespaces|namespace|apps|app|catalog delete|rm ** : destroy cluster what Rancher manages
- rm|delete ** : destroy cluster what Rancher manages

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
- ** release|release:*|release[* ** : publish a gem
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
- copy|copyto|move|moveto|sync|bisync * <path dest> : write dest unpack
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

`;
