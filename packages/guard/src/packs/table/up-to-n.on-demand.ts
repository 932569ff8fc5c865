// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsUpToN = (): string => `
pack nvme
tools nvme
harmless --help -h
values -n --namespace-id -s --ses -l --lbaf -a --sanact -o --output-format -f --fw -d --data
- format|sanitize|delete-ns|detach-ns|create-ns|attach-ns|write|write-zeroes|write-uncor|dsm|fw-download|fw-commit|fw-activate|reset|subsystem-reset|security-send|resv-* ** : destroy disk data of a disk

pack nano
tools nano pico micro joe jed mcedit ne hx helix kak sudoedit
harmless --help -h --version -V --view -v
values -r -T -C -o -Q -s -X -Y -Z -e? -u --syntax --tabsize --backupdir --speller --fill
- <paths file> : write file edit
- -s|--speller=<cmd> ** : run it

pack nft
tools nft
harmless -c --check -h --help -v --version
values -f --file -D --define -I --includepath
- flush|delete|destroy|reset|replace ** : system clears the firewall
- add|create|insert|rename ** : system rules of the firewall
- -f|--file ** : system rules of the firewall
- flush*|delete*|destroy*|add* : system rules of the firewall

pack network-settings
tools ip nmcli tc route
harmless -help -h -V -Version -version
values -n -netns -f -family -b -batch -w -wait -fields -g
oneDash
- link|l delete|del|d ** : system removes a network device
- link|l set ** down ** : system switches a network device off
- addr|address|a|route|r|ro|rule|neigh|netns|xfrm del|delete|d|flush|f|replace|change ** : system settings of the network
- -all netns delete|del : system settings of the network
- qdisc|class|filter del|delete|add|replace ** : system settings of the network
- connection|con|c delete|del|down|modify|mod ** : system settings of the network
- device|dev|d disconnect|delete|down ** : system settings of the network
- radio * off : system switches the network off
- networking|n off : system switches the network off
- del|delete|flush|change ** : system routes of this machine
- -b|-batch ** : system settings of the network
- netns exec * <cmd> : run it
- vrf exec * <cmd> : run it

pack network-switches
tools wg-quick ifconfig networksetup netplan resolvectl
harmless -help -h -list -n
oneDash
- * down : system switches a network device off
- down * : system switches a network device off
- delete * * : system settings of the network
- -set*|-remove*|-delete* ** : system settings of the network
- apply : system settings of the network
- set * : system settings of the network
- dns|domain|revert|dnssec * * ** : system settings of the network

pack nats
tools nats
harmless --help -h --version
target -s --server --context
values -s --server --user --password --creds --nkey --context --timeout --subject --seq --keep --config -H
- stream|str|st|s rm|delete|del|purge|rmm|cluster ** : destroy queue a stream
- consumer|con|obs rm|delete|del ** : destroy queue a consumer
- kv|object|obj del|rm|purge|delete|compact ** : destroy queue keys or objects
- context rm|delete ** : discard a saved connection
- server raft|cluster peer-remove|step-down ** : destroy cluster a server
- auth ** rm ** : grant users of NATS

pack neo4j-admin
tools neo4j-admin
harmless --help -h --version
values --from-path --to-path --from --to --database --additional-config
- database load|restore|copy --overwrite-destination ** : destroy db what a restore replaces
- database delete ** : destroy db a database
- load|restore --force ** : destroy db what a restore replaces
- database import full --overwrite-destination ** : destroy db what an import replaces
- server unbind ** : destroy db the state of the cluster
- unbind ** : destroy db the state of the cluster
- dbms set-initial-password ** : grant a new password of the database

pack neo4j
tools cypher-shell
harmless --help -h --version -v
target -a --address
values -a --address -u --username -p --password -d --database -f --file -P --param --format --encryption
- *DELETE*|*delete*|*Delete*|*DROP*|*drop*|*Drop* ** : destroy db nodes of the graph

pack netlify
tools netlify ntl netlify-cli
harmless --help -h
target -s --site
values -s --site --auth --filter -d --dir -m --message -f --functions --alias --context --scope --data -n --name -a --account-slug
- sites:delete|site:delete|blobs:delete|blob:delete|db:delete ** : destroy cloud
- env:unset|env:delete|env:remove ** : destroy secret a variable of the site
- env:get ** : reveal a variable of the site
- env:list ** --json|--plain : reveal variables of the site
- api delete*|purge*|remove* ** : destroy cloud what the API call deletes

pack nodetool
tools nodetool
harmless -help
target -h -host
values -h -host -p -port -u -username -pw -password -pwf -password-file -t -tag
oneDash
- clearsnapshot ** : destroy db snapshots
- decommission|removenode|assassinate|drain|stopdaemon ** : destroy db a node of the cluster
- truncatehints|cleanup ** : destroy db data of a node
- disablegossip|disablebinary|disableautocompaction|disablebackup ** : system services of a node

