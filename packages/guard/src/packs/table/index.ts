// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".
import { packsUpToAr } from './up-to-ar.on-demand.js';
import { packsUpToAw } from './up-to-aw.on-demand.js';
import { packsUpToAz } from './up-to-az.on-demand.js';
import { packsUpToB } from './up-to-b.on-demand.js';
import { packsUpToCd } from './up-to-cd.on-demand.js';
import { packsUpToCl } from './up-to-cl.on-demand.js';
import { packsUpToCz } from './up-to-cz.on-demand.js';
import { packsUpToDock } from './up-to-dock.on-demand.js';
import { packsUpToDz } from './up-to-dz.on-demand.js';
import { packsUpToE } from './up-to-e.on-demand.js';
import { packsUpToF } from './up-to-f.on-demand.js';
import { packsUpToGc } from './up-to-gc.on-demand.js';
import { packsUpToGh } from './up-to-gh.on-demand.js';
import { packsUpToGz } from './up-to-gz.on-demand.js';
import { packsUpToH } from './up-to-h.on-demand.js';
import { packsUpToJ } from './up-to-j.on-demand.js';
import { packsUpToKt } from './up-to-kt.on-demand.js';
import { packsUpToKz } from './up-to-kz.on-demand.js';
import { packsUpToL } from './up-to-l.on-demand.js';
import { packsUpToMa } from './up-to-ma.on-demand.js';
import { packsUpToMz } from './up-to-mz.on-demand.js';
import { packsUpToN } from './up-to-n.on-demand.js';
import { packsUpToO } from './up-to-o.on-demand.js';
import { packsUpToP } from './up-to-p.on-demand.js';
import { packsUpToRc } from './up-to-rc.on-demand.js';
import { packsUpToRz } from './up-to-rz.on-demand.js';
import { packsUpToSe } from './up-to-se.on-demand.js';
import { packsUpToSq } from './up-to-sq.on-demand.js';
import { packsUpToSz } from './up-to-sz.on-demand.js';
import { packsUpToT } from './up-to-t.on-demand.js';
import { packsUpToV } from './up-to-v.on-demand.js';
import { packsUpToZ } from './up-to-z.on-demand.js';

/** The texts of the packs in the order of their names, with the letters with which the last names begin. */
export const packTables: readonly (readonly [lastLetters: string, text: () => string])[] = [
  ['ar', packsUpToAr],
  ['aw', packsUpToAw],
  ['az', packsUpToAz],
  ['b', packsUpToB],
  ['cd', packsUpToCd],
  ['cl', packsUpToCl],
  ['cz', packsUpToCz],
  ['dock', packsUpToDock],
  ['dz', packsUpToDz],
  ['e', packsUpToE],
  ['f', packsUpToF],
  ['gc', packsUpToGc],
  ['gh', packsUpToGh],
  ['gz', packsUpToGz],
  ['h', packsUpToH],
  ['j', packsUpToJ],
  ['kt', packsUpToKt],
  ['kz', packsUpToKz],
  ['l', packsUpToL],
  ['ma', packsUpToMa],
  ['mz', packsUpToMz],
  ['n', packsUpToN],
  ['o', packsUpToO],
  ['p', packsUpToP],
  ['rc', packsUpToRc],
  ['rz', packsUpToRz],
  ['se', packsUpToSe],
  ['sq', packsUpToSq],
  ['sz', packsUpToSz],
  ['t', packsUpToT],
  ['v', packsUpToV],
  ['z', packsUpToZ],
];

