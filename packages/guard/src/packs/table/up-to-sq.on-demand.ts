// Generated from the YAML files of the packs by scripts/generate.ts. Do not edit; run "npm run generate".

export const packsUpToSq = (): string => `
pack sfdisk
tools sfdisk
flags
harmless -d --dump -l --list -J --json -V --verify -n --no-act -s --show-size -T --list-types -F --list-free -h --help -v --version -g --show-geometry
values -N -o -O -w -W -X -Y -u
- ** /dev/* ** : destroy disk partitions
- <path disk> ** : write disk over

pack sgdisk
tools sgdisk
harmless --help -V --version -P --pretend
values -a -A -b --backup -B -c --change-name -C -d --delete -D? -e? -h -i --info -j -l --load-backup -m -n --new -N --largest-new -p? -R --replicate -r -s? -S -t --typecode -T -u -U -v?
- -Z|--zap-all|-z|--zap|-o|--clear|-d|--delete|-n|--new|-N|--largest-new|-g|--mbrtogpt|-l|--load-backup|-R|--replicate|-s|--sort|-t|--typecode|-G|--randomize-guids|-m|--gpttombr|-c|--change-name ** /dev/* ** : destroy disk partitions
- -Z|--zap-all|-z|--zap|-o|--clear|-d|--delete|-n|--new <path disk> : write disk over
- -b|--backup=<path copy> ** : write copy over

pack shutdown
tools shutdown poweroff reboot halt pm-suspend pm-hibernate
harmless --help --version -c -w --wtmp-only --show
- ** : system stops the machine

pack shx
tools shx shelljs
harmless --help --version
values
stopsAtOperand
- <cmd> : run it

pack shell-history
tools history
values -d
- !-c|-d|-w|-r|-a|-n|-s ** : gives records
- -c|-d ** : system removes the history of commands

pack sops
tools sops
harmless --help -h --version
values --input-type --output-type --output --config --extract --set -k --kms -p --pgp -a --age --encryption-context --aws-profile --filename-override --indent
- -d|--decrypt !-i|--in-place !--output ** : gives secret, gives decoded
- -d|--decrypt !-i|--in-place --output=<path out> ** : write out over
- decrypt !-i|--in-place !--output ** : gives secret, gives decoded
- exec-env * <shell> : run it
- exec-file * <shell> : run it
- publish ** : send secret

pack sftp
tools sftp
values -b -B -c -D -F -i -J -l -o -P -R -S -s -X
- -S=<shell> ** : run it
- -D=<shell> ** : run it
- -o=*ProxyCommand* ** : run unknown
- -o=*LocalCommand* ** : run unknown
- -b=<path script> <host host> : send script to host
- <host host> ** : send stdin to host

pack socat
tools socat socat1
harmless -h -hh -hhh -V
values -b -t -T -lp -lf -L -W -r -R -S -s?
oneDash
- exec:*|EXEC:*|Exec:*|system:*|SYSTEM:*|System:*|shell:*|SHELL:*|Shell:* tcp*:*|TCP*:*|Tcp*:*|udp*:*|UDP*:*|Udp*:*|openssl*:*|OPENSSL*:*|Openssl*:*|ssl*:*|SSL*:*|Ssl*:*|sctp*:*|SCTP*:*|Sctp*:*|vsock*:*|VSOCK*:*|Vsock*:*|socks*:*|SOCKS*:*|Socks*:*|proxy*:*|PROXY*:*|Proxy*:*|dtls*:*|DTLS*:*|Dtls*:* : shell network
- tcp*:*|TCP*:*|Tcp*:*|udp*:*|UDP*:*|Udp*:*|openssl*:*|OPENSSL*:*|Openssl*:*|ssl*:*|SSL*:*|Ssl*:*|sctp*:*|SCTP*:*|Sctp*:*|vsock*:*|VSOCK*:*|Vsock*:*|socks*:*|SOCKS*:*|Socks*:*|proxy*:*|PROXY*:*|Proxy*:*|dtls*:*|DTLS*:*|Dtls*:* exec:*|EXEC:*|Exec:*|system:*|SYSTEM:*|System:*|shell:*|SHELL:*|Shell:* : shell network
- * tcp*:*|TCP*:*|Tcp*:*|udp*:*|UDP*:*|Udp*:*|openssl*:*|OPENSSL*:*|Openssl*:*|ssl*:*|SSL*:*|Ssl*:*|sctp*:*|SCTP*:*|Sctp*:*|vsock*:*|VSOCK*:*|Vsock*:*|socks*:*|SOCKS*:*|Socks*:*|proxy*:*|PROXY*:*|Proxy*:*|dtls*:*|DTLS*:*|Dtls*:* : send stdin
- tcp*:*|TCP*:*|Tcp*:*|udp*:*|UDP*:*|Udp*:*|openssl*:*|OPENSSL*:*|Openssl*:*|ssl*:*|SSL*:*|Ssl*:*|sctp*:*|SCTP*:*|Sctp*:*|vsock*:*|VSOCK*:*|Vsock*:*|socks*:*|SOCKS*:*|Socks*:*|proxy*:*|PROXY*:*|Proxy*:*|dtls*:*|DTLS*:*|Dtls*:* * : send stdin

pack sql-shells
tools usql snowsql trino presto hive beeline impala-shell vsql isql sqlplus tsql athenacli mclient snow
harmless --help --version -?
target -h --host --server -d --dbname
values -c --command -q --query -e --execute --statement -f --file --filename -a -u -d --dbname -h --host -w -r --server -i -o
- -c|--command|-q|--query|-e|--execute|--statement=<sql> ** : sql
- -f|--file|--filename=<path script> ** : sql script
- object|app|stage|streamlit|notebook|service|compute-pool|image-repository|git drop|delete|remove|suspend ** : destroy db an object of the account
- !-c|--command|-q|--query|-e|--execute|--statement|-f|--file|--filename ** : sql

pack sqlcmd
tools sqlcmd mssql-cli osql
harmless -? --help --version
target -S --server
values -S -U -P -d -Q -q -i --input-file -o -s -h -l -t -v -w -x -y -Y -a -A -D -f -H -K -m -M --query --server --output-file
- -Q|-q|--query=<sql> ** : sql
- -i|--input-file=<path script> ** : sql script
- !-Q|-q|-i|--query|--input-file ** : sql
- -o|--output-file=<path out> ** : write out over

pack sqlite
tools sqlite3 sqlite litecli libsql
harmless -help -version
values -cmd -init -separator -newline -nullvalue -maxsize -mmap -vfs -heap -lookaside -pagecache -A -e -execute -T -t
oneDash
- * <sql> ** : sql
- * * <sql> ** : sql
- * : sql
- -cmd=<sql> ** : sql
- -init=<path script> ** : sql script
- -e|-execute=<sql> ** : sql
- * ** .read<path script> ** : sql script
- -cmd=.read<path script> ** : sql script
- * ** .shell<shell> ** : run it
- * ** .system<shell> ** : run it
- -cmd=.shell<shell> ** : run it
- -cmd=.system<shell> ** : run it

`;
