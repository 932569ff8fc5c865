// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsUpToKz = (): string => `
pack kubectl
tools kubectl oc k kubecolor kubectl.exe
harmless --help -h --dry-run=client|server|true --dry-run
target --context --cluster -n --namespace -s --server
values -n --namespace --context --cluster --user --kubeconfig --kuberc -s --server --token --as --as-group --as-uid --as-user-extra --cache-dir --certificate-authority --client-certificate --client-key --request-timeout --tls-server-name --username --password --profile --profile-output -v --v --vmodule --log-file --log-dir --log-flush-frequency --loglevel -l --selector -f --filename -k --kustomize -o --output --field-selector --field-manager --template --timeout --grace-period --raw --sort-by -L --label-columns --chunk-size --subresource --replicas --current-replicas --resource-version --type -p --patch --patch-file --for --to-revision --revision --image --overrides --override-type --restart --env --labels --port --target-port --name --from-literal --from-file --from-env-file --schedule --clusterrole --role --serviceaccount --group --verb --resource --resource-name --duration --audience --prune-allowlist --prune-whitelist --applyset --pod-selector --skip-wait-for-delete-timeout -c --container --pod-running-timeout --min --max --cpu-percent --address --keys
values logs !-f !-p --tail --since --since-time --limit-bytes --max-log-requests
values rsh !-T --shell
values extract --to --keys
values proxy --accept-hosts --accept-paths --reject-paths
values cp --retries
values adm drain --pod-selector --grace-period --timeout
- auth reconcile ** : grant roles
- proxy ** --accept-hosts|--disable-filter : expose the API of the cluster
- delete ** : destroy cluster objects of the cluster
- drain ** : destroy cluster the pods of a node
- run ** --privileged : mount the node of the cluster
- adm drain|prune ** : destroy cluster the pods of a node
- replace ** --force : destroy cluster objects that are made again
- apply ** --force : destroy cluster objects that are made again
- apply ** --prune : destroy cluster objects that are not in the files
- scale ** --replicas=0 : destroy cluster all pods of a workload
- autoscale ** --max=0 : destroy cluster all pods of a workload
- patch ** -p|--patch=*finalizers*null*|*finalizers*[]*|*replicas":0* : destroy cluster what finalizers protect
- taint no|node|nodes ** *:NoExecute ** : destroy cluster the pods of a node
- certificate approve ** : grant a certificate
- create clusterrolebinding ** : grant a role
- create rolebinding ** --clusterrole=*admin* : grant a role
- create token ** : reveal a token of the cluster
- adm policy add-* ** : grant a role
- policy add-* ** : grant a role
- proxy ** --address=0.0.0.0 : expose the API of the cluster
- port-forward ** --address=0.0.0.0 : expose a port of the cluster
- get secret|secrets|secret/*|secrets/*|secret.*|secrets.*|*,secret|*,secrets|secret,*|secrets,*|*,secret,*|*,secrets,* ** -o|--output=json*|yaml|go-template*|template*|custom-columns* : reveal secrets of the cluster
- get ** --raw=*/secrets* : reveal secrets of the cluster
- view-secret ** : reveal secrets of the cluster
- set env ** --list !--from : gives secret
- extract secret/*|secrets/* ** --to=- : reveal secrets of the cluster
- config view ** --raw : reveal keys of the cluster
- whoami ** -t|--show-token : reveal a token of the cluster
- get ** -o|--output=name : gives all
- get ** -o|--output=jsonpath*items* : gives all
- exec * <cmd remote> : run it
- exec -- <cmd remote> : run it
- debug ** -- <cmd remote> : run it
- run * ** -- <cmd remote> : run it
- run * ** --overrides=*hostPID*|*hostPath*|*privileged*|*hostNetwork* : mount a node of the cluster
- rsh * <cmd remote> : run it
- cp * <path dest> : write dest unpack
- cp <path src> *:* : send src

`;
