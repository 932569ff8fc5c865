// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsUpToCl = (): string => `
pack celery
tools celery
harmless --help --version
target -b --broker
values -A --app -b --broker --result-backend --loader --config --workdir -Q --queues -X --exclude-queues -l --loglevel -c --concurrency -n --hostname -d --destination -t --timeout -P --pool
- purge ** : destroy queue tasks that wait
- amqp queue.delete|queue.purge|exchange.delete ** : destroy queue queues of the broker
- control shutdown|revoke|terminate|cancel_consumer ** : destroy queue workers and their tasks

pack cf
tools cf cf7 cf8
harmless --help -h
target -o -s
values -i -m -k -b -p -n --hostname -d --domain -s -o -c --command --name --path --strategy --process --endpoint --var --vars-file -e -u -t
- delete|d ** : destroy cloud an application
- delete-*|purge-*|ds|dsi ** : destroy cloud
- scale ** -i=0 : destroy cloud all instances of an application
- set-org-role|set-space-role|enable-ssh|allow-space-ssh|create-user ** : grant a role
- env|e|oauth-token|service-key ** : reveal passwords of an application
- create-service-key|csk ** : grant a key of a service
- ssh * ** -c|--command=<shell remote> : run it
- run-task|rt * ** -c|--command=<shell remote> : run it

pack clickhouse
tools clickhouse clickhouse-client clickhouse-local chc chl
flags
harmless --help --version -V
target -h --host -d --database
values -h --host -p -u -q --query -d --database -C -f -S -N --queries-file
- -q|--query=<sql> ** : sql
- --queries-file=<path script> ** : sql script
- !-q|--query !--queries-file ** : sql

pack cloud-databases
tools neonctl neon pscale turso xata astra ticloud ccloud edgedb gel
harmless --help -h --dry-run
target --project-id --org
values --project-id --org --org-id --api-key --branch --region --role-name --database-name -o --output -f --format --config --config-dir --service-token --group --context-file --service-token-id
- projects|branches|databases|roles|project|branch|database|role|db|group|org|workspace|workspaces|backup|password|service-token|deploy-request|keyspace|cluster|serverless|instance delete|destroy|remove|rm|drop|purge|wipe ** : destroy db a database in the cloud
- branches|branch reset|restore ** : destroy db the state of a branch
- query *delete*|*Delete*|*drop*|*DROP*|*DELETE* ** : destroy db what the query deletes
- db tokens|token invalidate ** : destroy secret tokens of a database
- db tokens|token create ** : gives secret
- connection-string|cs ** : gives secret
- auth token ** : gives secret
- password|service-token create ** : gives secret
- shell|sql * <sql> ** : sql
- db shell * <sql> ** : sql
- deploy-request deploy ** : destroy db the schema of a branch

pack clouds
tools linode-cli linode exo vultr-cli vultr civo upctl ovhcloud koyeb render openstack metal gridscale cherryctl ionosctl stackit yc nhncloud hcp
harmless --help -h
not config configure context profile login logout apikey plugin completion
target --profile --region --os-cloud --project
values --profile --region --output -o --config -c --token --api-key --as-user --format --zone -z -Z --os-cloud --os-project-name --os-project-id --os-username --os-password --os-auth-url --os-region-name --name --label --image --type --root_pass --use-account -A --project -p --organization --folder-id --cloud-id --query-filter -f
- * * *s|nodepool|record|pool|user|database delete|remove|destroy ** : destroy cloud
- * delete|del|rm|remove|destroy|terminate|purge|rb|*-delete|delete-*|rebuild ** : destroy cloud
- * *s|record|node-pool|pool|user|database|db|objects|nodepool|volume|server|instance|cluster|network|bucket|disk delete|del|rm|remove|destroy|terminate|purge ** : destroy cloud
- obj rm|del|rb|delete ** : destroy cloud objects of a bucket
- iam *key* create ** : grant a key of the account

pack cluster-tools
tools skaffold devspace okteto garden werf istioctl cilium linkerd velero porter kapp timoni kluctl operator-sdk tkn argo
harmless --help -h --dry-run --diff-run
target --context --kube-context -n --namespace
values -n --namespace --context --kube-context --kubeconfig -c -f --filename --file -p --profile -a --app --env -e -l --selector -o --output --revision --from-backup --include-namespaces --exclude-namespaces --log-level -v --var --target -t
- delete|uninstall|purge|destroy|dismiss|cleanup|prune ** : destroy cluster objects of the cluster
- x|experimental uninstall ** : destroy cluster objects of the cluster
- backup|restore|schedule|backup-location|snapshot-location|pipeline|pipelinerun|taskrun|task|cron|template|cluster-template|app-group|viz|multicluster|namespace|pv delete|rm|destroy|uninstall ** : destroy cluster something in the cluster
- restore create ** --existing-resource-policy=update : destroy cluster objects that are there now

pack clusters
tools kind minikube k3d eksctl ctlptl vcluster clusterctl kubeadm kubeone rke k0sctl talosctl colima crc
harmless --help -h --dry-run
target --context --name -n -p --profile --cluster --region
values -p --profile -n --name --namespace --kubeconfig --config -f --config-file --config-dir --context --region --cluster --nodes -o --output -v --timeout -N --nodes-min --nodes-max --nodegroup --endpoints -e --talosconfig --arn --group --username --image --driver --kubernetes-version --memory --cpus --agents --servers --port --wait --cri-socket
- platform delete ** : destroy cluster a cluster
- token create ** : reveal a token of the cluster
- delete ** : destroy cluster a cluster
- cluster|node|nodegroup|registry delete|del|rm ** : destroy cluster a cluster
- reset ** : destroy cluster this node of the cluster
- remove ** : destroy cluster a cluster
- drain nodegroup ** : destroy cluster the pods of nodes
- scale nodegroup ** -N|--nodes=0 : destroy cluster all nodes of a group
- create iamidentitymapping ** : grant access to the cluster
- kubectl delete|drain ** : destroy cluster objects of the cluster
- ssh ** -- <cmd remote> : run it

pack clock
tools hwclock
harmless --help --version
values --date -f --rtc
- --set ** : system the clock
- --systohc|--hctosys|-w|--adjust|-a ** : system the clock

pack cluster-removers
tools k3s-uninstall.sh k3s-agent-uninstall.sh k3s-killall.sh rke2-uninstall.sh rke2-killall.sh
- ** : destroy cluster the cluster on this machine

pack chpasswd
tools chpasswd chgpasswd
harmless --help -h
- ** : grant new passwords of users

`;
