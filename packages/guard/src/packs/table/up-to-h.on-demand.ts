// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsUpToH = (): string => `
pack hdparm
tools hdparm
harmless -h -help -V
values -security-erase -security-erase-enhanced -security-set-pass -security-disable -security-unlock -user-master -make-bad-sector -repair-sector -write-sector -read-sector
oneDash
- -security-*|-trim-sector-ranges*|-write-sector|-repair-sector|-make-bad-sector|-fwdownload*|-sanitize-*|-dco-restore|-please-destroy-my-drive|-yes-i-know-what-i-am-doing ** : destroy disk all data of a disk
- -y|-Y ** : system puts a disk to sleep
- -N* ** : destroy disk the size of a disk

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
- get values|all ** : gives secret
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

`;
