#!/usr/bin/perl
# anyhook-hook <agent> [--event NAME] [--timeout MS]: one event of an agent on stdin, its answer on stdout.
# The resident engine decides; if no trustworthy engine runs, the launcher decides in a separate process.
# docs/reference/protocol.md describes what every client does. "anyhook init" fills in the next five lines.
my $launcher = '@LAUNCHER@';
my $state = '@STATE@';
my $fixed = '@FIXED@';
$ENV{ANYHOOK_FAIL_CLOSED} = '1' if '@FAIL_CLOSED@' eq '1';
my $build = 'anyhook-hook build @BUILD@';

# No modules and little code on the usual path: perl takes longer to parse code than to run it. The rest is below.
my $is_linux = $^O eq 'linux';
# The state folder and the fixed arguments hold for every event, whatever is in the agent's environment.
$state = '' if ord $state != 47;
my @fixed = ord $fixed == 45 ? split /\n/, $fixed : ();
# A self-test names another state folder.
(undef, $state) = splice @ARGV, 0, 2 if @ARGV > 2 && $ARGV[0] eq '--self-test';
my ($timeout_at, $timeout_ms, $folder, $payload, $is_plain, $has_read, $here, $socket) = (-1, 0, '', '');

# Compiles the rest below and calls one of its functions.
sub below {
    my ($name, $why) = (shift, $! + 0);
    if (!defined &$name) { local $/; eval readline DATA; syswrite STDERR, "anyhook: $@" if $@ }
    $! = $why;
    return &{\&$name};
}

# Whole seconds are exact enough: an agent waits one second longer than --timeout says.
sub left_ms { my $ms = $timeout_ms - 1000 * (time - $^T); return $ms > 250 ? $ms : 250 }

# Writes everything; false if that fails.
sub put {
    my ($handle, $bytes) = @_;
    my $n = syswrite $handle, $bytes;
    return $n == length $bytes || below('put_on', $handle, $bytes, $n);
}

# Sets how many milliseconds the socket waits for a read or a write.
sub patience {
    my $time = pack 'l!l!', $_[0] / 1000, $_[0] % 1000 * 1000;
    my ($level, $receive, $send) = $is_linux ? (1, 20, 21) : (0xffff, 0x1006, 0x1005);
    return setsockopt($socket, $level, $receive, $time) && setsockopt($socket, $level, $send, $time);
}

# Connects to the engine. Changes to the state folder and back, because a path may be too long for a socket address;
# does not change to it if there is no way back.
sub dial {
    my ($base, $home) = @ENV{'XDG_STATE_HOME', 'HOME'};
    $base = length $home ? "$home/.local/state" : return if $state eq '' && ord $base != 47;
    my $place = $state eq '' ? "$base/anyhook" : $state;
    opendir $here, '.' and chdir $here and socket $socket, 1, 1, 0 and chdir $place or return;
    my ($mode, $uid) = (stat '.')[2, 4];
    $folder = $place if $uid == $> && !($mode & 077);
    my $name = pack $is_linux ? 'Sa12' : 'xCa104', 1, 'engine.sock';
    my $is_there = $folder ne '' && patience(1000) && connect $socket, $name;
    chdir $here or below('give_up');
    return $is_there && ($is_linux ? shares_all() : below('is_same_user'));
}

# Does the engine run as the same user, in the same namespaces for mounts, network and processes?
sub shares_all {
    my ($pid, $uid) = unpack 'lL', getsockopt $socket, 1, 17;
    return if $uid != $> || $pid <= 0;
    my ($own, $other) = map { my $of = $_; join ' ', map { (stat "/proc/$of/ns/$_")[0, 1] } 'mnt', 'net', 'pid' } 'self', $pid;
    return $own eq $other && $own =~ tr/ // == 5;
}

# Returns if no answer will come.
sub ask {
    my $n = $has_read = 1;
    while ($n) { $n = sysread STDIN, $payload, 65536, length $payload; return if length $payload > 50 << 20 }
    defined $n || below('read_on') || return;
    my $cwd = $is_linux && readlink '/proc/self/cwd';
    $cwd = below('working_folder') if !$cwd || substr($cwd, -10) eq ' (deleted)';
    my @fields = (1, join("\0", '--host', @ARGV, @fixed, ''), 2, $cwd || return, 3, sprintf '%o', umask);
    push @fields, 4, left_ms() if $timeout_at >= 0;
    my $frame = pack '(CN/a*)*', @fields, 5, environment(), 6, $payload;
    $frame = pack('NCCN', 6 + length $frame, 1, 0x45, 1) . $frame;
    $timeout_at < 0 || left_ms() >= 2000 || patience(left_ms() / 2) || return;
    {
        local $SIG{PIPE} = 'IGNORE';
        for (my $at = 0; $at < length $frame; ) { $at += syswrite($socket, $frame, length $frame, $at) || return }
    }
    sysread $socket, my $in, 65536 or return;
    my $is_answer = length $in == 4 + unpack('N', $in) && substr($in, 4, 6) eq "\1\x61\0\0\0\1";
    return $is_answer ? answer(substr $in, 10) : below('wait_on', $in);
}

