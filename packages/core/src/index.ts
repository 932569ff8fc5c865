export type { AuditHead } from './audit-head.js';
export { parseAuditHead } from './audit-head.js';
export { fromBase32, toBase32 } from './base32.js';
export type { CallAlert, CallAlertKind } from './call-alert.js';
export { callAlertKinds, isCallAlertKind } from './call-alert.js';
export type { CanaryReport } from './canary.js';
export { canaryLine, canaryNonce, canarySession, canaryVariable, readCanary } from './canary.js';
export type { ContextSpan, Contract, Decision, EventName, Rewritable } from './contract.js';
export { contractOf, contracts, eventNames, isEventName } from './contract.js';
export { withoutUndefined } from './defined.js';
export { environmentWith, perEnvironment } from './environment-variants.js';
export type { ErrorCode, Problem } from './errors.js';
export {
  AnyhookError,
  attempt,
  CodedError,
  distinctProblems,
  eventListProblem,
  hintFor,
  nearestWord,
  quoteValue,
} from './errors.js';
export type { AgentRef, Caller, Event, EventBase, EventFields, EventOf, TaskSummary, ToolEvent } from './event.js';
export { actionName, callers, hasCall, namesCall, taskKeyVariable } from './event.js';
export type { ExitRule } from './exit-rule.js';
export { exitRuleFields, exitRules, exitRuleTexts, withExitRule } from './exit-rule.js';
export type { FieldRow, FieldTable, ValueKind } from './fields.js';
export { fieldProblem, unknownFieldMessage, valueKinds, valueProblem, withoutNulls } from './fields.js';
export {
  executableCandidates,
  foldedName,
  foldsNames,
  hasDrives,
  hasFolder,
  homeIn,
  isFullPath,
  isWithin,
  leavesFolder,
  listedPaths,
  pathCandidates,
  pathFromHome,
  pathInFile,
  pathKey,
  pathOfAddress,
  resolvedPath,
  slashedPath,
  textWithoutFolder,
  thisSystem,
} from './file-path.js';
export type { FixedVariables } from './fixed-variables.js';
export {
  fixedArguments,
  fixedFrom,
  ignoredVariableNotes,
  isEarlierLauncher,
  launcherVersion,
  parseFixedArguments,
  parseFixedVariable,
  replacedVariables,
} from './fixed-variables.js';
export { lookAlikes, lookAlikeText, showHidden, showHiddenKeepColors, visibleJson } from './hidden-characters.js';
export type {
  CoverageGap,
  FormatName,
  Handler,
  HandlerKind,
  Hook,
  HookDocument,
  HookState,
  LoadedHook,
  Match,
  OnFailure,
  PackageOfHook,
  Pattern,
  Scope,
  TrustCoverage,
} from './hook.js';
export {
  documentFolders,
  isHookTest,
  needsTrust,
  projectFolderFor,
  scopes,
  shellLineOf,
  trustedFiles,
} from './hook.js';
export {
  cutNesting,
  isNestedDeeper,
  isObject,
  objectOf,
  ownField,
  parseJson,
  parseObject,
  stableJson,
} from './json.js';
export { hasTextValue, leadingFields } from './leading-fields.js';
export type { SearchLimits } from './limits.js';
export {
  defaultRuntimeTimeouts,
  maxHashedBytes,
  maxModuleBytes,
  maxPayloadBytes,
  maxPayloadDepth,
  maxProjectHashedBytes,
  maxStateFileBytes,
  maxTimerMs,
  maxWaitMs,
  modLimits,
  packageLimits,
  runtimeTimeout,
  searchLimits,
  untrustedLimits,
  untrustedSearchLimits,
} from './limits.js';
export { isLoopbackName } from './loopback-name.js';
export type { PackageFile } from './package-file.js';
export { PackageRefusal, pathProblem } from './package-file.js';
export { editAsPatch, patchAsEdit, patchAsWrite, withoutPaths, withPaths, writeAsPatch } from './patch.js';
export { createYielder, isoNow, now, resultWithin, ticks, timeLeft } from './platform/clock.js';
export { appendLine, createLineAppender } from './platform/files/append-line.js';
export type { Appender } from './platform/files/appender.js';
export { openAppender } from './platform/files/appender.js';
export { archiveEntries } from './platform/files/archive-entries.js';
export type { AtomicWriter } from './platform/files/atomic-writer.js';
export { openAtomic } from './platform/files/atomic-writer.js';
export { listEntries, modifiedAt, readableSize, readStart, writeTarget } from './platform/files/bounded-reads.js';
export { createContentHasher } from './platform/files/content-hasher.js';
export {
  copyFile,
  copyFolder,
  linkEntries,
  linkTo,
  makeFolder,
  makeRealFolder,
  removeLocked,
  writeExecutable,
  writeWithMode,
} from './platform/files/copy.js';
export type { EntryStat } from './platform/files/file-entries.js';
export {
  copyWithTimes,
  diskSpace,
  emptyFolderPermissions,
  entryBytes,
  entryNames,
  entryStat,
  hardLink,
  isOfKind,
  makeOneFolder,
  moveEntry,
  numbersAt,
  ownBytes,
  permissionsAt,
  removeEmptyFolder,
  setPermissions,
} from './platform/files/file-entries.js';
export type { FileStamps, FilesFingerprint, IsAbsent } from './platform/files/file-stamps.js';
export {
  AbsentNames,
  changedPaths,
  fingerprintFiles,
  hasOtherName,
  identityOf,
  isRacy,
  isUnchanged,
  isUntouchedSince,
  newestReliableChange,
  ownIdentityOf,
  recheckStamps,
  sameStamp,
  stampsOf,
} from './platform/files/file-stamps.js';
export type { FileStamp, FolderEntry } from './platform/files/files.js';
export {
  appendText,
  appendToExisting,
  entryExists,
  entryKind,
  exists,
  fileNameFor,
  fileStamp,
  folderChangedAt,
  hiddenReason,
  inode,
  isExecutable,
  isFile,
  isFolder,
  isRealFolder,
  listFolder,
  makeOpenFolder,
  makePrivateFolder,
  readBytes,
  readText,
  realPath,
  removePath,
  renamePath,
  restrictToOwner,
  tooManyEntries,
  writeAtomic,
} from './platform/files/files.js';
export type { FolderListings } from './platform/files/folder-content.js';
export { areListed, folderContent, namesIn, spelledPath } from './platform/files/folder-content.js';
export type { StreamLine } from './platform/files/line-reader.js';
export { createLineReader, readFileLines } from './platform/files/line-reader.js';
export type { FolderOwners, OtherUsersPath } from './platform/files/other-users.js';
export { createOtherUsersCheck, haveSameOwners } from './platform/files/other-users.js';
export type { FolderAccess } from './platform/files/ownership.js';
export {
  changeableByOthers,
  findExposedState,
  folderAccess,
  hasExpectedOwner,
  isInProfile,
  isOpenToAll,
  isPrivateFolder,
  isWritableByOthers,
  othersMayRead,
  readPrivateFile,
  sharesNamespaces,
  stateProblem,
} from './platform/files/ownership.js';
export { packageFile } from './platform/files/package-file.js';
export { checkAmount, readPackageTree, writePackageTree } from './platform/files/package-tree.js';
export { pathResolver } from './platform/files/path-resolver.js';
export type { ProgramFile } from './platform/files/program-files.js';
export {
  copyProgramFiles,
  hashFiles,
  listProgramFiles,
  markedAt,
  markFolder,
  programFiles,
  sizeOf,
} from './platform/files/program-files.js';
export { readTarball } from './platform/files/read-tarball.js';
export { removeFolder } from './platform/files/rename.js';
export { makeScratchFolder, withScratch, writeFileTree } from './platform/files/scratch-folder.js';
export type { SettingsFile } from './platform/files/settings-file.js';
export {
  clientSource,
  maxSettingsBytes,
  missingFolders,
  pluginSource,
  readSettingsFile,
  readSettingsText,
  removeEmptyFolders,
  removeFile,
  replaceFile,
} from './platform/files/settings-file.js';
export { readBytesFrom, readTimerFile, setTimerFile } from './platform/files/spool.js';
export type { TreeFolder, TreeRules } from './platform/files/walk-tree.js';
export { walkTree } from './platform/files/walk-tree.js';
export { watchFolders } from './platform/files/watch.js';
export { systemFileProblem } from './platform/files/windows-owner.js';
export type { FileNumbers, GitIndex, IndexEntry } from './platform/git/git-index.js';
export { countIndexEntries, findInIndex, parseGitIndex } from './platform/git/git-index.js';
export { cachedTrees, resolveCommit, writeCommit } from './platform/git/git-tree.js';
export type { WorkBaseline } from './platform/git/git-work.js';
export { changedSince, gitChangedFiles, refusalText, workBaseline } from './platform/git/git-work.js';
export { settingsFor } from './platform/git/kept-settings.js';
export { blobId, canMakeOfFiles, hasObjects, makeRepositoryOfFiles, writeBlob } from './platform/git/loose-object.js';
export { patchIndex } from './platform/git/patch-index.js';
export type { StoredTrees } from './platform/git/patch-tree.js';
export { patchTree, treesAbove } from './platform/git/patch-tree.js';
export type { RepositoryFolders } from './platform/git/repository-folders.js';
export { findRepository, headState, unfinishedGitWork } from './platform/git/repository-folders.js';
export type { GitAnswer, OwnRepository } from './platform/git/run-git.js';
export { askGit, gitAnswer, runFetchingGit, runOwnGit } from './platform/git/run-git.js';
export { lazyCrypto, newId, sha256, unreadSha } from './platform/hash.js';
export { importFile } from './platform/import-file.js';
export type { Limiter } from './platform/limiter.js';
export { createLimiter } from './platform/limiter.js';
export type { AgingLock } from './platform/lock.js';
export { isLockAbandoned, tryLock, withLock } from './platform/lock.js';
export type { FileAnswer, FileRequest } from './platform/net/fetch-file.js';
export { fetchFile } from './platform/net/fetch-file.js';
export type { HttpAccess, HttpNames, HttpPlace } from './platform/net/http-door.js';
export {
  httpUrl,
  listenOn,
  parsePort,
  rejectForeign,
  rejectOtherOrigins,
  rejectRequest,
  rejectToken,
} from './platform/net/http-door.js';
export type { HttpRequestEnd, PostEnd } from './platform/net/http-request.js';
export { postJson, sendRequest } from './platform/net/http-request.js';
export { LineStreamRefusal, readLineStream } from './platform/net/line-stream.js';
export { socketPath, usesNamedPipes } from './platform/net/socket-path.js';
export { listenAt } from './platform/net/socket-server.js';
export type { PasskeySignature } from './platform/passkey-signature.js';
export { signatureProblem } from './platform/passkey-signature.js';
export { readAncestry } from './platform/process/ancestry.js';
export type { SafeProgram } from './platform/process/find-program.js';
export {
  findAllOnPath,
  findOnPath,
  findSafeProgram,
  pathVariable,
  programFileIn,
  safeProgramFile,
  venvPrograms,
  withoutPackagePath,
} from './platform/process/find-program.js';
export type { Environment } from './platform/process/fit-environment.js';
export { fitEnvironment } from './platform/process/fit-environment.js';
export { commandLineOf } from './platform/process/proc-facts.js';
export {
  homeFolder,
  hostName,
  isAtTerminal,
  machineInfo,
  processEnvironment,
  userName,
  workingFolder,
} from './platform/process/process-defaults.js';
export { endMarkedGroup, onExitKillGroups, onFirstEndSignal } from './platform/process/process-groups.js';
export { isOwnerAlive, ownerMark, processLife, processMark } from './platform/process/process-identity.js';
export { groupLeadersByVariable, killTree } from './platform/process/process-tree.js';
export { becomeResident, residentEnvironment } from './platform/process/resident-process.js';
export type { ProcessEnd, ProcessJob, StartedProcess } from './platform/process/run-process.js';
export { execFileText, runProcess } from './platform/process/run-process.js';
export { runProcessSync } from './platform/process/run-process-sync.js';
export { openBrowser, smallMemory, startDetached } from './platform/process/start-detached.js';
export type { AsyncHookRecord } from './platform/process/supervisor.js';
export {
  appendAsyncRecord,
  asyncLogFile,
  entryFile,
  newJobId,
  readSupervisorPayload,
  startSupervisor,
} from './platform/process/supervisor.js';
export {
  fillVariables,
  nodeProgram,
  requireFile,
  setEnvironmentVariables,
  withCwd,
  workingDirectory,
} from './platform/process/this-process.js';
export { isStartable } from './platform/process/windows-scripts.js';
export { isProgramThere, windowsStart, windowsStartProblem } from './platform/process/windows-start.js';
export { systemProgram } from './platform/process/windows-system.js';
export type { WorkerProcess } from './platform/process/worker-process.js';
export { enterContext, forkWorker, isWorker, serveParent } from './platform/process/worker-process.js';
export { startThread, threadPort } from './platform/process/worker-thread.js';
export type { FactsQuestion, InterpreterFacts } from './platform/spares/interpreter-file.js';
export {
  askInterpreter,
  fileIdentity,
  nodeFacts,
  programFile,
  pythonFacts,
  shebangOf,
} from './platform/spares/interpreter-file.js';
export type { PassEnvironment } from './platform/spares/shell-environment.js';
export { probeShell, userShell } from './platform/spares/shell-environment.js';
export type { SpareLaunch, SpareProcess } from './platform/spares/spare-process.js';
export {
  encodeSpareMessage,
  freeMemory,
  memoryOf,
  nodeStub,
  pythonStubFolder,
  sparesUnsupported,
  startSpare,
} from './platform/spares/spare-process.js';
export type { SqlCell, SqlConnection } from './platform/sqlite.js';
export { MissingSqliteError, openSqlite, sqliteErrorKind } from './platform/sqlite.js';
export type { StdinContent } from './platform/stdio.js';
export { keepStdoutClean, onEndSignal, readStdin, stdinChunks, writeFully } from './platform/stdio.js';
export type { UserPaths } from './platform/user-paths.js';
export { dataHome, systemFolder, trustLockFile, userPaths } from './platform/user-paths.js';
export type { Ancestry, ProcessFacts, TerminalEvidence, TerminalHolder } from './process-facts.js';
export { hookDepth, maxHookDepth, nextDepthVariable, tooDeepReason } from './recursion.js';
export { inSingleQuotes, shellWord, visibleShellWord } from './shell-quote.js';
export { callsAnyhook, guardedEvents, selfProtectionId, standIns, withoutOffSwitches } from './stand-in.js';
export { maxSummaryLength, summarizeInput, summaryLine } from './summary.js';
export type { ToolCall, ToolInput, ToolKind, ToolMap, ToolResult, ToolRow } from './tool.js';
export {
  abilityCall,
  abilityId,
  firstToolName,
  fromNativeInput,
  hiddenValues,
  isToolKind,
  kindOfAbility,
  nameOf,
  toNativeInput,
  toolKinds,
  toolName,
  toolRowFor,
  wordsOfName,
} from './tool.js';
export { withoutTrailing } from './trailing.js';
export type { IdleHookCounts, UntrustedRule } from './untrusted-hooks.js';
export {
  isUntrustedHooksError,
  UntrustedHooksError,
  unreadableHooksText,
  untrustedHooksText,
} from './untrusted-hooks.js';
export type {
  BrokenHook,
  Ending,
  FailureKind,
  HookFault,
  HookReport,
  HookRun,
  OnVerdict,
  Outcome,
  Result,
  Rewrite,
  Signal,
  Verdict,
} from './verdict.js';
export {
  allow,
  ask,
  broken,
  deny,
  done,
  emptyVerdict,
  failed,
  failureKinds,
  neverRan,
  outcomes,
  pass,
  rewritablePart,
  skipped,
  withRewrite,
} from './verdict.js';
export { version } from './version.js';
