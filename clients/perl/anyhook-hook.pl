#!/usr/bin/perl -T
# anyhook-hook <agent> [--event NAME] [--timeout MS]: one event of an agent on stdin, its answer on stdout.
# The resident engine decides; if no trustworthy engine runs, the launcher decides in a separate process. The end of that
# process is not an answer: without one, a call that a guard may have stopped is refused. -T: the agent's PERL5OPT and
# PERL5LIB load nothing.
# docs/reference/protocol.md describes what every client does. "anyhook init" fills in the next seven lines.
my $launcher = '@LAUNCHER@';
my $state = '@STATE@';
my $fixed = '@FIXED@';
my $no_answer = '@NO_ANSWER@';
my $tools = '@TOOLS@';
$ENV{ANYHOOK_FAIL_CLOSED} = '1' if '@FAIL_CLOSED@' eq '1';
my $build = 'anyhook-hook build @BUILD@';

# No modules and little code on the usual path: perl takes longer to parse code than to run it. The rest is below.
my $is_linux = $^O eq 'linux';
# The state folder and the fixed arguments hold for every event, whatever is in the agent's environment.
$state = '' if ord $state != 47;
my @fixed = ord $fixed == 45 ? split /\n/, $fixed : ();
# A self-test names another state folder.
my $is_test = @ARGV > 2 && $ARGV[0] eq '--self-test';
($state) = (splice @ARGV, 0, 2)[1] =~ /(.*)/s if $is_test;
my ($timeout_at, $timeout_ms, $folder, $payload, $is_plain, $has_read, $decider, $here, $socket) = (-1, 0, '', '', 0, 0, 0);

# Compiles the rest below and calls one of its functions.
sub below {
    my ($name, $why) = (shift, $! + 0);
    if (!defined &$name) { local $/; my ($code) = readline(DATA) =~ /(.*)/s; eval $code; syswrite STDERR, "anyhook: $@" if $@ }
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
    my ($base, $home) = map { defined && /(.*)/s ? $1 : '' } @ENV{'XDG_STATE_HOME', 'HOME'};
    $base = ord $home == 47 ? "$home/.local/state" : return if $state eq '' && ord $base != 47;
    my $place = $state eq '' ? "$base/anyhook" : $state;
    opendir $here, '.' and chdir $here and socket $socket, 1, 1, 0 and binmode $socket and chdir $place or return;
    my ($mode, $uid) = (stat '.')[2, 4];
    $folder = $place if $uid == $> && !($mode & 077);
    my $name = pack $is_linux ? 'Sa12' : 'xCa104', 1, 'engine.sock';
    my $is_there = $folder ne '' && patience(1000) && connect $socket, $name;
    chdir $here or below('refuse', 'the working folder is gone');
    return $is_there && ($is_linux ? shares_all() : below('is_same_user'));
}

# Does the engine run as the same user, in the same namespaces for mounts, network and processes?
sub shares_all {
    my ($pid, $uid) = unpack 'lL', getsockopt $socket, 1, 17;
    return if $uid != $> || $pid <= 0;
    my ($own, $other) = map { my $of = $_; join ' ', map { (stat "/proc/$of/ns/$_")[0, 1] } 'mnt', 'net', 'pid' } 'self', $pid;
    return $own eq $other && $own =~ tr/ // == 5;
}

# Reads all of stdin, and keeps just enough of a payload to show that it is too large.
sub read_payload {
    my $n = $has_read = 1;
    while ($n) { $n = sysread STDIN, $payload, 65536, length $payload; $n = below('drop_rest') if length $payload > 50 << 20 }
    defined $n || below('read_on') || below('refuse', 'the event cannot be read');
}

# Asks the other end of the socket; returns if there will be no answer.
sub ask {
    my $cwd = $is_linux && readlink '/proc/self/cwd';
    $cwd = below('working_folder') if !$cwd || substr($cwd, -10) eq ' (deleted)';
    $cwd ||= '/' if $decider;
    my $umask = umask;
    my @fields = (1, join("\0", '--host', @ARGV, @fixed, ''), 2, $cwd || return, 3, sprintf '%o', $umask);
    push @fields, 4, left_ms() if $timeout_at >= 0;
    my $frame = pack '(CN/a*)*', @fields, 5, environment(), 6, $payload;
    $frame = pack('NCCN', 6 + length $frame, 1, 0x45, 1) . $frame;
    $decider || $timeout_at < 0 || left_ms() >= 2000 || patience(left_ms() / 2) || return;
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
    below('refuse', 'the answer has an exit code that agents do not know') if ord $exit > 2;
    my $is_written = !length $out || put(\*STDOUT, $out);
    put(\*STDERR, $err) if length $err;
    below('refuse', 'the answer could not be written') if !$is_written;
    below('wait_for_decider') if $decider;
    exit ord $exit;
}

