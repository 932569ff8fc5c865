#!/usr/bin/perl
# anyhook-hook <agent> [--event NAME] [--timeout MS]: one event of an agent on stdin, its answer on stdout.
# The resident engine decides; where none is there that can be trusted, the launcher decides in a process of its own.
# docs/reference/protocol.md says what every client does. "anyhook init" fills in the next three lines.
my $launcher = '@LAUNCHER@';
$ENV{ANYHOOK_FAIL_CLOSED} = '1' if '@FAIL_CLOSED@' eq '1';
my $build = 'anyhook-hook build @BUILD@';

# No module on the usual way: loading one costs more than all the rest.
my ($version, $event, $answer, $working) = (1, 0x45, 0x61, 0x77);
my ($max_payload, $max_frame, $first, $silence, $least_ms, $start_s) = (50 << 20, 56 << 20, 1, 3, 250, 10);
my $is_linux = $^O eq 'linux';
my ($nonblock, $again) = $is_linux ? (2048, 11) : (4, 35);
my ($timeout_at, $timeout_ms, $waited, $payload, $has_read) = (-1, 0, 0, '', 0);

# What we have waited, where select says it; else whole seconds, and rather too few.
sub left_ms {
    my $seconds = time - $^T - 1;
    my $ms = $timeout_ms - int(1000 * ($waited > $seconds ? $waited : $seconds));
    return $ms > $least_ms ? $ms : $least_ms;
}

# Waits until a handle can be read (or written): 1 readable, 2 writable only, 0 neither in time.
sub ready {
    my ($handle, $seconds, $to_write) = @_;
    my $read = '';
    vec($read, fileno $handle, 1) = 1;
    my $write = $to_write ? $read : undef;
    my ($count, $left) = select($read, $write, undef, $seconds);
    $waited += $seconds - $left if defined $seconds && $left < $seconds;
    return 2 if $count < 0;
    return $count == 0 ? 0 : vec($read, fileno $handle, 1) ? 1 : 2;
}

sub write_all {
    my ($handle, $bytes) = @_;
    for (my $at = 0; $at < length $bytes;) {
        my $n = syswrite $handle, $bytes, 65536, $at;
        if (defined $n) { $at += $n; next }
        my $why = $! + 0;
        return 1 if $why == 32;
        if ($why == $again) { my $write = ''; vec($write, fileno $handle, 1) = 1; select undef, $write, undef, undef }
        elsif ($why != 4) { return 0 }
    }
    return 1;
}

sub is_on { my $value = $ENV{$_[0]}; return defined $value && $value eq $_[1] }

# Our state folder, if it is ours alone.
sub open_state {
    my $base = $ENV{XDG_STATE_HOME};
    $base = defined $base && $base =~ m{^/} ? $base : length($ENV{HOME} || '') ? "$ENV{HOME}/.local/state" : return;
    opendir my $folder, "$base/anyhook" or return;
    my ($mode, $uid) = (stat $folder)[2, 4];
    return defined $mode && $uid == $> && !($mode & 077) ? ($folder, "$base/anyhook") : ();
}

sub same_place { my ($a, $b) = map { join ':', (stat)[0, 1] } @_; return $a ne '' && $a eq $b }

sub is_trusted {
    my ($socket) = @_;
    if (!$is_linux) {
        my (undef, $uid) = unpack 'II', getsockopt($socket, 0, 1) || '';
        return defined $uid && $uid == $>;
    }
    my ($pid, $uid) = unpack 'lL', getsockopt($socket, 1, 17) || '';
    return 0 unless defined $uid && $uid == $> && $pid > 0;
    for my $kind ('mnt', 'net', 'pid') { return 0 unless same_place("/proc/self/ns/$kind", "/proc/$pid/ns/$kind") }
    return 1;
}

# Paths may be longer than a socket's name, so we go there. Where we could not come back, we do not leave.
sub dial {
    my ($state) = @_;
    opendir my $here, '.' or return;
    return unless chdir $here and chdir $state;
    my $name = $is_linux ? pack('Sa108', 1, 'engine.sock') : pack('CCa104', 106, 1, 'engine.sock');
    my $socket;
    my $is_there = socket($socket, 1, 1, 0)
        && fcntl($socket, 4, $nonblock)
        && connect($socket, $name)
        && is_trusted($socket);
    chdir $here or go_on_without('give_up');
    return $is_there ? $socket : undef;
}

# All of stdin; false where that is too much or cannot be read.
sub read_payload {
    for ($has_read = 1;;) {
        my $n = sysread STDIN, $payload, 1 << 20, length $payload;
        if (!defined $n) {
            my $why = $! + 0;
            if ($why == $again) { ready(\*STDIN, 60) }
            elsif ($why != 4) { return 0 }
        }
        elsif ($n == 0) { return 1 }
        elsif (length $payload > $max_payload) { return 0 }
    }
}

sub working_folder {
    my $link = $is_linux ? readlink '/proc/self/cwd' : undef;
    return $link if defined $link && same_place($link, '.');
    require Cwd;
    return Cwd::getcwd();
}

sub send_all {
    my ($socket, $bytes, $patience) = @_;
    for (my $at = 0; $at < length $$bytes;) {
        my $n = syswrite $socket, $$bytes, 1 << 18, $at;
        if (defined $n) { $at += $n; next }
        my $why = $! + 0;
        return 0 unless $why == 4 || $why == $again && ready($socket, $patience, 1) == 2;
    }
    return 1;
}

