// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsUpToGh = (): string => `
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

pack gem
tools gem
harmless --help -h --dry-run
not install help search list info which build uninstall specification contents
target --host
values -k --key --host -v --version --platform -a --add -r --remove -p --http-proxy --otp -i --install-dir -n --bindir
- push|yank|signin|signout|release ** : publish a gem
- owner -a|--add|-r|--remove ** : grant owners of a gem
- sources -a|--add=<stranger host> : persist where packages come from

`;
