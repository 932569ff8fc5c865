#!/usr/bin/perl
# anyhook-hook <agent> [--event NAME] [--timeout MS]: one event of an agent on stdin, its answer on stdout.
# The resident engine decides; where none is there that can be trusted, the launcher decides in a process of its own.
# docs/reference/protocol.md says what every client does. "anyhook init" fills in the next three lines.
my $launcher = '@LAUNCHER@';
$ENV{ANYHOOK_FAIL_CLOSED} = '1' if '@FAIL_CLOSED@' eq '1';
my $build = 'anyhook-hook build @BUILD@';

# No module, and little code, on the usual way: perl takes longer to read it than to run it. The rest stands below.
my $is_linux = $^O eq 'linux';
my ($level, $receive_time, $send_time) = $is_linux ? (1, 20, 21) : (0xffff, 0x1006, 0x1005);
my ($timeout_at, $timeout_ms, $folder, $payload, $is_plain, $has_read, $here, $state, $socket) = (-1, 0, '', '');

# Compiles what stands below, and calls one of its functions.
sub below {
    my ($name, $why) = (shift, $! + 0);
    if (!defined &$name) { local $/; eval readline DATA; put(\*STDERR, "anyhook: $@") if $@ }
    $! = $why;
    return &{\&$name};
}

# Whole seconds are exact enough: an agent waits for one more than it says.
sub left_ms { my $ms = $timeout_ms - 1000 * (time - $^T); return $ms > 250 ? $ms : 250 }

# Writes all; false where that cannot be.
sub put {
    my ($handle, $bytes, $at) = (@_, 0);
    while ($at < length $bytes) {
        my $n = syswrite $handle, $bytes, length($bytes) - $at, $at;
        defined $n ? $at += $n : below('can_go_on', $handle, 1) || return $! == 32;
    }
    return 1;
}

sub patience {
    my $time = pack 'l!l!', int($_[0] / 1000), $_[0] % 1000 * 1000;
    return setsockopt($socket, $level, $receive_time, $time) && setsockopt($socket, $level, $send_time, $time);
}

# So many bytes from the engine, or none.
sub get {
    my ($size, $bytes) = ($_[0], '');
    while (length $bytes < $size) { sysread $socket, $bytes, $size - length $bytes, length $bytes or return }
    return $bytes;
}

# Goes to the folder, for paths may be longer than a socket's name, and back; whoever could not come back does not leave.
sub dial {
    my $base = $ENV{XDG_STATE_HOME} || '';
    $base = length($ENV{HOME} || '') ? "$ENV{HOME}/.local/state" : return if $base !~ m{^/};
    opendir $state, "$base/anyhook" or return;
    my ($mode, $uid) = (stat $state)[2, 4];
    return if $uid != $> || $mode & 077;
    $folder = "$base/anyhook";
    opendir $here, '.' and chdir $here and chdir $state and socket $socket, 1, 1, 0 or return;
    my $name = $is_linux ? pack('Sa108', 1, 'engine.sock') : pack('CCa104', 106, 1, 'engine.sock');
    my $is_there = patience(1000) && connect $socket, $name;
    chdir $here or below('give_up');
    return $is_there && ($is_linux ? shares_all() : below('is_same_user'));
}

sub shares_all {
    my ($pid, $uid) = unpack 'lL', getsockopt($socket, 1, 17) || return;
    return if $uid != $> || $pid <= 0;
    for my $kind ('mnt', 'net', 'pid') {
        my ($own, $other) = map { join ':', (stat "/proc/$_/ns/$kind")[0, 1] } 'self', $pid;
        return if $own eq '' || $own ne $other;
    }
    return 1;
}

# Comes back where no answer will come.
sub ask {
    my $n = 1;
    for ($has_read = 1; $n || !defined $n && below('can_go_on', \*STDIN); ) {
        $n = sysread STDIN, $payload, 1 << 20, length $payload;
        return if length $payload > 50 << 20;
    }
    return unless defined $n;
    my $cwd = $is_linux && readlink '/proc/self/cwd';
    $cwd = below('working_folder') if !$cwd || $cwd =~ / \(deleted\)$/;
    my $fields = pack '(CN/a*)3', 1, join("\0", '--host', @ARGV, ''), 2, $cwd || return, 3, sprintf('%o', umask);
    $fields .= pack 'CN/a*', 4, left_ms() if $timeout_at >= 0;
    $fields .= pack 'CN/a*CN', 5, join('', map "$_=$ENV{$_}\0", keys %ENV), 6, length $payload;
    my $ms = $timeout_at >= 0 && left_ms() < 2000 ? left_ms() / 2 : 1000;
    patience($ms) or return if $ms != 1000;
    {
        local $SIG{PIPE} = 'IGNORE';
        my $event = pack('NCCNa*', 6 + length($fields) + length $payload, 1, 0x45, 1, $fields);
        for my $bytes ($event, $payload) {
            for (my $at = 0; $at < length $bytes; ) {
                $at += syswrite($socket, $bytes, length($bytes) - $at, $at) || return;
            }
        }
    }
    for (;;) {
        my ($size, $version, $kind, $id) = unpack 'NCCN', get(10) || return;
        return if $size < 6 || $size > 56 << 20 || $version != 1 || $id != 1 || $kind != 0x61 && $kind != 0x77;
        my $body = get($size - 6);
        return unless defined $body;
        return answer($body) if $kind == 0x61;
        patience(3000) or return;
    }
}

