export { qwenTools as tools } from '../../core/agent-tools/qwen.js';
