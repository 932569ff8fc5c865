export { type AuditHead, parseAuditHead } from './audit-head.js';
export { fromBase32, toBase32 } from './base32.js';
export { type CallAlert, type CallAlertKind, callAlertKinds, isCallAlertKind } from './call-alert.js';
export { type CanaryReport, canaryLine, canaryNonce, canarySession, canaryVariable, readCanary } from './canary.js';
export {
  type ContextSpan,
  type Contract,
  contractOf,
  contracts,
  type Decision,
  type EventName,
  eventNames,
  isEventName,
  type Rewritable,
} from './contract.js';
export { withoutUndefined } from './defined.js';
export { environmentWith, perEnvironment } from './environment-variants.js';
export {
  AnyhookError,
  attempt,
  CodedError,
  distinctProblems,
  type ErrorCode,
  eventListProblem,
  hintFor,
  nearestWord,
  type Problem,
  quoteValue,
} from './errors.js';
export {
  type AgentRef,
  actionName,
  type Caller,
  callers,
  type Event,
  type EventBase,
  type EventFields,
  type EventOf,
  hasCall,
  namesCall,
  type TaskSummary,
  type ToolEvent,
  taskKeyVariable,
} from './event.js';
export { type ExitRule, exitRuleFields, exitRules, exitRuleTexts, withExitRule } from './exit-rule.js';
export {
  type FieldRow,
  type FieldTable,
  fieldProblem,
  unknownFieldMessage,
  type ValueKind,
  valueKinds,
  valueProblem,
  withoutNulls,
} from './fields.js';
export {
  foldedName,
  foldsNames,
  hasDrives,
  hasFolder,
  homeIn,
  isFullPath,
  isWithin,
  leavesFolder,
  listedPaths,
  pathFromHome,
  pathInFile,
  pathKey,
  pathMeanings,
  pathOfAddress,
  resolvedPath,
  slashedPath,
  startedFiles,
  textWithoutFolder,
  thisSystem,
} from './file-path.js';
export {
  type FixedVariables,
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
export {
  type CoverageGap,
  documentFolders,
  type FormatName,
  type Handler,
  type HandlerKind,
  type Hook,
  type HookDocument,
  type HookState,
  isHookTest,
  type LoadedHook,
  type Match,
  needsTrust,
  type OnFailure,
  type PackageOfHook,
  type Pattern,
  projectFolderFor,
  type Scope,
  scopes,
  shellLineOf,
  type TrustCoverage,
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
  type SearchLimits,
  searchLimits,
  untrustedLimits,
  untrustedSearchLimits,
} from './limits.js';
export { isLoopbackName } from './loopback-name.js';
export { type PackageFile, PackageRefusal, pathProblem } from './package-file.js';
export { editAsPatch, patchAsEdit, patchAsWrite, withoutPaths, withPaths, writeAsPatch } from './patch.js';
export { createPauses, isoNow, now, ticks, timeLeft, withinMs } from './platform/clock.js';
export { appendLine, createLineAppender } from './platform/files/append-line.js';
export { type Appender, openAppender } from './platform/files/appender.js';
export { archiveEntries } from './platform/files/archive-entries.js';
export { type AtomicWriter, openAtomic } from './platform/files/atomic-writer.js';
export { listEntries, modifiedAt, readableSize, readStart, writeTarget } from './platform/files/builtin-files.js';
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
export {
  AbsentNames,
  changedPaths,
  type FileStamps,
  type FilesFingerprint,
  fingerprintFiles,
  hasOtherName,
  type IsAbsent,
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
export {
  appendText,
  appendToExisting,
  entryExists,
  entryKind,
  exists,
  type FileStamp,
  type FolderEntry,
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
export {
  areListed,
  type FolderListings,
  folderContent,
  namesIn,
  spelledPath,
} from './platform/files/folder-content.js';
export {
  copyWithTimes,
  diskSpace,
  type EntryStat,
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
} from './platform/files/kept-files.js';
export { createLineReader, readFileLines, type StreamLine } from './platform/files/line-reader.js';
export {
  createOtherUsersCheck,
  type FolderOwners,
  haveSameOwners,
  type OtherUsersPath,
} from './platform/files/other-users.js';
export {
  changeableByOthers,
  type FolderAccess,
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
export { placeLook } from './platform/files/place-look.js';
export {
  copyProgramFiles,
  hashFiles,
  listProgramFiles,
  markedAt,
  markFolder,
  type ProgramFile,
  programFiles,
  sizeOf,
} from './platform/files/program-files.js';
export { readTarball } from './platform/files/read-tarball.js';
export { removeFolder } from './platform/files/rename.js';
export { makeScratchFolder, withScratch, writeFileTree } from './platform/files/scratch-folder.js';
export {
  clientSource,
  maxSettingsBytes,
  missingFolders,
  pluginSource,
  readSettingsFile,
  removeEmptyFolders,
  removeFile,
  replaceFile,
  type SettingsFile,
} from './platform/files/settings-file.js';
export { readBytesFrom, readTimerFile, setTimerFile } from './platform/files/spool.js';
export { type TreeFolder, type TreeRules, walkTree } from './platform/files/walk-tree.js';
export { watchFolders } from './platform/files/watch.js';
export { systemFileProblem } from './platform/files/windows-owner.js';
export {
  countIndexEntries,
  type FileNumbers,
  findInIndex,
  type GitIndex,
  type IndexEntry,
  parseGitIndex,
} from './platform/git/git-index.js';
export { cachedTrees, resolveCommit, writeCommit } from './platform/git/git-tree.js';
export {
  changedSince,
  gitChangedFiles,
  refusalText,
  type WorkBaseline,
  workBaseline,
} from './platform/git/git-work.js';
export { settingsFor } from './platform/git/kept-settings.js';
export { blobId, canMakeOfFiles, hasObjects, makeRepositoryOfFiles, writeBlob } from './platform/git/loose-object.js';
export { patchIndex } from './platform/git/patch-index.js';
export { patchTree, type StoredTrees, treesAbove } from './platform/git/patch-tree.js';
export {
  findRepository,
  headState,
  type RepositoryFolders,
  unfinishedGitWork,
} from './platform/git/repository-folders.js';
export {
  askGit,
  type GitAnswer,
  gitAnswer,
  type OwnRepository,
  runFetchingGit,
  runOwnGit,
} from './platform/git/run-git.js';
export { lazyCrypto, newId, sha256, unreadSha } from './platform/hash.js';
export { importFile } from './platform/import-file.js';
export { createLimiter, type Limiter } from './platform/limiter.js';
export { type AgingLock, isLockAbandoned, tryLock, withLock } from './platform/lock.js';
export { type FileAnswer, type FileRequest, fetchFile } from './platform/net/fetch-file.js';
export {
  type HttpAccess,
  type HttpNames,
  type HttpPlace,
  httpUrl,
  listenOn,
  parsePort,
  rejectForeign,
  rejectOtherOrigins,
  rejectRequest,
  rejectToken,
} from './platform/net/http-door.js';
export { type HttpRequestEnd, type PostEnd, postJson, sendRequest } from './platform/net/http-request.js';
export { LineStreamRefusal, readLineStream } from './platform/net/line-stream.js';
export { socketPath, usesNamedPipes } from './platform/net/socket-path.js';
export { listenAt } from './platform/net/socket-server.js';
export { type PasskeySignature, signatureProblem } from './platform/passkey-signature.js';
export { readAncestry } from './platform/process/ancestry.js';
export {
  findAllOnPath,
  findOnPath,
  findSafeProgram,
  pathVariable,
  programFileIn,
  type SafeProgram,
  safeProgramFile,
  venvPrograms,
  withoutPackagePath,
} from './platform/process/find-program.js';
export { type Environment, fitEnvironment } from './platform/process/fit-environment.js';
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
export {
  execFileText,
  type ProcessEnd,
  type ProcessJob,
  runProcess,
  type StartedProcess,
} from './platform/process/run-process.js';
export { runProcessSync } from './platform/process/run-process-sync.js';
export { openBrowser, smallMemory, startDetached } from './platform/process/start-detached.js';
export {
  type AsyncHookRecord,
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
export {
  enterWorld,
  forkWorker,
  isWorker,
  serveParent,
  type WorkerProcess,
} from './platform/process/worker-process.js';
export { startThread, threadPort } from './platform/process/worker-thread.js';
export {
  askInterpreter,
  type FactsQuestion,
  fileIdentity,
  type InterpreterFacts,
  nodeFacts,
  programFile,
  pythonFacts,
  shebangOf,
} from './platform/spares/interpreter-file.js';
export { type PassEnvironment, probeShell, userShell } from './platform/spares/shell-environment.js';
export {
  encodeSpareMessage,
  freeMemory,
  memoryOf,
  nodeStub,
  pythonStubFolder,
  type SpareLaunch,
  type SpareProcess,
  sparesUnsupported,
  startSpare,
} from './platform/spares/spare-process.js';
export {
  MissingSqliteError,
  openSqlite,
  type SqlCell,
  type SqlConnection,
  sqliteErrorKind,
} from './platform/sqlite.js';
export {
  keepStdoutClean,
  onEndSignal,
  readStdin,
  type StdinContent,
  stdinChunks,
  writeFully,
} from './platform/stdio.js';
export { dataHome, systemFolder, trustLockFile, type UserPaths, userPaths } from './platform/user-paths.js';
export type { Ancestry, ProcessFacts, TerminalEvidence, TerminalHolder } from './process-facts.js';
export { hookDepth, maxHookDepth, nextDepthVariable, tooDeepReason } from './recursion.js';
export { inSingleQuotes, shellWord, visibleShellWord } from './shell-quote.js';
export { callsAnyhook, guardedEvents, selfProtectionId, standIns, withoutOffSwitches } from './stand-in.js';
export { maxSummaryLength, summarizeInput, summaryLine } from './summary.js';
export {
  abilityCall,
  abilityId,
  firstToolName,
  fromNativeInput,
  hiddenValues,
  isToolKind,
  kindOfAbility,
  nameOf,
  type ToolCall,
  type ToolInput,
  type ToolKind,
  type ToolMap,
  type ToolResult,
  type ToolRow,
  toNativeInput,
  toolKinds,
  toolName,
  toolRowFor,
  wordsOfName,
} from './tool.js';
export { withoutTrailing } from './trailing.js';
export {
  type IdleHookCounts,
  isUntrustedHooksError,
  UntrustedHooksError,
  type UntrustedRule,
  unreadableHooksText,
  untrustedHooksText,
} from './untrusted-hooks.js';
export {
  allow,
  ask,
  type BrokenHook,
  broken,
  deny,
  done,
  type Ending,
  emptyVerdict,
  type FailureKind,
  failed,
  failureKinds,
  type HookFault,
  type HookReport,
  type HookRun,
  neverRan,
  type OnVerdict,
  type Outcome,
  outcomes,
  pass,
  type Result,
  type Rewrite,
  rewritablePart,
  type Signal,
  skipped,
  type Verdict,
  withRewrite,
} from './verdict.js';
export { version } from './version.js';
