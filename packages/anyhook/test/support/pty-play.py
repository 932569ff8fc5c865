"""Runs a program in a terminal of 80 columns and types answers: [[what is shown, what is typed], ...] as JSON."""
import fcntl, json, os, pty, select, struct, sys, termios, time

answers = json.loads(sys.argv[1])
program = sys.argv[2:]
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(program[0], program)
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack('HHHH', 40, 80, 0, 0))
shown = b''
deadline = time.monotonic() + 120
while time.monotonic() < deadline:
    if not select.select([terminal], [], [], 0.2)[0]:
        continue
    try:
        piece = os.read(terminal, 65536)
    except OSError:
        break
    if not piece:
        break
    shown += piece
    if answers and shown.endswith(answers[0][0].encode()):
        os.write(terminal, answers.pop(0)[1].encode())
status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
json.dump({'shown': shown.decode().replace('\r\n', '\n'), 'status': status}, sys.stdout)
