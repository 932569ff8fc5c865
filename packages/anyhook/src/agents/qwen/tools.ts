export { qwenTools as tools } from '@anyhook/core';
