// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsUpToSe = (): string => `
pack security-switches
tools setenforce auditctl aa-teardown aa-disable aa-complain setsebool semanage pam-auth-update semodule mokutil
harmless --help -h -l --list -s --list-modules --list-all --list-enrolled --list-new --sb-state
- ** : system rules of security

pack sapling
tools sl
harmless --dry-run -n --help -h --print -p
values -r --rev -R --repository -I -X
- clean|purge ** : discard files that are not tracked
- revert|restore ** : discard local changes
- goto|go|update|checkout ** -C|--clean : discard local changes
- shelve|unshelve ** -d|--delete : discard shelved changes
- hide|prune|strip ** : rewrite commits
- push ** -f|--force : push force

pack setup-py
tools setup.py
harmless --help -h --dry-run -n
values -r --repository --formats -d --dist-dir
- ** upload|register|upload_docs ** : publish a package

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
- get|sync s3://* <path dest> : write dest unpack
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
- cp|mv|sync s3://* <path dest> : write dest unpack

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

pack secret-tool
tools secret-tool keyring kwallet-query
harmless --help -h
values --label --keyring-path -b --keyring-backend -f --folder -r --read-password -w --write-password
- lookup|search ** : gives secret
- get * * : gives secret
- clear|del ** : destroy secret an item of the keyring
- -r|--read-password ** : gives secret

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

pack sendmail
tools sendmail msmtp ssmtp exim exim4 postdrop
flags -bp
harmless --help --version -bp --serverinfo
values -f -F -r -o? -C -a --account --host --port --from --file
- ** <text to> : send stdin to to
- -t : send stdin

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

pack scheduled-tasks
tools schtasks
- /create|/CREATE|/Create|/change|/CHANGE|/Change ** : persist a scheduled task
- /delete|/DELETE|/Delete|/end|/End|/END ** : persist removes a scheduled task

`;
