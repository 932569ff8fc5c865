export { codexTools as tools } from '@anyhook/core';
