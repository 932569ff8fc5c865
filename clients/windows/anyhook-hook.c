/*
 * anyhook-hook.exe <agent> [--event NAME] [--timeout MS]: one event of an agent on stdin, its answer on stdout. For Windows.
 * The resident engine decides; if no engine proves that it is ours, Node decides in a separate process.
 * docs/reference/protocol.md describes what every client does. Build it with clients/windows/build.
 *
 * It is not compiled for one user: anyhook-hook.cjs next to it, written by "anyhook init", has the path of Node and the
 * fixed values.
 */
#define WIN32_LEAN_AND_MEAN
#define _WIN32_WINNT 0x0A00
#include <windows.h>
#include <bcrypt.h>
#include <stdlib.h>
#include <string.h>
#include <userenv.h>

/* "anyhook uninstall" recognises the program by this text. */
__attribute__((used)) static const char mark[] = "anyhook-hook for Windows";

enum { VERSION = 1, EVENT = 0x45, ANSWER = 0x61, WORKING = 0x77 };
enum { ARGS = 1, CWD, UMASK, DEADLINE, ENV, PAYLOAD, EXIT = 8, STDOUT, STDERR };
enum { MAX_PAYLOAD = 50 << 20, MAX_FRAME = 56 << 20, MAX_FILE = 1 << 16, MAX_WORDS = 64 };
enum { FIRST_MS = 1000, SILENCE_MS = 3000, LEAST_MS = 250, PROOF_MS = 2000 };
enum { CHALLENGE = 16, PROOF = 32, TOKEN = 32 };

static WCHAR folder[MAX_PATH * 4]; /* where this program is, with a \ at its end */
static WCHAR **args;
static int argCount, timeoutAt;
static ULONGLONG begun;
static long timeoutMs;
static unsigned char *payload;
static size_t payloadSize;
static int hasRead;
static char *fixedWords[MAX_WORDS];
static int fixedCount;
static char *node;

static long left(void) {
  long ms = timeoutMs - (long)(GetTickCount64() - begun);
  return ms > LEAST_MS ? ms : LEAST_MS;
}

static void writeAll(DWORD which, const void *bytes, size_t size) {
  DWORD done;
  const char *at = bytes;
  HANDLE out = GetStdHandle(which);
  for (; size > 0 && WriteFile(out, at, size > 1 << 20 ? 1 << 20 : (DWORD)size, &done, NULL) && done > 0; at += done) size -= done;
}

static void say(const char *text) { writeAll(STD_ERROR_HANDLE, text, strlen(text)); }

static int envIs(const WCHAR *name, const WCHAR *value) {
  WCHAR found[16];
  DWORD size = GetEnvironmentVariableW(name, found, 16);
  return size > 0 && size < 16 && wcscmp(found, value) == 0;
}

/* No decision is possible: report an error, and block only if the user set failClosed. */
static void giveUp(void) {
  int isClosed = envIs(L"ANYHOOK_FAIL_CLOSED", L"1");
  say(isClosed ? "anyhook: Node.js cannot be started, and failClosed is set; run \"anyhook init\"\n"
               : "anyhook: Node.js cannot be started: no hook runs; run \"anyhook init\"\n");
  ExitProcess(isClosed ? 2 : 1);
}

static void *need(void *memory) {
  if (memory == NULL) giveUp();
  return memory;
}

static char *utf8(const WCHAR *text) {
  int size = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
  char *to = need(malloc((size_t)size + 1));
  WideCharToMultiByte(CP_UTF8, 0, text, -1, to, size, NULL, NULL);
  return to;
}

static WCHAR *wide(const char *text) {
  int size = MultiByteToWideChar(CP_UTF8, 0, text, -1, NULL, 0);
  WCHAR *to = need(malloc(((size_t)size + 1) * sizeof *to));
  MultiByteToWideChar(CP_UTF8, 0, text, -1, to, size);
  return to;
}

static char *readSmallFile(const WCHAR *path) {
  HANDLE file = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING, 0, NULL);
  char *text = need(malloc(MAX_FILE + 1));
  DWORD size = 0;
  if (file == INVALID_HANDLE_VALUE) return NULL;
  BOOL isRead = ReadFile(file, text, MAX_FILE, &size, NULL);
  CloseHandle(file);
  text[isRead ? size : 0] = 0;
  return isRead && size < MAX_FILE ? text : NULL;
}

