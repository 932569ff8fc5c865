// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsUpToT = (): string => `
pack tree-copies
tools ditto pcp cpdup lsyncd unison rdiff-backup gio-copy fpsync bcp xcp fcp
values --arch --bom -e -f -a
- * ** <path folder> : write folder unpack

pack text-shells
tools man dc
harmless --help --version
values -P --pager -e --expression -H --html -C -M -S -s
- -P|--pager|-H|--html=<shell> ** : run it
- -e|--expression=!<shell> ** : run it

pack tea
tools tea
harmless --help -h
values -r --repo -l --login -o --output --limit
- repos|repo|r delete|rm ** : destroy remote a repository
- releases|release delete|rm ** : destroy remote a release
- releases|release create ** : publish a release
- branches|branch delete|rm ** : destroy remote a branch

pack twine
tools twine
harmless --help -h --version
target -r --repository --repository-url
values -r --repository --repository-url -u --username -p --password -i --identity -c --comment --config-file --cert --client-cert --sign-with
- upload|register ** : publish a package

pack tftp
tools tftp
harmless -V --help
values -m -R
- <host host> put <path file> ** : send file to host
- <host host> * put <path file> ** : send file to host
- -c <host host> put <path file> ** : send file to host

pack telnet
tools telnet
harmless --help
values -l -n -b -e -k -X -S
- <host host> ** : send stdin to host

pack terraform
tools terraform tofu tf opentofu
harmless -help -h
target -chdir -target -state
values -chdir -var -var-file -target -target-file -exclude -exclude-file -replace -state -state-out -backup -out -lock-timeout -parallelism -backend-config -plugin-dir -from-module -generate-config-out -filter -test-directory -platform -fs-mirror -net-mirror -id -bucket -config
oneDash
- destroy ** : destroy infra everything that is managed here
- apply ** -destroy : destroy infra everything that is managed here
- apply ** -auto-approve !-destroy : system infrastructure changes that nobody sees before
- state rm|push|replace-provider ** !-dry-run : destroy infra the state
- state mv ** !-dry-run : destroy infra the state
- taint ** : destroy infra a resource at the next apply
- workspace delete ** : destroy infra a workspace with its state
- output *pass*|*secret*|*token*|*key|*cred*|*kubeconfig*|*conn*str*|*private* : gives secret
- output ** -json : gives secret
- show -json : gives secret
- state pull ** : gives secret
- force-unlock ** : system the lock of the state

pack terragrunt
tools terragrunt tg
harmless -help -h
target -terragrunt-working-dir -working-dir -terragrunt-config -config -target
values -chdir -var -var-file -target -replace -state -out -lock-timeout -parallelism -terragrunt-working-dir -terragrunt-config -terragrunt-tfpath -terragrunt-source -terragrunt-source-map -terragrunt-download-dir -terragrunt-iam-role -terragrunt-include-dir -terragrunt-exclude-dir -terragrunt-parallelism -terragrunt-log-level -terragrunt-queue-include-dir -terragrunt-queue-exclude-dir -working-dir -config -tf-path -source -source-map -download-dir -queue-include-dir -queue-exclude-dir -queue-strict-include -log-level -log-format -iam-assume-role -feature -graph-root -filter -inputs-debug-file
oneDash
- output ** -json : gives secret
- run-all|run|stack output ** -json : gives secret
- state pull ** : gives secret
- destroy|destroy-all ** : destroy infra everything that is managed here
- run-all|run|graph destroy ** : destroy infra everything that is managed here
- run -- destroy ** : destroy infra everything that is managed here
- stack run destroy ** : destroy infra everything that is managed here
- apply ** -destroy : destroy infra everything that is managed here
- run-all|run apply ** -destroy : destroy infra everything that is managed here
- apply ** -auto-approve|-non-interactive|-terragrunt-non-interactive : system infrastructure changes that nobody sees before
- run-all|run apply ** -auto-approve|-non-interactive|-terragrunt-non-interactive|-all : system infrastructure changes that nobody sees before
- run -- apply ** : system infrastructure changes that nobody sees before
- apply-all ** : system infrastructure changes that nobody sees before
- stack run apply ** : system infrastructure changes that nobody sees before
- state rm|push|mv|replace-provider ** : destroy infra the state
- run-all|run state rm|push|mv ** : destroy infra the state
- taint ** : destroy infra a resource at the next apply
- workspace delete ** : destroy infra a workspace with its state
- force-unlock ** : system the lock of the state
- backend delete ** : destroy infra the store of the state
- exec -- <cmd> : run it

pack trash-empty
tools trash-empty trash-rm
harmless --help -h --version --dry-run
values --trash-dir
- ** : discard the files in the trash

pack tunnels
tools ngrok cloudflared lt localtunnel bore zrok tailscale devtunnel loclx pinggy tunnelto chisel
harmless --help
not config version update help completion status login ip ping netcheck diagnose authtoken
values --config --authtoken --region --url --hostname --name --subdomain -s -p --port -h --host -l --local-host --to -t --log --log-format --loglevel --logfile --metrics --origincert --credentials-file --edge-ip-version --protocol -n --auth --basic-auth --oauth --socket --token --domain --local-port
- http|https|tcp|tls|start|udp ** : expose a local port to the internet
- tunnel : expose a local port to the internet
- tunnel run|delete|route|cleanup ** : expose a local port to the internet
- local ** : expose a local port to the internet
- share ** : expose a local port to the internet
- host ** : expose a local port to the internet
- funnel ** : expose a local port to the internet
- service install ** : persist a tunnel
- server|client ** : expose a local port to the internet
- -p|--port : expose a local port to the internet
- up ** --ssh : expose a shell of this machine
- set ** --ssh : expose a shell of this machine
- ssh * <cmd remote> : run it

`;