pack nomad
tools nomad
harmless -help -h
target -address -region -namespace
values -address -region -namespace -token -ca-cert -ca-path -client-cert -client-key -tls-server-name -task -group -deadline -var -var-file -check-index -out -type -name -policy -scope -filter -per-page
oneDash
- stop ** : destroy cluster a job
- job stop ** : destroy cluster a job
- job scale * 0 : destroy cluster all tasks of a job
- job scale * * 0 : destroy cluster all tasks of a job
- alloc stop ** : destroy cluster an allocation
- node drain ** -enable : destroy cluster the tasks of a node
- node-drain ** -enable : destroy cluster the tasks of a node
- system gc ** : destroy cluster finished jobs and allocations
- namespace|quota|sentinel|volume|recommendation delete ** : destroy cluster something in the cluster
- node pool delete ** : destroy cluster a node pool
- volume deregister|detach ** : destroy cluster a volume
- var purge ** : destroy secret a variable
- var get ** : reveal a variable of the cluster
- acl token|policy|role|auth-method|binding-rule delete ** : destroy secret rights of the cluster
- acl bootstrap ** : reveal a token of the cluster
- acl token create ** : grant a token
- operator raft remove-peer ** : destroy cluster a server
- operator snapshot restore ** : destroy cluster the state of the cluster
- operator root keyring remove ** : destroy secret a key of the cluster
- exec * <cmd remote> : run it
- alloc exec * <cmd remote> : run it

pack npm-publish
tools npm pnpm yarn bun cnpm
harmless --dry-run --help -h --registry=http://localhost*|http://127.0.0.1*
not run run-script exec x dlx view info show search test why explain ls list help create init link
target --registry --tag
values --tag --access --registry --otp -w --workspace --filter -F -C --dir --cwd --prefix --userconfig --scope --provenance-file --new-version --publish-branch --auth-type --cidr --config -c --loglevel --cache
- pub*|unpub*|deprec*|undeprec* ** : publish a package
- npm publish|unpublish|deprecate ** : publish a package
- stage publish|approve ** : publish a package
- -r|--recursive publish ** : publish packages of the workspace
- workspaces foreach ** npm publish ** : publish packages of the workspace
- workspace * publish ** : publish a package
- workspace * npm publish ** : publish a package
- dist-tag|dist-tags|tag add|set|rm|remove ** : publish a tag of a package
- npm tag add|remove ** : publish a tag of a package
- owner|author add|rm|remove ** : grant owners of a package
- access grant|public|2fa-not-required|edit ** : grant access to a package
- access set status=public|mfa=none ** : grant access to a package
- team add|destroy ** : grant members of a team
- org set|rm ** : grant members of an organisation
- token create|revoke|delete|rm|remove ** : grant tokens of the registry
- profile set|enable-2fa|disable-2fa|enable-tfa|disable-tfa ** : grant the profile at the registry
- trust github|gitlab|circleci|revoke ** : grant who may publish a package
- hook add|rm|update ** : grant hooks of the registry
- config set registry|*:registry|npmRegistryServer <stranger host> ** : persist where packages come from
- config set registry=<stranger host> ** : persist where packages come from
- set registry <stranger host> : persist where packages come from
- install|i|add ** <stranger host> ** : run unknown
- config get *authToken*|*AuthToken*|*_auth*|*_password* : gives secret

pack npkill
tools npkill
harmless --dry-run --help -h
values -d --directory -t --target -E --exclude -x -s --sort -c --bg-color
- -D|--delete-all -d|--directory=<path folder> : delete folder recursive
- -D|--delete-all -f|--full : destroy disk all node_modules in the home folder

pack network-secrets
tools wg nmcli getent
harmless --help -h
- showconf ** : gives secret
- show * private-key|preshared-keys : gives secret
- genkey : gives any
- -s|--show-secrets ** : gives secret
- device|dev|d wifi show-password ** : gives secret
- shadow|gshadow ** : gives secret

pack nix
tools nix-env nix-collect-garbage nix-store nix nixos-rebuild
harmless -dry-run -help -version
not build run shell develop flake search eval
values -p -profile -f -file -I -argstr -arg -A -attr -option -delete-older-than
oneDash
- -e|-uninstall ** : system removes packages
- -delete-generations ** : system old generations of packages
- -d|-delete-old ** : system old generations of packages
- -delete|-gc ** : system files of the store
- profile remove|wipe-history|rollback ** : system removes packages
- store delete|gc ** : system files of the store
- switch|boot ** : system changes what the machine starts

`;