/* Reads a JSON text from its opening quote; returns what follows it, or NULL. The text replaces its own beginning. */
static char *jsonText(char *at, char **found) {
  if (*at != '"') return NULL;
  char *to = *found = at + 1;
  for (at++; *at != '"'; at++) {
    if (*at == 0) return NULL;
    if (*at != '\\') {
      *to++ = *at;
      continue;
    }
    at++;
    if (*at == '\\' || *at == '"' || *at == '/') *to++ = *at;
    else return NULL; /* a control character is in no path */
  }
  char *rest = at + 1;
  *to = 0;
  return rest;
}

/* The values that "anyhook init" fixed: const node = "…"; const fixed = ["--fixed", "HOME=…"]; */
static int readFixed(void) {
  WCHAR path[MAX_PATH * 4 + 32];
  wcscat(wcscpy(path, folder), L"anyhook-hook.cjs");
  char *text = readSmallFile(path);
  char *atNode = text == NULL ? NULL : strstr(text, "\nconst node = ");
  char *atFixed = text == NULL ? NULL : strstr(text, "\nconst fixed = [");
  if (atNode == NULL || atFixed == NULL) return 0;
  char *at = atFixed + strlen("\nconst fixed = [");
  while (*at == '"' && fixedCount < MAX_WORDS) {
    at = jsonText(at, &fixedWords[fixedCount++]);
    if (at == NULL) return 0;
    if (*at == ',') at++;
  }
  return *at == ']' && jsonText(atNode + strlen("\nconst node = "), &node) != NULL;
}

static const char *fixedValue(const char *name) {
  size_t size = strlen(name);
  for (int i = 0; i < fixedCount; i++)
    if (strncmp(fixedWords[i], name, size) == 0 && fixedWords[i][size] == '=') return fixedWords[i] + size + 1;
  return NULL;
}

/* The state folder, if it is in the profile of this user: Windows denies others access to it. */
static WCHAR *stateFolder(void) {
  const char *state = fixedValue("XDG_STATE_HOME"), *home = fixedValue("HOME");
  WCHAR profile[MAX_PATH * 4], *path;
  DWORD size = MAX_PATH * 4;
  HANDLE token;
  int hasState = state != NULL && state[0] != 0 && state[1] == ':';
  if (!hasState && home == NULL) return NULL;
  path = wide(hasState ? state : home);
  path = need(realloc(path, (wcslen(path) + 64) * sizeof *path));
  wcscat(path, hasState ? L"\\anyhook\\" : L"\\.local\\state\\anyhook\\");
  for (WCHAR *at = path; *at != 0; at++)
    if (*at == L'/') *at = L'\\';
  if (wcsstr(path, L"..") != NULL || !OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &token)) return NULL;
  BOOL isKnown = GetUserProfileDirectoryW(token, profile, &size);
  CloseHandle(token);
  size_t length = isKnown ? wcslen(profile) : 0;
  return length > 3 && _wcsnicmp(path, profile, length) == 0 && path[length] == L'\\' ? path : NULL;
}

static int hexDigit(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }

/* The pipe and the token in engine.json. Only a name that an engine makes is opened. */
static int readEngine(const WCHAR *state, char **pipe, unsigned char *token) {
  static const char start[] = "\\\\.\\pipe\\anyhook-";
  WCHAR *path = need(malloc((wcslen(state) + 16) * sizeof *path));
  char *text = readSmallFile(wcscat(wcscpy(path, state), L"engine.json")), *digits;
  char *atPipe = text == NULL ? NULL : strstr(text, "\"pipe\":"), *atToken = text == NULL ? NULL : strstr(text, "\"token\":");
  if (atPipe == NULL || atToken == NULL) return 0;
  atPipe += 7, atToken += 8;
  while (*atPipe == ' ') atPipe++;
  while (*atToken == ' ') atToken++;
  if (jsonText(atPipe, pipe) == NULL || jsonText(atToken, &digits) == NULL) return 0;
  if (strncmp(*pipe, start, sizeof start - 1) != 0 || strlen(*pipe) != sizeof start - 1 + 32) return 0;
  for (const char *at = *pipe + sizeof start - 1; *at != 0; at++)
    if (hexDigit(*at) < 0) return 0;
  if (strlen(digits) != 2 * TOKEN) return 0;
  for (int i = 0; i < TOKEN; i++) {
    int high = hexDigit(digits[2 * i]), low = hexDigit(digits[2 * i + 1]);
    if (high < 0 || low < 0) return 0;
    token[i] = (unsigned char)(high << 4 | low);
  }
  return 1;
}

