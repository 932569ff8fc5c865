// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".
import { packsA } from './a.on-demand.js';
import { packsBToC } from './b-c.on-demand.js';
import { packsD } from './d.on-demand.js';
import { packsEToF } from './e-f.on-demand.js';
import { packsG } from './g.on-demand.js';
import { packsHToK } from './h-k.on-demand.js';
import { packsLToM } from './l-m.on-demand.js';
import { packsN } from './n.on-demand.js';
import { packsOToP } from './o-p.on-demand.js';
import { packsQToR } from './q-r.on-demand.js';
import { packsS } from './s.on-demand.js';
import { packsTToZ } from './t-z.on-demand.js';

/** The texts of the packs, with the last letter with which the names of their packs begin. */
export const packTables: readonly (readonly [lastLetter: string, text: () => string])[] = [
  ['a', packsA],
  ['c', packsBToC],
  ['d', packsD],
  ['f', packsEToF],
  ['g', packsG],
  ['k', packsHToK],
  ['m', packsLToM],
  ['n', packsN],
  ['p', packsOToP],
  ['r', packsQToR],
  ['s', packsS],
  ['z', packsTToZ],
];

/** A line `name: tool tool ` per pack: searching it is as fast as a map, and costs nothing to make. */
export const toolLines = `
alembic: alembic aerich 
aliyun: aliyun ossutil ossutil64 tccli 
ansible: ansible ansible-vault ansible-pull 
unar: unar 
pax: pax 
other-gzips: lzip lzop pigz pbzip2 pixz compress ggzip 
images: unsquashfs dpkg-deb 
argocd: argocd 
atlas: atlas 
aws: aws awslocal aws2 aws.exe 
az: az az.cmd 
azcopy: azcopy 
b2: b2 b2v3 b2v4 backblaze-b2 
bfg: bfg 
bq: bq 
cassandra: cqlsh 
cdk: cdk cdktf aws-cdk cdktf-cli 
celery: celery 
cf: cf cf7 cf8 
clickhouse: clickhouse clickhouse-client clickhouse-local chc chl 
cloud-databases: neonctl neon pscale turso xata astra ticloud ccloud 
clouds: linode-cli linode exo vultr-cli vultr civo upctl ovhcloud koyeb render openstack metal gridscale cherryctl ionosctl stackit yc nhncloud hcp 
cluster-tools: skaffold devspace okteto garden werf istioctl cilium linkerd velero porter kapp timoni kluctl operator-sdk tkn argo 
clusters: kind minikube k3d eksctl ctlptl vcluster clusterctl kubeadm kubeone rke k0sctl talosctl colima crc 
cockroach: cockroach 
compilers: gcc g++ cc c++ clang clang++ gfortran rustc tcc ld as javac swiftc ghc zig 
crudini: crudini 
consul: consul 
pagers: zmore zless bzless xzless zstdless ccat hexyl ptx tsort colrm gnl gjoin gron mlr 
other-greps: bzgrep xzgrep zstdgrep pcregrep pcre2grep ugrep ug 
other-diffs: gdiff difft wdiff 
attributes: chcon gchcon setcap 
rename: rename prename file-rename perl-rename 
edit-in-place: dos2unix unix2dos mac2unix fallocate 
replace: sd rpl replace-in-file ambr sad 
patch: patch gpatch 
wipe: bcwipe rmz rip safe-rm rmrf 
dd-like: dcfldd dc3dd 
ddrescue: ddrescue dd_rescue 
crictl: crictl ctr buildah 
diesel: diesel sqlx sea-orm-cli 
mkfs: mkfs mke2fs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.ext4dev 
mkfs-other: mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.msdos mkfs.ntfs mkfs.exfat mkfs.f2fs mkfs.minix mkfs.bfs mkfs.cramfs mkfs.reiserfs mkfs.jfs mkfs.nilfs2 mkfs.udf mkfs.bcachefs mkfs.erofs mkdosfs mkntfs mkexfatfs mkreiserfs newfs newfs_hfs newfs_apfs newfs_msdos mkswap 
fdisk: fdisk cfdisk gdisk cgdisk 
sfdisk: sfdisk 
sgdisk: sgdisk 
parted: parted 
wipefs: wipefs 
blkdiscard: blkdiscard scrub nwipe 
badblocks: badblocks 
hdparm: hdparm 
nvme: nvme 
lvm-remove: lvremove vgremove pvremove lvreduce vgreduce 
lvm: lvm 
mdadm: mdadm 
cryptsetup: cryptsetup 
zpool: zpool 
zfs: zfs 
btrfs: btrfs 
diskutil: diskutil 
dmsetup: dmsetup 
file-system-repair: fsck e2fsck fsck.ext2 fsck.ext3 fsck.ext4 fsck.vfat xfs_repair ntfsfix resize2fs 
file-system-settings: tune2fs debugfs xfs_db 
django: manage.py django-admin django 
docker-compose: docker-compose podman-compose 
docker: docker podman nerdctl finch podman-remote docker.exe 
doctl: doctl 
doctrine: doctrine doctrine-migrations console phinx 
dolt: dolt 
duckdb: duckdb 
eb: eb 
vim: vim vi nvim gvim mvim ex vim.basic vim.tiny vimx rvim evim elvis nvi 
view: gview vimdiff nvimdiff rview view 
ed: red ed 
emacs: emacs emacsclient xemacs emacs-nox 
nano: nano pico micro joe jed mcedit ne hx helix kak sudoedit 
etcdctl: etcdctl etcdutl 
firebase: firebase firebase-tools 
iptables: iptables ip6tables iptables-legacy iptables-nft ip6tables-legacy ip6tables-nft ebtables arptables 
firewall-restore: iptables-restore ip6tables-restore 
nft: nft 
ufw: ufw 
firewalld: firewall-cmd firewall-offline-cmd 
mac-firewall: pfctl ipfw socketfilterfw 
network-settings: ip nmcli tc 
network-switches: wg-quick ifconfig networksetup netplan 
flask-db: flask 
flux: flux 
fly: fly flyctl 
flyway: flyway 
gcloud: gcloud gcloud.cmd 
gh: gh 
gitlab: gitlab-runner gitlab-rails gitlab-rake gitlab-ctl gitlab-backup 
glab: glab 
gpg: gpg gpg2 
gsutil: gsutil 
hasura: hasura 
hcloud: hcloud 
helm: helm helm3 
helmfile: helmfile 
heroku: heroku 
hg: hg chg rhg 
hosting: surge deployctl zeabur dokku kamal caprover clever scalingo platform upsun terminus gigalixir 
ibmcloud: ibmcloud ic bx 
influx: influx influxd influxdb3 
influx-ql: influx 
jj: jj 
js-orms: typeorm typeorm-ts-node-commonjs typeorm-ts-node-esm mikro-orm mikro-orm-esm drizzle-kit migrate-mongo node-pg-migrate db-migrate kysely ace 
k3s: k3s microk8s k0s rke2 
kafka-clients: rpk kafkactl kaf kcctl 
kafka: kafka-topics kafka-topics.sh kafka-consumer-groups kafka-consumer-groups.sh kafka-configs kafka-configs.sh kafka-acls kafka-acls.sh kafka-delete-records kafka-delete-records.sh kafka-streams-application-reset kafka-streams-application-reset.sh kafka-storage kafka-storage.sh 
sysctl: sysctl 
kernel-modules: modprobe rmmod insmod kextload kextunload 
mounts: mount 
unmounts: umount swapoff fusermount fusermount3 
security-switches: setenforce auditctl aa-teardown aa-disable aa-complain setsebool semanage pam-auth-update semodule mokutil 
boot-loader: grub-install grub2-install update-grub update-grub2 update-initramfs grub-set-default grub-reboot lilo extlinux 
boot-entries: efibootmgr kexec bootctl 
logs: journalctl 
machine-settings: hostnamectl timedatectl localectl 
alternatives: update-alternatives alternatives 
log-rotation: logrotate 
kernel-log: dmesg 
clock: hwclock 
root-folder: pivot_root switch_root killall5 
knex: knex 
kops: kops 
kubectl: kubectl oc k kubecolor kubectl.exe 
laravel: artisan sail 
liquibase: liquibase 
local-binaries: pnpm yarn bun 
lxc-programs: lxc-destroy 
virtualbox: VBoxManage vboxmanage 
machines: limactl multipass lxc incus virsh tart orb orbctl prlctl qm pct utmctl docker-machine 
mc: mc mcli minio-client mc.exe 
memcached: memcflush memcrm memflush memrm 
migrate-tools: goose dbmate migrate sql-migrate tern rambler pgroll reshape sqitch shmig yoyo soda 
mix: mix 
mongo-tools: mongorestore mongoimport 
mongo: mongosh mongo 
mysql-admin: mysqladmin mariadb-admin 
mysql-import: mysqlimport mariadb-import myloader 
mysql: mysql mariadb mycli 
nats: nats 
neo4j-admin: neo4j-admin 
neo4j: cypher-shell 
netlify: netlify ntl netlify-cli 
nodetool: nodetool 
nomad: nomad 
npm-publish: npm pnpm yarn bun cnpm 
release-runs: semantic-release multi-semantic-release release-it np shipjs 
release-steps: lerna changeset goreleaser beachball auto jreleaser nx 
oci: oci 
cargo: cargo 
twine: twine 
python-publish: poetry uv hatch flit pdm maturin rye pixi 
gem: gem 
maven: mvn mvnw mvnd 
gradle: gradle gradlew 
dotnet-publish: dotnet nuget 
extension-publish: vsce ovsx jsr web-ext chrome-webstore-upload tfx clasp 
deno-publish: deno 
cocoapods: pod 
dart: dart flutter 
language-uploads: luarocks conan anaconda cabal stack ansible-galaxy opam elm nimble dub spago conda sbt lein 
packer: packer 
pg-restore: pg_restore 
pg-server: pg_dropcluster pg_resetwal pg_rewind pg_archivecleanup 
postgres-tools: dropdb dropuser 
shutdown: shutdown poweroff reboot halt pm-suspend pm-hibernate 
init: init telinit 
kill: kill 
kill-by-name: killall pkill killall5 skill xkill 
kill-port: fuser 
prisma: prisma 
psql: psql pgcli 
pulsar: pulsar-admin pulsarctl 
pulumi: pulumi esc 
queue-misc: rq temporal tctl artemis activemq 
rabbitmq: rabbitmqctl 
rabbitmqadmin: rabbitmqadmin 
rails: rails rake 
railway: railway 
rclone: rclone 
redis: redis-cli valkey-cli keydb-cli dragonfly-cli iredis 
registries: skopeo crane gcrane regctl oras imgpkg ko 
rimraf: rimraf rmrf rimraf2 
del: del del-cli premove rmfr 
shx: shx shelljs 
npkill: npkill 
copyfiles: copyfiles copyup cpx cpx2 cpy cpy-cli ncp cpr mvdir move-cli recursive-copy-cli 
s3cmd: s3cmd 
s5cmd: s5cmd 
crontab: crontab fcrontab 
atrm: atrm 
shell-history: history 
scw: scw 
one-password: op 
pass: pass gopass passage 
bitwarden: bw bws rbw 
mac-keychain: security 
secret-tool: secret-tool keyring kwallet-query 
keyctl: keyctl 
sops: sops 
age: age rage 
secret-clouds: doppler infisical chamber dotenvx berglas conjur akeyless phase 
ssh-keys: ssh-keygen 
mail: mail mailx s-nail nail heirloom-mailx 
mutt: mutt neomutt 
sendmail: sendmail msmtp ssmtp exim exim4 postdrop 
ftp-upload: ftp tnftp ncftpput ncftp 
tftp: tftp 
telnet: telnet 
file-transfers: croc wormhole wormhole-william magic-wormhole ffsend transfer transfer.sh onionshare-cli qrcp sendme 
paste-sites: pastebinit pastebin wgetpaste ix sprunge termbin gist gist-paste haste dpaste tb 
sftp: sftp 
lftp: lftp 
socat: socat socat1 
sequelize: sequelize sequelize-cli 
serverless: serverless sls osls sst sam amplify ampx copilot arc chalice zappa begin 
systemctl: systemctl 
service: service rc-service invoke-rc.d 
service-starts: chkconfig update-rc.d rc-update insserv sysv-rc-conf 
launchctl: launchctl 
supervisors: supervisorctl initctl sv s6-svc svcadm 
login-sessions: loginctl 
wp: wp wp-cli.phar 
drush: drush 
magerun: n98-magerun2 n98-magerun n98-magerun.phar n98-magerun2.phar 
sql-shells: usql snowsql trino presto hive beeline impala-shell vsql isql sqlplus tsql athenacli mclient 
sqlcmd: sqlcmd mssql-cli osql 
sqlite: sqlite3 sqlite litecli libsql 
supabase: supabase 
svn: svn 
apt: apt apt-get aptitude nala apt-fast 
dpkg: dpkg 
rpm-family: yum dnf dnf5 microdnf tdnf zypper 
rpm: rpm 
pacman: pacman yay paru pamac trizen 
apk: apk 
brew: brew 
other-package-managers: snap flatpak pkg port guix opkg choco winget scoop eopkg swupd pkgin 
removing-programs: pkg_delete xbps-remove do-release-upgrade 
nix: nix-env nix-collect-garbage nix-store nix nixos-rebuild 
terraform: terraform tofu tf opentofu 
terragrunt: terragrunt tg 
trash-empty: trash-empty trash-rm 
gio: gio gvfs-trash 
tunnels: ngrok cloudflared lt localtunnel bore zrok tailscale devtunnel loclx pinggy tunnelto chisel 
user-changes: useradd adduser userdel deluser usermod groupadd addgroup groupdel delgroup groupmod newusers vipw vigr 
passwd: passwd 
login-settings: chage chsh chfn gpasswd smbpasswd 
chpasswd: chpasswd chgpasswd 
sudoers: visudo 
mac-users: dscl sysadminctl dseditgroup 
mac-safety: csrutil spctl nvram fdesetup pmset systemsetup tmutil 
vagrant: vagrant 
vault: vault bao openbao 
vercel: vercel vc now 
windows-disks: format.com format diskpart 
vssadmin: vssadmin wbadmin 
windows-registry: reg 
windows-services: sc net 
scheduled-tasks: schtasks 
windows-settings: wevtutil bcdedit netsh 
wrangler: wrangler wrangler2 
zookeeper: zkCli.sh zkCli zookeeper-shell zookeeper-shell.sh 
`;
