"""What a program does that plays a person: leaves its parents, opens a terminal, and types the word that is shown there."""
import os, pty, re, sys

out, hides, *program = sys.argv[1:]
if os.fork():
    os._exit(0)
os.setsid()
if os.fork():
    os._exit(0)
if hides == 'hidden':
    import ctypes
    ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(program[0], program)
seen = b''
typed = set()
with open(out, 'wb') as kept:
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            break
        if not piece:
            break
        kept.write(piece)
        kept.flush()
        seen += piece
        word = re.search(rb'type (\w{5}): ', seen)
        if word and word[1] not in typed:
            typed.add(word[1])
            os.write(terminal, word[1] + b'\n')
open(out + '.done', 'w').close()