/* Reads or writes all of it; each step may take this long. */
static int transfer(HANDLE pipe, unsigned char *bytes, size_t size, int isWrite, long patience) {
  while (size > 0) {
    OVERLAPPED call = {.hEvent = CreateEventW(NULL, TRUE, FALSE, NULL)};
    DWORD part = size > 1 << 16 ? 1 << 16 : (DWORD)size, done = 0;
    BOOL isDone = isWrite ? WriteFile(pipe, bytes, part, NULL, &call) : ReadFile(pipe, bytes, part, NULL, &call);
    if (!isDone && GetLastError() != ERROR_IO_PENDING) return CloseHandle(call.hEvent), 0;
    if (WaitForSingleObject(call.hEvent, (DWORD)patience) != WAIT_OBJECT_0) CancelIoEx(pipe, &call);
    isDone = GetOverlappedResult(pipe, &call, &done, TRUE);
    CloseHandle(call.hEvent);
    if (!isDone || done == 0) return 0;
    bytes += done, size -= done;
  }
  return 1;
}

static int prove(const unsigned char *token, const char *side, const unsigned char *challenge, unsigned char *proof) {
  unsigned char text[6 + CHALLENGE];
  BCRYPT_ALG_HANDLE algorithm;
  memcpy(text, side, 6), memcpy(text + 6, challenge, CHALLENGE);
  if (BCryptOpenAlgorithmProvider(&algorithm, BCRYPT_SHA256_ALGORITHM, NULL, BCRYPT_ALG_HANDLE_HMAC_FLAG) != 0) return 0;
  NTSTATUS status = BCryptHash(algorithm, (PUCHAR)token, TOKEN, text, sizeof text, proof, PROOF);
  BCryptCloseAlgorithmProvider(algorithm, 0);
  return status == 0;
}

/* Connects to the engine. Both ends prove the token before anything else is said. */
static HANDLE dial(const char *name, const unsigned char *token) {
  unsigned char own[CHALLENGE], theirs[CHALLENGE + PROOF], proof[PROOF], different = 0;
  WCHAR *path = wide(name);
  /* The owner of the pipe must not be able to impersonate us. */
  DWORD flags = FILE_FLAG_OVERLAPPED | SECURITY_SQOS_PRESENT | SECURITY_IDENTIFICATION;
  HANDLE pipe = CreateFileW(path, GENERIC_READ | GENERIC_WRITE, 0, NULL, OPEN_EXISTING, flags, NULL);
  if (pipe == INVALID_HANDLE_VALUE && GetLastError() == ERROR_PIPE_BUSY && WaitNamedPipeW(path, 200))
    pipe = CreateFileW(path, GENERIC_READ | GENERIC_WRITE, 0, NULL, OPEN_EXISTING, flags, NULL);
  if (pipe == INVALID_HANDLE_VALUE) return pipe;
  if (BCryptGenRandom(NULL, own, sizeof own, BCRYPT_USE_SYSTEM_PREFERRED_RNG) == 0 &&
      transfer(pipe, own, sizeof own, 1, PROOF_MS) && transfer(pipe, theirs, sizeof theirs, 0, PROOF_MS) &&
      prove(token, "engine", own, proof)) {
    for (int i = 0; i < PROOF; i++) different |= (unsigned char)(proof[i] ^ theirs[CHALLENGE + i]);
    if (different == 0 && prove(token, "client", theirs, proof) && transfer(pipe, proof, sizeof proof, 1, PROOF_MS)) return pipe;
  }
  CloseHandle(pipe);
  return INVALID_HANDLE_VALUE;
}

/* Reads all of stdin; false if it is too large or unreadable. */
static int readPayload(void) {
  size_t room = 1 << 17;
  HANDLE in = GetStdHandle(STD_INPUT_HANDLE);
  payload = need(malloc(room));
  for (hasRead = 1;;) {
    DWORD n = 0;
    if (!ReadFile(in, payload + payloadSize, (DWORD)(room - payloadSize), &n, NULL) && GetLastError() != ERROR_BROKEN_PIPE) return 0;
    if (n == 0) return payloadSize <= MAX_PAYLOAD;
    if ((payloadSize += n) < room) continue;
    if (payloadSize > MAX_PAYLOAD) return 0;
    payload = need(realloc(payload, room *= 2));
  }
}

/* A frame that grows. */
static struct { unsigned char *bytes; size_t size, room; } frame;

static void put(const void *bytes, size_t size) {
  while (frame.size + size > frame.room) frame.bytes = need(realloc(frame.bytes, frame.room = frame.room * 2 + size + 256));
  memcpy(frame.bytes + frame.size, bytes, size), frame.size += size;
}

static void put32At(size_t at, size_t n) {
  for (int i = 0; i < 4; i++) frame.bytes[at + (size_t)i] = (unsigned char)(n >> (8 * (3 - i)));
}

