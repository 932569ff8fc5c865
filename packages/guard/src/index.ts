export type { CopySource, Effect, EffectPlace, SeenEffect } from './effect.js';
export { explainCommand, plainEffect } from './explain.js';
export {
  type CommandJudgement,
  type CommandReading,
  type GuardRules,
  judgeCall,
  judgeCommand,
  judgeReading,
  mergedReadings,
  type ReadingOptions,
  readCall,
  readCommand,
} from './guard.js';
export { type CommandVerdict, type JudgeOptions, judge } from './judge.js';
export { shippedPackNames } from './packs/index.js';
export { readPackFile } from './packs/load-packs.js';
export type { LineFinder, Pack } from './packs/pack.js';
export { checkPackExamples } from './packs/pack.js';
export { globFits } from './places/paths.js';
export { showsSecret } from './places/scope.js';
export { shellProgramNames } from './programs/index.js';
export { type FindSecrets, judgePrompt } from './prompt.js';
export { approvableEffects } from './rules/approval.js';
export { idleParts, readGuardConfig, tighteningPart } from './rules/config.js';
export { describeEffect } from './rules/describe.js';
export { guardFileProblems, isPackFile } from './rules/guard-file.js';
export { type Judgement, stricter } from './rules/judge.js';
export type { ExplainedEffect, ExplainedStep, GuardExplanation } from './rules/reason.js';
export { guardReason, withMistake } from './rules/reason.js';
export type { GuardDecision, GuardRule } from './rules/rule.js';
export { type GuardConfig, guardFields, noGuardConfig } from './rules/settings.js';
export { forEachChild, isReadable, parseShell, type SyntaxNode } from './shell/parse.js';
export type { SeenCall } from './shell/seen-calls.js';
export {
  folderFields,
  hasControlKeys,
  isLabelField,
  mayHoldFolder,
  namedFolders,
  toolFieldName,
} from './shell-fields.js';
export type { ToolShell } from './shell-language.js';
export { tempFolders } from './temp-folders.js';
export { patchedFiles } from './tool-patch.js';
export { toolTexts } from './tool-texts.js';
export { toolTable } from './tools.js';
export { typedTexts } from './typed-text.js';
export { hasGlob, hasUnknown, isFullyKnown, marks, type Value } from './value.js';
export type { GuardWorld } from './world.js';
