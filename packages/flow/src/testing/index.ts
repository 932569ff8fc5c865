export { type Adapter, type AdapterAnswer, type AdapterRequest, commandAdapter } from './conformance/adapter.js';
export { type Expected, type Fixture, type Level, levels, parseFixture } from './conformance/fixture.js';
export type { LevelVerdict } from './conformance/levels.js';
export { loadFixtures } from './conformance/load.js';
export {
  type ConformanceOptions,
  type ConformanceReport,
  type FixtureResult,
  runConformance,
  runFixture,
} from './conformance/run.js';