static size_t get32(const unsigned char *p) { return (size_t)p[0] << 24 | (size_t)p[1] << 16 | (size_t)p[2] << 8 | p[3]; }

/* Begins a field and returns where its length goes; endField writes that. */
static size_t beginField(unsigned char tag) {
  put(&tag, 1), put("\0\0\0\0", 4);
  return frame.size - 4;
}

static void endField(size_t at) { put32At(at, frame.size - at - 4); }

static void putWord(const char *word) { put(word, strlen(word) + 1); }

static void makeFrame(void) {
  static const unsigned char head[] = {0, 0, 0, 0, VERSION, EVENT, 0, 0, 0, 1};
  WCHAR cwd[MAX_PATH * 4], *environment = GetEnvironmentStringsW();
  char ms[24];
  put(head, sizeof head);
  size_t at = beginField(ARGS);
  putWord("--host");
  for (int i = 1; i < argCount; i++) putWord(utf8(args[i]));
  for (int i = 0; i < fixedCount; i++) putWord(fixedWords[i]);
  endField(at), at = beginField(CWD);
  DWORD size = GetCurrentDirectoryW(MAX_PATH * 4, cwd);
  char *here = utf8(size > 0 && size < MAX_PATH * 4 ? cwd : L"");
  put(here, strlen(here)), endField(at);
  at = beginField(UMASK), put("77", 2), endField(at);
  if (timeoutAt > 0) at = beginField(DEADLINE), put(ms, strlen(ltoa(left(), ms, 10))), endField(at);
  at = beginField(ENV);
  /* Windows keeps the folders of other drives in variables whose names begin with =. */
  for (WCHAR *one = environment; one != NULL && *one != 0; one += wcslen(one) + 1)
    if (*one != L'=') putWord(utf8(one));
  endField(at), at = beginField(PAYLOAD), put(payload, payloadSize), endField(at);
  put32At(0, frame.size - 4);
}

/* Writes the answer and exits with its code; returns if the frame is invalid. */
static void answer(const unsigned char *body, size_t size) {
  struct { const unsigned char *bytes; size_t size; } fields[STDERR + 1] = {{NULL, 0}};
  for (size_t at = 0, length; at < size; at += 5 + length) {
    if (size - at < 5 || (length = get32(body + at + 1)) > size - at - 5) return;
    if (body[at] <= STDERR) fields[body[at]].bytes = body + at + 5, fields[body[at]].size = length;
  }
  if (fields[EXIT].size != 1) return;
  int code = fields[EXIT].bytes[0];
  writeAll(STD_OUTPUT_HANDLE, fields[STDOUT].bytes, fields[STDOUT].size);
  writeAll(STD_ERROR_HANDLE, fields[STDERR].bytes, fields[STDERR].size);
  if (code > 2) say("anyhook: the engine returned an exit code that agents do not know, so no hook has checked this\n");
  ExitProcess(code > 2 ? 2 : (UINT)code);
}

/* Asks the engine; returns if no answer will come. */
static void ask(HANDLE pipe) {
  long patience = timeoutAt > 0 && left() / 2 < FIRST_MS ? left() / 2 : FIRST_MS;
  unsigned char head[10];
  makeFrame();
  if (frame.size > MAX_FRAME || !transfer(pipe, frame.bytes, frame.size, 1, patience)) return;
  for (; transfer(pipe, head, sizeof head, 0, patience); patience = SILENCE_MS) {
    size_t size = get32(head);
    if (size < 6 || size > MAX_FRAME || head[4] != VERSION || get32(head + 6) != 1) return;
    if (head[5] != ANSWER && head[5] != WORKING) return;
    unsigned char *body = need(malloc(size));
    if (!transfer(pipe, body, size - 6, 0, patience)) return;
    if (head[5] == ANSWER) {
      answer(body, size - 6);
      return;
    }
    free(body);
  }
}

/* Adds a word to a command line. Entries have plain words; a quote could end one early, so it is not passed on. */
static void addWord(WCHAR *line, const WCHAR *word) {
  size_t length = wcslen(word);
  if (wcschr(word, L'"') != NULL || (length > 0 && word[length - 1] == L'\\') || wcslen(line) + length > 8000) giveUp();
  if (*line != 0) wcscat(line, L" ");
  wcscat(wcscat(wcscat(line, L"\""), word), L"\"");
}

