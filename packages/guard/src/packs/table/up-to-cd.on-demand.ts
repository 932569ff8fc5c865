// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsUpToCd = (): string => `
pack cassandra
tools cqlsh
flags
harmless --help -h --version
values -e --execute -f --file -u -p -k
- -e|--execute=<sql> ** : sql
- -f|--file=<path script> ** : sql script
- !-e|--execute !-f|--file ** : sql

pack cdk
tools cdk cdktf aws-cdk cdktf-cli
harmless --help -h
target --profile --region
values -c --context -a --app --plugin -p -o --output --profile --toolkit-stack-name -r --role-arn --region --proxy --ca-bundle-path --require-approval --change-set-name -O --outputs-file --parameters -t --tags -m --method --qualifier --concurrency --trust --trust-for-lookup --cloudformation-execution-policies --var --var-file --action --type --rollback-buffer-days --created-buffer-days --hotswap-mode
- destroy ** : destroy infra stacks
- deploy|apply ** --require-approval=never : system infrastructure changes that nobody sees before
- deploy|apply ** --auto-approve : system infrastructure changes that nobody sees before
- gc ** --confirm=false : destroy cloud files of old deployments
- rollback ** -f|--force|--orphan : destroy infra resources of a stack
- bootstrap ** --trust : grant another account access

pack capabilities
tools setcap
harmless -v -h -r
values -n
- *set*id*|*sys_*|*dac_*|*chown*|*fowner*|*setpcap*|all*|=*|*bpf*|- : grant rights of root to a program
- *set*id*|*sys_*|*dac_*|*chown*|*fowner*|*setpcap*|all*|=*|*bpf* ** * : grant rights of root to a program
- * <paths file> : permit file

pack cargo
tools cargo
harmless --dry-run -n --help -h
not run r test t build b check c help add install search new init doc bench clippy fmt nextest watch make xtask
target --registry --index
values --registry --index --token -p --package --manifest-path --target --target-dir -F --features -j --jobs --version --vers --config -Z -C --color --add -a --remove -r
- publish|yank ** : publish a crate
- +* publish|yank ** : publish a crate
- release|smart-release -x|--execute ** : publish a crate
- workspaces|ws publish ** : publish a crate
- owner --add|-a|--remove|-r ** : grant owners of a crate
- +* owner --add|-a|--remove|-r ** : grant owners of a crate
- sqlx database|db drop|reset ** : destroy db the database of the app
- sqlx migrate revert ** : destroy db what migrations made

`;
