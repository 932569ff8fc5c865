export { codexTools as tools } from '../../core/agent-tools/codex.js';