# Writes the answer and ends with its exit code; comes back where the frame is none.
sub answer {
    my @fields = unpack '(CN/a*)*', $_[0];
    return if @fields % 2 || pack('(CN/a*)*', @fields) ne $_[0];
    my %field = @fields;
    my ($exit, $out, $err) = @field{8, 9, 10};
    return unless defined $exit && length $exit == 1;
    my $code = ord $exit;
    $SIG{PIPE} = 'IGNORE';
    put(\*STDOUT, $out) || put(\*STDERR, "anyhook: the answer could not be written\n") if defined $out;
    put(\*STDERR, $err) if defined $err;
    put(\*STDERR, "anyhook: the engine gave an exit code that agents do not know; taken as 0\n") if $code & ~2;
    exit($code == 2 ? 2 : 0);
}

# Where stdin was closed, perl has this file there.
below('open_stdin') if fileno DATA == 0;
for my $handle (\*STDIN, \*STDOUT, \*STDERR) {
    stat $handle or open $handle, '+<', '/dev/null';
    binmode $handle;
}
for my $i (0 .. $#ARGV) {
    next unless $ARGV[$i] =~ /^--timeout=(.*)/s || $i && $ARGV[$i - 1] eq '--timeout' && $ARGV[$i] =~ /(.*)/s;
    ($timeout_at, $timeout_ms) = ($i, $1);
}
$is_plain = @ARGV && ($timeout_at < 0 || $timeout_ms =~ /^[0-9]{1,9}\z/ && $timeout_ms > 0);
# Whatever goes wrong in there, somebody must decide.
eval { dial() && ask() } if $is_plain && ($ENV{ANYHOOK_ENGINE} || '') ne 'off';
below('decide_apart');
exit 0;
__END__
# Nobody can decide: open, or closed where the user chose so.
sub give_up {
    exit 0 if ($ENV{ANYHOOK} || '') eq 'off' || ($ENV{ANYHOOK_FAIL_CLOSED} || '') ne '1';
    put(\*STDERR, qq{anyhook: $launcher cannot be started, and failClosed is set; run "anyhook init"\n});
    exit 2;
}

# Waits for a handle that is not ready; false where that is not why a call failed.
sub can_go_on {
    my ($handle, $is_writing) = @_;
    my $why = $! + 0;
    return 1 if $why == 4;
    return 0 if $why != ($is_linux ? 11 : 35);
    vec(my $bits = '', fileno $handle, 1) = 1;
    $is_writing ? select undef, $bits, undef, undef : select $bits, undef, undef, undef;
    return 1;
}

sub is_same_user {
    my (undef, $uid) = unpack 'II', getsockopt($socket, 0, 1) || '';
    return defined $uid && $uid == $>;
}

sub open_stdin { open STDIN, '<', '/dev/null' }

sub working_folder { require Cwd; return Cwd::getcwd() }

# Runs something as nobody's child; comes back at once.
sub apart {
    my ($act) = @_;
    my $pid = fork;
    return unless defined $pid;
    if ($pid) { waitpid $pid, 0; return }
    fork and exit 0;
    require POSIX;
    $act->();
    POSIX::_exit(0);
}

# A pipe that brings what was read of stdin, and then its rest. The writer holds nothing else.
sub feed {
    pipe my $read, my $write or return;
    apart(sub {
        POSIX::dup2(fileno $write, 1);
        POSIX::close($_) for 2 .. 1023;
        put(\*STDOUT, $payload);
        while (sysread STDIN, my $more, 65536) { put(\*STDOUT, $more) }
    });
    open STDIN, '<&', $read;
}

# Has the engine started, unless somebody else does or a person wants it down. Holds nothing of the agent's.
sub start_engine {
    return if $folder eq '' || length $payload > 50 << 20 || lstat "$folder/engine.stays-down";
    require Fcntl;
    my ($mark, $flags) = ("$folder/engine.starting", Fcntl::O_CREAT() | Fcntl::O_EXCL() | Fcntl::O_WRONLY());
    my $is_ours = sysopen my $file, $mark, $flags, 0600;
    if (!$is_ours && (my $made = (lstat $mark)[9])) {
        return if abs(time - $made) < 10;
        unlink $mark;
        $is_ours = sysopen $file, $mark, $flags, 0600;
    }
    return unless $is_ours;
    apart(sub {
        POSIX::setsid();
        POSIX::close($_) for 0 .. 1023;
        POSIX::open('/dev/null', POSIX::O_RDWR()) for 0 .. 2;
        chdir '/' and exec { $launcher } $launcher, '--up';
    });
}

# The same decision in a process of its own, in the time that is left.
sub decide_apart {
    close $socket if $socket;
    eval { start_engine() };
    $ARGV[$timeout_at] =~ s/\d+\z/left_ms()/e if $is_plain && $timeout_at >= 0;
    feed() if $has_read;
    { exec { $launcher } $launcher, @ARGV }
    give_up();
}
