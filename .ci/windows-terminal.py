"""Runs a program in a terminal, keeps what it shows in a file, and types each word that it asks for as "type abcde: "."""
import fcntl, os, pty, re, select, struct, sys, termios, time

log, seconds, *program = sys.argv[1:]
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(program[0], program)
# Wide: a terminal that breaks the question would hide its word.
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack('HHHH', 50, 400, 0, 0))
shown = b''
typed = 0
deadline = time.monotonic() + float(seconds)
with open(log, 'wb') as kept:
    while time.monotonic() < deadline:
        if not select.select([terminal], [], [], 0.2)[0]:
            # What it left behind may keep the terminal open.
            if os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                break
            continue
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            break
        if not piece:
            break
        kept.write(piece)
        kept.flush()
        shown += piece
        # Without the signs that move the cursor.
        words = re.findall(rb'type ([0-9a-z]{5}):', re.sub(rb'\x1b\[[0-9;?]*[A-Za-z]', b'', shown))
        for word in words[typed:]:
            time.sleep(0.5)
            os.write(terminal, word + b'\r')
        typed = len(words)
    else:
        print(f'no end after {seconds} seconds')
        os.kill(pid, 9)
status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
sys.exit(status if status >= 0 else 1)