/* Decides in a separate process, in the remaining time. It also starts the engine. */
static void decideApart(void) {
  static WCHAR line[8192], script[MAX_PATH * 4 + 32], text[48], options[4096];
  SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
  STARTUPINFOW start = {.cb = sizeof start, .dwFlags = STARTF_USESTDHANDLES, .hStdInput = GetStdHandle(STD_INPUT_HANDLE),
                        .hStdOutput = GetStdHandle(STD_OUTPUT_HANDLE), .hStdError = GetStdHandle(STD_ERROR_HANDLE)};
  PROCESS_INFORMATION process;
  HANDLE from = NULL, to = NULL;
  DWORD code = 1, done;
  if (node == NULL) giveUp();
  if (timeoutAt > 0) {
    WCHAR number[24];
    _ltow(left(), number, 10);
    args[timeoutAt] = wcscat(wcscpy(text, args[timeoutAt][0] == L'-' ? L"--timeout=" : L""), number);
  }
  WCHAR *program = wide(node);
  addWord(line, program), addWord(line, wcscat(wcscpy(script, folder), L"anyhook-hook.cjs"));
  for (int i = 1; i < argCount; i++) addWord(line, args[i]);
  /* Options of the agent for its own Node must not load code into this one; hooks get them back. */
  DWORD size = GetEnvironmentVariableW(L"NODE_OPTIONS", options, 4096);
  if (size > 0 && size < 4096) SetEnvironmentVariableW(L"ANYHOOK_NODE_OPTIONS", options);
  SetEnvironmentVariableW(L"NODE_OPTIONS", NULL);
  if (hasRead && CreatePipe(&from, &to, &inherited, 1 << 16)) SetHandleInformation(to, HANDLE_FLAG_INHERIT, 0), start.hStdInput = from;
  if (!CreateProcessW(program, line, NULL, NULL, TRUE, 0, NULL, NULL, &start, &process)) giveUp();
  if (from != NULL) CloseHandle(from);
  for (size_t at = 0; to != NULL && at < payloadSize; at += done) {
    DWORD part = payloadSize - at > 1 << 16 ? 1 << 16 : (DWORD)(payloadSize - at);
    if (!WriteFile(to, payload + at, part, &done, NULL)) break;
  }
  /* What was not read yet, because it is too large for the engine. */
  for (DWORD n; to != NULL && payloadSize > MAX_PAYLOAD;)
    if (!ReadFile(GetStdHandle(STD_INPUT_HANDLE), payload, 1 << 16, &n, NULL) || n == 0 || !WriteFile(to, payload, n, &done, NULL)) break;
  if (to != NULL) CloseHandle(to);
  WaitForSingleObject(process.hProcess, INFINITE);
  GetExitCodeProcess(process.hProcess, &code);
  /* A crash is not an answer, and an agent must not take it for a yes. */
  if (code > 2) say("anyhook: the process that decides ended without an answer, so no hook has checked this\n");
  ExitProcess(code > 2 ? 2 : code);
}

/* Finds --timeout; false if its value is invalid. */
static int readTimeout(void) {
  for (int i = 1; i < argCount; i++) {
    const WCHAR *value = NULL;
    if (wcsncmp(args[i], L"--timeout=", 10) == 0) value = args[i] + 10, timeoutAt = i;
    else if (wcscmp(args[i], L"--timeout") == 0 && i + 1 < argCount) value = args[i + 1], timeoutAt = ++i;
    if (value == NULL) continue;
    const WCHAR *end = value;
    for (timeoutMs = 0; *end >= L'0' && *end <= L'9' && end - value < 9; end++) timeoutMs = timeoutMs * 10 + (*end - L'0');
    if (timeoutMs == 0 || *end != 0) return timeoutAt = 0;
  }
  return 1;
}

int wmain(int argc, WCHAR **argv) {
  unsigned char token[TOKEN];
  char *name;
  begun = GetTickCount64();
  args = argv, argCount = argc;
  DWORD size = GetModuleFileNameW(NULL, folder, MAX_PATH * 4);
  WCHAR *slash = size > 0 && size < MAX_PATH * 4 ? wcsrchr(folder, L'\\') : NULL;
  if (slash == NULL) giveUp();
  slash[1] = 0;
  int isSet = readFixed();
  if (!isSet || argc < 2 || !readTimeout() || fixedValue("ANYHOOK_ENGINE") != NULL) decideApart();
  WCHAR *state = stateFolder();
  if (state != NULL && readEngine(state, &name, token)) {
    HANDLE pipe = dial(name, token);
    if (pipe != INVALID_HANDLE_VALUE) {
      if (readPayload()) ask(pipe);
      CloseHandle(pipe);
    }
  }
  decideApart();
  return 0;
}
