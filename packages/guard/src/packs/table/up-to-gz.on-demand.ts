// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsUpToGz = (): string => `
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
- --export-secret-keys|--export-secret-key|--export-secret-subkeys ** !-o|--output : reveal ~/.gnupg with the secret keys, gives secret
- --export-secret-keys|--export-secret-key|--export-secret-subkeys ** -o|--output=<path file> : write file, reveal ~/.gnupg with the secret keys
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
- cp|mv|rsync * <path dest> !-n : write dest unpack
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