# If stdin, stdout or stderr was closed, perl reused its descriptor for this file.
below('open_all') if fileno DATA < 3;
binmode $_ for \*STDIN, \*STDOUT, \*STDERR;
for (0 .. $#ARGV) {
    my $is_inline = substr($ARGV[$_], 0, 10) eq '--timeout=';
    ($timeout_at, $timeout_ms) = ($_, substr $ARGV[$_], $is_inline && 10) if $is_inline || $_ && $ARGV[$_ - 1] eq '--timeout';
}
# The engine is asked only if the arguments are an agent and a valid timeout or none; the launcher handles the rest.
$is_plain = @ARGV && ($timeout_at < 0 || length $timeout_ms < 10 && !($timeout_ms =~ tr/0-9//c) && $timeout_ms > 0);
# On any error in there, the launcher must decide.
eval { dial() && do { read_payload(); length $payload <= 50 << 20 && ask() } } if $is_plain && ($is_test || $fixed !~ /^ANYHOOK_ENGINE=off$/m);
eval { below('decide_apart') };
below('refuse', 'no process can be started');
__END__
# Is this the event, by the option of the entry, or by a value of the payload? A quote inside a JSON text is escaped.
sub is_event {
    my ($name) = @_;
    for (0 .. $#ARGV) {
        return $ARGV[$_ + 1] eq $name if $ARGV[$_] eq '--event' && $_ < $#ARGV;
        return substr($ARGV[$_], 8) eq $name if substr($ARGV[$_], 0, 8) eq '--event=';
    }
    return $payload =~ /:[ \t\n]*"\Q$name\E"/;
}

# Without an answer, refuse: an agent must not take that for a yes.
sub refuse {
    my ($why) = @_;
    my $fix = qq{; run "anyhook doctor"\n};
    $SIG{PIPE} = 'IGNORE';
    if (($ENV{ANYHOOK_FAIL_CLOSED} || '') eq '1') {
        put(\*STDERR, "anyhook: $why; blocked, because failClosed is set\n");
        exit(2);
    }
    for (split /\n/, substr($no_answer, 0, 1) eq '@' ? '' : $no_answer) {
        my ($host, $event, $code, $text) = split /\t/, $_, 4;
        next if $host ne ($ARGV[0] || '') || $event ne '' && !is_event($event);
        put(\*STDERR, "anyhook: $why" . ($event eq '' ? ': no hook runs' : ', so no hook has checked this') . $fix);
        my $is_written = !length $text || put(\*STDOUT, $text);
        exit($event ne '' && !$is_written ? 2 : $code);
    }
    # Without rows, the event is unknown.
    put(\*STDERR, "anyhook: $why, so no hook has checked this$fix");
    exit(substr($no_answer, 0, 1) eq '@' ? 2 : 1);
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
        $n = drop_rest() if length $payload > 50 << 20;
    }
    return defined $n;
}

# Reads the excess: an agent may ignore the answer of a program that did not read everything.
sub drop_rest {
    for (my $dropped = 0; $dropped < 1 << 30; ) {
        my $n = sysread STDIN, my $rest, 65536;
        defined $n ? $n || last : can_go_on(\*STDIN) || last;
        $dropped += $n || 0;
    }
    return 0;
}

# Continues to read frames that arrive in parts or before the answer.
sub wait_on {
    my ($in) = @_;
    require Time::HiRes;
    my $end = Time::HiRes::time() + ($timeout_ms + 400) / 1000;
    for (;;) {
        refuse('there was no answer in time') if $timeout_at >= 0 && Time::HiRes::time() > $end;
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

# Replaces this process by the launcher. Its environment is not the agent's, which could load code into a program or end it.
sub become {
    my ($what) = @_;
    my ($home) = $fixed =~ /^HOME=(.*)$/m;
    %ENV = (PATH => substr($tools, 0, 1) eq '@' ? '/usr/bin:/bin' : $tools, HOME => $home || '/');
    exec { $launcher } $launcher, $what;
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
        chdir '/' and become('--up');
    });
}

# Waits for the remaining work of the process that decides.
sub wait_for_decider {
    patience(10000);
    sysread $socket, my $more, 1;
}

# Decides in a separate process, which reads the event and writes its answer as the engine does, in the remaining time.
sub decide_apart {
    close $socket if $socket;
    eval { start_engine() };
    read_payload() if !$has_read;
    substr $payload, (50 << 20) + 1, length $payload, '' if length $payload > 50 << 20;
    require Time::HiRes;
    socketpair $socket, my $other, 1, 1, 0 and binmode $socket and defined($decider = fork) or refuse('no process can be started');
    if (!$decider) {
        require POSIX;
        POSIX::dup2(fileno $other, $_) for 0, 1;
        POSIX::close($_) for 3 .. 1023;
        become('--decide');
        POSIX::_exit(127);
    }
    close $other;
    for my $name ('TERM', 'INT', 'HUP') { $SIG{$name} = sub { kill $name, $decider; exit 143 } }
    my $is_late;
    $SIG{ALRM} = sub { $is_late = 1; die };
    # An agent waits a second longer than --timeout says.
    eval { Time::HiRes::alarm((left_ms() + 600) / 1000) if $is_plain && $timeout_at >= 0; patience(0); ask() };
    Time::HiRes::alarm(0);
    my $status = end_decider();
    my $signal = $status & 127;
    refuse('there was no answer in time') if $is_late;
    refuse("the process that decides was ended by signal $signal") if $signal;
    refuse('the process that decides gave no answer and ended with ' . ($status >> 8));
}

# Waits for the process that decides, and ends it if it is still running.
sub end_decider {
    for my $name ('ZERO', 'TERM', 'KILL') {
        kill $name, $decider if $name ne 'ZERO';
        for (1 .. 30) { return $? if waitpid($decider, 1) != 0; select undef, undef, undef, 0.01 }
    }
    return 0;
}
