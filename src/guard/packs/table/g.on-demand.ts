// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsG = (): string => `
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
- alias set * !<shell> ** : run it
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
- -d|--decrypt ** !-o|--output : gives decoded
- -d|--decrypt <path file> !-o|--output : read file
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

pack gem
tools gem
harmless --help -h --dry-run
not install help search list info which build uninstall specification contents
target --host
values -k --key --host -v --version --platform -a --add -r --remove -p --http-proxy --otp -i --install-dir -n --bindir
- push|yank|signin|signout ** : publish a gem
- owner -a|--add|-r|--remove ** : grant owners of a gem

pack gradle
tools gradle gradlew
harmless --dry-run -m --help -h
values -p --project-dir -b --build-file -c --settings-file -x --exclude-task -I --init-script -g --gradle-user-home -D -P --console --max-workers --tests -t
- ** publish|*:publish|publishPlugins|*:publishPlugins|publishAll*|*:publishAll*|publishTo*Sonatype*|*:publishTo*Sonatype*|publishToMavenCentral|*:publishToMavenCentral|publish*ToMavenRepository|*:publish*ToMavenRepository|publish*Bundle|publish*Apk|*:publish*Bundle|*:publish*Apk|publishPlugin|*:publishPlugin|publish*Repository|*:publish*Repository ** : publish a build
- ** uploadArchives|*:uploadArchives|bintrayUpload|artifactoryPublish|*:artifactoryPublish|closeAndRelease*|release|jreleaserFullRelease ** : publish a build
- ** flywayClean|*:flywayClean|dropAll|*:dropAll|rollbackCount|rollback ** : destroy db the database of the app

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

`;