# Sends the environment as the agent passed it: perl would take longer to serialise its own copy.
sub environment {
    open my $file, '<:raw', '/proc/self/environ' or return below('own_environment');
    my $words = $ENV{ANYHOOK_FAIL_CLOSED} eq '1' ? "ANYHOOK_FAIL_CLOSED=1\0" : '';
    1 while sysread $file, $words, 1 << 17, length $words;
    return $words;
}

# Writes the answer and exits with its code; returns if the frame is invalid.
sub answer {
    my %field = my @fields = unpack '(CN/a*)*', $_[0];
    my ($exit, $out, $err) = @field{8, 9, 10};
    return if length $exit != 1 || pack('(CN/a*)*', @fields) ne $_[0];
    $SIG{PIPE} = 'IGNORE';
    put(\*STDOUT, $out) || put(\*STDERR, "anyhook: the answer could not be written\n") if length $out;
    put(\*STDERR, $err) if length $err;
    exit ord $exit if ord $exit <= 2;
    put(\*STDERR, "anyhook: the engine returned an exit code that agents do not know; treated as 0\n");
    exit 0;
}

# If stdin, stdout or stderr was closed, perl opened this file in its place.
below('open_all') if fileno DATA < 3;
binmode $_ for \*STDIN, \*STDOUT, \*STDERR;
for (0 .. $#ARGV) {
    my $is_inline = substr($ARGV[$_], 0, 10) eq '--timeout=';
    ($timeout_at, $timeout_ms) = ($_, substr $ARGV[$_], $is_inline && 10) if $is_inline || $_ && $ARGV[$_ - 1] eq '--timeout';
}
# The engine is asked only if the arguments are an agent and a valid timeout or none; the launcher handles the rest.
$is_plain = @ARGV && ($timeout_at < 0 || length $timeout_ms < 10 && !($timeout_ms =~ tr/0-9//c) && $timeout_ms > 0);
# On any error in there, the launcher must decide.
eval { dial() && ask() } if $is_plain && $ENV{ANYHOOK_ENGINE} ne 'off';
below('decide_apart');
exit 0;
__END__
# No decision is possible: report an error, and block only if the user set failClosed.
sub give_up {
    my $is_closed = ($ENV{ANYHOOK_FAIL_CLOSED} || '') eq '1';
    my $what = $is_closed ? ', and failClosed is set' : ': no hook runs';
    put(\*STDERR, qq{anyhook: $launcher cannot be started$what; run "anyhook init"\n});
    exit($is_closed ? 2 : 1);
}

# Waits for a handle that is not ready; false if the call failed for another reason.
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

sub open_all {
    my $mine = fileno DATA;
    for (\*STDIN, \*STDOUT, \*STDERR) { open $_, '+<', '/dev/null' if fileno $_ == $mine || !stat $_ }
}

# For systems without /proc.
sub own_environment { return join '', map "$_=$ENV{$_}\0", keys %ENV }

# Continues a partial or failed write.
sub put_on {
    my ($handle, $bytes, $n) = @_;
    for (my $at = 0; ; $n = syswrite $handle, $bytes, length $bytes, $at) {
        defined $n ? $at += $n : can_go_on($handle, 1) || return $! == 32;
        return 1 if $at >= length $bytes;
    }
}

# Continues to read a payload that arrives in parts.
sub read_on {
    my $n;
    while (defined $n ? $n : can_go_on(\*STDIN)) {
        $n = sysread STDIN, $payload, 65536, length $payload;
        return if length $payload > 50 << 20;
    }
    return defined $n;
}

# Continues to read frames that arrive in parts or before the answer.
sub wait_on {
    my ($in) = @_;
    for (;;) {
        while (length $in < 10) { sysread $socket, $in, 65536, length $in or return }
        my ($size, $version, $kind, $id) = unpack 'NCCN', $in;
        return if $size < 6 || $size > 56 << 20 || $version != 1 || $id != 1 || $kind != 0x61 && $kind != 0x77;
        while (length $in < 4 + $size) { sysread $socket, $in, 65536, length $in or return }
        return answer(substr $in, 10, $size - 6) if $kind == 0x61;
        substr $in, 0, 4 + $size, '';
        patience(3000) or return;
    }
}

sub working_folder { require Cwd; return Cwd::getcwd() }

# Runs something in a detached process; returns immediately.
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

# A pipe with the stdin read so far, then the rest. The writer has no other open files.
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

# Starts the engine, unless another process does or a person stopped it. It inherits no files of the agent.
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

# Decides in a separate process, in the remaining time.
sub decide_apart {
    close $socket if $socket;
    eval { start_engine() };
    $ARGV[$timeout_at] =~ s/\d+\z/left_ms()/e if $is_plain && $timeout_at >= 0;
    feed() if $has_read;
    { exec { $launcher } $launcher, @ARGV }
    give_up();
}
