export { type DescribedChange, type DescribedPlan, describeChanges, patchBetween } from './describe-changes.js';
export { parsePermissions, permissionsOf } from './file-permissions.js';
export type { StrandedFiles, UnknownUndo } from './killed-undo.js';
export { promptChars } from './limits.js';
export { type KeptProject, keptProjects, type ListedTurn, listTurns } from './list-turns.js';
export { findNotCovered, type NotCovered } from './not-covered.js';
export { RestoreFailure } from './restore.js';
export {
  type FileSnapshotDeps,
  openShadowGit,
  type ShadowGit,
  splitNul,
  storeFolder,
  undoRoot,
  unsupportedRootReason,
  withNestedContent,
} from './shadow-git.js';
export { type Snapshot, takeSnapshot } from './snapshot.js';
export { withFolderLock } from './store-lock.js';
export type { EventPlace } from './store-places.js';
export { afterCall, beforeCall, beginTurn, endTurn, refuseCall, type TrackedCall } from './track-turns.js';
export { readTurns, takeNotice } from './turn-files.js';
export { type AgentTurn, type FileState, noSnapshotInTime } from './turn-record.js';
export {
  applyRedo,
  applyUndo,
  hasKilledUndo,
  type KilledUndos,
  lastUndo,
  type PreparedUndo,
  planRedo,
  prepareUndo,
  settleKilledUndos,
  type UndoPlace,
  type UndoRefusal,
  type UndoSelection,
  withStore,
} from './undo.js';

export type { UndoConflict, UndoItem } from './undo-plan.js';
export type { UndoRecord } from './undo-record.js';
