// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsUpToO = (): string => `
pack over-the-air
tools code-push code-push-standalone appcenter shorebird
harmless --help -h --dry-run -n
values -a --app -d --deployment-name -f --file -g --group -m --description -t --target-binary-version
- release|release-react|release-cordova|promote|rollback|patch ** : publish an update of an app
- codepush release|release-react|release-cordova|promote|rollback ** : publish an update of an app
- distribute release ** : publish an app
- app|apps|deployment remove|rm|delete|clear ** : destroy cloud an app or its updates
- codepush deployment remove|clear ** : destroy cloud updates of an app

pack other-unpackers
tools dtrx atool aunpack als cabextract unsquashfs ouch patool dpkg-deb dpkg innoextract unace arj lha
values -d --directory -dest --dest -X --extract-to --dir -D --outdir -e -f -F
- -d|--directory|-dest|--dest|-X|--extract-to|--dir|-D|--outdir=<path folder> ** : write folder unpack
- -x|-X|--extract|--vextract * <path folder> : write folder unpack
- x|-X|--extract|--vextract ** <path folder> : write folder unpack

pack other-gzips
tools lzip lzop pigz pbzip2 pixz compress ggzip
flags --stdout --to-stdout --decompress --uncompress --force --keep --list --test --recursive --verbose --best --fast --rm
harmless -l --list -t --test --help --version
values -S --suffix -b --bits -p --processes -T --threads -M --memlimit -C --check -F --format -o --output -q? -w --quality
- !-d|--decompress|--uncompress : gives stdin
- -d|--decompress|--uncompress : gives unpacked
- -c|--stdout|--to-stdout <paths file> : read file
- !-c|--stdout|--to-stdout|-k|--keep|-r|--recursive <paths file> : write file edit
- !-c|--stdout|--to-stdout -r|--recursive <paths file> : write file edit
- -o|--output=<path out> ** : write out

pack other-greps
tools bzgrep xzgrep zstdgrep pcregrep pcre2grep ugrep ug
flags --recursive --ignore-case --line-number --count --quiet --silent --files-with-matches --files-without-match --invert-match --only-matching --word-regexp --extended-regexp --fixed-strings --perl-regexp --no-filename --with-filename --color --colour --help --version --text --null
values -e --regexp -f --file -A -B -C --context --after-context --before-context -m --max-count -d -D --directories --devices --include --exclude --exclude-dir --exclude-from --label --binary-files
- !-e|--regexp|-f|--file|-q|--quiet|--silent|-c|--count|-l|--files-with-matches|-L <text pattern> : gives stdin
- !-e|--regexp|-f|--file|-q|--quiet|--silent|-c|--count|-l|--files-with-matches|-L <text pattern> <paths file> : read file
- -e|--regexp !-q|--quiet|--silent|-c|--count|-l|--files-with-matches|-L <paths file> : read file
- -f|--file !-q|--quiet|--silent|-c|--count|-l|--files-with-matches|-L <paths file> : read file
- -e|--regexp : gives stdin
- -f|--file=<path patterns> : gives stdin
- -q|--quiet|--silent|-c|--count|-l|--files-with-matches|-L ** : gives any

pack other-diffs
tools gdiff difft wdiff
values -U -C -I -x -X -F -L -W -S -o --exclude --exclude-from --label --width --unified --context --from-file --to-file --output --diff-program
- !-q|--brief <path one> <path two> ** : read one, read two
- -o|--output=<path out> ** : write out
- --diff-program=<cmd> ** : run it

pack oci
tools oci
harmless --help -h -? --dry-run --generate-full-command-json-input --generate-param-json-input
not setup
target --profile --region
values --config-file --profile --cli-rc-file --endpoint --region --auth --auth-purpose --cert-bundle --output --query --defaults-file --connection-timeout --read-timeout --max-retries --cli-auto-prompt --from-json --compartment-id -c --instance-id --namespace --namespace-name --bucket-name --object-name --name --display-name --prefix --file --vcn-id --lifecycle-state --public-access-type --statements
- * * delete|terminate|bulk-delete*|schedule-deletion|schedule-*-deletion ** : destroy cloud
- * * * delete|terminate|bulk-delete*|schedule-deletion|schedule-*-deletion ** : destroy cloud
- os object sync ** --delete : destroy cloud objects that the source does not have
- os object put ** --file=<path src> : send src
- os bucket create|update ** --public-access-type=ObjectRead* : expose a bucket
- iam policy create|update ** : grant rights in the account
- iam user api-key|auth-token upload|create ** : grant a key of the account
- secrets secret-bundle get* ** : reveal a secret of the account

pack one-password
tools op
harmless --help -h
target --vault --account
values --account --vault --fields --field --format --session --config --encoding -o --out-file --in-file -i --title --category --tags --template --env-file --file-mode
- read <text name> !-o|--out-file : gives secret
- read -o|--out-file=<path out> ** : write out over
- item get * ** : gives secret
- document get ** : gives secret
- inject !-o|--out-file ** : gives secret
- item|document|vault|group|user|service-account|connect|events-api delete|remove|suspend ** : destroy secret an item of the vault
- item share ** : expose an item of the vault
- vault|group|user grant|revoke|provision|confirm ** : grant access to the vault
- vault|group user|group grant|revoke ** : grant access to the vault
- service-account|connect create ** : gives secret
- run ** -- <cmd> : run it

pack other-vaults
tools lpass keepassxc-cli kpcli dcli keeper kwallet-query credstash teller rbw enpasscli vlt hcpvault aws-vault saml2aws envchain
harmless --help -h --version
values -f --folder -k --key-file --fields --field -a -s -r --region -t --table -w -l
- show|export|get|getall|clip|read|get-secret|access|script ** : gives secret
- exec ** -- <cmd> : run it
- password|p|note|n|otp|secret ** : gives secret
- rm|delete|purge|remove|rmdir|del ** : destroy secret a secret
- -r ** : gives secret

pack other-package-managers
tools snap flatpak pkg port guix opkg choco winget scoop eopkg swupd pkgin
harmless --help -h --dry-run -n --noop --whatif --version
values --revision --channel --arch --branch --installation -j -r -c --chroot --source --id --version -v
- remove|uninstall|delete|autoremove|purge|bundle-remove ** : system removes packages
- disable|revert ** : system switches a package off

`;