/** A line `name: tool tool ` per pack, without the name if its first tool has it. Searching it costs as little as a map. */
export const toolLines = `
: alembic aerich 
: aliyun ossutil ossutil64 tccli 
: ansible ansible-vault ansible-pull 
: eas eas-cli 
: expo expo-cli 
: fastlane 
app-uploads: xcrun altool iTMSTransporter 
over-the-air: code-push code-push-standalone appcenter shorebird 
: unar 
other-unpackers: dtrx atool aunpack als cabextract unsquashfs ouch patool dpkg-deb dpkg innoextract unace arj lha 
folders-of-links: stow xstow 
tree-copies: ditto pcp cpdup lsyncd unison rdiff-backup gio-copy fpsync bcp xcp fcp 
: pax 
other-gzips: lzip lzop pigz pbzip2 pixz compress ggzip 
images: unsquashfs dpkg-deb 
: argocd 
: atlas 
: aws awslocal aws2 aws.exe 
: az az.cmd 
: azcopy 
: b2 b2v3 b2v4 backblaze-b2 
: restic rustic 
: borg borgmatic 
backups: kopia duplicity timeshift snapper bup tarsnap duplicacy rdiff-backup 
: bfg 
: bq 
cassandra: cqlsh 
: cdk cdktf aws-cdk cdktf-cli 
: celery 
: cf cf7 cf8 
: clickhouse clickhouse-client clickhouse-local chc chl 
cloud-databases: neonctl neon pscale turso xata astra ticloud ccloud edgedb gel 
clouds: linode-cli linode exo vultr-cli vultr civo upctl ovhcloud koyeb render openstack metal gridscale cherryctl ionosctl stackit yc nhncloud hcp 
cluster-tools: skaffold devspace okteto garden werf istioctl cilium linkerd velero porter kapp timoni kluctl operator-sdk tkn argo 
clusters: kind minikube k3d eksctl ctlptl vcluster clusterctl kubeadm kubeone rke k0sctl talosctl colima crc 
: cockroach 
compilers: gcc g++ cc c++ clang clang++ gfortran rustc tcc ld as javac swiftc ghc zig 
: crudini 
: consul 
pagers: zmore zless bzless xzless zstdless ccat hexyl ptx tsort colrm gnl gjoin gron mlr 
other-greps: bzgrep xzgrep zstdgrep pcregrep pcre2grep ugrep ug 
other-diffs: gdiff difft wdiff 
attributes: chcon gchcon 
capabilities: setcap 
: rename prename file-rename perl-rename 
edit-in-place: dos2unix unix2dos mac2unix fallocate 
replace: sd rpl replace-in-file ambr sad 
: patch gpatch 
wipe: bcwipe rmz rip safe-rm rmrf 
dd-like: dcfldd dc3dd 
: ddrescue dd_rescue 
: crictl ctr buildah 
database-dumps: pg_dump pg_dumpall mysqldump mariadb-dump mysqlpump mongodump mongoexport 
: diesel sqlx sea-orm-cli 
: mkfs mke2fs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.ext4dev 
mkfs-other: mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.msdos mkfs.ntfs mkfs.exfat mkfs.f2fs mkfs.minix mkfs.bfs mkfs.cramfs mkfs.reiserfs mkfs.jfs mkfs.nilfs2 mkfs.udf mkfs.bcachefs mkfs.erofs mkdosfs mkntfs mkexfatfs mkreiserfs newfs newfs_hfs newfs_apfs newfs_msdos mkswap 
: fdisk cfdisk gdisk cgdisk 
: sfdisk 
: sgdisk 
: parted 
: wipefs 
: blkdiscard scrub nwipe 
: badblocks 
: hdparm 
: nvme 
lvm-remove: lvremove vgremove pvremove lvreduce vgreduce 
: lvm 
: mdadm 
: cryptsetup 
: zpool 
: zfs 
: btrfs 
: diskutil 
: dmsetup 
file-system-repair: fsck e2fsck fsck.ext2 fsck.ext3 fsck.ext4 fsck.vfat xfs_repair ntfsfix resize2fs 
file-system-settings: tune2fs debugfs xfs_db 
mac-images: asr 
firmware: flashrom scsi_unmap sg_sanitize sg_format 
image-writers: balena rpi-imager qemu-img bmaptool partclone.restore fsarchiver 
django: manage.py django-admin django 
: docker-compose podman-compose 
: docker podman nerdctl finch podman-remote docker.exe 
: doctl 
: doctrine doctrine-migrations console phinx 
: dolt 
: duckdb 
: eb 
: vim vi nvim gvim mvim vim.basic vim.tiny vimx rvim evim elvis nvi 
: ex exim 
view: gview vimdiff nvimdiff rview view 
ed: red ed 
: emacs emacsclient xemacs emacs-nox 
: nano pico micro joe jed mcedit ne hx helix kak sudoedit 
text-shells: man dc 
: etcdctl etcdutl 
: firebase firebase-tools 
: iptables ip6tables iptables-legacy iptables-nft ip6tables-legacy ip6tables-nft ebtables arptables 
firewall-restore: iptables-restore ip6tables-restore 
: nft 
: ufw 
firewalld: firewall-cmd firewall-offline-cmd 
mac-firewall: pfctl ipfw socketfilterfw 
network-settings: ip nmcli tc route 
network-switches: wg-quick ifconfig networksetup netplan resolvectl 
flask-db: flask 
: flux 
: fly flyctl 
: flyway 
: gcloud gcloud.cmd 
: gh 
gitlab: gitlab-runner gitlab-rails gitlab-rake gitlab-ctl gitlab-backup 
: glab 
: gpg gpg2 
: gsutil 
: hasura 
: hcloud 
: helm helm3 
: helmfile 
: heroku 
: hg chg rhg 
hosting: surge deployctl zeabur dokku kamal caprover clever scalingo platform upsun terminus gigalixir 
: ibmcloud ic bx 
: influx influxd influxdb3 
influx-ql: influx 
: jj 
js-orms: typeorm typeorm-ts-node-commonjs typeorm-ts-node-esm mikro-orm mikro-orm-esm drizzle-kit migrate-mongo node-pg-migrate db-migrate kysely ace 
: k3s microk8s k0s rke2 
kafka-clients: rpk kafkactl kaf kcctl 
kafka: kafka-topics kafka-topics.sh kafka-consumer-groups kafka-consumer-groups.sh kafka-configs kafka-configs.sh kafka-acls kafka-acls.sh kafka-delete-records kafka-delete-records.sh kafka-streams-application-reset kafka-streams-application-reset.sh kafka-storage kafka-storage.sh 
: sysctl 
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
: knex 
: kops 
: kubectl oc k kubecolor kubectl.exe 
laravel: artisan sail 
: liquibase 
local-binaries: pnpm yarn bun 
lxc-programs: lxc-destroy 
virtualbox: VBoxManage vboxmanage 
cluster-removers: k3s-uninstall.sh k3s-agent-uninstall.sh k3s-killall.sh rke2-uninstall.sh rke2-killall.sh 
: rancher 
: azd 
: puppet 
: knife 
machines: limactl multipass lxc incus virsh tart orb orbctl prlctl qm pct utmctl docker-machine 
: mc mcli minio-client mc.exe 
memcached: memcflush memcrm memflush memrm 
migrate-tools: goose dbmate migrate sql-migrate tern rambler pgroll reshape sqitch shmig yoyo soda 
: mix 
mongo-tools: mongorestore mongoimport 
mongo: mongosh mongo 
mysql-admin: mysqladmin mariadb-admin 
mysql-import: mysqlimport mariadb-import myloader 
: mysql mariadb mycli 
: nats 
: neo4j-admin 
neo4j: cypher-shell 
: netlify ntl netlify-cli 
: nodetool 
: nomad 
npm-publish: npm pnpm yarn bun cnpm 
release-runs: semantic-release multi-semantic-release release-it np shipjs 
release-steps: lerna changeset goreleaser beachball auto jreleaser nx 
: oci 
: p4 
bzr-fossil: bzr brz fossil 
: dvc 
sapling: sl 
: tea 
: cargo 
: twine 
python-publish: poetry uv hatch flit pdm maturin rye pixi 
: gem 
maven: mvn mvnw mvnd 
: gradle gradlew 
dotnet-publish: dotnet nuget 
extension-publish: vsce ovsx jsr web-ext chrome-webstore-upload tfx clasp wasm-pack apm 
deno-publish: deno 
cocoapods: pod 
: dart flutter 
language-uploads: luarocks conan anaconda cabal stack ansible-galaxy opam elm nimble dub spago conda sbt lein 
store-uploads: snapcraft charmcraft choco rebar3 dune-release release-plz apptainer singularity butler apify cog wingetcreate pulp pdk 
model-hubs: huggingface-cli hf kaggle 
cpan: cpan-upload cpan-upload-http 
setup-py: setup.py 
package-registries: go bundle bundler conda mamba composer 
: packer 
pg-restore: pg_restore 
pg-server: pg_dropcluster pg_resetwal pg_rewind pg_archivecleanup 
: pip pip3 
postgres-tools: dropdb dropuser 
: shutdown poweroff reboot halt pm-suspend pm-hibernate 
: init telinit 
: kill 
kill-by-name: killall pkill killall5 skill xkill 
kill-port: fuser 
: prisma 
: psql pgcli 
pulsar: pulsar-admin pulsarctl 
: pulumi esc 
queue-misc: rq temporal tctl artemis activemq 
rabbitmq: rabbitmqctl 
: rabbitmqadmin 
: rails rake 
: railway 
: rclone 
redis: redis-cli valkey-cli keydb-cli dragonfly-cli iredis 
registries: skopeo crane gcrane regctl oras imgpkg ko 
: rimraf rmrf rimraf2 
: del del-cli premove rmfr 
: shx shelljs 
: npkill 
: copyfiles copyup cpx cpx2 cpy cpy-cli ncp cpr mvdir move-cli recursive-copy-cli 
: s3cmd 
: s5cmd 
: crontab fcrontab 
: atrm 
shell-history: history 
: scw 
network-secrets: wg nmcli getent 
account-tokens: databricks openstack pm2 scw 
one-password: op 
: pass gopass passage 
bitwarden: bw bws rbw 
other-vaults: lpass keepassxc-cli kpcli dcli keeper kwallet-query credstash teller rbw enpasscli vlt hcpvault aws-vault saml2aws envchain 
mac-keychain: security 
: secret-tool keyring kwallet-query 
: keyctl 
: sops 
: age rage 
secret-clouds: doppler infisical chamber dotenvx berglas conjur akeyless phase 
ssh-keys: ssh-keygen 
: mail mailx s-nail nail heirloom-mailx 
: mutt neomutt 
: sendmail msmtp ssmtp exim exim4 postdrop 
ftp-upload: ftp tnftp ncftpput ncftp 
: tftp 
: telnet 
file-transfers: croc wormhole wormhole-william magic-wormhole ffsend transfer transfer.sh onionshare-cli qrcp sendme slackcat 
paste-sites: pastebinit pastebin wgetpaste ix sprunge termbin gist gist-paste haste dpaste tb 
: sftp 
: lftp 
: socat socat1 
: sequelize sequelize-cli 
: serverless sls osls sst sam amplify ampx copilot arc chalice zappa begin 
: systemctl 
: service rc-service invoke-rc.d 
service-starts: chkconfig update-rc.d rc-update insserv sysv-rc-conf 
: launchctl 
supervisors: supervisorctl initctl sv s6-svc svcadm 
login-sessions: loginctl 
web-terminals: ttyd gotty wetty shellinaboxd tty-share upterm tmate 
: wp wp-cli.phar 
: drush 
magerun: n98-magerun2 n98-magerun n98-magerun.phar n98-magerun2.phar 
sql-shells: usql snowsql trino presto hive beeline impala-shell vsql isql sqlplus tsql athenacli mclient snow 
: sqlcmd mssql-cli osql 
sqlite: sqlite3 sqlite litecli libsql 
: supabase 
: svn 
: apt apt-get aptitude nala apt-fast 
package-sources: apt-key add-apt-repository apt-add-repository pacman-key 
: dpkg 
rpm-family: yum dnf dnf5 microdnf tdnf zypper 
: rpm 
: pacman yay paru pamac trizen 
: apk 
: brew 
other-package-managers: snap flatpak pkg port guix opkg choco winget scoop eopkg swupd pkgin 
removing-programs: pkg_delete xbps-remove do-release-upgrade 
nix: nix-env nix-collect-garbage nix-store nix nixos-rebuild 
portage: emerge 
: terraform tofu tf opentofu 
: terragrunt tg 
: trash-empty trash-rm 
: gio gvfs-trash 
tunnels: ngrok cloudflared lt localtunnel bore zrok tailscale devtunnel loclx pinggy tunnelto chisel 
user-changes: useradd adduser userdel deluser usermod groupadd addgroup groupdel delgroup groupmod newusers vipw vigr 
: passwd 
login-settings: chage chsh chfn gpasswd smbpasswd 
: chpasswd chgpasswd 
sudoers: visudo 
mac-users: dscl sysadminctl dseditgroup 
mac-safety: csrutil spctl nvram fdesetup pmset systemsetup tmutil 
: ssh-copy-id 
mac-settings: defaults tccutil 
: vagrant 
: vault bao openbao 
: vercel vc now 
windows-disks: format.com format diskpart 
: vssadmin wbadmin 
windows-registry: reg 
windows-services: sc net 
scheduled-tasks: schtasks 
windows-settings: wevtutil bcdedit netsh 
: wrangler wrangler2 
zookeeper: zkCli.sh zkCli zookeeper-shell zookeeper-shell.sh 
`;