# Sends the event. The engine speaks only when it has all of it, so whatever comes earlier is a refusal.
sub ask {
    my ($socket, $patience) = @_;
    my $cwd = working_folder();
    return 0 unless defined $cwd && $cwd =~ m{^/};
    my $fields = pack 'CN/a*CN/a*CN/a*', 1, join('', map "$_\0", '--host', @ARGV), 2, $cwd, 3, sprintf('%o', umask);
    $fields .= pack 'CN/a*', 4, left_ms() if $timeout_at >= 0;
    $fields .= pack 'CN/a*', 5, join '', map "$_=$ENV{$_}\0", keys %ENV;
    $fields .= pack 'CN', 6, length $payload;
    my $head = pack('NCCN', 6 + length($fields) + length($payload), $version, $event, 1) . $fields;
    local $SIG{PIPE} = 'IGNORE';
    return send_all($socket, \$head, $patience) && send_all($socket, \$payload, $patience);
}

sub receive {
    my ($socket, $size, $patience) = @_;
    my $bytes = '';
    while (length $bytes < $size) {
        my $n = sysread $socket, $bytes, $size - length $bytes, length $bytes;
        next if $n;
        return undef if defined $n;
        my $why = $! + 0;
        return undef unless $why == 4 || $why == $again && ready($socket, $patience);
    }
    return $bytes;
}

# Writes the answer and ends with its exit code; comes back where the frame is none.
sub answer {
    my ($body) = @_;
    my %fields;
    for (my $at = 0; $at < length $body;) {
        return if length($body) - $at < 5;
        my ($tag, $size) = unpack 'CN', substr $body, $at, 5;
        return if $size > length($body) - $at - 5;
        $fields{$tag} = substr $body, $at + 5, $size;
        $at += 5 + $size;
    }
    return unless length($fields{8} // '') == 1;
    my $code = ord $fields{8};
    $SIG{PIPE} = 'IGNORE';
    write_all(\*STDOUT, $fields{9} // '') or write_all(\*STDERR, "anyhook: the answer could not be written\n");
    write_all(\*STDERR, $fields{10} // '');
    write_all(\*STDERR, "anyhook: the engine gave an exit code that agents do not know; taken as 0\n")
        if $code != 0 && $code != 2;
    exit($code == 2 ? 2 : 0);
}

# Waits for the answer; comes back where none will come.
sub await {
    my ($socket, $patience) = @_;
    for (;; $patience = $silence) {
        my $head = receive($socket, 10, $patience);
        return unless defined $head;
        my ($size, $spoken, $kind, $id) = unpack 'NCCN', $head;
        return if $size < 6 || $size > $max_frame || $spoken != $version || $id != 1;
        return if $kind != $answer && $kind != $working;
        my $body = receive($socket, $size - 6, $patience);
        return unless defined $body;
        return answer($body) if $kind == $answer;
    }
}

# Finds --timeout; false where its value is not one that we understand.
sub read_timeout {
    for (my $i = 0; $i < @ARGV; $i++) {
        next unless $ARGV[$i] =~ /^--timeout(?:=|$)/;
        $i++ if $ARGV[$i] eq '--timeout';
        last if $i == @ARGV;
        if ($ARGV[$i] !~ /^(?:--timeout=)?([0-9]{1,9})\z/ || $1 == 0) { $timeout_at = -1; return 0 }
        ($timeout_at, $timeout_ms) = ($i, $1);
    }
    return 1;
}

# No answer will come. What is needed now stands below and is compiled only here, for that takes time.
sub go_on_without {
    local $/;
    eval(readline(DATA) . "; $_[0](\$_[1])");
    write_all(\*STDERR, "anyhook: $@") if $@;
    exit(is_on('ANYHOOK_FAIL_CLOSED', '1') ? 2 : 0);
}

for my $handle (\*STDIN, \*STDOUT, \*STDERR) {
    (stat $handle) || open $handle, '+<', '/dev/null';
    binmode $handle;
}
go_on_without('decide_apart') if @ARGV == 0 || !read_timeout() || is_on('ANYHOOK_ENGINE', 'off');
my ($state, $folder) = open_state();
# Whatever goes wrong in here, somebody must decide.
eval {
    my $socket = $state ? dial($state) : undef;
    if ($socket && read_payload()) {
        my $patience = $timeout_at >= 0 && left_ms() / 2000 < $first ? left_ms() / 2000 : $first;
        ask($socket, $patience) && await($socket, $patience);
    }
};
go_on_without('decide_apart', length $payload <= $max_payload ? $folder : undef);
__END__
# Has the engine started, unless somebody else does or a person wants it down. Holds nothing of the agent's.
sub start_engine {
    my ($folder) = @_;
    return if !defined $folder || lstat "$folder/engine.stays-down";
    require Fcntl;
    my ($mark, $flags) = ("$folder/engine.starting", Fcntl::O_CREAT() | Fcntl::O_EXCL() | Fcntl::O_WRONLY());
    my $is_ours = sysopen my $file, $mark, $flags, 0600;
    if (!$is_ours && (my $made = (lstat $mark)[9])) {
        return if abs(time - $made) < $start_s;
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

# Nobody can decide: open, or closed where the user chose so.
sub give_up {
    exit 0 if is_on('ANYHOOK', 'off') || !is_on('ANYHOOK_FAIL_CLOSED', '1');
    write_all(\*STDERR, qq{anyhook: $launcher cannot be started, and failClosed is set; run "anyhook init"\n});
    exit 2;
}

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
        write_all(\*STDOUT, $payload);
        while (sysread STDIN, my $more, 65536) { write_all(\*STDOUT, $more) }
    });
    open STDIN, '<&', $read;
}

# The same decision in a process of its own, in the time that is left.
sub decide_apart {
    my ($folder) = @_;
    eval { start_engine($folder) };
    if ($timeout_at >= 0) { $ARGV[$timeout_at] =~ s/\d+$/left_ms()/e }
    feed() if $has_read;
    { exec { $launcher } $launcher, @ARGV }
    give_up();
}
